//! Reminders of an invite: the automatic one before it closes, and those that admins send
//! (`docs/behaviour/invites.md#reminders`).

use super::{Invite, InviteStatus};
use crate::domain::{
    Instant,
    time::{DAY, SignedDuration},
};
use serde::{Deserialize, Serialize};

/// Reminders sent so far, and whether the candidate wants more.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reminders {
    /// Time at which the last mail that names the end was queued, automatic or not.
    pub last_at: Option<Instant>,
    /// The automatic reminder of the current end was queued, or was not needed.
    pub automatic_done: bool,
    /// Time at which the candidate asked for no more.
    pub stopped_at: Option<Instant>,
}

/// The automatic reminder goes out this long before the end; half the window if that is shorter.
const BEFORE_END: SignedDuration = DAY;

/// Time within which the same mail to the same person counts as sent: a double click, or two admins.
pub const REPEAT_PAUSE: SignedDuration = SignedDuration::from_mins(10);

impl Invite {
    /// Returns the time at which the automatic reminder is due; `None` for an invite with a date, which has reminders
    /// of its own, and once it was queued, started, has ended, or the candidate wants none.
    #[must_use]
    pub fn reminder_at(&self) -> Option<Instant> {
        let waits = matches!(self.state, InviteStatus::Sent | InviteStatus::Scheduled) && self.scheduled().is_none();
        if !waits || self.reminders.automatic_done || self.reminders.stopped_at.is_some() {
            return None;
        }
        let closes = self.expires_at();
        let opens = self.window.opens_at.map_or(self.created_at, |at| at.max(self.created_at));
        Some(closes.plus(-BEFORE_END.min(closes.since(opens) / 2)))
    }

    /// Whether a mail less than a day old already says when it closes.
    #[must_use]
    pub fn is_reminded(&self, now: Instant) -> bool {
        self.reminders.last_at.is_some_and(|at| at.is_within(BEFORE_END, now))
    }

    /// Whether the same mail was just queued.
    #[must_use]
    pub fn is_just_reminded(&self, now: Instant) -> bool {
        self.reminders.last_at.is_some_and(|at| at.is_within(REPEAT_PAUSE, now))
    }
}
