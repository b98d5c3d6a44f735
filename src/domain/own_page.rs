//! The candidate's own page (`docs/behaviour/taking.md#own-page`): what is kept of an attempt, for the person who took it, and
//! that person's wish to be erased.

use super::{AttemptId, Error, ErrorCode, Instant, Result, UserId, error::FieldChecker, invisible::is_blank};
use serde::{Deserialize, Serialize};

/// Maximum length of the reason for declining, in characters.
pub const MAX_REASON: usize = 1_000;

/// The page of an attempt that has ended, by the link on its receipt. The row outlives the attempt: the link then says when
/// it was erased.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OwnPage {
    pub attempt_id: AttemptId,
    /// SHA-256 of the token, which follows from the master key and is not kept.
    pub token_hash: [u8; 32],
    /// Time at which the attempt was deleted with all that belonged to it.
    pub erased_at: Option<Instant>,
    /// An answer was sent to an AI service, whatever became of it.
    pub was_shown_to_ai: bool,
}

/// A person asks to be erased. A declined request stays, so that the page shows the reason.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ErasureRequest {
    pub applicant_id: UserId,
    pub asked_at: Instant,
    pub declined: Option<Declined>,
    /// Incremented by every change.
    pub version: u32,
}

/// Why an administrator keeps the data.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Declined {
    /// Shown to the candidate.
    pub reason: String,
    /// `None` for the operator. Not shown to the candidate.
    pub by: Option<UserId>,
    pub at: Instant,
}

impl ErasureRequest {
    /// Whether it waits for an administrator.
    #[must_use]
    pub const fn is_open(&self) -> bool {
        self.declined.is_none()
    }
}

/// The reason for declining, trimmed.
///
/// # Errors
/// 422 on `reason`.
pub fn check_reason(reason: &str) -> Result<String> {
    let reason = reason.trim();
    let mut checker = FieldChecker::default();
    checker.require(!is_blank(reason), "reason", "Please give a reason: the candidate reads it.");
    let is_short = reason.chars().count() <= MAX_REASON;
    checker.require(is_short, "reason", format!("The reason must have at most {MAX_REASON} characters."));
    checker.require_text(reason, "reason");
    checker.finish(&["reason"])?;
    Ok(reason.to_owned())
}

/// One answer for all links that lead to no page.
#[must_use]
pub fn unknown() -> Error {
    Error {
        code: ErrorCode::UnknownReceipt,
        detail: "This link is incomplete or was never issued.".into(),
        ..Error::not_found("page")
    }
}

#[must_use]
pub fn erased() -> Error {
    Error::gone(ErrorCode::Erased, "Everything that was kept of this test has been erased.")
}
