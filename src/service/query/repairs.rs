//! The repairs of a test.

use crate::{
    domain::{Result, TestId, repair::Repairs},
    store::Read,
};

/// # Errors
/// Storage only.
pub(crate) fn of(read: &impl Read, test: TestId) -> Result<Repairs> {
    Ok(read.get(test)?.unwrap_or_else(|| Repairs::none(test)))
}
