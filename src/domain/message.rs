//! Messages from admins to the page of a running attempt. They are kept with the attempt.

use super::{AttemptId, Instant, MessageId, UserId};
use serde::{Deserialize, Serialize};

/// Longest message, in characters.
pub const MOST_TEXT: usize = 1_000;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Message {
    pub id: MessageId,
    pub attempt_id: AttemptId,
    pub text: String,
    pub sent_at: Instant,
    /// The admin; `None` for the operator.
    pub sent_by: Option<UserId>,
    /// When the candidate's page had it on the screen.
    pub seen_at: Option<Instant>,
}
