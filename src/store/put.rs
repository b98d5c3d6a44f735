//! Writing records: one `put` or `delete` keeps the row, its index rows and its counters together.

use super::{
    Index, Record, StoreError, Tx,
    read::{COUNTERS, counter_value},
    record::{self, Trace},
    substring_index::Change,
};
use std::collections::BTreeMap;

impl Tx<'_> {
    /// Inserts or replaces a record, with its index rows and counters.
    ///
    /// # Errors
    /// [`StoreError::Duplicate`] when a unique index leads to another record: the put has then
    /// changed nothing, and the closure may go on. Else as [`Tx::raw_put`].
    pub fn put<R: Record>(&mut self, record: &R) -> Result<(), StoreError> {
        let value = record::encode(record)?;
        let new = Trace::of(record);
        self.atomically(|tx| {
            let old = tx.swap(R::TABLE, &new.key, Some(&value))?;
            let old = old.map(|bytes| record::decode::<R>(&bytes)).transpose()?;
            tx.follow(&new.key, old.as_ref().map(Trace::of).as_ref(), Some(&new))
        })
    }

    /// Deletes a record, its index rows and what it counted; answers what was there.
    ///
    /// # Errors
    /// As [`Tx::raw_put`].
    pub fn delete<R: Record>(&mut self, key: &[u8]) -> Result<Option<R>, StoreError> {
        self.atomically(|tx| {
            let Some(old) = tx.swap(R::TABLE, key, None)? else {
                return Ok(None);
            };
            let old = record::decode::<R>(&old)?;
            tx.follow(key, Some(&Trace::of(&old)), None)?;
            Ok(Some(old))
        })
    }

    /// Undoes what `f` changed if it fails, so that a closure may catch the error and go on.
    fn atomically<T>(&mut self, f: impl FnOnce(&mut Self) -> Result<T, StoreError>) -> Result<T, StoreError> {
        let mark = self.mark();
        let result = f(self);
        if result.is_err() {
            self.rewind(mark)?;
        }
        result
    }

    /// Turns the index rows and counters of `old` into those of `new`.
    pub(super) fn follow(
        &mut self,
        primary: &[u8],
        old: Option<&Trace>,
        new: Option<&Trace>,
    ) -> Result<(), StoreError> {
        let entries = |trace: Option<&Trace>| trace.map_or(Vec::new(), |t| t.entries.clone());
        let (before, after) = (entries(old), entries(new));
        let mut changes = Vec::new();
        // Removals first: a record may move a unique key from one of its entries to another.
        for (index, key) in before.iter().filter(|e| after.binary_search(e).is_err()) {
            let row = index.row(key, primary);
            self.swap(index.table, &row, None)?;
            changes.push(Change { index: *index, row, there: false });
        }
        for (index, key) in after.iter().filter(|e| before.binary_search(e).is_err()) {
            let row = index.row(key, primary);
            self.lead(*index, &row, primary)?;
            changes.push(Change { index: *index, row, there: true });
        }
        self.recount(old, new)?;
        changes.retain(|change| change.index.text_at.is_some());
        self.mirror(changes);
        Ok(())
    }

    /// Writes one index row.
    fn lead(&mut self, index: Index, row: &[u8], primary: &[u8]) -> Result<(), StoreError> {
        let taken = self.swap(index.table, row, Some(primary))?;
        match taken {
            Some(other) if other != primary => Err(StoreError::Duplicate { index: index.table.0 }),
            _ => Ok(()),
        }
    }

    fn recount(&mut self, old: Option<&Trace>, new: Option<&Trace>) -> Result<(), StoreError> {
        let mut change = BTreeMap::<&[u8], i64>::new();
        for (trace, step) in [(old, -1), (new, 1)] {
            for counter in trace.iter().flat_map(|t| &t.counters) {
                *change.entry(counter).or_default() += step;
            }
        }
        change.retain(|_, by| *by != 0);
        change.into_iter().try_for_each(|(counter, by)| self.add(counter, by))
    }

    /// A counter at 0 has no row, so that retired counters leave nothing behind.
    fn add(&mut self, counter: &[u8], by: i64) -> Result<(), StoreError> {
        let stored = super::Read::raw_get(self, COUNTERS, counter)?;
        let now = stored.map_or(Ok(0), |value| counter_value(&value))?;
        // A wrong counter must not stop people from working; `check` reports it.
        let value = now.saturating_add_signed(by);
        let bytes = value.to_be_bytes();
        self.swap(COUNTERS, counter, (value > 0).then_some(&bytes[..])).map(|_| ())
    }
}
