//! Messages from admins to the page of a running attempt, stored with the attempt.

use super::{AttemptId, Instant, MessageId, UserId, time::SignedDuration};
use serde::{Deserialize, Serialize};

/// Maximum length of a message, in characters.
pub const MAX_TEXT: usize = 1_000;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProctorMessage {
    pub id: MessageId,
    pub attempt_id: AttemptId,
    pub text: String,
    pub sent_at: Instant,
    /// The admin; `None` for the operator.
    pub sent_by: Option<UserId>,
    /// When the candidate's page displayed it.
    pub seen_at: Option<Instant>,
}

impl ProctorMessage {
    pub fn move_times(&mut self, by: SignedDuration) {
        self.sent_at = self.sent_at.plus(by);
        self.seen_at = self.seen_at.map(|at| at.plus(by));
    }
}
