//! The clock that deadlines depend on, and the time zones of displayed times.

use super::finding::DoctorFinding;
use crate::{
    app::App,
    domain::{
        Instant, Result,
        audit::AuditEntry,
        sentence::Sentence,
        time::{DAY, HOUR, MINUTE, SignedDuration},
    },
    secrets::totp::STEP_SECONDS,
    sentence,
    service::operate::clock_step::set_by,
    state::clock_judge::{CLOCK_STEP, STEADY_FOR},
    store::Read,
};
use jiff::{Timestamp, tz::TimeZone};
use std::{fs, path::Path};

/// 2026-01-01T00:00:00Z, before the first release: an earlier clock is wrong.
const EARLIEST: Instant = Instant::from_millis(1_767_225_600_000);
/// A hardware clock is a quartz: it may drift this far without a fault.
const MAX_DRIFT: SignedDuration = SignedDuration::from_mins(2);

fn sync_clock() -> Sentence {
    sentence!("syncClock": "Correct the clock, and let a time service sync it: 'timedatectl set-ntp true', or chrony.")
}

fn keep_synced() -> Sentence {
    sentence!(
        "keepSynced": "Nothing has to be corrected. Let a time service keep the clock in sync: 'timedatectl set-ntp true', or chrony."
    )
}

pub fn clock(app: &App) -> Result<Vec<DoctorFinding>> {
    const TOPIC: &str = "clock";
    let now = app.now();
    let mut found = Vec::new();
    if now < EARLIEST {
        found.push(DoctorFinding::problem(
            TOPIC,
            sentence!("clockImpossible": "The clock says {now}, which is impossible.", now),
            sync_clock(),
        ));
    }
    if let Some(last) = last_entry(app)?.filter(|last| last.since(now) > MINUTE) {
        let said = sentence!(
            "clockBehindLog": "The clock says {now}, but the newest entry of the audit log is from {last}.",
            now, last
        );
        found.push(DoctorFinding::problem(TOPIC, said, sync_clock()));
    }
    let ahead = app.clock.set_ahead();
    if ahead.abs() > CLOCK_STEP {
        let said = sentence!("clockWasSet": "The machine's clock was set {by}; the server keeps its time.", by = set_by(ahead));
        let hint = sentence!(
            "clockWasSetFix": "If that is right, the server follows it once it has stayed for {minutes} minutes and no test runs.",
            minutes = STEADY_FOR.as_mins(),
        );
        found.push(DoctorFinding::warning(TOPIC, said, hint));
    } else if let Some(last) = app.clock_watch.judge.last_step().filter(|last| last.at.is_within(DAY, now)) {
        let (by, at) = (set_by(last.ahead), last.at);
        let (said, hint) = if last.is_followed {
            let said = sentence!("clockStepFollowed": "The machine's clock was set {by} at {at}; the server follows it.", by, at);
            (said, sync_clock())
        } else {
            let said = sentence!(
                "clockStepPassed": "The machine's clock was set {by} at {at}; it is right again, and the server kept its time throughout.",
                by, at
            );
            (said, keep_synced())
        };
        found.push(DoctorFinding::warning(TOPIC, said, hint));
    }
    if let Some(off) = hardware_clock().map(|rtc| rtc.since(now.plus(ahead))).filter(|off| !is_whole_zone(*off)) {
        let said = sentence!(
            "hardwareClock": "The clock differs from the machine's hardware clock by {seconds} s.",
            seconds = off.as_secs(),
        );
        found.push(DoctorFinding::warning(TOPIC, said, sync_clock()));
    }
    if let Some(steps) = app.clock_watch.codes.off(now) {
        let seconds = steps.unsigned_abs() * STEP_SECONDS;
        let said = if steps > 0 {
            sentence!(
                "codesAhead": "Codes of second factors come from clocks that are some {seconds} s ahead of this one.",
                seconds
            )
        } else {
            sentence!(
                "codesBehind": "Codes of second factors come from clocks that are some {seconds} s behind this one.",
                seconds
            )
        };
        found.push(DoctorFinding::warning(TOPIC, said, sync_clock()));
    }
    if found.is_empty() {
        let said = sentence!("clockSays": "The clock says {now}.", now);
        found.push(match time_service() {
            Some(service) => {
                DoctorFinding::ok(TOPIC, said.then(sentence!("clockSynced": "It is kept in sync by {service}.", service)))
            }
            None => DoctorFinding::note(TOPIC, said).with_hint(sentence!(
                "noTimeService": "No time service was found on this machine. Deadlines depend on this clock, and codes of second \
                 factors are refused where it is off by more than 30 s: check it regularly."
            )),
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
        DoctorFinding::ok(TOPIC, sentence!("zones": "Time zone data is built in; this machine's zone is {own}.", own))
    } else {
        DoctorFinding::problem(
            TOPIC,
            sentence!("zonesUnusable": "The built-in time zone data is unusable."),
            sentence!("zonesUnusableFix": "Reinstall the binary: it is corrupt."),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::time::SECOND;

    #[test]
    fn a_step_is_said_with_its_direction() {
        let said = |seconds| set_by(SignedDuration::from_secs(seconds)).english;
        assert_eq!(said(-86_399), "back by 24 hours");
        assert_eq!(said(3_599), "forward by 60 minutes");
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
