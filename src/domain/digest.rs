//! The daily summary of what waits for someone of staff (docs/behaviour/mail.md#daily-summary).

use super::{
    Error, Instant, Result, UserId,
    time::{self, DAY},
};
use jiff::{ToSpan, civil};
use serde::{Deserialize, Serialize};

/// When an account gets its summary. An account without one gets none.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DigestChoice {
    pub user_id: UserId,
    /// Hour of the day, 0 to 23, in `time_zone`.
    pub hour: u8,
    /// IANA name.
    pub time_zone: String,
    pub next_at: Instant,
}

impl DigestChoice {
    /// # Errors
    /// 422 on `hour` or `time_zone`.
    pub fn new(user_id: UserId, hour: i64, time_zone: &str, now: Instant) -> Result<Self> {
        let hour = u8::try_from(hour).ok().filter(|hour| *hour < 24);
        let hour = hour.ok_or_else(|| Error::field("hour", "The hour is between 0 and 23."))?;
        let time_zone = time_zone.trim().to_owned();
        time::zone(&time_zone).map_err(|problem| Error::field("time_zone", problem))?;
        let mut choice = Self { user_id, hour, time_zone, next_at: now };
        choice.follow(now);
        Ok(choice)
    }

    /// Sets the next moment after `now`: one that was missed while the server did not run is not made up for.
    pub fn follow(&mut self, now: Instant) {
        self.next_at = self.after(now).unwrap_or_else(|| now.plus(DAY));
    }

    /// The first local time at the hour after `now`. An hour that the clocks skip is the one after it.
    fn after(&self, now: Instant) -> Option<Instant> {
        let zone = time::zone(&self.time_zone).ok()?;
        let today = now.timestamp().to_zoned(zone.clone()).date();
        let hour = i8::try_from(self.hour).ok()?;
        let at = |date: civil::Date| -> Option<Instant> {
            let moment = zone.to_ambiguous_zoned(date.at(hour, 0, 0, 0)).compatible().ok()?;
            Some(moment.timestamp().into())
        };
        let next = at(today)?;
        if next > now { Some(next) } else { at(today.checked_add(1.day()).ok()?) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use uuid::Uuid;

    fn choice(hour: i64, zone: &str, now: &str) -> Result<DigestChoice> {
        DigestChoice::new(UserId(Uuid::nil()), hour, zone, Instant::parse(now).unwrap())
    }

    #[test]
    fn the_next_moment_follows_the_local_clock() {
        for (hour, zone, now, next) in [
            (8, "Europe/Berlin", "2026-11-27T06:59:59Z", "2026-11-27T07:00:00Z"),
            (8, "Europe/Berlin", "2026-11-27T07:00:00Z", "2026-11-28T07:00:00Z"),
            (0, "Asia/Tokyo", "2026-11-27T14:00:00Z", "2026-11-27T15:00:00Z"),
            // The hour does not exist on that day; the one after it does.
            (2, "Europe/Berlin", "2027-03-27T12:00:00Z", "2027-03-28T01:00:00Z"),
            // It exists twice: the first one counts.
            (2, "Europe/Berlin", "2026-10-24T12:00:00Z", "2026-10-25T00:00:00Z"),
        ] {
            assert_eq!(choice(hour, zone, now).unwrap().next_at, Instant::parse(next).unwrap(), "{zone} {now}");
        }
    }

    #[test]
    fn days_without_a_server_are_not_made_up_for() {
        let mut made = choice(8, "UTC", "2026-11-27T07:00:00Z").unwrap();
        made.follow(Instant::parse("2026-12-03T09:30:00Z").unwrap());
        assert_eq!(made.next_at, Instant::parse("2026-12-04T08:00:00Z").unwrap());
    }

    #[test]
    fn bad_input_is_refused_by_field() {
        let now = "2026-11-27T07:00:00Z";
        for hour in [-1, 24, i64::MAX] {
            assert!(choice(hour, "UTC", now).unwrap_err().fields.contains_key("hour"), "{hour}");
        }
        assert!(choice(8, "Mars/Olympus", now).unwrap_err().fields.contains_key("time_zone"));
        assert!(choice(8, "", now).unwrap_err().fields.contains_key("time_zone"));
    }
}
