//! The clock that deadlines depend on, and the time zones of displayed times.

use super::finding::DoctorFinding;
use crate::{
    app::App,
    domain::{
        Instant, Result,
        audit::AuditEntry,
        time::{DAY, HOUR, MINUTE, SignedDuration},
    },
    service::operate::clock_step::said,
    state::clock_judge::{CLOCK_STEP, STEADY_FOR},
    store::Read,
};
use jiff::{Timestamp, tz::TimeZone};
use std::{fs, path::Path};

/// 2026-01-01T00:00:00Z, before the first release: an earlier clock is wrong.
const EARLIEST: Instant = Instant::from_millis(1_767_225_600_000);
/// A hardware clock is a quartz: it may drift this far without a fault.
const MAX_DRIFT: SignedDuration = SignedDuration::from_mins(2);
const SYNC_CLOCK: &str = "Correct the clock, and let a time service sync it: 'timedatectl set-ntp true', or chrony.";
const KEEP_SYNCED: &str =
    "Nothing has to be corrected. Let a time service keep the clock in sync: 'timedatectl set-ntp true', or chrony.";

pub fn clock(app: &App) -> Result<Vec<DoctorFinding>> {
    const TOPIC: &str = "clock";
    let now = app.now();
    let mut found = Vec::new();
    if now < EARLIEST {
        found.push(DoctorFinding::problem(TOPIC, format!("The clock says {now}, which is impossible."), SYNC_CLOCK));
    }
    if let Some(last) = last_entry(app)?.filter(|last| last.since(now) > MINUTE) {
        let said = format!("The clock says {now}, but the newest entry of the audit log is from {last}.");
        found.push(DoctorFinding::problem(TOPIC, said, SYNC_CLOCK));
    }
    let ahead = app.clock.set_ahead();
    if ahead.abs() > CLOCK_STEP {
        let said = format!("The machine's clock was set {}; the server keeps its time.", said(ahead));
        let hint = format!(
            "If that is right, the server follows it once it has stayed for {} minutes and no test runs.",
            STEADY_FOR.as_mins()
        );
        found.push(DoctorFinding::warning(TOPIC, said, hint));
    } else if let Some(last) = app.clock_watch.judge.last_step().filter(|last| last.at.is_within(DAY, now)) {
        let (end, hint) = if last.is_followed {
            ("the server follows it", SYNC_CLOCK)
        } else {
            ("it is right again, and the server kept its time throughout", KEEP_SYNCED)
        };
        let said = format!("The machine's clock was set {} at {}; {end}.", said(last.ahead), last.at);
        found.push(DoctorFinding::warning(TOPIC, said, hint));
    }
    if let Some(off) = hardware_clock().map(|rtc| rtc.since(now.plus(ahead))).filter(|off| !is_whole_zone(*off)) {
        let said = format!("The clock differs from the machine's hardware clock by {} s.", off.as_secs());
        found.push(DoctorFinding::warning(TOPIC, said, SYNC_CLOCK));
    }
    if found.is_empty() {
        let line = DoctorFinding::ok(TOPIC, format!("The clock says {now}."));
        found.push(match time_service() {
            Some(service) => DoctorFinding { said: format!("{} It is kept in sync by {service}.", line.said), ..line },
            None => DoctorFinding::note(TOPIC, line.said).with_hint(
                "No time service was found on this machine. Deadlines depend on this clock, and codes of second factors are \
                 refused where it is off by more than 30 s: check it regularly.",
            ),
        });
    }
    Ok(found)
}

fn last_entry(app: &App) -> Result<Option<Instant>> {
    Ok(app.store.read()?.last::<AuditEntry>()?.map(|entry| entry.at))
}

fn hardware_clock() -> Option<Instant> {
    let seconds: i64 = fs::read_to_string("/sys/class/rtc/rtc0/since_epoch").ok()?.trim().parse().ok()?;
    Timestamp::from_second(seconds).ok().map(Instant::from)
}

/// Returns true for the offset of a time zone, a multiple of 15 min: hardware clocks run in UTC or in local time.
fn is_whole_zone(off: SignedDuration) -> bool {
    let quarter = 15 * MINUTE;
    let beside = SignedDuration::from_secs(off.as_secs().rem_euclid(quarter.as_secs()));
    off.abs() < 15 * HOUR && beside.min(quarter - beside) < MAX_DRIFT
}

fn time_service() -> Option<&'static str> {
    let signs = [
        ("/run/systemd/timesync/synchronized", "systemd-timesyncd"),
        ("/run/chrony/chronyd.pid", "chrony"),
        ("/run/chronyd.pid", "chrony"),
        ("/run/ntpd.pid", "ntpd"),
        ("/run/ntpsec/ntpd.pid", "ntpsec"),
    ];
    signs.into_iter().find(|(sign, _)| Path::new(sign).exists()).map(|(_, service)| service)
}

/// Checks the time zone data, which is built into the binary, by one zone with summer time.
pub fn zones() -> DoctorFinding {
    const TOPIC: &str = "time_zones";
    let offset = |at: &str| {
        let zone = TimeZone::get("Europe/Berlin").ok()?;
        Some(zone.to_offset(at.parse::<Timestamp>().ok()?).seconds())
    };
    let sample = (offset("2026-01-15T12:00:00Z"), offset("2026-07-15T12:00:00Z"));
    let own = TimeZone::system();
    let own = own.iana_name().unwrap_or("UTC");
    if sample == (Some(3600), Some(7200)) {
        DoctorFinding::ok(TOPIC, format!("Time zone data is built in; this machine's zone is {own}."))
    } else {
        DoctorFinding::problem(
            TOPIC,
            "The built-in time zone data is unusable.",
            "Reinstall the binary: it is corrupt.",
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::time::SECOND;

    #[test]
    fn a_length_is_said_by_the_nearest_unit() {
        let said = |seconds| said(SignedDuration::from_secs(seconds));
        assert_eq!(said(-86_399), "back by 24 hours");
        assert_eq!(said(-119), "back by 119 seconds");
        assert_eq!(said(3_599), "forward by 60 minutes");
        assert_eq!(said(3 * 86_400 - 1), "forward by 3 days");
    }

    #[test]
    fn a_hardware_clock_may_run_in_any_zone_but_not_be_off() {
        for fine in
            [SignedDuration::ZERO, 90 * SECOND, -HOUR, 5 * HOUR + HOUR / 2, -3 * HOUR + 60 * SECOND, HOUR / 4 * 23]
        {
            assert!(is_whole_zone(fine), "{fine}");
        }
        for off in [5 * MINUTE, -HOUR - 4 * MINUTE, 30 * HOUR, SignedDuration::from_millis(i64::MAX / 2)] {
            assert!(!is_whole_zone(off), "{off}");
        }
    }
}
