//! Time zones of a calendar: IANA names, those of Windows, and zones that the calendar describes itself (`VTIMEZONE`).

use super::{recurrence::occurrences, unread::Unread};
use calcard::{
    common::{PartialDateTime, timezone::Tz},
    icalendar::{
        ICalendar, ICalendarComponent, ICalendarComponentType as Component, ICalendarProperty as Property,
        ICalendarValue as Value, timezone::TzResolver,
    },
};
use jiff::{
    Timestamp,
    civil::{Date, DateTime},
    tz::{Offset, TimeZone},
};
use std::{collections::HashMap, sync::Arc};

/// How local times become instants.
#[derive(Clone, Debug)]
pub(super) enum Zone {
    Known(TimeZone),
    /// The changes of a zone that the calendar describes, in order: when, by the clock before it; the offset before, and after.
    /// They are shared: each time that is read keeps its zone, and a described one may have a million changes.
    Described(Arc<[(DateTime, Offset, Offset)]>),
}

impl Zone {
    pub(super) fn utc() -> Self {
        Self::Known(TimeZone::UTC)
    }

    /// A time that the clock shows twice is the first one; one that it skips is as much later.
    pub(super) fn instant(&self, local: DateTime) -> Option<Timestamp> {
        match self {
            Self::Known(zone) => Some(zone.to_ambiguous_zoned(local).compatible().ok()?.timestamp()),
            Self::Described(changes) => {
                let next = changes.partition_point(|(at, ..)| *at <= local);
                let before = next.checked_sub(1).and_then(|last| changes.get(last)).map(|(.., after)| *after);
                let offset = before.or_else(|| changes.first().map(|(_, before, _)| *before))?;
                offset.to_timestamp(local).ok()
            }
        }
    }

    /// The time that the clock of this zone shows.
    pub(super) fn local(&self, at: Timestamp) -> Option<DateTime> {
        match self {
            Self::Known(zone) => Some(at.to_zoned(zone.clone()).datetime()),
            Self::Described(changes) => {
                let past = changes
                    .iter()
                    .rev()
                    .find(|(when, before, _)| before.to_timestamp(*when).is_ok_and(|when| when <= at));
                let offset =
                    past.map(|(.., after)| *after).or_else(|| changes.first().map(|(_, before, _)| *before))?;
                Some(offset.to_datetime(at))
            }
        }
    }
}

/// The zones of one calendar by their names in it.
pub(super) struct Zones<'c> {
    calendar: &'c ICalendar,
    /// The parts of the calendar that describe zones, by name: the first of each.
    own: HashMap<&'c str, &'c ICalendarComponent>,
    known: TzResolver<&'c str>,
    /// The zone of days and times that name none.
    default: Zone,
    /// Days for which the changes of described zones are worked out.
    window: (Date, Date),
    found: HashMap<String, Option<Zone>>,
}

impl<'c> Zones<'c> {
    pub(super) fn new(calendar: &'c ICalendar, zone: Option<&str>, window: (Date, Date)) -> Self {
        let named = calendar.components.iter().flat_map(|component| &component.entries);
        let mut named = named.filter(|entry| matches!(&entry.name, Property::Other(name) if name == "X-WR-TIMEZONE"));
        let named = named.find_map(|entry| entry.values.first()?.as_text());
        let by_name = |name: &str| known(name.parse().ok()?);
        let default = named.and_then(by_name).or_else(|| zone.and_then(by_name)).unwrap_or_else(Zone::utc);
        let mut own = HashMap::new();
        for zone in calendar.components.iter().filter(|part| part.component_type == Component::VTimezone) {
            if let Some(id) = zone.property(&Property::Tzid).and_then(|entry| entry.values.first()?.as_text()) {
                own.entry(id).or_insert(zone);
            }
        }
        Self { calendar, own, known: calendar.build_tz_resolver(), default, window, found: HashMap::new() }
    }

    /// # Errors
    /// [`Unread::Zone`] for a name that is neither known nor described; [`Unread::TooMany`].
    pub(super) fn find(&mut self, name: Option<&str>, steps: &mut u32) -> Result<Zone, Unread> {
        let Some(name) = name else { return Ok(self.default.clone()) };
        if let Some(found) = self.found.get(name) {
            return found.clone().ok_or(Unread::Zone);
        }
        let found = match self.known.resolve(name).and_then(known) {
            Some(zone) => Some(zone),
            None => self.described(name, steps)?,
        };
        self.found.insert(name.to_owned(), found.clone());
        found.ok_or(Unread::Zone)
    }

    fn described(&self, name: &str, steps: &mut u32) -> Result<Option<Zone>, Unread> {
        let Some(zone) = self.own.get(name) else { return Ok(None) };
        let mut changes = Vec::new();
        for id in &zone.component_ids {
            let Some(part) = self.calendar.component_by_id(*id) else { continue };
            if matches!(part.component_type, Component::Standard | Component::Daylight) {
                self.add_changes(part, &mut changes, steps)?;
            }
        }
        changes.sort_by_key(|(at, ..)| *at);
        Ok(if changes.is_empty() { None } else { Some(Zone::Described(changes.into())) })
    }

    fn add_changes(
        &self,
        part: &ICalendarComponent,
        changes: &mut Vec<(DateTime, Offset, Offset)>,
        steps: &mut u32,
    ) -> Result<(), Unread> {
        let value = |name: &Property| part.property(name).and_then(|entry| entry.values.first());
        let date = |name: &Property| value(name).and_then(Value::as_partial_date_time);
        let offset = |name: &Property| date(name).and_then(offset_of).ok_or(Unread::Zone);
        let start = date(&Property::Dtstart).and_then(local_of).ok_or(Unread::Zone)?;
        let (before, after) = (offset(&Property::Tzoffsetfrom)?, offset(&Property::Tzoffsetto)?);
        changes.push((start, before, after));
        if let Some(Value::RecurrenceRule(rule)) = value(&Property::Rrule) {
            // The end of a rule is in UTC; which hour it is does not matter here.
            let until = rule.until.as_ref().and_then(local_of).map(|until| until.date().at(23, 59, 59, 0));
            let found = occurrences(rule, start, until, self.window, steps)?;
            changes.extend(found.into_iter().map(|at| (at, before, after)));
        }
        for dates in part.properties(&Property::Rdate).flat_map(|entry| &entry.values) {
            changes.extend(dates.as_partial_date_time().and_then(local_of).map(|at| (at, before, after)));
        }
        Ok(())
    }
}

fn known(zone: Tz) -> Option<Zone> {
    match zone {
        Tz::Tz(zone) => TimeZone::get(zone.name()).ok().map(Zone::Known),
        Tz::Fixed(offset) => {
            Offset::from_seconds(offset.local_minus_utc()).ok().map(|offset| Zone::Known(TimeZone::fixed(offset)))
        }
        Tz::Floating => None,
    }
}

/// The offset that a value has, or is.
pub(super) fn offset_of(value: &PartialDateTime) -> Option<Offset> {
    let seconds = i32::from(value.tz_hour?) * 3_600 + i32::from(value.tz_minute.unwrap_or(0)) * 60;
    Offset::from_seconds(if value.tz_minus { -seconds } else { seconds }).ok()
}

/// Date and time of a value, as written.
pub(super) fn local_of(value: &PartialDateTime) -> Option<DateTime> {
    let small = |value: Option<u8>| i8::try_from(value.unwrap_or(0)).ok();
    let year = i16::try_from(value.year?).ok()?;
    let (month, day) = (i8::try_from(value.month?).ok()?, i8::try_from(value.day?).ok()?);
    // A leap second counts as the one before.
    let second = small(value.second)?.min(59);
    DateTime::new(year, month, day, small(value.hour)?, small(value.minute)?, second, 0).ok()
}
