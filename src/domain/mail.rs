//! Mails: durable rows of the outbox, rendered only when they are sent, so that no token is stored in them
//! (`docs/behaviour.md#email`).

use super::{Instant, InviteId, MailId, UserId, time};
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum MailKind {
    Invitation,
    /// Confirms the candidate's chosen time.
    Scheduled,
    /// Sent a day and an hour before a scheduled time.
    Reminder,
    /// Email verification: the link that proves an account's address.
    VerifyMailbox,
    /// Reminds of an invite without a date, or whose time has come, before it closes.
    Closing,
    /// Reports that an invite closes at another time.
    EndMoved,
    /// Reports a decision to the candidate, in an administrator's words.
    Decision,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum MailState {
    Waiting,
    Sent,
    GivenUp,
}

/// Subject of a mail, which determines its recipient.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum About {
    Invite(InviteId),
    Account(UserId),
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mail {
    pub id: MailId,
    pub kind: MailKind,
    pub about: About,
    /// The same for all tries, so that a repeated mail is recognised as a duplicate (RFC 5322, 3.6.4).
    pub message_id: String,
    pub state: MailState,
    pub tries: u32,
    pub next_try_at: Instant,
    pub created_at: Instant,
}

/// Tries before the worker gives up; Retry in the UI starts a new series.
pub const MAX_TRIES: u32 = 12;

impl Mail {
    /// Records a failed try and schedules the next with exponential backoff: 30 s, doubled up to 6 h. Without `retry`,
    /// or after [`MAX_TRIES`], the mail is given up.
    pub fn failed(&mut self, now: Instant, retry: bool) {
        self.tries += 1;
        let delay = (30 * time::SECOND).saturating_mul(1 << self.tries.min(12).saturating_sub(1));
        self.next_try_at = now.plus(delay.min(6 * time::HOUR));
        if !retry || self.tries >= MAX_TRIES {
            self.state = MailState::GivenUp;
        }
    }
}
