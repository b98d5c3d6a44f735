//! The decision on a submission, as it is shown.

use crate::{
    domain::{AttemptId, Result, decision::Decision},
    service::query,
    store::Read,
};

/// The decision on a submission, with the name of who decided.
#[derive(Clone, Debug)]
pub struct Decided {
    /// `None` before the first one.
    pub decision: Option<Decision>,
    /// Blank before the first one.
    pub by: String,
}

impl Decided {
    /// 0 before the first decision.
    #[must_use]
    pub fn version(&self) -> u32 {
        self.decision.as_ref().map_or(0, |decision| decision.version)
    }
}

/// # Errors
/// Storage only.
pub fn of(read: &impl Read, id: AttemptId) -> Result<Decided> {
    let decision: Option<Decision> = read.get(id)?;
    let by = decision.as_ref().map(|decision| query::person::name_of(read, decision.by)).transpose()?;
    Ok(Decided { decision, by: by.unwrap_or_default() })
}
