//! Calendar entries (RFC 5545).

use crate::domain::{Instant, time::SignedDuration};

/// Content lines are folded after this many octets, without the line break (section 3.1).
const LINE_OCTETS: usize = 75;

/// 9999-12-30T00:00:00Z: years have four digits (section 3.3.4).
const LAST: Instant = Instant::from_millis(253_402_128_000_000);

/// The test that a calendar entry is about.
#[derive(Clone, Copy, Debug)]
pub struct Event<'a> {
    /// Identifies the event permanently, so that a later mail about the same invitation moves or removes it instead of
    /// adding another.
    pub uid: &'a str,
    pub summary: &'a str,
    pub start: Instant,
    pub duration: SignedDuration,
    pub url: &'a str,
    /// Time of the mail, in another second than those of the others about the event; the latest one counts.
    pub stamp: Instant,
    /// Name and address of who sends it. Programs that check it take a change or a cancellation from the same one alone.
    pub organizer: (&'a str, &'a str),
}

/// Returns an iCalendar object with one event in UTC: CRLF line ends, folded lines, escaped text. A display alarm fires
/// 15 minutes before the start. Instants are clamped to the years that a calendar can represent.
#[must_use]
pub fn event(event: Event<'_>) -> String {
    let summary = escaped(event.summary);
    let alarm = [
        // A URI, not text: needs no escaping, but must not contain control characters that end the line.
        format!("URL:{}", event.url.chars().filter(|c| !c.is_control()).collect::<String>()),
        format!("DESCRIPTION:{}", escaped(event.url)),
        "BEGIN:VALARM".to_owned(),
        "ACTION:DISPLAY".to_owned(),
        "TRIGGER:-PT15M".to_owned(),
        format!("DESCRIPTION:{summary}"),
        "END:VALARM".to_owned(),
    ];
    calendar(PUBLISH, event, alarm)
}

/// Returns an iCalendar object that removes the event of the same `uid` (RFC 5546, 3.2.5).
#[must_use]
pub fn cancellation(event: Event<'_>) -> String {
    calendar(CANCEL, event, ["STATUS:CANCELLED".to_owned()])
}

const PUBLISH: &str = "PUBLISH";
const CANCEL: &str = "CANCEL";

/// The method of an object that this module made, for its content type (RFC 6047, 2.4).
#[must_use]
pub fn method_of(calendar: &str) -> &'static str {
    if calendar.contains("\r\nMETHOD:CANCEL\r\n") { CANCEL } else { PUBLISH }
}

fn calendar(method: &str, event: Event<'_>, more: impl IntoIterator<Item = String>) -> String {
    let Event { uid, summary, start, duration, stamp, organizer, .. } = event;
    let mut calendar = String::new();
    let head = [
        "BEGIN:VCALENDAR".to_owned(),
        "VERSION:2.0".to_owned(),
        format!("PRODID:-//Invigil//Invigil {}//EN", env!("CARGO_PKG_VERSION")),
        format!("METHOD:{method}"),
        "BEGIN:VEVENT".to_owned(),
        format!("UID:{}", escaped(uid)),
        format!("DTSTAMP:{}", utc(stamp)),
        format!("DTSTART:{}", utc(start)),
        format!("DTEND:{}", utc(start.plus(duration))),
        // Calendars keep the event with the highest number: seconds since 2020 increase with every mail and fit in 31
        // bits.
        format!("SEQUENCE:{}", (stamp.as_secs() - 1_577_836_800).clamp(0, i64::from(i32::MAX))),
        format!("SUMMARY:{}", escaped(summary)),
    ];
    let end = ["END:VEVENT".to_owned(), "END:VCALENDAR".to_owned()];
    for line in head.into_iter().chain(from(organizer)).chain(more).chain(end) {
        push_folded(&mut calendar, &line);
    }
    calendar
}

/// Who sends the event (RFC 5546, 3.2.1 and 3.2.5); `None` without an address.
fn from((name, email): (&str, &str)) -> Option<String> {
    let email: String = email.chars().filter(|c| !c.is_control()).collect();
    // A parameter's value has no way to escape a quotation mark (section 3.2).
    let name: String = name.chars().filter(|c| !c.is_control() && *c != '"').collect();
    let name = if name.trim().is_empty() { String::new() } else { format!(";CN=\"{name}\"") };
    (!email.is_empty()).then(|| format!("ORGANIZER{name}:mailto:{email}"))
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
        event(Event {
            uid: "invite-1@example.org",
            summary,
            start: at(1_795_167_000_000),
            duration: 90 * MINUTE,
            url: URL,
            stamp: at(1_795_163_400_000),
            organizer: ("Exams, \"Inc\"\r\nX:1", "exams@example.org"),
        })
    }

    fn plain(stamp: Instant) -> Event<'static> {
        Event { uid: "u", summary: "s", start: at(0), duration: MINUTE, url: URL, stamp, organizer: ("", "") }
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
            "ORGANIZER;CN=\"Exams, IncX:1\":mailto:exams@example.org",
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
        let evil = event(Event { uid: "u\nX:1", url: "https://e/\r\nX:1", ..plain(at(0)) });
        assert!(!unfolded(&evil).iter().any(|l| l.starts_with("X:")));
    }

    #[test]
    fn a_cancellation_removes_the_event_and_rings_no_alarm() {
        let calendar = cancellation(plain(at(1_795_163_400_000)));
        assert_eq!((method_of(&calendar), method_of(&sample("METHOD:CANCEL"))), (CANCEL, PUBLISH));
        let lines = unfolded(&calendar);
        assert!(
            lines.contains(&"METHOD:CANCEL".to_owned()) && lines.contains(&"STATUS:CANCELLED".to_owned()),
            "{lines:?}"
        );
        assert!(lines.contains(&"UID:u".to_owned()) && !calendar.contains("VALARM") && !calendar.contains(URL));
    }

    #[test]
    fn sequence_numbers_increase_and_extreme_times_are_clamped() {
        let sequence = |stamp| {
            let calendar = event(plain(at(stamp)));
            let line = unfolded(&calendar).into_iter().find(|l| l.starts_with("SEQUENCE:")).unwrap();
            line["SEQUENCE:".len()..].parse::<i64>().unwrap()
        };
        assert!(sequence(1_795_163_401_000) > sequence(1_795_163_400_000));
        let odd = event(Event { start: Instant::MAX, duration: SignedDuration::MAX, ..plain(Instant::MIN) });
        assert!(odd.contains("DTSTART:9999") && odd.contains("DTSTAMP:19700101T000000Z"), "{odd}");
    }
}
