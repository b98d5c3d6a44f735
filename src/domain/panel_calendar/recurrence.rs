//! When an event recurs (RFC 5545, 3.3.10), within a window. Libraries count from the first occurrence, without a bound: a
//! rule that never holds would keep them busy for minutes. The tests compare this with one of them.

use super::unread::Unread;
use calcard::icalendar::{
    ICalendarDay, ICalendarFrequency as Frequency, ICalendarMonth, ICalendarRecurrenceRule, ICalendarWeekday,
};
use jiff::{
    Span, ToSpan,
    civil::{Date, DateTime, Time, Weekday},
};

/// Times of one day: a rule for each quarter of an hour has as many.
const MAX_TIMES: usize = 96;

/// Values of a rule's lists that one step compares: a list may have any number of them.
const COMPARED: usize = 32;

/// A rule; its gaps are filled from the first occurrence.
struct Rule<'r> {
    given: &'r ICalendarRecurrenceRule,
    interval: i64,
    months: Vec<i8>,
    month_days: Vec<i8>,
    days: Vec<(i16, Weekday)>,
    times: Vec<Time>,
    week_start: Weekday,
    /// Steps that a day takes.
    day_steps: u32,
}

/// The steps that comparing so many values takes.
fn steps_for(values: usize) -> u32 {
    u32::try_from(values / COMPARED).unwrap_or(u32::MAX)
}

const fn weekday(day: ICalendarWeekday) -> Weekday {
    match day {
        ICalendarWeekday::Sunday => Weekday::Sunday,
        ICalendarWeekday::Monday => Weekday::Monday,
        ICalendarWeekday::Tuesday => Weekday::Tuesday,
        ICalendarWeekday::Wednesday => Weekday::Wednesday,
        ICalendarWeekday::Thursday => Weekday::Thursday,
        ICalendarWeekday::Friday => Weekday::Friday,
        ICalendarWeekday::Saturday => Weekday::Saturday,
    }
}

fn in_range(value: u8) -> i8 {
    i8::try_from(value).unwrap_or(i8::MAX)
}

impl<'r> Rule<'r> {
    fn new(given: &'r ICalendarRecurrenceRule, start: DateTime) -> Result<Self, Unread> {
        let is_fine_grained = matches!(given.freq, Frequency::Hourly | Frequency::Minutely | Frequency::Secondly)
            || given.interval == Some(0);
        let is_rare = !given.byweekno.is_empty() || given.bymonth.iter().any(ICalendarMonth::is_leap);
        let is_gregorian =
            given.rscale.as_ref().is_none_or(|scale| *scale == calcard::common::CalendarScale::Gregorian);
        if is_fine_grained || is_rare || !is_gregorian || given.count == Some(0) {
            return Err(Unread::Recurrence);
        }
        let mut rule = Self {
            given,
            interval: given.interval.unwrap_or(1).into(),
            months: given.bymonth.iter().map(|month| in_range(month.month())).collect(),
            month_days: given.bymonthday.clone(),
            days: given
                .byday
                .iter()
                .map(|ICalendarDay { ordwk, weekday: day }| (ordwk.unwrap_or(0), weekday(*day)))
                .collect(),
            times: times(given, start.time())?,
            week_start: given.wkst.map_or(Weekday::Monday, weekday),
            day_steps: steps_for(
                given.bymonth.len() + given.bymonthday.len() + given.byyearday.len() + given.byday.len(),
            )
            .saturating_add(1),
        };
        if given.byyearday.is_empty() && rule.month_days.is_empty() && rule.days.is_empty() {
            match given.freq {
                Frequency::Yearly => {
                    if rule.months.is_empty() {
                        rule.months = vec![start.month()];
                    }
                    rule.month_days = vec![start.day()];
                }
                Frequency::Monthly => rule.month_days = vec![start.day()],
                Frequency::Weekly => rule.days = vec![(0, start.weekday())],
                _ => {}
            }
        }
        Ok(rule)
    }

    fn week_of(&self, day: Date) -> Option<Date> {
        let into = day.weekday().since(self.week_start);
        day.checked_sub(i64::from(into).days()).ok()
    }

    /// Number of the first period that can have an occurrence on or after a day.
    fn first_period(&self, start: Date, from: Date) -> Option<i64> {
        if self.given.count.is_some() || from <= start {
            return Some(0);
        }
        let months = |day: Date| i64::from(day.year()) * 12 + i64::from(day.month());
        let days = |from: Date, to: Date| from.until(to).ok().map(|span| i64::from(span.get_days()));
        let apart = match self.given.freq {
            Frequency::Yearly => i64::from(from.year()) - i64::from(start.year()),
            Frequency::Monthly => months(from) - months(start),
            Frequency::Weekly => days(self.week_of(start)?, from)? / 7,
            _ => days(start, from)?,
        };
        Some(apart / self.interval)
    }

    /// The first day of a period, and their number. `None` after the last one of the calendar.
    fn period(&self, start: Date, number: i64) -> Option<(Date, i64)> {
        let apart = number.checked_mul(self.interval)?;
        match self.given.freq {
            Frequency::Yearly => {
                let first = start.first_of_year().checked_add(Span::new().try_years(apart).ok()?).ok()?;
                Some((first, first.days_in_year().into()))
            }
            Frequency::Monthly => {
                let first = start.first_of_month().checked_add(Span::new().try_months(apart).ok()?).ok()?;
                Some((first, first.days_in_month().into()))
            }
            Frequency::Weekly => Some((self.week_of(start)?.checked_add(Span::new().try_weeks(apart).ok()?).ok()?, 7)),
            _ => Some((start.checked_add(Span::new().try_days(apart).ok()?).ok()?, 1)),
        }
    }

    fn holds_on(&self, day: Date) -> bool {
        let (year_day, year_days) = (day.day_of_year(), day.days_in_year());
        let (month_day, month_days) = (day.day(), day.days_in_month());
        let nth = |position: i16, count: i16| (position, position - count - 1);
        let (first, last) = nth(year_day, year_days);
        let (in_month, from_end) = nth(month_day.into(), month_days.into());
        let by_year = self.given.freq == Frequency::Yearly && self.months.is_empty();
        let has_nth = matches!(self.given.freq, Frequency::Yearly | Frequency::Monthly);
        let (position, back) = if by_year { (first, last) } else { (in_month, from_end) };
        let is_nth = |n: i16| n == 0 || !has_nth || n == (position - 1) / 7 + 1 || n == (back + 1) / 7 - 1;
        (self.months.is_empty() || self.months.contains(&day.month()))
            && (self.given.byyearday.is_empty() || self.given.byyearday.iter().any(|n| *n == first || *n == last))
            && (self.month_days.is_empty()
                || self.month_days.iter().any(|n| i16::from(*n) == in_month || i16::from(*n) == from_end))
            && (self.days.is_empty() || self.days.iter().any(|(n, on)| *on == day.weekday() && is_nth(*n)))
    }

    /// The occurrences of a period, in order.
    fn set(&self, (first, days): (Date, i64), steps: &mut u32) -> Result<Vec<DateTime>, Unread> {
        let mut set = Vec::new();
        let mut day = Some(first);
        let mut left = days;
        while let Some(at) = day.filter(|_| left > 0) {
            // A month without an occurrence is passed over at once.
            let is_other_month = !self.months.is_empty() && !self.months.contains(&at.month());
            let passed = if is_other_month { i64::from(at.days_in_month() - at.day()) + 1 } else { 1 };
            *steps = steps.checked_sub(self.day_steps).ok_or(Unread::TooMany)?;
            if !is_other_month && self.holds_on(at) {
                let times = u32::try_from(self.times.len()).unwrap_or(u32::MAX);
                *steps = steps.checked_sub(times).ok_or(Unread::TooMany)?;
                set.extend(self.times.iter().map(|time| at.to_datetime(*time)));
            }
            left -= passed;
            day = at.checked_add(passed.days()).ok();
        }
        let positions = &self.given.bysetpos;
        if positions.is_empty() {
            return Ok(set);
        }
        let compared = steps_for(set.len().saturating_mul(positions.len()));
        *steps = steps.checked_sub(compared).ok_or(Unread::TooMany)?;
        let count = i64::try_from(set.len()).unwrap_or(i64::MAX);
        let is_chosen =
            |index: i64| positions.iter().any(|n| i64::from(*n) == index + 1 || i64::from(*n) == index - count);
        Ok((0..).zip(set).filter(|(index, _)| is_chosen(*index)).map(|(_, at)| at).collect())
    }
}

fn times(given: &ICalendarRecurrenceRule, start: Time) -> Result<Vec<Time>, Unread> {
    let or = |given: &[u8], own: i8| {
        if given.is_empty() { vec![own] } else { given.iter().copied().map(in_range).collect() }
    };
    let (hours, minutes) = (or(&given.byhour, start.hour()), or(&given.byminute, start.minute()));
    let seconds = or(&given.bysecond, start.second());
    if hours.len().saturating_mul(minutes.len()).saturating_mul(seconds.len()) > MAX_TIMES {
        return Err(Unread::Recurrence);
    }
    let mut times = Vec::new();
    for hour in &hours {
        for minute in &minutes {
            for second in &seconds {
                times.push(Time::new(*hour, *minute, *second, 0).map_err(|_| Unread::Recurrence)?);
            }
        }
    }
    times.sort_unstable();
    times.dedup();
    Ok(times)
}

/// The occurrences of a rule on days from one to another, by the clock of the event. Each step of the work is taken from
/// `steps`.
///
/// # Errors
/// [`Unread::Recurrence`] for a rule that is not understood; [`Unread::TooMany`] if no step is left.
pub(super) fn occurrences(
    given: &ICalendarRecurrenceRule,
    start: DateTime,
    until: Option<DateTime>,
    (from, to): (Date, Date),
    steps: &mut u32,
) -> Result<Vec<DateTime>, Unread> {
    let rule = Rule::new(given, start)?;
    let mut found = Vec::new();
    let mut left = given.count.unwrap_or(u32::MAX);
    let Some(mut number) = rule.first_period(start.date(), from) else { return Ok(found) };
    while let Some(period) = rule.period(start.date(), number).filter(|(first, _)| *first <= to) {
        *steps = steps.checked_sub(1).ok_or(Unread::TooMany)?;
        for at in rule.set(period, steps)?.into_iter().filter(|at| *at >= start) {
            if until.is_some_and(|until| at > until) || at.date() > to {
                return Ok(found);
            }
            if at.date() >= from {
                found.push(at);
            }
            left -= 1;
            if left == 0 {
                return Ok(found);
            }
        }
        number += 1;
    }
    Ok(found)
}
