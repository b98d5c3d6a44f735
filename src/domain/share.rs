//! Read-only links to one result or to a comparison (`docs/behaviour/results.md#sharing`), for people without an account.

use super::{
    AttemptId, Error, ErrorCode, Instant, Result, ShareId, TestId, UserId,
    error::FieldChecker,
    time::{DAY, SignedDuration},
};
use serde::{Deserialize, Serialize};

/// Results of one link.
pub const MAX_RESULTS: usize = 4;
/// Links of one test that are valid at the same time.
pub const MAX_SHARES: usize = 200;
/// Links of one test that are kept, with those that are over: beyond it the oldest of these are deleted.
pub const MAX_KEPT: usize = 500;
const DEFAULT_VALIDITY: SignedDuration = SignedDuration::from_hours(7 * 24);
/// How long a link is valid at most.
pub const MAX_VALIDITY: SignedDuration = SignedDuration::from_hours(90 * 24);

/// Content that a link shows beside name, test and times.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shows {
    pub answers: bool,
    pub scores: bool,
    pub history: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SharedLink {
    pub id: ShareId,
    pub test_id: TestId,
    /// Submissions of one test, in the order given.
    pub submissions: Vec<AttemptId>,
    pub shows: Shows,
    /// SHA-256 of the token. The token itself is shown once and not kept.
    pub token_hash: [u8; 32],
    /// `None` for the operator.
    pub by: Option<UserId>,
    pub at: Instant,
    pub expires_at: Instant,
    pub revoked_at: Option<Instant>,
    pub views: u32,
    pub viewed_at: Option<Instant>,
}

impl SharedLink {
    #[must_use]
    pub fn is_valid(&self, now: Instant) -> bool {
        self.revoked_at.is_none() && now < self.expires_at
    }

    /// Counts a view. Returns whether it is the first one of its UTC day.
    pub fn view(&mut self, now: Instant) -> bool {
        let is_first = self.viewed_at.is_none_or(|last| last.period(DAY) != now.period(DAY));
        self.views = self.views.saturating_add(1);
        self.viewed_at = Some(now);
        is_first
    }
}

/// A link to be made.
#[derive(Clone, Debug)]
pub struct SharedLinkDraft {
    pub submissions: Vec<AttemptId>,
    pub shows: Shows,
    /// How long it is valid; `None`: a week.
    pub validity: Option<SignedDuration>,
}

impl SharedLinkDraft {
    /// A history shows the texts of the answers.
    #[must_use]
    pub fn shows(&self) -> Shows {
        Shows { answers: self.shows.answers || self.shows.history, ..self.shows }
    }

    /// Checks the draft. Returns how long the link is valid.
    ///
    /// # Errors
    /// 422 with its fields.
    pub fn check(&self) -> Result<SignedDuration> {
        let mut checker = FieldChecker::default();
        let validity = self.validity.unwrap_or(DEFAULT_VALIDITY);
        checker.require(
            (1..=MAX_RESULTS).contains(&self.submissions.len()),
            "submission_ids",
            format!("Please choose 1 to {MAX_RESULTS} results."),
        );
        let is_allowed = (DAY..=MAX_VALIDITY).contains(&validity);
        checker.require(is_allowed, "days", "A link is valid for 1 to 90 days.");
        checker.finish(&["submission_ids"])?;
        Ok(validity)
    }
}

/// Whatever the reason, so that a link discloses nothing once it is over.
#[must_use]
pub fn gone() -> Error {
    Error::gone(ErrorCode::ShareGone, "This link is no longer valid. Please ask the person who sent it for a new one.")
}
