//! What administrators are told of (spec section 7, "Notifications"; rules: one list, read state per admin).

use super::{AttemptId, Instant, InviteId, NotificationId, UserId};
use serde::{Deserialize, Serialize};

/// So many are kept; the oldest goes when another comes.
pub const KEPT: u64 = 1_000;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum NotificationKind {
    TestStarted,
    TestSubmitted,
    InviteScheduled,
    IntegrityFlag,
    ResumeRequested,
    EmailFailed,
}

/// Always about one invite.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Notification {
    pub id: NotificationId,
    pub kind: NotificationKind,
    pub message: String,
    pub invite_id: InviteId,
    pub applicant_id: UserId,
    pub applicant_email: String,
    pub submission_id: Option<AttemptId>,
    pub created_at: Instant,
}

/// What one admin has read or cleared away. Ids grow with time, so that a mark covers all before it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReadMarks {
    pub user_id: UserId,
    /// Up to here, nothing is shown any more.
    pub cleared_to: Option<NotificationId>,
    /// Up to here, everything is read.
    pub read_to: Option<NotificationId>,
    /// Read one by one, beyond `read_to`.
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
