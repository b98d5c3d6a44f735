//! The panel's calendar of a test: candidates are not offered a slot that overlaps one of its busy times
//! (`docs/behaviour/invites.md#busy-times`).

use super::{
    Instant, TestId, UserId,
    time::{self, MINUTE, SignedDuration},
};
use serde::{Deserialize, Serialize};

mod ics;
mod recurrence;
#[cfg(test)]
mod tests;
mod unread;
mod zones;

pub use ics::{MAX_LINES, MAX_SPANS, MAX_STEPS, NotRead, Reading, read};
pub use unread::Unread;

/// How far ahead busy times are read; slots after it are offered as if there were no calendar.
pub const HORIZON: SignedDuration = time::DAY.saturating_mul(366);
/// Ranges of taken starts that a candidate's page is sent. The server also refuses a slot that lies beyond them.
pub const MAX_TAKEN: usize = 1_000;
/// Slots are on a half hour of some zone, and the offsets of all zones are whole quarters of an hour.
const GRID: SignedDuration = SignedDuration::from_mins(15);

/// The calendar that a test names.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PanelCalendar {
    pub test_id: TestId,
    /// Encrypted with a key derived from the master key, because such addresses contain a secret. `None` once it is removed.
    pub url_sealed: Option<Vec<u8>>,
    /// IANA name of the zone of days and times for which the calendar names none.
    pub time_zone: Option<String>,
    /// Counts the stored changes from 1.
    pub version: u32,
    /// `None` for the operator.
    pub by: Option<UserId>,
    pub at: Instant,
}

/// A time from an instant until, and without, another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Span {
    pub from: Instant,
    pub to: Instant,
}

/// Returns the spans in order, with adjacent and overlapping ones made one.
#[must_use]
pub fn merged(mut spans: Vec<Span>) -> Vec<Span> {
    spans.sort_unstable();
    spans.dedup_by(|next, kept| {
        let meets = next.from <= kept.to;
        if meets {
            kept.to = kept.to.max(next.to);
        }
        meets
    });
    spans
}

/// Whether a test that starts at this instant overlaps one of the busy times, which are [`merged`].
#[must_use]
pub fn is_taken(busy: &[Span], start: Instant, length: SignedDuration) -> bool {
    let next = busy.partition_point(|span| span.to <= start);
    busy.get(next).is_some_and(|span| span.from < start.plus(length))
}

/// The starts, from `first` until `end`, at which a test of this length overlaps one of the busy times, which are
/// [`merged`]. They are on whole quarters of an hour, so that they say no more of the calendar than which slots are free.
#[must_use]
pub fn taken_starts(busy: &[Span], length: SignedDuration, (first, end): (Instant, Instant)) -> Vec<Span> {
    let on_grid = |at: Instant| Instant::of_period(at.period(GRID), GRID);
    let up = |at: Instant| on_grid(at.plus(GRID - time::MILLISECOND));
    let starts = busy.iter().filter(|span| span.to > first && span.from < end.plus(length)).map(|span| Span {
        from: on_grid(span.from.plus(-length)).plus(GRID).max(on_grid(first)),
        to: up(span.to).min(up(end)),
    });
    let mut starts = merged(starts.filter(|span| span.from < span.to).collect());
    starts.truncate(MAX_TAKEN);
    starts
}

/// How long a candidate with this accommodation is expected to take, in minutes.
#[must_use]
pub fn length_of(minutes: u32, extra: u32) -> SignedDuration {
    MINUTE.saturating_mul(i32::try_from(minutes.saturating_add(extra)).unwrap_or(i32::MAX))
}
