//! Record writes: `put` and `delete` keep a record's row, its index rows and its counters consistent.

use super::{
    Encoded, IndexEntry, KeyPrefix, KeyRange, Record, Rows, StoreError, Tx,
    read::{COUNTERS, counter_value},
    record::{self, Derived, IndexTable},
    substring_index::IndexChange,
    typed_key::bytes_of,
};
use std::{collections::BTreeMap, ops::ControlFlow};

/// Bytes of a row that cost the writer as much as a small row, see [`Tx::delete_children`].
const COST_UNIT_BYTES: usize = 2048;

impl Tx<'_> {
    /// Inserts or replaces a record, with its index rows and counters.
    ///
    /// # Errors
    /// [`StoreError::Duplicate`] if a unique index already points to another record: the put has changed nothing then,
    /// and the closure may continue. Else as [`Tx::raw_put`].
    pub fn put<R: Record>(&mut self, record: &R) -> Result<(), StoreError> {
        self.put_encoded(&Encoded::of(record)?)
    }

    /// Like [`Tx::put`], for a record that was encoded before the transaction.
    ///
    /// # Errors
    /// Those of [`Tx::put`].
    pub fn put_encoded<R: Record>(&mut self, record: &Encoded<R>) -> Result<(), StoreError> {
        let Encoded { value, derived: new, .. } = record;
        self.atomically(|tx| {
            let old = tx.swap(R::TABLE, &new.key, Some(value))?;
            let old = old.map(|bytes| record::decode::<R>(&bytes)).transpose()?;
            tx.update_derived(&new.key, old.as_ref().map(Derived::of).as_ref(), Some(new))
        })
    }

    /// Replaces a stored record by one with the same index entries and counters, without decoding the stored one;
    /// returns false if there is none.
    ///
    /// # Errors
    /// Those of [`Tx::raw_put`].
    pub fn rewrite<R: Record>(&mut self, record: &Encoded<R>) -> Result<bool, StoreError> {
        let Encoded { value, derived: new, .. } = record;
        self.atomically(|tx| {
            let Some(old) = tx.swap(R::TABLE, &new.key, Some(value))? else {
                tx.swap(R::TABLE, &new.key, None)?;
                return Ok(false);
            };
            debug_assert!(
                record::decode::<R>(&old).is_ok_and(|old| Derived::of(&old) == *new),
                "a rewrite that changes index entries or counters"
            );
            Ok(true)
        })
    }

    /// Deletes a record with its index rows and counters; returns the deleted record.
    ///
    /// # Errors
    /// Those of [`Tx::raw_put`].
    pub fn delete<R: Record>(&mut self, id: R::Id<'_>) -> Result<Option<R>, StoreError> {
        self.delete_at(&bytes_of(&id))
    }

    /// Deletes records whose id starts with `parent` until their cost reaches `limit`; returns their cost: a row costs
    /// 1, a large one 1 more for every [`COST_UNIT_BYTES`] bytes.
    ///
    /// # Errors
    /// Those of [`Tx::raw_put`].
    pub fn delete_children<'k, R: Record>(
        &mut self,
        parent: impl KeyPrefix<R::Id<'k>>,
        limit: usize,
    ) -> Result<usize, StoreError> {
        let (mut keys, mut cost) = (Vec::new(), 0);
        if limit == 0 {
            return Ok(0);
        }
        // First the keys: redb does not allow writes while a scan is open.
        self.scan_rows(R::TABLE, KeyRange::prefix(&bytes_of(&parent)), false, &mut |key, value| {
            keys.push(key.to_vec());
            cost += 1 + value.len() / COST_UNIT_BYTES;
            Ok(if cost < limit { ControlFlow::Continue(()) } else { ControlFlow::Break(()) })
        })?;
        for key in &keys {
            self.delete_at::<R>(key)?;
        }
        Ok(cost)
    }

    /// Deletes a record of a type without index entries and counters, without decoding it; returns whether it existed.
    ///
    /// # Errors
    /// Those of [`Tx::raw_put`].
    pub fn discard<R: Record>(&mut self, id: R::Id<'_>) -> Result<bool, StoreError> {
        self.raw_delete(R::TABLE, &bytes_of(&id))
    }

    fn delete_at<R: Record>(&mut self, key: &[u8]) -> Result<Option<R>, StoreError> {
        self.atomically(|tx| {
            let Some(old) = tx.swap(R::TABLE, key, None)? else {
                return Ok(None);
            };
            let old = record::decode::<R>(&old)?;
            tx.update_derived(key, Some(&Derived::of(&old)), None)?;
            Ok(Some(old))
        })
    }

    /// Rolls back the changes of `f` if it fails, so that a closure may handle the error and continue.
    fn atomically<T>(&mut self, f: impl FnOnce(&mut Self) -> Result<T, StoreError>) -> Result<T, StoreError> {
        let mark = self.mark();
        let result = f(self);
        if result.is_err() {
            self.roll_back_to(mark)?;
        }
        result
    }

    /// Replaces the index rows and counters of `old` by those of `new`; rows in both are not rewritten.
    pub(super) fn update_derived(
        &mut self,
        primary: &[u8],
        old: Option<&Derived>,
        new: Option<&Derived>,
    ) -> Result<(), StoreError> {
        let [before, after] = [old, new].map(|derived| derived.map_or(&[][..], |derived| &derived.entries));
        let mut searched = Vec::new();
        // Removals first: a record may move a unique key from one of its entries to another.
        for IndexEntry(index, key) in before.iter().filter(|e| after.binary_search(e).is_err()) {
            let row = index.row(key, primary);
            self.swap(index.table, &row, None)?;
            searched.extend(IndexChange::of(*index, row, false));
        }
        for IndexEntry(index, key) in after.iter().filter(|e| before.binary_search(e).is_err()) {
            let row = index.row(key, primary);
            self.put_index_row(*index, &row, primary)?;
            searched.extend(IndexChange::of(*index, row, true));
        }
        self.update_counters(old, new)?;
        self.update_substring_indexes(searched);
        Ok(())
    }

    fn put_index_row(&mut self, index: IndexTable, row: &[u8], primary: &[u8]) -> Result<(), StoreError> {
        let previous = self.swap(index.table, row, Some(primary))?;
        match previous {
            Some(other) if *other != *primary => Err(StoreError::Duplicate { index: index.table.0 }),
            _ => Ok(()),
        }
    }

    fn update_counters(&mut self, old: Option<&Derived>, new: Option<&Derived>) -> Result<(), StoreError> {
        let mut deltas = BTreeMap::<&[u8], i64>::new();
        for (derived, step) in [(old, -1), (new, 1)] {
            for counter in derived.iter().flat_map(|d| &d.counters) {
                *deltas.entry(counter).or_default() += step;
            }
        }
        deltas.retain(|_, delta| *delta != 0);
        deltas.into_iter().try_for_each(|(counter, delta)| self.add_to_counter(counter, delta))
    }

    /// Deletes the row of a counter that reaches 0, so that unused counters leave nothing behind.
    fn add_to_counter(&mut self, counter: &[u8], delta: i64) -> Result<(), StoreError> {
        let stored = super::Read::raw_get(self, COUNTERS, counter)?;
        let now = stored.map_or(Ok(0), |value| counter_value(&value))?;
        // An inconsistent counter must not fail a write; `check` reports it.
        let value = now.saturating_add_signed(delta);
        let bytes = value.to_be_bytes();
        self.swap(COUNTERS, counter, (value > 0).then_some(&bytes[..])).map(|_| ())
    }
}
