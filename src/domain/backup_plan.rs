//! When and where daily backups are written.

use super::{Instant, time::DAY};
use jiff::{civil::Time, tz::TimeZone};
use std::path::PathBuf;

/// When and where, as the command line settled it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BackupPlan {
    pub dir: PathBuf,
    /// Time of day in the machine's time zone.
    pub at: Time,
    /// Backups that stay, at least 1.
    pub keep: usize,
}

impl BackupPlan {
    /// The latest scheduled time that is not after `now`.
    pub fn latest(&self, zone: &TimeZone, now: Instant) -> Instant {
        let today = now.timestamp().to_zoned(zone.clone()).date();
        let on = |date: jiff::civil::Date| {
            let at = zone.to_ambiguous_zoned(date.to_datetime(self.at)).compatible().ok()?;
            Some(at.timestamp().into())
        };
        let yesterday = || today.yesterday().ok().and_then(on);
        on(today).filter(|at| *at <= now).or_else(yesterday).unwrap_or(now.plus(-DAY))
    }
}
