//! The window of an invite: when its test can be started (`docs/behaviour/invites.md#window`).

use super::{Invite, InviteStatus, MAX_LEAD_TIME, ScheduleMode};
use crate::domain::{Error, ErrorCode, Instant, Result, error::FieldMessages, language::Language};
use serde::{Deserialize, Serialize};

/// Bounds of the start that an admin set. They do not bound an attempt that runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct StartWindow {
    pub opens_at: Option<Instant>,
    pub closes_at: Option<Instant>,
}

impl StartWindow {
    /// # Errors
    /// 422 `invalid`, by field, for an end that has passed or is not after the opening, and for more than two years.
    pub fn check(&self, now: Instant) -> Result<()> {
        let mut fields = FieldMessages::new();
        let mut refuse = |field: &str, message: &str| {
            fields.entry(field.into()).or_insert_with(|| message.into());
        };
        for (field, at) in [("opens_at", self.opens_at), ("closes_at", self.closes_at)] {
            if at.is_some_and(|at| at.since(now) > MAX_LEAD_TIME) {
                refuse(field, "Please choose a date within the next two years.");
            }
        }
        if let Some(closes) = self.closes_at {
            if closes <= now {
                refuse("closes_at", "The invitation must close in the future.");
            } else if self.opens_at.is_some_and(|opens| closes <= opens) {
                refuse("closes_at", "The invitation must close after it opens.");
            }
        }
        if fields.is_empty() { Ok(()) } else { Err(Error::invalid(fields)) }
    }

    /// Requires a scheduled start to lie inside.
    ///
    /// # Errors
    /// 422 `invalid` on `scheduled_date`.
    pub fn require_inside(&self, at: Instant, zone: Option<&str>) -> Result<()> {
        let refuse = |message: String| Err(Error::field("scheduled_date", message));
        match (self.opens_at, self.closes_at) {
            (Some(opens), _) if at < opens => refuse(format!(
                "Please choose a time from {} on: the invitation opens then.",
                opens.in_words(zone, Language::English)
            )),
            (_, Some(closes)) if at >= closes => refuse(format!(
                "Please choose a time before {}: the invitation ends then.",
                closes.in_words(zone, Language::English)
            )),
            _ => Ok(()),
        }
    }
}

impl Invite {
    /// The scheduled time, where the mode has one.
    #[must_use]
    pub fn scheduled(&self) -> Option<Instant> {
        self.scheduled_at.filter(|_| self.mode != ScheduleMode::NoSchedule)
    }

    /// End of an invite without a date; a chosen slot must be before it.
    #[must_use]
    pub fn link_end(&self) -> Instant {
        self.window.closes_at.unwrap_or(self.link_expires_at)
    }

    /// Earliest instant of a start; `None` while a self-scheduled invite has no slot.
    #[must_use]
    pub fn opens_at(&self) -> Option<Instant> {
        let opens = match (self.mode, self.scheduled_at) {
            (ScheduleMode::NoSchedule, _) => Some(self.created_at),
            (_, scheduled) => scheduled.map(|at| at.plus(-super::EARLY)),
        };
        opens.map(|at| self.window.opens_at.map_or(at, |first| at.max(first)))
    }

    /// The instant from which a start is no longer possible.
    #[must_use]
    pub fn expires_at(&self) -> Instant {
        match self.scheduled() {
            Some(at) => {
                let late = at.plus(self.late_start);
                self.window.closes_at.map_or(late, |closes| late.min(closes))
            }
            None => self.link_end(),
        }
    }

    /// Moves the end, also of an invite that expired meanwhile: it is open again, and a slot that was missed can be
    /// chosen again. Returns false if the end is already there.
    ///
    /// # Errors
    /// 409 `finished`, `already_started`, `revoked`; 409 `fixed_time` if the date of the test would not fit;
    /// 422 `invalid` for an end that has passed or is before the opening.
    pub fn close_at(&mut self, closes: Instant, now: Instant) -> Result<bool> {
        let status = self.status(now);
        match status {
            InviteStatus::Completed => {
                return Err(Error::conflict(ErrorCode::Finished, "This test has already been submitted."));
            }
            InviteStatus::InProgress => {
                return Err(Error::conflict(
                    ErrorCode::AlreadyStarted,
                    "This test is in progress; its end does not change.",
                ));
            }
            _ if self.revoked_at.is_some() => {
                return Err(Error::conflict(
                    ErrorCode::Revoked,
                    "This invitation was withdrawn; invite the person again.",
                ));
            }
            _ => {}
        }
        if status != InviteStatus::Expired && self.window.closes_at == Some(closes) {
            return Ok(false);
        }
        let window = StartWindow { closes_at: Some(closes), ..self.window };
        window.check(now)?;
        let missed = self.scheduled().is_some_and(|at| now >= at.plus(self.late_start));
        match self.scheduled() {
            Some(_) if missed && self.mode == ScheduleMode::AdminScheduled => {
                return Err(Error::conflict(
                    ErrorCode::FixedTime,
                    "Its fixed time has passed; invite the person again.",
                ));
            }
            Some(at) if !missed && at >= closes => {
                let at = at.in_words(self.time_zone.as_deref(), Language::English);
                return Err(Error::conflict(
                    ErrorCode::FixedTime,
                    format!("Its test is scheduled for {at}, after that end."),
                ));
            }
            _ => {}
        }
        if missed {
            self.scheduled_at = None;
        }
        self.state = self.waiting();
        self.window = window;
        self.reminders.automatic_done = false;
        Ok(true)
    }
}
