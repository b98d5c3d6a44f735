//! Instants, lengths of time and time zones. Domain rules get the time as an argument; only the application's clock reads
//! it. A length of time is a [`SignedDuration`]; where a thread or a socket waits, it is the standard library's.

use super::language::Language;
use jiff::tz::AmbiguousOffset;
use serde::{Deserialize, Serialize};
use std::{
    fmt,
    time::{SystemTime, UNIX_EPOCH},
};

pub use jiff::SignedDuration;

/// The resolution of an [`Instant`].
pub const MILLISECOND: SignedDuration = SignedDuration::from_millis(1);
/// Units, for expressions such as `10 * MINUTE` and `-DAY`. Rust has no such operators in constants: there, and for a
/// factor that is not an `i32`, write `SignedDuration::from_mins(10)` or `DAY.saturating_mul(7)`.
pub const SECOND: SignedDuration = SignedDuration::from_secs(1);
pub const MINUTE: SignedDuration = SignedDuration::from_mins(1);
pub const HOUR: SignedDuration = SignedDuration::from_hours(1);
pub const DAY: SignedDuration = SignedDuration::from_hours(24);

/// A number of milliseconds since 1970-01-01T00:00:00Z. Displayed as RFC 3339 in UTC.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Instant(i64);

impl Instant {
    pub const EPOCH: Self = Self(0);
    pub const MIN: Self = Self(i64::MIN);
    pub const MAX: Self = Self(i64::MAX);

    /// Creates an instant from a number of the store or the wire, as [`Self::as_millis`] returns it.
    #[must_use]
    pub const fn from_millis(millis: i64) -> Self {
        Self(millis)
    }

    /// Milliseconds since 1970.
    #[must_use]
    pub const fn as_millis(self) -> i64 {
        self.0
    }

    /// Whole seconds since 1970, rounded down: Unix time.
    #[must_use]
    pub const fn as_secs(self) -> i64 {
        self.0.div_euclid(1_000)
    }

    /// This instant moved by `length` (negative: earlier).
    #[must_use]
    pub const fn plus(self, length: SignedDuration) -> Self {
        Self(self.0.saturating_add(millis(length)))
    }

    /// The time from `earlier` to this instant.
    #[must_use]
    pub const fn since(self, earlier: Self) -> SignedDuration {
        SignedDuration::from_millis(self.0.saturating_sub(earlier.0))
    }

    /// Whether this instant is less than `length` before `now`. One in the future was noted before the clock was set back:
    /// it counts as recent for as long, not until its time comes.
    #[must_use]
    pub fn is_within(self, length: SignedDuration, now: Self) -> bool {
        now.since(self).abs() < length
    }

    /// Number of the period that contains this instant, if time is cut into periods of this length from 1970 on.
    #[must_use]
    pub fn period(self, length: SignedDuration) -> i64 {
        self.0.div_euclid(millis(length).max(1))
    }

    /// Start of a [`Self::period`].
    #[must_use]
    pub const fn of_period(number: i64, length: SignedDuration) -> Self {
        Self(number.saturating_mul(millis(length)))
    }

    /// The instant as the calendar's type; 1970 where its years do not reach.
    #[must_use]
    pub fn timestamp(self) -> jiff::Timestamp {
        jiff::Timestamp::from_millisecond(self.0).unwrap_or(jiff::Timestamp::UNIX_EPOCH)
    }

    /// The instant as the standard library's type; 1970 for an earlier one.
    #[must_use]
    pub fn system_time(self) -> SystemTime {
        UNIX_EPOCH + std::time::Duration::from_millis(u64::try_from(self.0).unwrap_or_default())
    }

    /// Parses RFC 3339 with an offset of up to 23:59; `None` for anything else.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        // The parser accepts offsets up to 25:59:59, which RFC 3339 does not allow.
        let time = text.split('[').next().unwrap_or_default();
        let hours = time.rfind(['+', '-']).filter(|at| *at > 10).and_then(|at| time.get(at + 1..at + 3));
        if hours.is_some_and(|hours| hours > "23") {
            return None;
        }
        text.parse::<jiff::Timestamp>().map(Self::from).ok().or_else(|| Self::beyond_calendar(text))
    }

    /// A time that is well-formed but outside of what the library's calendar reaches: a rule about times refuses it, not
    /// one about their form.
    fn beyond_calendar(text: &str) -> Option<Self> {
        let parts = jiff::fmt::temporal::Pieces::parse(text).ok()?;
        let _ = parts.time().zip(parts.to_numeric_offset())?;
        let end = if parts.date().year() > 0 { jiff::Timestamp::MAX } else { jiff::Timestamp::MIN };
        Some(end.into())
    }

    /// Parses a local date and time without an offset, `2027-03-01T10:00`, in the IANA time zone.
    ///
    /// # Errors
    /// Why it does not denote exactly one instant.
    pub fn parse_local(text: &str, zone: &str) -> Result<Self, NotOneInstant> {
        let local = text.trim().parse::<jiff::civil::DateTime>().map_err(|_| NotOneInstant::NoTime)?;
        let zone = self::zone(zone).map_err(|_| NotOneInstant::NoTime)?;
        let zoned = zone.to_ambiguous_zoned(local);
        match zoned.offset() {
            AmbiguousOffset::Gap { .. } => return Err(NotOneInstant::Skipped),
            AmbiguousOffset::Fold { before, after } => {
                let shown = |offset: jiff::tz::Offset| {
                    offset.to_timestamp(local).map(|at| at.display_with_offset(offset).to_string())
                };
                let (Ok(first), Ok(second)) = (shown(before), shown(after)) else {
                    return Err(NotOneInstant::NoTime);
                };
                return Err(NotOneInstant::Twice([first, second]));
            }
            AmbiguousOffset::Unambiguous { .. } => {}
        }
        let at = zoned.unambiguous().map_err(|_| NotOneInstant::NoTime)?;
        Ok(at.timestamp().into())
    }

    /// "Monday, 7 September 2026, 14:30 (Europe/Berlin), 12:30 UTC": for mails, where the reader's time zone may
    /// be unknown. Without a zone, or with an unknown one, only UTC.
    #[must_use]
    pub fn in_words(self, zone: Option<&str>, language: Language) -> String {
        let utc = self.timestamp().to_zoned(jiff::tz::TimeZone::UTC);
        let local = zone.filter(|z| *z != "UTC").and_then(|z| self.timestamp().in_tz(z).ok().map(|t| (z, t)));
        let comma = match language {
            Language::Arabic => "، ",
            Language::Japanese => " ",
            _ => ", ",
        };
        let whole = |at: &jiff::Zoned| format!("{}{comma}{}", language.day(at.date()), at.strftime("%H:%M"));
        match local {
            Some((zone, local)) => {
                let day = if local.date() == utc.date() {
                    String::new()
                } else {
                    format!("{} ", language.day_of_year(utc.date()))
                };
                format!("{} ({zone}){comma}{day}{} UTC", whole(&local), utc.strftime("%H:%M"))
            }
            None => format!("{} UTC", whole(&utc)),
        }
    }
}

impl fmt::Display for Instant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.3}", self.timestamp())
    }
}

impl From<jiff::Timestamp> for Instant {
    fn from(at: jiff::Timestamp) -> Self {
        Self(at.as_millisecond())
    }
}

/// A time before 1970 counts as 1970.
impl From<SystemTime> for Instant {
    fn from(at: SystemTime) -> Self {
        let since = at.duration_since(UNIX_EPOCH).unwrap_or_default();
        Self(i64::try_from(since.as_millis()).unwrap_or(i64::MAX))
    }
}

/// Whole milliseconds, as far as an [`Instant`] reaches.
const fn millis(length: SignedDuration) -> i64 {
    length.as_secs().saturating_mul(1_000).saturating_add(length.subsec_millis() as i64)
}

/// Whole seconds to wait, rounded up, at least 1: the value of `Retry-After`.
#[must_use]
pub fn seconds_to_wait(wait: SignedDuration) -> u32 {
    let seconds = wait.as_secs().saturating_add(i64::from(wait.subsec_nanos() > 0));
    u32::try_from(seconds.max(1)).unwrap_or(u32::MAX)
}

/// How records hold a [`SignedDuration`]: as a number of milliseconds. For `#[serde(with = "..")]`.
pub mod in_millis {
    use super::{SignedDuration, millis};
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    /// # Errors
    /// Those of the format.
    pub fn serialize<S: Serializer>(length: &SignedDuration, to: S) -> Result<S::Ok, S::Error> {
        millis(*length).serialize(to)
    }

    /// # Errors
    /// Those of the format.
    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<SignedDuration, D::Error> {
        i64::deserialize(from).map(SignedDuration::from_millis)
    }
}

/// Why a local date and time does not denote exactly one instant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotOneInstant {
    /// Not a date and time, or an unknown time zone.
    NoTime,
    /// Skipped when the clocks are set forward.
    Skipped,
    /// Occurs twice when the clocks are set back: both instants in RFC 3339, with their offsets.
    Twice([String; 2]),
}

/// A half-open range of instants: `from <= t < to`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    pub from: Instant,
    pub to: Instant,
}

/// The days `from` to `to` (`YYYY-MM-DD`), both inclusive, in the IANA time zone `tz`.
///
/// # Errors
/// A message for users: a malformed day or an unknown time zone.
pub fn days(from: Option<&str>, to: Option<&str>, tz: &str) -> Result<Option<Span>, String> {
    let zone = zone(tz)?;
    if from.is_none() && to.is_none() {
        return Ok(None);
    }
    let end = match to {
        Some(day) => start_of(day, 1, &zone)?,
        None => Instant::MAX,
    };
    let start = match from {
        Some(day) => start_of(day, 0, &zone)?,
        // No instant is older than 1970, but the range must not be inverted.
        None => Instant::EPOCH.min(end.plus(-DAY)),
    };
    Ok(Some(Span { from: start, to: end }))
}

/// Looks up an IANA time zone in the embedded data.
///
/// # Errors
/// A message for users if there is no such zone.
pub fn zone(name: &str) -> Result<jiff::tz::TimeZone, String> {
    jiff::tz::TimeZone::get(name).map_err(|_| format!("There is no time zone '{name}'."))
}

fn start_of(day: &str, add_days: i64, zone: &jiff::tz::TimeZone) -> Result<Instant, String> {
    let bad = || format!("'{day}' is not a day in the form YYYY-MM-DD.");
    if day.len() != 10 {
        return Err(bad());
    }
    let date: jiff::civil::Date = day.parse().map_err(|_| bad())?;
    // In some time zones, the library's calendar ends within the last day of 9999, which then has no following day.
    let out_of_range = || format!("'{day}' is out of range: days from 0001-01-01 to 9999-12-29 are allowed.");
    if date.year() < 1 || (add_days > 0 && date > jiff::civil::date(9999, 12, 29)) {
        return Err(out_of_range());
    }
    let date = date.checked_add(jiff::Span::new().days(add_days)).map_err(|_| out_of_range())?;
    let start = zone.to_ambiguous_zoned(date.at(0, 0, 0, 0)).compatible().map_err(|_| out_of_range())?;
    Ok(start.timestamp().into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instants_are_rfc_3339_with_milliseconds() {
        assert_eq!(Instant::EPOCH.to_string(), "1970-01-01T00:00:00.000Z");
        assert_eq!(Instant::parse("2026-11-20T10:00:00.5+01:00"), Instant::parse("2026-11-20T09:00:00.500Z"));
        assert_eq!(Instant::parse("2026-11-20T10:00:00+23:59"), Instant::parse("2026-11-19T10:01:00Z"));
        for bad in ["tomorrow", "2026-11-20T10:00:00+25:00", "2026-11-20T10:00:00-24:00", "2026-11-20T10:00:00+2500"] {
            assert_eq!(Instant::parse(bad), None, "{bad}");
        }
    }

    #[test]
    fn an_instant_moves_by_whole_milliseconds_and_never_overflows() {
        let at = Instant::from_millis(1_500);
        assert_eq!(at.plus(10 * MINUTE).since(at), 10 * MINUTE);
        assert_eq!(at.plus(-DAY).as_millis(), 1_500 - 86_400_000);
        assert_eq!(at.plus(SECOND / 16), Instant::from_millis(1_562));
        assert_eq!(at.plus(SignedDuration::MAX), Instant::MAX);
        assert_eq!(at.plus(SignedDuration::MIN), Instant::MIN.plus(at.since(Instant::EPOCH)));
        assert_eq!(Instant::MAX.since(Instant::MIN), SignedDuration::from_millis(i64::MAX));
        assert_eq!((Instant::from_millis(-1).as_secs(), at.as_secs()), (-1, 1));
    }

    #[test]
    fn periods_are_counted_from_1970_in_both_directions() {
        for (millis, number) in [(0, 0), (899_999, 0), (900_000, 1), (-1, -1), (-900_000, -1), (-900_001, -2)] {
            let at = Instant::from_millis(millis);
            assert_eq!(at.period(15 * MINUTE), number, "{millis}");
            let start = Instant::of_period(number, 15 * MINUTE);
            assert!(start <= at && at < start.plus(15 * MINUTE), "{millis}");
        }
        assert_eq!(Instant::of_period(Instant::MAX.period(DAY) + 1, DAY), Instant::MAX);
    }

    #[test]
    fn a_wait_is_rounded_up_to_seconds() {
        let cases = [(-5_000, 1), (0, 1), (1, 1), (1_000, 1), (1_001, 2), (i64::MAX, u32::MAX)];
        for (millis, seconds) in cases {
            assert_eq!(seconds_to_wait(SignedDuration::from_millis(millis)), seconds, "{millis}");
        }
    }

    #[test]
    fn a_local_time_must_denote_one_instant() {
        let read = |text| Instant::parse_local(text, "Europe/Berlin");
        assert_eq!(read("2027-03-01T10:00").ok(), Instant::parse("2027-03-01T09:00:00Z"));
        assert_eq!(read("2027-03-28T02:30"), Err(NotOneInstant::Skipped));
        let both = ["2026-10-25T02:30:00+02:00", "2026-10-25T02:30:00+01:00"].map(str::to_owned);
        assert!(both.iter().all(|text| Instant::parse(text).is_some()));
        assert_eq!(read("2026-10-25T02:30"), Err(NotOneInstant::Twice(both)));
        assert_eq!(read("tomorrow"), Err(NotOneInstant::NoTime));
        assert_eq!(Instant::parse_local("2027-03-01T10:00", "Mars/Olympus"), Err(NotOneInstant::NoTime));
    }

    #[test]
    fn a_day_is_25_hours_long_when_the_clocks_go_back() {
        let span = days(Some("2026-10-25"), Some("2026-10-25"), "Europe/Berlin").unwrap().unwrap();
        assert_eq!(span.to.since(span.from), 25 * HOUR);
        assert!(days(Some("2026-13-01"), None, "UTC").is_err());
        assert!(days(Some("2026-01-01"), None, "Mars/Olympus").is_err());
        assert_eq!(days(None, None, "UTC"), Ok(None));
        let open = days(None, Some("0001-01-01"), "UTC").unwrap().unwrap();
        assert!(open.from < open.to, "a range without a start is not inverted");
        for zone in ["UTC", "Pacific/Kiritimati", "Etc/GMT+12"] {
            let last = days(Some("9999-12-29"), Some("9999-12-29"), zone);
            assert!(last.is_ok(), "{zone}: {last:?}");
            let error = days(None, Some("9999-12-31"), zone).unwrap_err();
            assert!(error.contains("out of range"), "{zone}: {error}");
        }
    }

    #[test]
    fn words_name_the_zone_and_utc() {
        let at = Instant::parse("2026-09-07T12:30:00Z").unwrap();
        assert_eq!(
            at.in_words(Some("Europe/Berlin"), Language::English),
            "Monday, 7 September 2026, 14:30 (Europe/Berlin), 12:30 UTC"
        );
        assert_eq!(at.in_words(None, Language::English), "Monday, 7 September 2026, 12:30 UTC");
    }
}
