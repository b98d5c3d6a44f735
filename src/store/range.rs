//! Key ranges.

use super::{KeyPrefix, Record, typed_key::bytes_of};
use std::{marker::PhantomData, ops::Bound};

/// Bounds in redb's form.
pub(super) type RedbBounds<'r> = (Bound<&'r [u8]>, Bound<&'r [u8]>);

/// Key range of a scan.
#[derive(Debug, Clone)]
pub struct KeyRange {
    start: Bound<Vec<u8>>,
    end: Bound<Vec<u8>>,
}

impl KeyRange {
    /// Every row.
    #[must_use]
    pub fn all() -> Self {
        Self { start: Bound::Unbounded, end: Bound::Unbounded }
    }

    /// Rows whose key starts with `prefix`.
    #[must_use]
    pub fn prefix(prefix: &[u8]) -> Self {
        Self { start: Bound::Included(prefix.to_vec()), end: successor(prefix) }
    }

    /// Rows from `start` (inclusive) to `end` (exclusive); empty unless `end` is above `start`.
    #[must_use]
    pub fn between(start: &[u8], end: &[u8]) -> Self {
        Self { start: Bound::Included(start.to_vec()), end: Bound::Excluded(end.to_vec()) }
    }

    /// The part of this range above `cursor`, to continue a forward scan (pagination). In a non-unique index, a row's
    /// key is the index key followed by the primary key.
    #[must_use]
    pub fn after(self, cursor: &[u8]) -> Self {
        match &self.start {
            // A cursor from outside the range must not widen it.
            Bound::Included(start) | Bound::Excluded(start) if cursor < start.as_slice() => self,
            _ => Self { start: Bound::Excluded(cursor.to_vec()), ..self },
        }
    }

    /// The part of this range below `cursor`, to continue a backward scan.
    #[must_use]
    pub fn before(self, cursor: &[u8]) -> Self {
        match &self.end {
            Bound::Included(end) | Bound::Excluded(end) if cursor > end.as_slice() => self,
            _ => Self { end: Bound::Excluded(cursor.to_vec()), ..self },
        }
    }

    /// The bounds in redb's form; `None` if the range is empty.
    pub(super) fn bounds(&self) -> Option<RedbBounds<'_>> {
        let (start, end) = (as_slice(&self.start), as_slice(&self.end));
        let empty = match (start, end) {
            (Bound::Included(s) | Bound::Excluded(s), Bound::Excluded(e)) => s >= e,
            _ => false,
        };
        (!empty).then_some((start, end))
    }
}

/// Range of the ids of a record type.
pub struct IdRange<R> {
    pub(super) keys: KeyRange,
    of: PhantomData<fn() -> R>,
}

impl<R: Record> IdRange<R> {
    /// Every id.
    #[must_use]
    pub fn all() -> Self {
        Self { keys: KeyRange::all(), of: PhantomData }
    }

    /// Ids above `id`.
    #[must_use]
    pub fn above(id: R::Id<'_>) -> Self {
        Self { keys: KeyRange::all().after(&bytes_of(&id)), of: PhantomData }
    }

    /// Ids that start with `parent`.
    #[must_use]
    pub fn under<'k>(parent: impl KeyPrefix<R::Id<'k>>) -> Self {
        Self { keys: KeyRange::prefix(&bytes_of(&parent)), of: PhantomData }
    }
}

fn as_slice(bound: &Bound<Vec<u8>>) -> Bound<&[u8]> {
    bound.as_ref().map(Vec::as_slice)
}

/// The smallest key above every key with this prefix.
fn successor(prefix: &[u8]) -> Bound<Vec<u8>> {
    let mut end = prefix.to_vec();
    while let Some(last) = end.pop() {
        if last < u8::MAX {
            end.push(last + 1);
            return Bound::Excluded(end);
        }
    }
    Bound::Unbounded
}
