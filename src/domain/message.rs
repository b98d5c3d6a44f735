//! Messages from admins to the page of a running attempt, stored with the attempt.

use super::{AttemptId, Instant, MessageId, UserId, anonymity::ToldTimes};
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
    pub fn tell_times(&mut self, times: ToldTimes) {
        times.tell(&mut self.sent_at);
        self.seen_at.iter_mut().for_each(|at| times.tell(at));
    }
}
