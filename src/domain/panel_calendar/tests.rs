use super::*;
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

/// Monday.
const NOW: &str = "2026-11-23T08:00:00Z";

fn at(text: &str) -> Instant {
    Instant::parse(text).unwrap()
}

fn calendar(lines: &str) -> String {
    let lines: Vec<&str> = lines.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    format!("BEGIN:VCALENDAR\r\nVERSION:2.0\r\n{}\r\nEND:VCALENDAR\r\n", lines.join("\r\n"))
}

fn event(lines: &str) -> String {
    format!("BEGIN:VEVENT\nUID:1\nSUMMARY:Secret\n{lines}\nEND:VEVENT\n")
}

fn reading(lines: &str) -> Reading {
    read(&calendar(lines), None, at(NOW)).unwrap()
}

/// The first busy times, without seconds.
fn shown(reading: &Reading) -> Vec<String> {
    assert_eq!(reading.unread, BTreeMap::new());
    let short = |at: Instant| at.to_string()[..16].to_owned();
    reading.busy.iter().take(6).map(|span| format!("{} {}", short(span.from), short(span.to))).collect()
}

fn busy(lines: &str) -> Vec<String> {
    shown(&reading(lines))
}

#[test]
fn events_make_their_times_busy() {
    let tests: [(&str, &[&str]); 14] = [
        ("DTSTART:20261124T100000Z\nDTEND:20261124T113000Z", &["2026-11-24T10:00 2026-11-24T11:30"]),
        ("DTSTART:20261124T100000Z\nDURATION:PT45M", &["2026-11-24T10:00 2026-11-24T10:45"]),
        ("DTSTART;TZID=Europe/Berlin:20261124T100000\nDURATION:PT1H", &["2026-11-24T09:00 2026-11-24T10:00"]),
        // A name of Windows.
        ("DTSTART;TZID=W. Europe Standard Time:20261124T100000\nDURATION:PT1H", &["2026-11-24T09:00 2026-11-24T10:00"]),
        ("DTSTART;VALUE=DATE:20261124", &["2026-11-24T00:00 2026-11-25T00:00"]),
        ("DTSTART;VALUE=DATE:20261124\nDTEND;VALUE=DATE:20261126", &["2026-11-24T00:00 2026-11-26T00:00"]),
        // Folded in the middle of a value.
        ("DTSTART:20261124T10\n\u{20}0000Z\nDURATION:PT1H", &["2026-11-24T10:00 2026-11-24T11:00"]),
        ("DTSTART:20261124T100000Z\nDURATION:PT1H\nSTATUS:TENTATIVE", &["2026-11-24T10:00 2026-11-24T11:00"]),
        ("DTSTART:20261124T100000Z\nDURATION:PT1H\nTRANSP:TRANSPARENT", &[]),
        ("DTSTART:20261124T100000Z\nDURATION:PT1H\nSTATUS:CANCELLED", &[]),
        ("DTSTART:20261124T100000Z\nDURATION:PT1H\nX-MICROSOFT-CDO-BUSYSTATUS:FREE", &[]),
        // A point in time takes none, the past does not matter, and neither does what is far ahead.
        ("DTSTART:20261124T100000Z", &[]),
        ("DTSTART:20261101T100000Z\nDURATION:PT1H", &[]),
        ("DTSTART:20281101T100000Z\nDURATION:PT1H", &[]),
    ];
    for (lines, expected) in tests {
        // Lines are trimmed, but for one that continues another.
        let text = calendar("@").replace('@', &event(lines).trim_end().replace('\n', "\r\n"));
        assert_eq!(shown(&read(&text, None, at(NOW)).unwrap()), expected, "{lines}");
    }
}

#[test]
fn events_that_meet_are_one_busy_time() {
    let one = event("DTSTART:20261124T100000Z\nDURATION:PT1H");
    let next = event("DTSTART:20261124T110000Z\nDURATION:PT1H");
    let within = event("DTSTART:20261124T101500Z\nDURATION:PT10M");
    assert_eq!(busy(&[next, within, one].concat()), ["2026-11-24T10:00 2026-11-24T12:00"]);
}

#[test]
fn days_and_times_without_a_zone_are_in_that_of_the_calendar() {
    let lines = event("DTSTART;VALUE=DATE:20261124") + &event("DTSTART:20261126T100000\nDURATION:PT1H");
    let read_in = |lines: &str, zone| shown(&read(&calendar(lines), zone, at(NOW)).unwrap());
    let berlin = ["2026-11-23T23:00 2026-11-24T23:00", "2026-11-26T09:00 2026-11-26T10:00"];
    assert_eq!(read_in(&format!("X-WR-TIMEZONE:Europe/Berlin\n{lines}"), Some("America/New_York")), berlin);
    assert_eq!(read_in(&lines, Some("Europe/Berlin")), berlin);
    assert_eq!(read_in(&lines, Some("Nowhere/Land"))[1], "2026-11-26T10:00 2026-11-26T11:00");
}

#[test]
fn recurring_events_keep_their_hour_when_the_clocks_change() {
    let weekly = event("DTSTART;TZID=Europe/Berlin:20260914T100000\nDURATION:PT1H\nRRULE:FREQ=WEEKLY");
    let all = reading(&weekly);
    let on = |day: &str| all.busy.iter().find(|span| span.from.to_string().starts_with(day)).unwrap().from;
    assert_eq!(on("2027-03-22"), at("2027-03-22T09:00:00Z"));
    assert_eq!(on("2027-03-29"), at("2027-03-29T08:00:00Z"));
    assert_eq!(all.busy.len(), 53, "a year and a day back");
    // 02:30 does not exist on one day, and exists twice on the other. A day has 23 hours, or 25.
    let at_night = event("DTSTART;TZID=Europe/Berlin:20270327T023000\nDURATION:PT30M\nRRULE:FREQ=DAILY;COUNT=2");
    assert_eq!(busy(&at_night), ["2027-03-27T01:30 2027-03-27T02:00", "2027-03-28T01:30 2027-03-28T02:00"]);
    let twice = event("DTSTART;TZID=Europe/Berlin:20271031T023000\nDURATION:PT30M");
    assert_eq!(
        shown(&read(&calendar(&twice), None, at("2027-10-01T00:00:00Z")).unwrap()),
        ["2027-10-31T00:30 2027-10-31T01:00"]
    );
    let days = event("DTSTART;VALUE=DATE:20270328\nRRULE:FREQ=WEEKLY;BYDAY=SU;COUNT=1");
    assert_eq!(
        shown(&read(&calendar(&days), Some("Europe/Berlin"), at(NOW)).unwrap()),
        ["2027-03-27T23:00 2027-03-28T22:00"]
    );
}

#[test]
fn occurrences_are_left_out_added_and_changed() {
    let daily = "DTSTART;TZID=Europe/Berlin:20261123T100000\nDURATION:PT1H\nRRULE:FREQ=DAILY;COUNT=4";
    let day = |day: u8| format!("2026-11-{day}T09:00 2026-11-{day}T10:00");
    assert_eq!(busy(&event(daily)), [day(23), day(24), day(25), day(26)]);
    let left_out = event(&format!("{daily}\nEXDATE;TZID=Europe/Berlin:20261124T100000,20261126T100000"));
    assert_eq!(busy(&left_out), [day(23), day(25)]);
    assert_eq!(busy(&event(&format!("{daily}\nEXDATE;VALUE=DATE:20261124"))), [day(23), day(25), day(26)]);
    let added = event(&format!("{daily}\nRDATE:20261127T090000Z\nRDATE;VALUE=PERIOD:20261128T090000Z/PT2H"));
    assert_eq!(busy(&added)[4..], [day(27), "2026-11-28T09:00 2026-11-28T11:00".into()]);
    // A change counts whatever its number (`SEQUENCE`), and only for its own event.
    let moved =
        "SEQUENCE:3\nRECURRENCE-ID;TZID=Europe/Berlin:20261124T100000\nDTSTART:20261124T150000Z\nDURATION:PT30M";
    let other = event(daily).replace("UID:1", "UID:2").replace("T100000", "T120000");
    let both = event(daily) + &event(moved) + &other;
    let times = reading(&both).busy;
    assert_eq!(times.len(), 4 + 4);
    assert!(times.contains(&Span { from: at("2026-11-24T15:00:00Z"), to: at("2026-11-24T15:30:00Z") }));
    assert!(!times.iter().any(|span| span.from == at("2026-11-24T09:00:00Z")));
    for free in ["STATUS:CANCELLED", "TRANSP:TRANSPARENT"] {
        let cancelled = format!("RECURRENCE-ID:20261124T090000Z\nDTSTART:20261124T090000Z\nDURATION:PT1H\n{free}");
        assert_eq!(busy(&(event(daily) + &event(&cancelled))), [day(23), day(25), day(26)], "{free}");
    }
    // From one on, each is two hours later and shorter; or none is left.
    let later = "RECURRENCE-ID;RANGE=THISANDFUTURE:20261125T090000Z\nDTSTART:20261125T110000Z\nDURATION:PT30M";
    let shifted = ["2026-11-25T11:00 2026-11-25T11:30".to_owned(), "2026-11-26T11:00 2026-11-26T11:30".into()];
    assert_eq!(busy(&(event(daily) + &event(later))), [vec![day(23), day(24)], shifted.to_vec()].concat());
    let ended = format!("{later}\nSTATUS:CANCELLED");
    assert_eq!(busy(&(event(daily) + &event(&ended))), [day(23), day(24)]);
}

/// An event of a Tuesday, repeated on Fridays.
#[test]
fn an_event_occurs_first_at_its_start_also_where_its_rule_does_not_name_it() {
    let day = |day: u8| format!("2026-11-{day}T10:00 2026-11-{day}T11:00");
    let lines = "DTSTART:20261124T100000Z\nDURATION:PT1H\nRRULE:FREQ=WEEKLY;BYDAY=FR;UNTIL=20261130";
    assert_eq!(busy(&event(lines)), [day(24), day(27)]);
    assert_eq!(busy(&event(&format!("{lines}\nEXDATE:20261124T100000Z"))), [day(27)]);
    let changed = "RECURRENCE-ID:20261124T100000Z\nDTSTART:20261125T100000Z\nDURATION:PT1H";
    assert_eq!(busy(&(event(lines) + &event(changed))), [day(25), day(27)]);
}

#[test]
fn the_end_of_a_rule_counts_in_its_own_form() {
    for (until, count) in [
        ("20261125T085959Z", 2),
        ("20261125T090000Z", 3),
        ("20261125T095900", 2),
        ("20261125", 3),
        ("20261125T100000", 3),
    ] {
        let rule = format!("RRULE:FREQ=DAILY;UNTIL={until}");
        let lines = event(&format!("DTSTART;TZID=Europe/Berlin:20261123T100000\nDURATION:PT1H\n{rule}"));
        assert_eq!(busy(&lines).len(), count, "{until}");
    }
}

#[test]
fn a_zone_that_the_calendar_describes_is_used() {
    let zone = "BEGIN:VTIMEZONE
        TZID:Our own
        BEGIN:STANDARD
        DTSTART:19701025T030000
        TZOFFSETFROM:+0500
        TZOFFSETTO:+0400
        RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10
        END:STANDARD
        BEGIN:DAYLIGHT
        DTSTART:19700329T020000
        TZOFFSETFROM:+0400
        TZOFFSETTO:+0500
        RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3
        END:DAYLIGHT
        END:VTIMEZONE\n";
    let lines = event("DTSTART;TZID=Our own:20261124T100000\nDURATION:PT1H\nRRULE:FREQ=MONTHLY");
    let times = reading(&format!("{zone}{lines}")).busy;
    assert_eq!(times[0].from, at("2026-11-24T06:00:00Z"));
    assert_eq!(times[5].from, at("2027-04-24T05:00:00Z"));
    assert_eq!(reading(&lines).unread, BTreeMap::from([(Unread::Zone, 1)]));
}

#[test]
fn published_busy_times_are_read() {
    let lines = "BEGIN:VFREEBUSY
        DTSTART:20261101T000000Z
        DTEND:20270101T000000Z
        FREEBUSY;FBTYPE=BUSY:20261124T100000Z/20261124T110000Z,20261124T130000Z/PT2H
        FREEBUSY:20261125T100000Z/PT1H
        FREEBUSY;FBTYPE=BUSY-TENTATIVE:20261126T100000Z/PT1H
        FREEBUSY;FBTYPE=BUSY-UNAVAILABLE:20261127T100000Z/PT1H
        FREEBUSY;FBTYPE=FREE:20261128T100000Z/PT1H
        END:VFREEBUSY";
    assert_eq!(
        busy(lines),
        [
            "2026-11-24T10:00 2026-11-24T11:00",
            "2026-11-24T13:00 2026-11-24T15:00",
            "2026-11-25T10:00 2026-11-25T11:00",
            "2026-11-26T10:00 2026-11-26T11:00",
            "2026-11-27T10:00 2026-11-27T11:00"
        ]
    );
}

#[test]
fn events_that_cannot_be_read_are_counted_and_the_others_are_read() {
    let good = event("DTSTART:20261124T100000Z\nDURATION:PT1H");
    for (bad, why) in [
        ("DURATION:PT1H", Unread::Times),
        ("DTSTART:soon\nDURATION:PT1H", Unread::Times),
        ("DTSTART:20261324T100000Z", Unread::Times),
        ("DTSTART:20261124T100000Z\nDTEND:20261124T090000Z", Unread::Times),
        ("DTSTART:20261124T100000Z\nDURATION:-PT1H", Unread::Times),
        ("DTSTART:20261124T100000Z\nDURATION:P4294967295W", Unread::Times),
        ("DTSTART;VALUE=DATE:20261124\nDURATION:P4294967295D", Unread::Times),
        ("DTSTART;TZID=Mars/North:20261124T100000\nDURATION:PT1H", Unread::Zone),
        ("DTSTART:20261124T100000Z\nDURATION:PT1H\nRRULE:FREQ=OFTEN", Unread::Recurrence),
        ("DTSTART:20261124T100000Z\nDURATION:PT1S\nRRULE:FREQ=SECONDLY", Unread::Recurrence),
        ("DTSTART:20261124T100000Z\nDURATION:PT1H\nRRULE:FREQ=YEARLY;BYWEEKNO=20", Unread::Recurrence),
    ] {
        let read = reading(&(event(bad) + &good));
        assert_eq!((read.busy.len(), read.unread), (1, BTreeMap::from([(why, 1)])), "{bad}");
        // One that takes no time need not be read.
        assert_eq!(busy(&(event(&format!("{bad}\nTRANSP:TRANSPARENT")) + &good)).len(), 1, "{bad}");
    }
}

#[test]
fn other_files_and_parts_of_one_are_no_calendar() {
    let whole = calendar(&event("DTSTART:20261124T100000Z\nDURATION:PT1H"));
    let fault = |text: &str| read(text, None, at(NOW)).unwrap_err();
    for other in
        ["", "\n\n", "<!doctype html><title>Sign in</title>", "BEGIN:VCARD\nFN:A\nEND:VCARD\n", "{}", "\0\u{1}"]
    {
        assert_eq!(fault(other), NotRead::NoCalendar, "{other}");
    }
    for cut in ["BEGIN:VCALENDAR", &whole[..whole.len() / 2], &whole[..whole.len() - 5]] {
        assert_eq!(fault(cut), NotRead::Cut, "{cut}");
    }
    assert_eq!(read(&format!("\u{feff}{whole}"), None, at(NOW)).unwrap().busy.len(), 1);
    assert_eq!(read(&whole.repeat(2), None, at(NOW)).unwrap().busy.len(), 1, "two calendars in one file");
    assert_eq!(fault(&"A\n".repeat(MAX_LINES + 1)), NotRead::TooLong);
}

/// Small files that ask for much work: each is read in a moment, and says that it was too much.
#[test]
fn bombs_are_bounded() {
    let began = std::time::Instant::now();
    let lines = "DTSTART:19000101T000000Z\nDURATION:PT1S\n";
    let rules = [
        "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30",
        "FREQ=YEARLY;BYMONTHDAY=29;BYDAY=MO;BYMONTH=2;COUNT=100000",
        "FREQ=DAILY;COUNT=4000000000",
        "FREQ=DAILY;BYHOUR=0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23;BYMINUTE=0,15,30,45",
    ];
    let bombs: String = rules.map(|rule| event(&format!("{lines}RRULE:{rule}"))).concat().repeat(500);
    assert!(reading(&bombs).unread.get(&Unread::TooMany).is_some_and(|count| *count > 1_000));
    let rows = (0..MAX_SPANS + 9).map(|n| {
        let start = at(NOW).plus(SignedDuration::from_secs(2) * i32::try_from(n).unwrap());
        format!("FREEBUSY:{}/PT1S\n", start.timestamp().strftime("%Y%m%dT%H%M%SZ"))
    });
    let rows = rows.collect::<Vec<_>>().concat();
    let read = reading(&format!("BEGIN:VFREEBUSY\n{rows}END:VFREEBUSY"));
    assert_eq!((read.busy.len(), read.unread), (MAX_SPANS, BTreeMap::from([(Unread::TooMany, 9)])));
    // Three lines are the calendar's own.
    let lines = |count: usize| format!("BEGIN:VCALENDAR\nVERSION:2.0\n{}END:VCALENDAR\n", "X-A:1\n".repeat(count));
    assert_eq!(super::read(&lines(MAX_LINES - 3), None, at(NOW)), Ok(Reading::default()));
    assert_eq!(super::read(&lines(MAX_LINES - 2), None, at(NOW)), Err(NotRead::TooLong));
    let deep = calendar(&("BEGIN:X\n".repeat(90_000) + &"END:X\n".repeat(90_000)));
    assert!(super::read(&deep, None, at(NOW)).is_ok());
    assert!(began.elapsed().as_secs() < 60, "{:?}", began.elapsed());
}

const EACH_QUARTER: &str = "BYHOUR=0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23;BYMINUTE=0,15,30,45";

/// A zone of 140,000 changes, which 20,000 times name: a copy for each would be more than the memory of a machine.
#[test]
fn times_share_the_zone_that_their_calendar_describes() {
    let zone = format!(
        "BEGIN:VTIMEZONE
        TZID:Busy
        BEGIN:STANDARD
        DTSTART:20200101T000000
        TZOFFSETFROM:+0100
        TZOFFSETTO:+0100
        RRULE:FREQ=DAILY;{EACH_QUARTER}
        END:STANDARD
        END:VTIMEZONE\n"
    );
    let dates = "20261125T100000,".repeat(20_000) + "20261125T100000";
    let lines = event(&format!("DTSTART;TZID=Busy:20261124T100000\nDURATION:PT1H\nRDATE;TZID=Busy:{dates}"));
    assert_eq!(busy(&(zone + &lines)), ["2026-11-24T09:00 2026-11-24T10:00", "2026-11-25T09:00 2026-11-25T10:00"]);
}

#[test]
fn long_lists_of_a_rule_are_work() {
    let (days, places) = ("367,".repeat(50_000) + "367", "90000,".repeat(20_000) + "90000");
    for rule in [
        format!("FREQ=DAILY;COUNT=4000000;BYYEARDAY={days}"),
        format!("FREQ=YEARLY;BYDAY=MO,TU,WE,TH,FR,SA,SU;{EACH_QUARTER};BYSETPOS={places}"),
    ] {
        let read = reading(&event(&format!("DTSTART:19000101T000000Z\nDURATION:PT1S\nRRULE:{rule}")));
        assert_eq!((read.busy.len(), read.unread), (0, BTreeMap::from([(Unread::TooMany, 1)])));
    }
}

/// Each event of a name is compared with all changes of it.
#[test]
fn many_changes_of_many_events_are_work() {
    let change = "BEGIN:VEVENT\nUID:1\nRECURRENCE-ID;RANGE=THISANDFUTURE:20261124T100000Z
        DTSTART:20261124T120000Z\nDURATION:PT1H\nEND:VEVENT\n";
    let events = event("DTSTART:20261124T100000Z\nDURATION:PT1H").repeat(1_000);
    let read = reading(&(change.repeat(5_000) + &events));
    assert_eq!((read.busy.len(), read.unread), (1, BTreeMap::from([(Unread::TooMany, 600)])));
}

#[test]
fn a_slot_is_taken_if_its_test_overlaps_a_busy_time() {
    let busy = [Span { from: at("2026-11-24T10:00:00Z"), to: at("2026-11-24T11:00:00Z") }];
    for (start, taken) in [("09:00", false), ("09:01", true), ("10:30", true), ("10:59", true), ("11:00", false)] {
        let start = at(&format!("2026-11-24T{start}:00Z"));
        assert_eq!(is_taken(&busy, start, 60 * MINUTE), taken, "{start}");
    }
    assert!(!is_taken(&[], at(NOW), 60 * MINUTE));
}

#[test]
fn a_page_is_sent_starts_in_its_own_window() {
    let span =
        |from: &str, to: &str| Span { from: at(&format!("2026-11-{from}:00Z")), to: at(&format!("2026-11-{to}:00Z")) };
    let busy = [
        span("20T10:00", "20T11:00"),
        span("24T10:10", "24T10:50"),
        span("24T12:00", "24T13:00"),
        span("26T10:00", "26T11:00"),
    ];
    let window = (at(NOW), at("2026-11-25T00:00:00Z"));
    assert_eq!(taken_starts(&busy, 60 * MINUTE, window), [span("24T09:15", "24T11:00"), span("24T11:15", "24T13:00")]);
    assert_eq!(taken_starts(&busy, 180 * MINUTE, window), [span("24T07:15", "24T13:00")]);
    let many: Vec<_> = (0..3_000)
        .map(|n| Span { from: at(NOW).plus(60 * MINUTE * n), to: at(NOW).plus(60 * MINUTE * n + 5 * MINUTE) })
        .collect();
    assert_eq!(taken_starts(&many, 15 * MINUTE, (at(NOW), Instant::MAX)).len(), MAX_TAKEN);
}

/// A rule as text, and the first occurrence.
fn rules() -> impl Strategy<Value = (String, String)> {
    let days = prop::sample::subsequence(vec!["MO", "TU", "WE", "TH", "FR", "SA", "SU"], 0..4);
    let nth = prop::sample::subsequence(vec!["1MO", "-1FR", "2TU", "3SU", "-2WE"], 0..3);
    let month_days = prop::sample::subsequence(vec!["1", "13", "29", "31", "-1", "-7"], 0..3);
    let months = prop::sample::subsequence(vec!["1", "2", "6", "12"], 0..3);
    let hours = prop::sample::subsequence(vec!["7", "15"], 0..3);
    let positions = prop::sample::subsequence(vec!["1", "-1", "3"], 0..3);
    let limits = prop_oneof![
        Just(String::new()),
        (1..60u8).prop_map(|n| format!(";COUNT={n}")),
        (2027..2029u16).prop_map(|year| format!(";UNTIL={year}0705T000000Z"))
    ];
    let freq = prop::sample::select(vec!["YEARLY", "MONTHLY", "WEEKLY", "DAILY"]);
    let start = (2019..2027i16, 1..13i8, 1..29i8, prop::sample::select(vec![0, 30]));
    (
        (freq, 1..5u8, limits, start, prop::sample::select(vec!["MO", "SU"])),
        (days, nth, month_days, months, hours, positions),
    )
        .prop_map(
            |(
                (freq, interval, limit, (year, month, day, minute), week),
                (days, nth, month_days, months, hours, positions),
            )| {
                let part = |name: &str, values: &[&str]| {
                    if values.is_empty() { String::new() } else { format!(";{name}={}", values.join(",")) }
                };
                let has_nth = matches!(freq, "YEARLY" | "MONTHLY") && !nth.is_empty();
                let by_day = part("BYDAY", if has_nth { &nth } else { &days });
                let by_month_day = if freq == "WEEKLY" { String::new() } else { part("BYMONTHDAY", &month_days) };
                let is_positioned = !(by_day.is_empty() && by_month_day.is_empty() && hours.is_empty());
                let by_position = if is_positioned { part("BYSETPOS", &positions) } else { String::new() };
                // Whether a position before the start counts is undefined for a start that is no occurrence (RFC 5545
                // section 3.8.5.3).
                let limit = if limit.starts_with(";COUNT") && !by_position.is_empty() { String::new() } else { limit };
                let rule = format!(
                    "FREQ={freq};INTERVAL={interval}{limit};WKST={week}{by_day}{by_month_day}{}{}{by_position}",
                    part("BYMONTH", &months),
                    part("BYHOUR", &hours),
                );
                (rule, format!("{year:04}{month:02}{day:02}T09{minute:02}00Z"))
            },
        )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    /// As a library finds them that counts from the first occurrence.
    #[test]
    fn rules_recur_as_a_library_says((rule, start) in rules()) {
        let set: rrule::RRuleSet = format!("DTSTART:{start}\nRRULE:{rule}").parse().unwrap();
        let end = at(NOW).plus(HORIZON).as_secs();
        let begin = at(NOW).plus(-time::DAY).as_secs();
        // The library leaves out a start that the rule does not name.
        let first = set.get_dt_start().timestamp();
        let expected: BTreeSet<i64> = set.into_iter().map(|at| at.timestamp()).take_while(|at| *at < end)
            .chain([first]).filter(|at| *at > begin && *at < end).collect();
        let found = reading(&event(&format!("DTSTART:{start}\nDURATION:PT1S\nRRULE:{rule}")));
        prop_assert_eq!(found.unread.len(), 0);
        let found: BTreeSet<i64> = found.busy.iter().map(|span| span.from.as_secs()).filter(|at| *at > begin).collect();
        prop_assert_eq!(found, expected);
    }

    #[test]
    fn any_text_is_read_or_refused(text in "(BEGIN:|END:|VCALENDAR|VEVENT|DTSTART|RRULE:FREQ=|;VALUE=DATE|:|;|=|,|2026|1124T|[0-9A-Z\"\\\\é-]|\r\n){0,60}") {
        let _ = read(&text, None, at(NOW));
        let _ = read(&calendar(&event(&text)), None, at(NOW));
    }
}
