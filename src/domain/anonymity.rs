//! Anonymous mode of a test: its results are scored without names (`docs/behaviour.md#anonymous`).

use super::{AttemptId, Error, Instant, Result, TestId, UserId, error::FieldChecker};
use serde::{Deserialize, Serialize};

const MAX_REASON: usize = 500;
/// Numbers to draw from: at least this many, and twice as many as there are candidates.
const MIN_NUMBERS: u64 = 999;
/// Name of a person who has no number yet.
pub const HIDDEN: &str = "Hidden name";

/// Who asked for the names, and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Revealed {
    /// `None` for the operator.
    pub by: Option<UserId>,
    pub at: Instant,
    pub reason: String,
}

/// Whether a test hides the names of its candidates. The record stays when the mode is switched off, so that its version
/// counts on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Anonymity {
    pub test_id: TestId,
    pub is_on: bool,
    pub revealed: Option<Revealed>,
    /// Incremented by every change.
    pub version: u32,
    /// `None` for the operator.
    pub by: Option<UserId>,
    pub at: Instant,
}

impl Anonymity {
    #[must_use]
    pub const fn hides(&self) -> bool {
        self.is_on && self.revealed.is_none()
    }
}

/// Name of a submission while its test hides names.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Alias {
    /// Random; calls of reviewers name the submission by it.
    pub review_id: AttemptId,
    pub test_id: TestId,
    pub submission_id: AttemptId,
    /// Random among those of the test, so that it does not show who came first.
    pub number: u32,
}

impl Alias {
    #[must_use]
    pub fn name(&self) -> String {
        format!("Candidate {}", self.number)
    }
}

/// Numbers from 1 that the next candidate of a test with `count` aliases may get.
#[must_use]
pub fn numbers(count: u64) -> u64 {
    MIN_NUMBERS.max(2 * count)
}

/// The reason as it is stored: trimmed.
///
/// # Errors
/// 422 on `reason` without content and beyond 500 characters.
pub fn check_reason(reason: &str) -> Result<String> {
    let reason = reason.trim();
    let mut check = FieldChecker::default();
    check.require(!reason.is_empty(), "reason", "Please give a reason.");
    let message = format!("The reason is too long ({MAX_REASON} characters at most).");
    check.require(reason.chars().count() <= MAX_REASON, "reason", message);
    check.finish(&["reason"])?;
    Ok(reason.to_owned())
}

/// Names cannot come back without a reason.
#[must_use]
pub fn reveal_first() -> Error {
    Error::conflict("reveal_first", "The names of this test are hidden. Reveal them first, with a reason.")
}
