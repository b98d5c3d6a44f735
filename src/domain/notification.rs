//! Notifications of administrators: one list, with read state per admin (`docs/behaviour/monitoring.md#notifications`).

use super::{AttemptId, Instant, InviteId, NotificationId, UserId, sentence::SentencePart};
use serde::{Deserialize, Serialize};

/// Maximum number of notifications; a new one evicts the oldest.
pub const MAX_NOTIFICATIONS: u64 = 1_000;
/// Before the mail server's words in a message about a mail.
pub const BEFORE_SERVER_WORDS: [&str; 3] = [" could not be sent: ", " could not be sent yet: ", " may have arrived: "];

/// A mail that failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FailedMail {
    /// The mail was given up.
    NotSent,
    /// The mail is tried again.
    NotSentYet,
    /// The server had it and did not confirm.
    NotConfirmed,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum NotificationKind {
    TestStarted,
    TestSubmitted,
    InviteScheduled,
    IntegrityFlag,
    ResumeRequested,
    EmailFailed,
    /// A start failed, because a pool has too few questions.
    PoolTooSmall,
    /// A candidate asks to be erased.
    ErasureAsked,
    /// Submitted code has no verdict, and is not retried automatically.
    CodeNotJudged,
    /// The machine's clock was set while the server ran.
    ClockSet,
    /// An answer arrived after the end: a reviewer decides whether it counts.
    LateAnswer,
    /// A member of a twin is away or cannot follow, the log acknowledges alone, or another member has taken over.
    Twin,
    /// The audit log has not arrived at its receiver for a day.
    AuditLogWaits,
    /// A webhook has set a delivery aside, or was switched off by its receiver.
    WebhookFails,
}

/// A notification, usually about one invite; one about the server has nil ids.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Notification {
    pub id: NotificationId,
    pub kind: NotificationKind,
    /// The message in English.
    pub message: String,
    pub invite_id: InviteId,
    pub applicant_id: UserId,
    pub applicant_email: String,
    pub submission_id: Option<AttemptId>,
    pub created_at: Instant,
    /// The message for other languages; empty for one that was stored before there were any.
    pub parts: Vec<SentencePart>,
}

/// Read state of one admin. Ids grow with time, so a mark covers all earlier notifications.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReadMarks {
    pub user_id: UserId,
    /// Notifications up to this one are cleared and no longer listed.
    pub cleared_to: Option<NotificationId>,
    /// Notifications up to this one are read.
    pub read_to: Option<NotificationId>,
    /// Notifications after `read_to` that were read individually.
    pub read: Vec<NotificationId>,
}

impl ReadMarks {
    #[must_use]
    pub const fn new(user_id: UserId) -> Self {
        Self { user_id, cleared_to: None, read_to: None, read: Vec::new() }
    }

    #[must_use]
    pub fn is_read(&self, id: NotificationId) -> bool {
        self.read_to.is_some_and(|to| id <= to) || self.read.contains(&id)
    }
}
