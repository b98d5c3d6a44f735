//! Look-ups that several use-cases share. They read, and decide nothing.

pub mod arrangement;
pub mod attempt;
pub mod exam_session;
pub mod gaps;
pub mod grades;
pub mod history;
pub mod invite;
pub mod language;
pub mod link;
pub mod naming;
pub mod numbers;
pub mod origins;
pub mod ownership;
pub mod page;
pub mod person;
pub mod plans;
pub mod pools;
pub mod repairs;
pub mod spans;
pub(crate) mod version;
pub(crate) mod vouched;

use crate::{
    domain::{Error, Result, TestId, test::Test},
    store::Read,
};

/// Checks that a test exists.
///
/// # Errors
/// 404.
pub(crate) fn require_test(read: &impl Read, id: TestId) -> Result<()> {
    if read.has::<Test>(id)? { Ok(()) } else { Err(Error::not_found("test")) }
}
