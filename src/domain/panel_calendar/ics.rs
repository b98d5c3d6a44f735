//! Busy times of an iCalendar file (RFC 5545): events, and published free/busy times.

use super::{
    HORIZON, Span, merged,
    recurrence::occurrences,
    unread::Unread,
    zones::{Zone, Zones, local_of, offset_of},
};
use crate::domain::{Instant, time::DAY};
use calcard::{
    Entry, Parser,
    common::PartialDateTime,
    icalendar::{
        ICalendar, ICalendarComponent, ICalendarComponentType as Component, ICalendarDuration, ICalendarEntry,
        ICalendarFreeBusyType as BusyType, ICalendarParameterName as Parameter, ICalendarPeriod as Period,
        ICalendarProperty as Property, ICalendarRecurrenceRule, ICalendarStatus, ICalendarTransparency,
        ICalendarValue as Value,
    },
};
use jiff::{
    SignedDuration, Timestamp, ToSpan,
    civil::{Date, DateTime},
};
use std::collections::{BTreeMap, HashMap, HashSet};

/// Lines of a calendar; the parser keeps about 150 bytes for each.
pub const MAX_LINES: usize = 200_000;
/// Days and times that are tried for events which recur: some 1,800 events that recur daily.
pub const MAX_STEPS: u32 = 2_000_000;
/// Busy times, before those that meet are made one.
pub const MAX_SPANS: usize = 100_000;

/// Why a calendar was not read at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotRead {
    NoCalendar,
    /// The calendar is cut off before its last line.
    Cut,
    TooLong,
}

/// The busy times of a calendar.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reading {
    /// Merged.
    pub busy: Vec<Span>,
    /// Events that were not read.
    pub unread: BTreeMap<Unread, u32>,
}

/// Reads the busy times from a day ago until the [`HORIZON`]. `zone` is that of days and times for which the calendar names
/// none.
///
/// # Errors
/// [`NotRead`].
pub fn read(text: &str, zone: Option<&str>, now: Instant) -> Result<Reading, NotRead> {
    if memchr::memchr_iter(b'\n', text.as_bytes()).count() > MAX_LINES {
        return Err(NotRead::TooLong);
    }
    let window = Span { from: now.plus(-DAY), to: now.plus(HORIZON) };
    let (mut parser, mut reading, mut found) = (Parser::new(text), Reading::default(), false);
    let mut steps = MAX_STEPS;
    loop {
        match parser.entry() {
            Entry::ICalendar(calendar) => {
                found = true;
                Reader::new(&calendar, zone, window, (&mut reading, &mut steps)).read();
            }
            // The parser passes over a missing end.
            Entry::Eof if found && !ends_whole(text) => return Err(NotRead::Cut),
            Entry::Eof if found => {
                reading.busy = merged(reading.busy);
                return Ok(reading);
            }
            Entry::Eof => return Err(NotRead::NoCalendar),
            Entry::TooManyComponents => return Err(NotRead::TooLong),
            _ => {}
        }
    }
}

fn ends_whole(text: &str) -> bool {
    text.lines()
        .rev()
        .map(str::trim)
        .find(|line| !line.is_empty())
        .is_some_and(|line| line.eq_ignore_ascii_case("END:VCALENDAR"))
}

/// A date, or a time, of a calendar.
#[derive(Clone, Debug)]
enum Point {
    Day(Date),
    Local(DateTime, Zone),
    At(Timestamp),
}

/// How long an event lasts: a day may have 23 hours.
#[derive(Clone, Copy, Debug)]
enum Length {
    Days(i32),
    Exact(SignedDuration),
}

struct Event<'c> {
    uid: Option<&'c str>,
    start: Point,
    length: Length,
    rule: Option<&'c ICalendarRecurrenceRule>,
    component: &'c ICalendarComponent,
}

/// How a changed occurrence changes those after it.
#[derive(Clone, Copy)]
enum FromHere {
    Same,
    Free,
    /// The occurrence is this much later, and this long.
    Moved(SignedDuration, Length),
}

/// An occurrence that is changed, or all from it on.
struct Override {
    at: Timestamp,
    from_here: FromHere,
}

struct Reader<'c, 'r> {
    calendar: &'c ICalendar,
    zones: Zones<'c>,
    default: Zone,
    window: Span,
    days: (Date, Date),
    reading: &'r mut Reading,
    steps: &'r mut u32,
    overrides: HashMap<&'c str, Vec<Override>>,
}

fn day_of(at: Instant) -> Date {
    at.timestamp().to_zoned(jiff::tz::TimeZone::UTC).date()
}

/// Whether an event takes no time of those whose calendar it is.
fn is_free(event: &ICalendarComponent) -> bool {
    let is_marked = event.entries.iter().any(|entry| {
        let is_status = matches!(&entry.name, Property::Other(name) if name == "X-MICROSOFT-CDO-BUSYSTATUS");
        let value = entry.values.first().and_then(Value::as_text);
        is_status && matches!(value, Some("FREE" | "WORKINGELSEWHERE"))
    });
    is_marked
        || event.status() == Some(&ICalendarStatus::Cancelled)
        || event.transparency() == Some(&ICalendarTransparency::Transparent)
}

fn exact(length: &ICalendarDuration) -> SignedDuration {
    let seconds = [(length.weeks, 604_800), (length.days, 86_400), (length.hours, 3_600), (length.minutes, 60)];
    let seconds: i64 = seconds.into_iter().map(|(count, unit)| i64::from(count) * unit).sum();
    let whole = SignedDuration::from_secs(seconds + i64::from(length.seconds));
    if length.neg { -whole } else { whole }
}

fn first<'c>(component: &'c ICalendarComponent, name: &Property) -> Option<(&'c ICalendarEntry, &'c Value)> {
    let entry = component.property(name)?;
    Some((entry, entry.values.first()?))
}

impl<'c, 'r> Reader<'c, 'r> {
    fn new(
        calendar: &'c ICalendar,
        zone: Option<&str>,
        window: Span,
        (reading, steps): (&'r mut Reading, &'r mut u32),
    ) -> Self {
        // A day more on each side, for the zones that are ahead or behind; changes of zones from years before.
        let (from, to) = (day_of(window.from.plus(-DAY)), day_of(window.to.plus(DAY)));
        let years = (from.saturating_sub(3.years()), to);
        let mut zones = Zones::new(calendar, zone, years);
        let default = zones.find(None, steps).unwrap_or_else(|_| Zone::utc());
        let overrides = HashMap::new();
        Self { calendar, zones, default, window, days: (from, to), reading, steps, overrides }
    }

    fn read(mut self) {
        let calendar = self.calendar;
        let events = || calendar.components.iter().filter(|part| part.component_type == Component::VEvent);
        let (changed, usual): (Vec<_>, Vec<_>) =
            events().partition(|event| event.has_property(&Property::RecurrenceId));
        for event in changed {
            let done = self.changed(event);
            self.note(done);
        }
        for event in usual {
            let done = if is_free(event) { Ok(()) } else { self.event(event).and_then(|event| self.recurring(&event)) };
            self.note(done);
        }
        for part in calendar.components.iter().filter(|part| part.component_type == Component::VFreebusy) {
            for entry in part.properties(&Property::Freebusy) {
                let done = self.free_busy(entry);
                self.note(done);
            }
        }
    }

    fn note(&mut self, done: Result<(), Unread>) {
        if let Err(why) = done {
            *self.reading.unread.entry(why).or_default() += 1;
        }
    }

    fn point(&mut self, value: &PartialDateTime, zone: Option<&str>) -> Result<Point, Unread> {
        let local = local_of(value).ok_or(Unread::Times)?;
        Ok(match offset_of(value) {
            _ if !value.has_time() => Point::Day(local.date()),
            Some(offset) => Point::At(offset.to_timestamp(local).map_err(|_| Unread::Times)?),
            None => Point::Local(local, self.zones.find(zone, self.steps)?),
        })
    }

    fn instant(&self, point: &Point) -> Result<Timestamp, Unread> {
        let at = match point {
            Point::Day(day) => self.default.instant(day.to_datetime(jiff::civil::Time::midnight())),
            Point::Local(local, zone) => zone.instant(*local),
            Point::At(at) => Some(*at),
        };
        at.ok_or(Unread::Times)
    }

    fn named(&mut self, event: &ICalendarComponent, name: &Property) -> Result<Option<Point>, Unread> {
        match first(event, name) {
            None => Ok(None),
            Some((entry, Value::PartialDateTime(value))) => self.point(value, entry.tz_id()).map(Some),
            Some(_) => Err(Unread::Times),
        }
    }

    fn length(&mut self, event: &ICalendarComponent, start: &Point) -> Result<Length, Unread> {
        if let Some(end) = self.named(event, &Property::Dtend)? {
            if let (Point::Day(start), Point::Day(end)) = (start, &end) {
                let days = start.until(*end).map_err(|_| Unread::Times)?.get_days();
                return if days < 0 { Err(Unread::Times) } else { Ok(Length::Days(days.max(1))) };
            }
            let length = self.instant(&end)?.duration_since(self.instant(start)?);
            return if length.is_negative() { Err(Unread::Times) } else { Ok(Length::Exact(length)) };
        }
        match (first(event, &Property::Duration), start) {
            (Some((_, Value::Duration(length))), _) if length.neg => Err(Unread::Times),
            (Some((_, Value::Duration(length))), Point::Day(_)) => {
                let days = length.weeks.saturating_mul(7).saturating_add(length.days).max(1);
                i32::try_from(days).map(Length::Days).map_err(|_| Unread::Times)
            }
            (Some((_, Value::Duration(length))), _) => Ok(Length::Exact(exact(length))),
            (Some(_), _) => Err(Unread::Times),
            (None, Point::Day(_)) => Ok(Length::Days(1)),
            (None, _) => Ok(Length::Exact(SignedDuration::ZERO)),
        }
    }

    fn event(&mut self, component: &'c ICalendarComponent) -> Result<Event<'c>, Unread> {
        let start = self.named(component, &Property::Dtstart)?.ok_or(Unread::Times)?;
        let length = self.length(component, &start)?;
        let rule = match first(component, &Property::Rrule) {
            None => None,
            Some((_, Value::RecurrenceRule(rule))) => Some(&**rule),
            Some(_) => return Err(Unread::Recurrence),
        };
        Ok(Event { uid: component.uid(), start, length, rule, component })
    }

    /// An event that changes an occurrence of another.
    fn changed(&mut self, component: &'c ICalendarComponent) -> Result<(), Unread> {
        let Some(replaced) = self.named(component, &Property::RecurrenceId)? else { return Ok(()) };
        let at = self.instant(&replaced)?;
        let from_here =
            first(component, &Property::RecurrenceId).is_some_and(|(entry, _)| entry.has_parameter(&Parameter::Range));
        let event = if is_free(component) { None } else { Some(self.event(component)) };
        let from_here = match &event {
            _ if !from_here => FromHere::Same,
            Some(Ok(event)) => FromHere::Moved(self.instant(&event.start)?.duration_since(at), event.length),
            _ => FromHere::Free,
        };
        if let Some(uid) = component.uid() {
            self.overrides.entry(uid).or_default().push(Override { at, from_here });
        }
        event.map_or(Ok(()), |event| event.and_then(|event| self.once(&event.start, event.length)))
    }

    /// An event, as often as it occurs.
    fn recurring(&mut self, event: &Event<'c>) -> Result<(), Unread> {
        let mut starts = event.rule.map(|rule| self.by_rule(rule, event)).transpose()?.unwrap_or_default();
        // The first one, also where the rule does not name it (section 3.8.5.3).
        starts.push(event.start.clone());
        let mut is_removed = HashSet::new();
        let mut removed_days = HashSet::new();
        for entry in event.component.properties(&Property::Exdate) {
            for value in entry.values.iter().filter_map(Value::as_partial_date_time) {
                match self.point(value, entry.tz_id())? {
                    Point::Day(day) => drop(removed_days.insert(day)),
                    point => drop(is_removed.insert(self.instant(&point)?)),
                }
            }
        }
        for entry in event.component.properties(&Property::Rdate) {
            for value in &entry.values {
                match value {
                    Value::PartialDateTime(value) => starts.push(self.point(value, entry.tz_id())?),
                    Value::Period(period) => self.period(period, entry.tz_id())?,
                    _ => return Err(Unread::Recurrence),
                }
            }
        }
        let overrides = event.uid.and_then(|uid| self.overrides.get(uid)).map(Vec::as_slice).unwrap_or_default();
        // Any number of events may have the name of one that has any number of changes.
        let looked_at = u32::try_from(overrides.len()).unwrap_or(u32::MAX);
        *self.steps = self.steps.checked_sub(looked_at).ok_or(Unread::TooMany)?;
        let changed: HashSet<_> = overrides.iter().map(|change| change.at).collect();
        let mut later: Vec<_> = overrides.iter().map(|change| (change.at, change.from_here)).collect();
        later.retain(|(_, from_here)| !matches!(from_here, FromHere::Same));
        later.sort_by_key(|(at, _)| *at);
        for start in starts {
            let at = self.instant(&start)?;
            let is_left_out = match &start {
                Point::Day(day) => removed_days.contains(day),
                Point::Local(local, _) => removed_days.contains(&local.date()),
                Point::At(_) => false,
            };
            if is_left_out || is_removed.contains(&at) || changed.contains(&at) {
                continue;
            }
            let before = later.partition_point(|(from, _)| *from < at);
            match before.checked_sub(1).and_then(|last| later.get(last)) {
                None | Some((_, FromHere::Same)) => self.once(&start, event.length)?,
                Some((_, FromHere::Moved(shift, length))) => {
                    let moved = at.checked_add(*shift).map_err(|_| Unread::Times)?;
                    self.once(&Point::At(moved), *length)?;
                }
                Some((_, FromHere::Free)) => {}
            }
        }
        Ok(())
    }

    fn by_rule(&mut self, rule: &ICalendarRecurrenceRule, event: &Event<'_>) -> Result<Vec<Point>, Unread> {
        let utc = Zone::utc();
        let (start, zone) = match &event.start {
            Point::Day(day) => (day.to_datetime(jiff::civil::Time::midnight()), &self.default),
            Point::Local(local, zone) => (*local, zone),
            Point::At(at) => (utc.local(*at).ok_or(Unread::Times)?, &utc),
        };
        let until = rule.until.as_ref().map(|until| {
            let local = local_of(until)?;
            match offset_of(until) {
                _ if !until.has_time() => Some(local.date().at(23, 59, 59, 0)),
                Some(offset) => zone.local(offset.to_timestamp(local).ok()?),
                None => Some(local),
            }
        });
        let until = until.map(|until| until.ok_or(Unread::Recurrence)).transpose()?;
        // One that begins before the window may last into it.
        let days = match event.length {
            Length::Days(days) => days.into(),
            Length::Exact(length) => length.as_hours() / 24 + 1,
        };
        let days = jiff::Span::new().try_days(days);
        let first = days.ok().and_then(|days| self.days.0.checked_sub(days).ok()).unwrap_or(Date::MIN);
        let found = occurrences(rule, start, until, (first, self.days.1), self.steps)?;
        let as_start = |at: DateTime| match &event.start {
            Point::Day(_) => Ok(Point::Day(at.date())),
            Point::Local(_, zone) => Ok(Point::Local(at, zone.clone())),
            Point::At(_) => utc.instant(at).map(Point::At).ok_or(Unread::Times),
        };
        found.into_iter().map(as_start).collect()
    }

    fn once(&mut self, start: &Point, length: Length) -> Result<(), Unread> {
        let from = self.instant(start)?;
        let to = match (start, length) {
            (_, Length::Exact(length)) => from.checked_add(length).map_err(|_| Unread::Times)?,
            (Point::Day(day), Length::Days(days)) => {
                let days = jiff::Span::new().try_days(days).map_err(|_| Unread::Times)?;
                let end = day.checked_add(days).map_err(|_| Unread::Times)?;
                self.instant(&Point::Day(end))?
            }
            (_, Length::Days(days)) => {
                from.checked_add(SignedDuration::from_hours(i64::from(days) * 24)).map_err(|_| Unread::Times)?
            }
        };
        self.add(from, to)
    }

    fn add(&mut self, from: Timestamp, to: Timestamp) -> Result<(), Unread> {
        let span = Span { from: from.into(), to: to.into() };
        if span.from >= span.to || span.to <= self.window.from || span.from >= self.window.to {
            return Ok(());
        }
        let busy = &mut self.reading.busy;
        if busy.len() >= MAX_SPANS {
            *busy = merged(std::mem::take(busy));
            if busy.len() > MAX_SPANS / 2 {
                return Err(Unread::TooMany);
            }
        }
        busy.push(Span { from: span.from.max(self.window.from), to: span.to.min(self.window.to) });
        Ok(())
    }

    fn period(&mut self, period: &Period, zone: Option<&str>) -> Result<(), Unread> {
        let (start, end) = match period {
            Period::Range { start, end } => (start, Ok(end)),
            Period::Duration { start, duration } => (start, Err(duration)),
        };
        let from = self.point(start, zone)?;
        let from = self.instant(&from)?;
        let to = match end {
            Ok(end) => {
                let end = self.point(end, zone)?;
                self.instant(&end)?
            }
            Err(length) => from.checked_add(exact(length)).map_err(|_| Unread::Times)?,
        };
        if to < from { Err(Unread::Times) } else { self.add(from, to) }
    }

    fn free_busy(&mut self, entry: &ICalendarEntry) -> Result<(), Unread> {
        let kind = entry.parameter(&Parameter::Fbtype).and_then(|kind| kind.as_text());
        let is_free = kind == Some(calcard::common::IanaString::as_str(&BusyType::Free));
        if is_free {
            return Ok(());
        }
        for value in &entry.values {
            let Value::Period(period) = value else { return Err(Unread::Times) };
            self.period(period, entry.tz_id())?;
        }
        Ok(())
    }
}
