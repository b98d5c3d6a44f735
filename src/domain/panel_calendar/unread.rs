//! Why single events of a calendar are not read.

/// Why an event was not read. It makes no time busy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Unread {
    /// It has no start, or its end is before its start.
    Times,
    /// Its time zone is neither known nor described.
    Zone,
    /// Its rule of recurrence is not understood.
    Recurrence,
    /// The calendar has too many times.
    TooMany,
}
