//! Mails that are to be sent: durable rows of the outbox, rendered only when they go out, so that no token lies
//! in them.

use super::{Instant, InviteId, MailId, UserId, time};
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum MailKind {
    Invitation,
    /// The candidate's choice of a time, confirmed.
    Scheduled,
    /// A day and an hour before a scheduled time.
    Reminder,
    /// The link that proves an account's mailbox.
    VerifyMailbox,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum MailState {
    Waiting,
    Sent,
    GivenUp,
}

/// Whom a mail goes to.
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
    /// Stays the same over all tries, so that a repeated mail can be told from a second one (RFC 5322, 3.6.4).
    pub message_id: String,
    pub state: MailState,
    pub tries: u32,
    pub next_try_at: Instant,
    pub created_at: Instant,
}

/// Tries before the worker gives up; Retry in the UI starts anew.
pub const MAX_TRIES: u32 = 12;

impl Mail {
    /// Delay after a failed try: 30 s, doubling, 6 h at most.
    pub fn failed(&mut self, now: Instant, retry: bool) {
        self.tries += 1;
        let delay = (30 * time::SECOND).saturating_mul(1 << self.tries.min(12).saturating_sub(1));
        self.next_try_at = now.plus(delay.min(6 * time::HOUR));
        if !retry || self.tries >= MAX_TRIES {
            self.state = MailState::GivenUp;
        }
    }
}
