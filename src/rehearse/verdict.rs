//! Go or no-go: a table of limits, and a finding for each measure. Pure.

use super::{
    links,
    measures::{CallMeasures, CertificateFigures, Durations, Measures, OwnLoad, ServerMeasures, VideoMeasures},
};
use crate::domain::{
    Instant,
    rehearsal::{Mark, RehearsalFinding, Verdict},
    time::{DAY, HOUR, SignedDuration},
};
use std::time::Duration;

const MIB: u64 = 1 << 20;
const GIB: u64 = 1 << 30;

/// Each measure against its limits: beyond the first it is close, beyond the second it is a fault.
mod limits {
    use super::{Duration, GIB, MIB};

    pub const PAGE: (Duration, Duration) = (Duration::from_millis(1_500), Duration::from_secs(3));
    pub const START: (Duration, Duration) = (Duration::from_millis(1_500), Duration::from_secs(3));
    pub const SAVE: (Duration, Duration) = (Duration::from_millis(500), Duration::from_secs(1));
    pub const RECONNECT: (Duration, Duration) = (Duration::from_millis(2_500), Duration::from_secs(5));
    pub const SUBMIT: (Duration, Duration) = (Duration::from_millis(2_500), Duration::from_secs(5));
    /// Nine of ten small writes: every save waits for one.
    pub const SYNC: (Duration, Duration) = (Duration::from_millis(30), Duration::from_millis(100));
    /// Pages show the time by the server's clock; certificates, logs and the clock on the wall do not.
    pub const CLOCK: (Duration, Duration) = (Duration::from_secs(5), Duration::from_secs(30));
    pub const CAMERA: (Duration, Duration) = (Duration::from_millis(2_500), Duration::from_secs(5));
    /// Percent.
    pub const LOSS: (f64, f64) = (1.0, 3.0);
    pub const RETRIED: (f64, f64) = (0.5, 2.0);
    pub const PROCESSOR: (f64, f64) = (60.0, 85.0);
    /// At least: a file for each connection, two for each candidate, with as many again.
    pub const FILES_EACH: u64 = 4;
    pub const FILES: u64 = 1_024;
    pub const MEMORY: (u64, u64) = (512 * MIB, 128 * MIB);
    pub const DISK: (u64, u64) = (5 * GIB, GIB);
    pub const BACKUP_HOURS: (i64, i64) = (26, 48);
    pub const CERTIFICATE_DAYS: (i64, i64) = (14, 2);
    /// Beyond these, the machine that plays the candidates is the limit.
    pub const OWN_PROCESSOR: f64 = 80.0;
    pub const OWN_LAG: Duration = Duration::from_millis(100);
}

/// The verdict with its reasons.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judged {
    pub verdict: Verdict,
    /// Why there is none; empty for one.
    pub reason: String,
    /// Candidates that would fit, as far as the measures say.
    pub fits: Option<u32>,
    pub findings: Vec<RehearsalFinding>,
}

/// Judges what was measured.
#[must_use]
pub fn judge(measures: &Measures) -> Judged {
    let mut findings = Vec::new();
    findings.extend(measures.certificate.as_ref().map(|found| certificate(found, measures.at)).into_iter().flatten());
    findings.extend(measures.links.as_ref().map(links::finding));
    let set = measures.server.as_ref().map_or(SignedDuration::ZERO, |server| server.worst.clock_set);
    findings.extend(measures.clock.map(|ahead| clock(ahead, set)));
    if measures.server.is_some() {
        findings.extend(calls(&measures.calls));
    }
    if let Some(server) = &measures.server {
        findings.extend(machine(server, measures.candidates, measures.at, measures.clock));
        findings.extend(video(measures.video.as_ref(), server, measures.accepts_tcp));
    }
    let own = own(&measures.own);
    let is_own_fault = own.iter().any(|finding| finding.mark == Mark::Fault);
    let is_fault = findings.iter().any(|finding| finding.mark == Mark::Fault);
    let (verdict, reason) = match &measures.cut_off {
        // What the measuring machine cannot be the cause of stays a fault.
        _ if findings.iter().any(|finding| finding.mark == Mark::Fault && is_static(&finding.measure)) => {
            (Verdict::NoGo, String::new())
        }
        Some(why) => (Verdict::Undecided, why.clone()),
        None if is_own_fault => {
            let why = "The machine that played the candidates was busy itself, so its measures say nothing of the \
                server. Use a faster machine, or several with fewer candidates each.";
            (Verdict::Undecided, why.to_owned())
        }
        None if measures.server.is_none() => {
            (Verdict::Undecided, "The server did not say anything of itself.".to_owned())
        }
        None if is_fault => (Verdict::NoGo, String::new()),
        None => (Verdict::Go, String::new()),
    };
    let fits = (verdict == Verdict::Go).then(|| fits(measures)).flatten();
    findings.extend(own.into_iter().map(|finding| match finding.mark {
        // Not the server's: it takes the verdict, and is no fault beside a go.
        Mark::Fault => RehearsalFinding { mark: Mark::Warning, ..finding },
        _ => finding,
    }));
    Judged { verdict, reason, fits, findings }
}

/// Whether a measure does not depend on how fast this machine plays.
fn is_static(measure: &str) -> bool {
    ["certificate", "certificate_expiry", "links", "clock", "files", "disk", "backup", "memory", "lost"]
        .contains(&measure)
}

fn finding(measure: &str, mark: Mark, value: String, limit: String, said: impl Into<String>) -> RehearsalFinding {
    let (measure, said, fix) = (measure.to_owned(), said.into(), String::new());
    RehearsalFinding { measure, mark, value, limit, margin: None, said, fix }
}

/// The part that is left up to the limit, in percent of it.
fn margin(value: f64, limit: f64) -> i32 {
    #[expect(clippy::cast_possible_truncation, reason = "clamped before")]
    let percent = ((limit - value) / limit * 100.0).clamp(-9_999.0, 100.0).round() as i32;
    percent
}

/// A finding about a value that must stay below its limits.
fn below(
    measure: &str,
    (value, shown): (f64, String),
    (close, limit, of): (f64, f64, String),
    said: &str,
    fix: &str,
) -> RehearsalFinding {
    let mark = if value > limit {
        Mark::Fault
    } else if value > close {
        Mark::Warning
    } else {
        Mark::Ok
    };
    let fix = if mark == Mark::Ok { String::new() } else { fix.to_owned() };
    RehearsalFinding { margin: Some(margin(value, limit)), fix, ..finding(measure, mark, shown, of, said) }
}

/// Like [`below`], for a value that must stay above.
fn above(
    measure: &str,
    (value, shown): (f64, String),
    (close, limit, of): (f64, f64, String),
    said: &str,
    fix: &str,
) -> RehearsalFinding {
    let mark = if value < limit {
        Mark::Fault
    } else if value < close {
        Mark::Warning
    } else {
        Mark::Ok
    };
    let fix = if mark == Mark::Ok { String::new() } else { fix.to_owned() };
    #[expect(clippy::cast_possible_truncation, reason = "clamped before")]
    let margin = ((value - limit) / limit * 100.0).clamp(-9_999.0, 9_999.0).round() as i32;
    RehearsalFinding { margin: Some(margin), fix, ..finding(measure, mark, shown, of, said) }
}

fn unknown(measure: &str, said: &str) -> RehearsalFinding {
    finding(measure, Mark::Unknown, String::new(), String::new(), said)
}

fn shown(length: Duration) -> String {
    let millis = length.as_millis();
    if millis < 10_000 { format!("{millis} ms") } else { format!("{} s", length.as_secs()) }
}

fn size(bytes: u64) -> String {
    #[expect(clippy::cast_precision_loss, reason = "for people, who read one digit after the point")]
    let of = |unit: u64| bytes as f64 / unit as f64;
    if bytes >= GIB { format!("{:.1} GiB", of(GIB)) } else { format!("{:.0} MiB", of(MIB)) }
}

#[expect(clippy::cast_precision_loss, reason = "compared with limits far below")]
const fn float(number: u64) -> f64 {
    number as f64
}

fn certificate(found: &CertificateFigures, now: Instant) -> Vec<RehearsalFinding> {
    let (close, limit) = limits::CERTIFICATE_DAYS;
    let mut findings = Vec::new();
    findings.push(match &found.refused {
        None => finding("certificate", Mark::Ok, "accepted".into(), String::new(), "Browsers accept the certificate."),
        Some(why) => RehearsalFinding {
            fix: "Use a certificate for the name in the links, from an authority that the hall's machines trust; \
                give --ca-file for your own authority."
                .to_owned(),
            ..finding(
                "certificate",
                Mark::Fault,
                "refused".into(),
                String::new(),
                format!("Browsers refuse the certificate: {why}."),
            )
        },
    });
    if let Some(expires) = found.expires_at {
        let days = expires.since(now).as_hours() / DAY.as_hours();
        #[expect(clippy::cast_precision_loss, reason = "days of a certificate")]
        let limits = (close as f64, limit as f64, format!("{limit} days"));
        #[expect(clippy::cast_precision_loss, reason = "days of a certificate")]
        let value = (days as f64, format!("{days} days"));
        let (said, fix) = ("The certificate is valid for this long.", "Renew the certificate before the session.");
        findings.push(above("certificate_expiry", value, limits, said, fix));
    }
    findings
}

/// `set`: how far the clock of the server's machine was set away from the time that the server keeps. The server follows it
/// when no test runs, so the larger of both differences counts.
fn clock(kept: SignedDuration, set: SignedDuration) -> RehearsalFinding {
    let (close, limit) = limits::CLOCK;
    let will_be = kept + set;
    let is_set = will_be.unsigned_abs() > kept.unsigned_abs() + Duration::from_secs(1);
    let ahead = if is_set { will_be } else { kept };
    let away = ahead.unsigned_abs();
    let said = match (is_set, ahead.is_negative()) {
        (false, true) => "The server's clock is behind that of this machine by this much.",
        (false, false) => "The server's clock is ahead of that of this machine by this much.",
        (true, true) => {
            "The clock of the server's machine was set behind that of this machine by this much: the server follows it once no \
                test runs."
        }
        (true, false) => {
            "The clock of the server's machine was set ahead of that of this machine by this much: the server follows it once no \
                test runs."
        }
    };
    let fix = "Set both clocks by NTP: timedatectl set-ntp true.";
    let limits = (close.as_secs_f64(), limit.as_secs_f64(), shown(limit));
    below("clock", (away.as_secs_f64(), shown(away)), limits, said, fix)
}

fn lasts(
    measure: &str,
    all: &Durations,
    (close, limit): (Duration, Duration),
    said: &str,
    fix: &str,
) -> RehearsalFinding {
    let Some(p99) = all.percentile(99) else {
        return unknown(measure, "No such call was made.");
    };
    let p50 = all.percentile(50).unwrap_or_default();
    let said = format!("{said} Half took {} at most; there were {}.", shown(p50), all.count());
    let limits = (close.as_secs_f64(), limit.as_secs_f64(), shown(limit));
    below(measure, (p99.as_secs_f64(), shown(p99)), limits, &said, fix)
}

fn calls(calls: &CallMeasures) -> Vec<RehearsalFinding> {
    let slow = "Look at the server's processor and disk, and at the network in between.";
    let mut findings = vec![
        lasts("page_p99", &calls.page, limits::PAGE, "99 of 100 pages opened within this time.", slow),
        lasts("start_p99", &calls.start, limits::START, "99 of 100 tests started within this time, all at once.", slow),
        lasts("save_p99", &calls.save, limits::SAVE, "99 of 100 saves were durable within this time.", slow),
    ];
    if calls.reconnect.count() > 0 {
        let said = "99 of 100 pages that lost their connection had their test back within this time.";
        findings.push(lasts("reconnect_p99", &calls.reconnect, limits::RECONNECT, said, slow));
    }
    if calls.submit.count() > 0 {
        let said = "99 of 100 tests were submitted within this time.";
        findings.push(lasts("submit_p99", &calls.submit, limits::SUBMIT, said, slow));
    }
    let count = |number: u64| number.to_string();
    let words =
        if calls.errors.is_empty() { String::new() } else { format!(" The first: {}.", calls.errors.join("; ")) };
    let all = calls.calls().max(1) as u64 + calls.failed;
    findings.push(if calls.failed == 0 {
        let percent = float(calls.retried) / float(all) * 100.0;
        let (close, limit) = limits::RETRIED;
        let limits = (close, limit, format!("{limit} %"));
        let said = format!("This share of the calls needed a second try.{words}");
        below("errors", (percent, format!("{percent:.1} %")), limits, &said, "Look for lost packets on the network.")
    } else {
        let said = format!("Calls failed for good.{words}");
        RehearsalFinding {
            fix: "Look at the server's log and at the network in between.".to_owned(),
            ..finding("errors", Mark::Fault, count(calls.failed), "0".into(), said)
        }
    });
    let (mark, said) = match calls.lost {
        0 => (Mark::Ok, "Every acknowledged answer was there after a reconnect and at the end."),
        _ => (Mark::Fault, "Acknowledged answers were not there later."),
    };
    let fix = if mark == Mark::Ok { "" } else { "Run 'invigil check' and 'invigil doctor' on the server." };
    findings
        .push(RehearsalFinding { fix: fix.to_owned(), ..finding("lost", mark, count(calls.lost), "0".into(), said) });
    findings
}

fn machine(
    server: &ServerMeasures,
    candidates: u32,
    at: Instant,
    clock: Option<SignedDuration>,
) -> Vec<RehearsalFinding> {
    let worst = &server.worst;
    let mut findings = Vec::new();
    let mut syncs: Vec<u64> = worst.syncs_us.clone();
    syncs.sort_unstable();
    findings.push(match syncs.get(syncs.len() * 9 / 10).or(syncs.last()) {
        None => unknown("sync", "The server does not say how fast its disk is."),
        Some(micros) => {
            let (length, (close, limit)) = (Duration::from_micros(*micros), limits::SYNC);
            let limits = (close.as_secs_f64(), limit.as_secs_f64(), shown(limit));
            let said = "Nine of ten small writes were durable within this time.";
            let fix = "Put the data folder on a local disk, best an SSD; a network share is slow.";
            below(
                "sync",
                (length.as_secs_f64(), format!("{:.1} ms", length.as_secs_f64() * 1_000.0)),
                limits,
                said,
                fix,
            )
        }
    });
    findings.push(match worst.files_limit {
        None => unknown("files", "The server does not say how many files it may open."),
        Some(limit) => {
            let need = (u64::from(candidates) * limits::FILES_EACH).max(limits::FILES);
            let said = "So many files the server may open; a connection is a file.";
            let fix = "Raise the limit: LimitNOFILE=65536 in the systemd unit, or 'ulimit -n 65536' before the start.";
            let limits = (float(need), float(need), need.to_string());
            above("files", (float(limit), limit.to_string()), limits, said, fix)
        }
    });
    findings.push(match worst.memory_free_bytes {
        None => unknown("memory", "The server does not say how much memory is free."),
        Some(free) => {
            let (close, limit) = limits::MEMORY;
            let limits = (float(close), float(limit), size(limit));
            let said = "So much memory was left on the server under load.";
            above("memory", (float(free), size(free)), limits, said, "Add memory, or end other programs on the server.")
        }
    });
    if let Some(share) = server.processor_share {
        let (percent, (close, limit)) = (share * 100.0, limits::PROCESSOR);
        let said = "So much of all processors the server used in its busiest seconds.";
        let limits = (close, limit, format!("{limit:.0} %"));
        findings.push(below(
            "processor",
            (percent, format!("{percent:.0} %")),
            limits,
            said,
            "Use a machine with more processors.",
        ));
    }
    findings.push(match worst.disk_free_bytes {
        _ if !worst.disk_has_room => RehearsalFinding {
            fix: "Free up disk space: no new tests can be started.".to_owned(),
            ..finding(
                "disk",
                Mark::Fault,
                worst.disk_free_bytes.map(size).unwrap_or_default(),
                size(limits::DISK.1),
                "The data's disk is full.",
            )
        },
        None => unknown("disk", "The server does not say how much of its disk is free."),
        Some(free) => {
            let (close, limit) = limits::DISK;
            let limits = (float(close), float(limit), size(limit));
            let said = "So much is free on the disk of the data.";
            let fix = "Free up disk space, or move the data folder to a larger disk.";
            above("disk", (float(free), size(free)), limits, said, fix)
        }
    });
    findings.push(backup(worst.last_backup_at.as_deref(), at.plus(clock.unwrap_or_default())));
    findings
}

/// `now` by the server's clock.
fn backup(last: Option<&str>, now: Instant) -> RehearsalFinding {
    let (close, limit) = limits::BACKUP_HOURS;
    let fix = "Make one with 'invigil backup FILE', and daily ones with 'serve --backup-dir DIR'.";
    let Some(at) = last.and_then(Instant::parse) else {
        let found =
            finding("backup", Mark::Fault, "none".into(), format!("{limit} h"), "There is no backup of the data.");
        return RehearsalFinding { fix: fix.to_owned(), ..found };
    };
    let age = now.since(at).as_secs().max(0);
    #[expect(clippy::cast_precision_loss, reason = "hours")]
    let (hours, limits) = (age as f64 / HOUR.as_secs() as f64, (close as f64, limit as f64, format!("{limit} h")));
    let value = (hours, format!("{} h", age / HOUR.as_secs()));
    below("backup", value, limits, "So old is the newest backup.", fix)
}

fn video(found: Option<&VideoMeasures>, server: &ServerMeasures, accepts_tcp: bool) -> Vec<RehearsalFinding> {
    let Some(video) = found.filter(|video| video.tried > 0) else {
        let said = if server.worst.media_port.is_none() {
            "Live video is switched off on the server."
        } else {
            "Live video was not tried."
        };
        return vec![unknown("camera", said)];
    };
    let through = video.over_udp + video.over_tcp;
    let errors = if video.errors.is_empty() { String::new() } else { format!(" {}.", video.errors.join("; ")) };
    let value = format!("{through} of {}", video.tried);
    let mut findings = Vec::new();
    findings.push(if through < video.tried {
        let said = format!("Cameras did not come through, over UDP or TCP.{errors}");
        let fix = "Open the live video port for UDP and TCP, and name the server's address with --media-advertise.";
        RehearsalFinding { fix: fix.to_owned(), ..finding("camera", Mark::Fault, value, video.tried.to_string(), said) }
    } else {
        finding("camera", Mark::Ok, value, video.tried.to_string(), "All cameras that were tried came through.")
    });
    if video.over_tcp > 0 {
        let mark = if accepts_tcp { Mark::Warning } else { Mark::Fault };
        let (said, fix) = if video.over_udp > 0 {
            (
                "UDP reached the live video port for some cameras alone: so many others used TCP, where one lost packet \
                    delays all that follow.",
                "Look for lost packets, and for firewalls that limit connections. Or accept TCP with --accept-tcp-video.",
            )
        } else {
            (
                "UDP is blocked between this network and the live video port: so many cameras used TCP, where one lost \
                    packet delays all that follow.",
                "Let UDP through to the live video port, or accept TCP with --accept-tcp-video.",
            )
        };
        let count = video.over_tcp.to_string();
        findings.push(RehearsalFinding { fix: fix.to_owned(), ..finding("udp", mark, count, "0".into(), said) });
    } else if video.over_udp > 0 {
        findings.push(finding("udp", Mark::Ok, "open".into(), String::new(), "Live video passes over UDP."));
    }
    if through > 0 {
        let said = "99 of 100 cameras sent their first frame within this time.";
        findings.push(lasts("camera_p99", &video.connect, limits::CAMERA, said, "Look at the network in between."));
    }
    if let Some(loss) = video.mean_loss() {
        let (percent, (close, limit)) = (loss * 100.0, limits::LOSS);
        let limits = (close, limit, format!("{limit:.0} %"));
        let fix = "Look for a congested or broken link: cables, switches, wireless access points.";
        let said = "So many packets did not reach the server, of sound or of pictures before they were sent again: sound has \
            gaps, pictures stutter.";
        findings.push(below("loss", (percent, format!("{percent:.1} %")), limits, said, fix));
    } else if video.over_udp > 0 {
        findings.push(unknown("loss", "The server reported no packet loss yet: play for longer."));
    }
    findings
}

fn own(load: &OwnLoad) -> Vec<RehearsalFinding> {
    let percent = load.processor_share * 100.0;
    let (limit, lag) = (limits::OWN_PROCESSOR, limits::OWN_LAG);
    let fix = "Use a faster machine, or play fewer candidates.";
    let said = "So much of its own processors the machine used that played the candidates.";
    let busy = below(
        "own_processor",
        (percent, format!("{percent:.0} %")),
        (limit, limit, format!("{limit:.0} %")),
        said,
        fix,
    );
    let said = "So late were its own timers, 99 of 100.";
    let limits = (lag.as_secs_f64(), lag.as_secs_f64(), shown(lag));
    let late = below("own_lag", (load.lag.as_secs_f64(), shown(load.lag)), limits, said, fix);
    vec![busy, late]
}

/// Candidates that would fit: what each took of the files, memory and processors, against all there is. Delays do not
/// grow evenly, so this is a bound, no promise.
fn fits(measures: &Measures) -> Option<u32> {
    let server = measures.server.as_ref()?;
    let (before, worst, played) = (&server.before, &server.worst, f64::from(measures.candidates.max(1)));
    let files = worst.files_limit.map(|limit| float(limit) / float(limits::FILES_EACH));
    let grown = worst.memory_used_bytes.zip(before.memory_used_bytes).map(|(now, then)| now.saturating_sub(then));
    let memory = grown.zip(worst.memory_free_bytes).and_then(|(grown, free)| {
        let each = float(grown) / played;
        (each > 0.0).then(|| played + float(free.saturating_sub(limits::MEMORY.1)) / each)
    });
    let processor =
        server.processor_share.filter(|share| *share > 0.0).map(|share| played * limits::PROCESSOR.1 / 100.0 / share);
    let least = files.into_iter().chain(memory).chain(processor).reduce(f64::min)?;
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped before")]
    let whole = least.clamp(played, 100_000.0).floor() as u32;
    Some(whole)
}

#[cfg(test)]
#[path = "verdict_tests.rs"]
mod tests;
