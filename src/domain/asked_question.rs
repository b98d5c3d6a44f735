//! Questions of candidates to their proctors (docs/behaviour/sessions.md#questions).

use super::{
    AttemptId, Error, ErrorCode, ExamSessionId, Instant, InviteId, MessageId, Result, TestId, UserId,
    time::SignedDuration,
};
use serde::{Deserialize, Serialize};

/// Questions of one attempt that wait for an answer.
pub const MAX_WAITING: usize = 5;
/// Questions of one attempt.
pub const MAX_ASKED: usize = 100;
/// A claim holds this long: whose browser is gone must not block the queue.
pub const CLAIM_TTL: SignedDuration = SignedDuration::from_mins(5);

/// A proctor is about to answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Claim {
    /// `None` for the operator.
    pub by: Option<UserId>,
    pub at: Instant,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GivenAnswer {
    pub text: String,
    /// Announced to the whole session.
    pub to_all: bool,
    pub by: Option<UserId>,
    pub at: Instant,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AskedQuestion {
    pub attempt_id: AttemptId,
    pub id: MessageId,
    pub invite_id: InviteId,
    pub test_id: TestId,
    /// The session of the invite at the time, or into which it came while this waited.
    pub session_id: Option<ExamSessionId>,
    pub text: String,
    pub asked_at: Instant,
    /// Made by the page, so that a repeated call is one question; blank without one.
    pub client_id: String,
    pub claim: Option<Claim>,
    pub answer: Option<GivenAnswer>,
}

impl AskedQuestion {
    /// The claim that holds.
    #[must_use]
    pub fn claimed(&self, now: Instant) -> Option<Claim> {
        self.claim.filter(|claim| now.since(claim.at) < CLAIM_TTL)
    }

    /// Requires that no answer was given, and that no other proctor is about to.
    ///
    /// # Errors
    /// 409 `already_answered`, `already_claimed`; the caller adds who did.
    pub fn require_open(&self, by: Option<UserId>, now: Instant) -> Result<()> {
        if self.answer.is_some() {
            return Err(Error::conflict(ErrorCode::AlreadyAnswered, "This question has been answered."));
        }
        match self.claimed(now) {
            Some(claim) if claim.by != by => {
                Err(Error::conflict(ErrorCode::AlreadyClaimed, "Another proctor is answering this question."))
            }
            _ => Ok(()),
        }
    }
}
