//! Calendar entries (RFC 5545).

use crate::domain::{Instant, time::SignedDuration};

/// Content lines are folded after this many octets, without the line break (section 3.1).
const LINE_OCTETS: usize = 75;

/// 9999-12-30T00:00:00Z: years have four digits (section 3.3.4).
const LAST: Instant = Instant::from_millis(253_402_128_000_000);

/// Returns an iCalendar object with one event in UTC: CRLF line ends, folded lines, escaped text. A display alarm fires
/// 15 minutes before the start.
///
/// `uid` identifies the event permanently, so that a later mail about the same invitation moves it instead of adding
/// another. Instants are clamped to the years that a calendar can represent.
#[must_use]
pub fn event(uid: &str, summary: &str, start: Instant, duration: SignedDuration, url: &str, stamp: Instant) -> String {
    let summary = escaped(summary);
    let mut calendar = String::new();
    for line in [
        "BEGIN:VCALENDAR".to_owned(),
        "VERSION:2.0".to_owned(),
        format!("PRODID:-//Invigil//Invigil {}//EN", env!("CARGO_PKG_VERSION")),
        "METHOD:PUBLISH".to_owned(),
        "BEGIN:VEVENT".to_owned(),
        format!("UID:{}", escaped(uid)),
        format!("DTSTAMP:{}", utc(stamp)),
        format!("DTSTART:{}", utc(start)),
        format!("DTEND:{}", utc(start.plus(duration))),
        // Calendars keep the event with the highest number: seconds since 2020 increase with every mail and fit in 31
        // bits.
        format!("SEQUENCE:{}", (stamp.as_secs() - 1_577_836_800).clamp(0, i64::from(i32::MAX))),
        format!("SUMMARY:{summary}"),
        format!("DESCRIPTION:{}", escaped(url)),
        // A URI, not text: needs no escaping, but must not contain control characters that end the line.
        format!("URL:{}", url.chars().filter(|c| !c.is_control()).collect::<String>()),
        "BEGIN:VALARM".to_owned(),
        "ACTION:DISPLAY".to_owned(),
        "TRIGGER:-PT15M".to_owned(),
        format!("DESCRIPTION:{summary}"),
        "END:VALARM".to_owned(),
        "END:VEVENT".to_owned(),
        "END:VCALENDAR".to_owned(),
    ] {
        push_folded(&mut calendar, &line);
    }
    calendar
}

/// Form 2 of section 3.3.5: UTC time.
fn utc(at: Instant) -> String {
    at.clamp(Instant::EPOCH, LAST).timestamp().strftime("%Y%m%dT%H%M%SZ").to_string()
}

/// Escapes a TEXT value (section 3.3.11).
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.replace("\r\n", "\n").chars() {
        match c {
            '\\' | ';' | ',' => out.extend(['\\', c]),
            // Some readers also treat the Unicode separators as line ends.
            '\n' | '\u{2028}' | '\u{2029}' => out.push_str("\\n"),
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

fn push_folded(out: &mut String, line: &str) {
    let mut octets = 0;
    for c in line.chars() {
        if octets + c.len_utf8() > LINE_OCTETS {
            out.push_str("\r\n ");
            octets = 1;
        }
        out.push(c);
        octets += c.len_utf8();
    }
    out.push_str("\r\n");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::time::MINUTE;

    const URL: &str = "https://exams.example.org/test-invite/0123456789012345678901234567890123456789abc";

    fn at(millis: i64) -> Instant {
        Instant::from_millis(millis)
    }

    fn sample(summary: &str) -> String {
        // 2026-11-20T09:30:00Z and an hour before it.
        event("invite-1@example.org", summary, at(1_795_167_000_000), 90 * MINUTE, URL, at(1_795_163_400_000))
    }

    fn unfolded(calendar: &str) -> Vec<String> {
        calendar.replace("\r\n ", "").split_terminator("\r\n").map(str::to_owned).collect()
    }

    #[test]
    fn times_are_utc_and_the_event_is_complete() {
        let lines = unfolded(&sample("Backend test"));
        for line in [
            "UID:invite-1@example.org",
            "DTSTAMP:20261120T083000Z",
            "DTSTART:20261120T093000Z",
            "DTEND:20261120T110000Z",
            "SUMMARY:Backend test",
            "METHOD:PUBLISH",
            &format!("URL:{URL}"),
        ] {
            assert!(lines.iter().any(|l| l == line), "{line} in {lines:#?}");
        }
        assert_eq!(lines[0], "BEGIN:VCALENDAR");
        assert_eq!(lines.last().unwrap(), "END:VCALENDAR");
    }

    #[test]
    fn lines_end_in_crlf_and_are_folded_at_character_boundaries() {
        let title = "試験のご案内、".repeat(20);
        let calendar = sample(&title);
        assert!(calendar.ends_with("\r\n"));
        assert_eq!(calendar.matches('\n').count(), calendar.matches("\r\n").count());
        assert!(calendar.split("\r\n").all(|line| line.len() <= 75));
        assert!(unfolded(&calendar).contains(&format!("SUMMARY:{title}")));
    }

    #[test]
    fn text_cannot_end_its_line() {
        let lines = unfolded(&sample("a,b;c\\d\r\nATTENDEE:x\ny\u{7}"));
        assert!(lines.contains(&r"SUMMARY:a\,b\;c\\d\nATTENDEE:x\ny ".to_owned()), "{lines:#?}");
        let evil = event("u\nX:1", "s", at(0), MINUTE, "https://e/\r\nX:1", at(0));
        assert!(!unfolded(&evil).iter().any(|l| l.starts_with("X:")));
    }

    #[test]
    fn sequence_numbers_increase_and_extreme_times_are_clamped() {
        let sequence = |stamp| {
            let calendar = event("u", "s", at(0), MINUTE, URL, at(stamp));
            let line = unfolded(&calendar).into_iter().find(|l| l.starts_with("SEQUENCE:")).unwrap();
            line["SEQUENCE:".len()..].parse::<i64>().unwrap()
        };
        assert!(sequence(1_795_163_401_000) > sequence(1_795_163_400_000));
        let odd = event("u", "s", Instant::MAX, SignedDuration::MAX, URL, Instant::MIN);
        assert!(odd.contains("DTSTART:9999") && odd.contains("DTSTAMP:19700101T000000Z"), "{odd}");
    }
}
