//! Messages from admins to the page of a running attempt, stored with the attempt.

use super::{AttemptId, ExamSessionId, Instant, MessageId, UserId, anonymity::ShownTimes};
use serde::{Deserialize, Serialize};

/// Maximum length of a message, in characters.
pub const MAX_TEXT: usize = 1_000;

/// The kind of a text for the candidate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum MessageKind {
    /// A proctor's message to this candidate.
    Message,
    /// A message to all people of an exam session. Stored with the attempt once the candidate has confirmed it.
    Announcement,
    /// A reply to a question that the candidate asked.
    Answer,
}

/// A text for all people of an exam session: one row.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Announcement {
    pub session_id: ExamSessionId,
    pub id: MessageId,
    pub text: String,
    pub sent_at: Instant,
    /// `None` for the operator.
    pub sent_by: Option<UserId>,
}

impl Announcement {
    /// The same, as a message to one candidate.
    #[must_use]
    pub fn to(&self, attempt_id: AttemptId) -> ProctorMessage {
        ProctorMessage {
            id: self.id,
            attempt_id,
            text: self.text.clone(),
            sent_at: self.sent_at,
            sent_by: self.sent_by,
            seen_at: None,
            kind: MessageKind::Announcement,
            question_id: None,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProctorMessage {
    pub id: MessageId,
    pub attempt_id: AttemptId,
    pub text: String,
    pub sent_at: Instant,
    /// The admin; `None` for the operator.
    pub sent_by: Option<UserId>,
    /// Time at which the candidate's page displayed it.
    pub seen_at: Option<Instant>,
    pub kind: MessageKind,
    /// The question that it corrects, and beside which it stays.
    pub question_id: Option<String>,
}

impl ProctorMessage {
    pub fn show_times(&mut self, times: ShownTimes) {
        times.shift(&mut self.sent_at);
        self.seen_at.iter_mut().for_each(|at| times.shift(at));
    }
}
