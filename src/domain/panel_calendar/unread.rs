//! Why single events of a calendar are not read.

/// Why an event was not read. It makes no time busy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Unread {
    /// The event has no start, or its end is before its start.
    Times,
    /// The time zone of the event is neither known nor described.
    Zone,
    /// The recurrence rule of the event is not understood.
    Recurrence,
    /// The calendar has too many times.
    TooMany,
}
