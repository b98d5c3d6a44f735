//! When and where daily backups are written.

use super::{Instant, time::DAY};
use jiff::{Timestamp, civil::Time, tz::TimeZone};
use std::path::PathBuf;

/// When and where, as the command line settled it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BackupPlan {
    pub dir: PathBuf,
    /// In the machine's time zone.
    pub at: Time,
    /// Backups that stay, at least 1.
    pub keep: usize,
}

impl BackupPlan {
    /// The latest scheduled time that is not after `now`.
    pub fn latest(&self, zone: &TimeZone, now: Instant) -> Instant {
        let today = timestamp(now).to_zoned(zone.clone()).date();
        let on = |date: jiff::civil::Date| {
            let at = zone.to_ambiguous_zoned(date.to_datetime(self.at)).compatible().ok()?;
            Some(Instant(at.timestamp().as_millisecond()))
        };
        let yesterday = || today.yesterday().ok().and_then(on);
        on(today).filter(|at| *at <= now).or_else(yesterday).unwrap_or(Instant(now.0 - DAY))
    }
}

pub fn timestamp(at: Instant) -> Timestamp {
    Timestamp::from_millisecond(at.0).unwrap_or(Timestamp::UNIX_EPOCH)
}
