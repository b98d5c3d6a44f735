//! Invites: modes, statuses, the time window of a link, and the start order (`docs/behaviour/invites.md#invites`,
//! `#scheduling`, `#start-order`).

use super::{
    AttemptId, Error, ErrorCode, Instant, InviteId, Result, TestId, UserId,
    accommodation::Accommodation,
    company::SlotHours,
    error::Moment,
    language::Language,
    time::{self, SignedDuration},
};
use serde::{Deserialize, Serialize};

mod reminders;
mod window;

pub use reminders::{REPEAT_PAUSE, Reminders};
pub use window::StartWindow;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ScheduleMode {
    NoSchedule,
    AdminScheduled,
    SelfSchedule,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum InviteStatus {
    Sent,
    Scheduled,
    InProgress,
    Completed,
    Expired,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Invite {
    pub id: InviteId,
    pub test_id: TestId,
    /// Copy of the test's title, kept for after the test is deleted.
    pub test_title: String,
    pub duration_minutes: u32,
    pub applicant_id: UserId,
    pub applicant_name: String,
    pub applicant_email: String,
    pub mode: ScheduleMode,
    pub scheduled_at: Option<Instant>,
    /// IANA name of the time zone in which the date was chosen.
    pub time_zone: Option<String>,
    /// Stored status; see [`Invite::status`] for the current one.
    pub state: InviteStatus,
    pub created_at: Instant,
    /// End of an unscheduled invite whose window has none; see [`Invite::link_end`].
    pub link_expires_at: Instant,
    /// How long the link stays open after the scheduled time.
    #[serde(with = "time::in_millis")]
    pub late_start: SignedDuration,
    pub revoked_at: Option<Instant>,
    pub token_hash: [u8; 32],
    pub token_sealed: Vec<u8>,
    pub email_sent_at: Option<Instant>,
    pub email_error: Option<String>,
    pub attempt_id: Option<AttemptId>,
    pub started_at: Option<Instant>,
    /// Extra time, added to the attempt at its start.
    pub accommodation: Accommodation,
    pub window: StartWindow,
    pub reminders: Reminders,
    /// Language in which the candidate is addressed, instead of the test's.
    pub language: Option<Language>,
}

/// A scheduled test opens this long before its time (`docs/behaviour/invites.md#scheduling`).
pub const EARLY: SignedDuration = SignedDuration::from_mins(5);

impl Invite {
    /// Status at `now`: an invite whose attempt started in time never expires.
    #[must_use]
    pub fn status(&self, now: Instant) -> InviteStatus {
        match self.state {
            InviteStatus::Sent | InviteStatus::Scheduled if now >= self.expires_at() => InviteStatus::Expired,
            // Stored by a clock that was ahead.
            InviteStatus::Expired if self.revoked_at.is_none() && now < self.expires_at() => self.waiting(),
            state => state,
        }
    }

    /// Whether the candidate is asked for a name before the start: until then the address stands in for it.
    #[must_use]
    pub fn lacks_name(&self) -> bool {
        self.applicant_name == self.applicant_email
    }

    /// The name to address the candidate by; empty while it is not known.
    #[must_use]
    pub fn known_name(&self) -> &str {
        if self.lacks_name() { "" } else { &self.applicant_name }
    }

    /// Status before the start.
    #[must_use]
    pub fn waiting(&self) -> InviteStatus {
        let chosen = self.mode == ScheduleMode::SelfSchedule && self.scheduled_at.is_some();
        if chosen { InviteStatus::Scheduled } else { InviteStatus::Sent }
    }

    /// Sent, scheduled or in progress.
    #[must_use]
    pub fn is_active(&self, now: Instant) -> bool {
        matches!(self.status(now), InviteStatus::Sent | InviteStatus::Scheduled | InviteStatus::InProgress)
    }

    /// Whether the monitoring page lists it: in progress, or not started with a date.
    #[must_use]
    pub fn is_monitorable(&self) -> bool {
        match self.state {
            InviteStatus::InProgress => true,
            InviteStatus::Sent | InviteStatus::Scheduled => self.scheduled_at.is_some(),
            _ => false,
        }
    }

    /// Whether the last delivery of the invitation succeeded.
    #[must_use]
    pub const fn is_mailed(&self) -> bool {
        self.email_sent_at.is_some() && self.email_error.is_none()
    }

    /// Whether the invitation's mail is queued: neither sent nor failed, and still to be delivered.
    #[must_use]
    pub fn is_mail_queued(&self, now: Instant) -> bool {
        self.email_sent_at.is_none() && self.email_error.is_none() && self.require_alive(now).is_ok()
    }

    /// Rejects a link that has ended.
    ///
    /// # Errors
    /// 410 `revoked`, `expired` or `finished`.
    pub fn require_alive(&self, now: Instant) -> Result<()> {
        match self.status(now) {
            InviteStatus::Completed => Err(Error::gone(ErrorCode::Finished, "This test has already been submitted.")),
            InviteStatus::Expired if self.revoked_at.is_some() => Err(Error::gone(
                ErrorCode::Revoked,
                "This invitation has been withdrawn. Please contact the person who invited you.",
            )),
            InviteStatus::Expired if self.window.closes_at == Some(self.expires_at()) => {
                let closed = self.expires_at().in_words(self.time_zone.as_deref(), Language::English);
                let detail = format!("This invitation closed on {closed}. Please contact the person who invited you.");
                Err(Error::gone(ErrorCode::Expired, detail).with("closed_at", self.expires_at()))
            }
            InviteStatus::Expired => Err(Error::gone(
                ErrorCode::Expired,
                "This invitation has expired. Please contact the person who invited you.",
            )),
            _ => Ok(()),
        }
    }

    /// Like [`Invite::require_alive`], in words for administrators.
    ///
    /// # Errors
    /// 410 `revoked`, `expired` or `finished`.
    pub fn require_usable(&self, now: Instant) -> Result<()> {
        self.require_alive(now).map_err(|error| {
            let detail = match error.code {
                ErrorCode::Revoked => "This invitation was revoked. Please send a new one.",
                ErrorCode::Finished => "The candidate has already submitted this test.",
                _ => "This invitation has expired. Please extend it, or send a new one.",
            };
            Error { detail: detail.into(), ..error }
        })
    }

    /// Rejects a start outside the time window; [`start_order`] checks the order among several invites.
    ///
    /// # Errors
    /// 410 as [`Invite::require_alive`], 403 `slot_needed` or `not_open_yet` (with `opens_at`).
    pub fn require_open(&self, now: Instant) -> Result<()> {
        self.require_alive(now)?;
        match self.opens_at() {
            None => Err(Error::forbidden(ErrorCode::SlotNeeded, "Please choose a date and time for your test first.")),
            Some(at) if now < at && !self.is_open_from_creation() => Err(Error {
                moment: Some(Moment::Opens(at)),
                ..Error::forbidden(
                    ErrorCode::NotOpenYet,
                    format!("This test opens on {}.", at.in_words(self.time_zone.as_deref(), Language::English)),
                )
                .with("opens_at", at)
            }),
            Some(_) => Ok(()),
        }
    }

    /// Opens with its creation, which may be in the future after the clock was set back.
    fn is_open_from_creation(&self) -> bool {
        self.mode == ScheduleMode::NoSchedule && self.window.opens_at.is_none()
    }

    /// Sets the candidate's chosen slot.
    ///
    /// # Errors
    /// 410 as [`Invite::require_alive`]; 409 `fixed_time` for an admin's date or an invite without one; 409
    /// `already_started`; 422 `invalid` for an instant in the past, after the link's end, or off the half-hour grid if
    /// a time zone is given.
    pub fn schedule(&mut self, at: Instant, zone: Option<String>, hours: SlotHours, now: Instant) -> Result<()> {
        self.require_alive(now)?;
        if self.state == InviteStatus::InProgress {
            return Err(Error::conflict(
                ErrorCode::AlreadyStarted,
                "This test has already started and cannot be moved.",
            ));
        }
        match self.mode {
            ScheduleMode::AdminScheduled => {
                return Err(Error::conflict(
                    ErrorCode::FixedTime,
                    "The time of this test is fixed. Please contact the person who invited you to change it.",
                ));
            }
            ScheduleMode::NoSchedule => {
                return Err(Error::conflict(
                    ErrorCode::FixedTime,
                    "This test needs no appointment: you can start it whenever you are ready.",
                ));
            }
            ScheduleMode::SelfSchedule => {}
        }
        require_future(at, now)?;
        StartWindow { closes_at: Some(self.link_end()), ..self.window }.require_inside(at, zone.as_deref())?;
        if let Some(zone) = &zone {
            require_slot(at, zone, hours)?;
        }
        self.scheduled_at = Some(at);
        self.time_zone = zone;
        self.state = InviteStatus::Scheduled;
        Ok(())
    }
}

/// Maximum time from now to a scheduled start: it catches a typing error in the year.
const MAX_LEAD_TIME: SignedDuration = time::DAY.saturating_mul(2 * 366);

/// # Errors
/// 422 `invalid` unless `at` is after `now`, by two years (732 days) at most.
pub fn require_future(at: Instant, now: Instant) -> Result<()> {
    let refuse = |message: &str| Err(Error::field("scheduled_date", message));
    match at.since(now) {
        ahead if !ahead.is_positive() => refuse("Please choose a date and time in the future."),
        ahead if ahead > MAX_LEAD_TIME => refuse("Please choose a date within the next two years."),
        _ => Ok(()),
    }
}

fn local(at: Instant, zone: &str) -> Result<jiff::Zoned> {
    let tz = time::zone(zone).map_err(|m| Error::field("time_zone", m))?;
    Ok(at.timestamp().to_zoned(tz))
}

fn on_half_hour(local: &jiff::Zoned) -> bool {
    local.minute() % 30 == 0 && local.second() == 0 && local.subsec_nanosecond() == 0
}

/// Requires an admin's fixed time to be on the hour or half hour in its time zone.
///
/// # Errors
/// 422 `invalid` for other times, and for an unknown time zone.
pub fn require_half_hour(at: Instant, zone: &str) -> Result<()> {
    let ok = on_half_hour(&local(at, zone)?);
    if ok { Ok(()) } else { Err(Error::field("scheduled_date", "Please choose a time on the hour or half hour.")) }
}

/// Requires a candidate's slot: half-hourly, within the hours, in the time zone (`docs/behaviour/invites.md#scheduling`).
fn require_slot(at: Instant, zone: &str, hours: SlotHours) -> Result<()> {
    let local = local(at, zone)?;
    let half_hour = u8::try_from(i16::from(local.hour()) * 2 + i16::from(local.minute() / 30)).unwrap_or(u8::MAX);
    if hours.contains(half_hour) && on_half_hour(&local) {
        return Ok(());
    }
    let (first, last) = hours.shown();
    let message = format!("Please choose one of the half-hour slots from {first} to {last}.");
    Err(Error::field("scheduled_date", message))
}

/// Checks whether `invite` may start now, given `siblings`, all invites of the same person: a running attempt can
/// continue; otherwise only the oldest startable invite may start (`docs/behaviour/invites.md#start-order`), of a candidate
/// whose name is known.
///
/// # Errors
/// Those of [`Invite::require_open`]; 409 `other_attempt_running`; 403 `order_blocked`, `name_needed`.
pub fn start_order(invite: &Invite, siblings: &[Invite], now: Instant) -> Result<()> {
    if invite.state == InviteStatus::InProgress {
        return Ok(());
    }
    invite.require_open(now)?;
    let others = || siblings.iter().filter(|s| s.id != invite.id);
    if let Some(running) = others().find(|s| s.state == InviteStatus::InProgress) {
        let title = &running.test_title;
        return Err(Error::conflict(
            ErrorCode::OtherAttemptRunning,
            format!("Another of your tests is in progress: '{title}'. Please finish it first."),
        )
        .with("title", title.as_str()));
    }
    let age = |i: &Invite| (i.created_at, i.id);
    if others().any(|s| age(s) < age(invite) && s.require_open(now).is_ok()) {
        return Err(Error::forbidden(ErrorCode::OrderBlocked, "Complete your oldest test first"));
    }
    if invite.lacks_name() {
        return Err(Error::forbidden(
            ErrorCode::NameNeeded,
            "Please enter your name on the page of your invitation first.",
        ));
    }
    Ok(())
}

#[cfg(test)]
mod tests;
