//! Starts and submissions per day, for the picture on the dashboard.

use crate::{
    app::App,
    domain::{
        Instant, Result,
        attempt::Attempt,
        invite::Invite,
        list::{InviteClass, Scope},
        submission::Submission,
    },
    service::actor::Overseer,
    store::{Read, records},
};
use jiff::{ToSpan, civil::Date, tz::TimeZone};
use std::ops::ControlFlow;

/// Days of the picture, today included.
pub const DATES: u8 = 14;
/// Submissions that are read for it.
const MAX_WALKED: u64 = 10_000;

/// A day of the viewer's time zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DayFigures {
    pub date: Date,
    /// Attempts that were begun, whether they are over or not.
    pub started: u64,
    pub submitted: u64,
}

pub struct Daily {
    /// Oldest first; the last one is today.
    pub days: Vec<DayFigures>,
    /// Some submissions of the time were not read.
    pub is_partial: bool,
}

impl Daily {
    /// The day of an instant; `None` before the first one.
    fn day(&mut self, zone: &TimeZone, at: Instant) -> Option<&mut DayFigures> {
        let date = at.timestamp().to_zoned(zone.clone()).date();
        self.days.iter_mut().find(|day| day.date == date)
    }
}

/// # Errors
/// Storage only.
pub fn daily(app: &App, _: &Overseer, zone: &TimeZone) -> Result<Daily> {
    let read = app.store.read()?;
    let now = app.now();
    let today = now.timestamp().to_zoned(zone.clone()).date();
    let dates = (0..i64::from(DATES)).rev().map(|back| today.saturating_sub(back.days()));
    let mut found =
        Daily { days: dates.map(|date| DayFigures { date, started: 0, submitted: 0 }).collect(), is_partial: false };
    // A day is at most 25 hours long; what is older falls into no day.
    let from = now.plus(-jiff::SignedDuration::from_hours(25 * i64::from(DATES)));
    let mut walked = 0;
    read.scan(
        records::SUBMISSIONS_BY_TIME.between((Scope::All, from), (Scope::All, Instant::MAX)),
        true,
        &mut |row| {
            if let Some(Submission { started_at, submitted_at, .. }) = read.record_if_any(&row)? {
                if let Some(day) = found.day(zone, started_at) {
                    day.started += 1;
                }
                if let Some(day) = found.day(zone, submitted_at) {
                    day.submitted += 1;
                }
            }
            walked += 1;
            found.is_partial = walked >= MAX_WALKED;
            Ok(if found.is_partial { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
        },
    )?;
    read.scan(records::INVITES_BY_CLASS.under(InviteClass::InProgress), true, &mut |row| {
        let invite: Option<Invite> = read.record_if_any(&row)?;
        let attempt = invite.and_then(|invite| invite.attempt_id).map(|id| read.get::<Attempt>(id)).transpose()?;
        if let Some(day) = attempt.flatten().and_then(|attempt| found.day(zone, attempt.started_at)) {
            day.started += 1;
        }
        Ok(ControlFlow::Continue(()))
    })?;
    Ok(found)
}
