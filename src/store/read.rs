//! Read operations, shared by snapshots and write transactions.

use super::{Index, KeyRange, Record, StoreError, Table, record};
use std::ops::ControlFlow;

/// Counters of all records, see [`Record::counters`].
pub(super) const COUNTERS: Table = Table("counters");

/// Callback of a scan, with a row's key and value; [`ControlFlow::Break`] ends the scan.
pub type EachRow<'f> = &'f mut dyn FnMut(&[u8], &[u8]) -> Result<ControlFlow<()>, StoreError>;

/// Callback of [`Rows::with_row`], with the row's value.
pub type SeeRow<'f> = &'f mut dyn FnMut(&[u8]) -> Result<(), StoreError>;

/// Callback of a counter scan, with a counter's key and value.
pub type EachCounter<'f> = &'f mut dyn FnMut(&[u8], u64) -> Result<ControlFlow<()>, StoreError>;

/// The two primitive reads that [`Read`] builds on; `&dyn Rows` reads from a snapshot or a write transaction.
pub trait Rows {
    /// Calls `see` with a row's value, without a copy, if the row exists; `see` must not write.
    fn with_row(&self, table: Table, key: &[u8], see: SeeRow<'_>) -> Result<(), StoreError>;

    /// Returns one row; see [`Read::raw_get`].
    fn row(&self, table: Table, key: &[u8]) -> Result<Option<Vec<u8>>, StoreError> {
        let mut found = None;
        self.with_row(table, key, &mut |value| {
            found = Some(value.to_vec());
            Ok(())
        })?;
        Ok(found)
    }

    /// Visits the rows of a range; see [`Read::raw_scan`].
    fn scan_rows(&self, table: Table, range: KeyRange, rev: bool, each: EachRow<'_>) -> Result<(), StoreError>;
}

impl<T: Rows + ?Sized> Read for T {}

/// Reads records, indexes and counters, from a [`Snapshot`](super::Snapshot), inside a
/// [`Tx`](super::Tx), or from `dyn` [`Rows`].
///
/// A table that was never written reads as empty. A scan's callback may read other rows through the same value.
///
/// # Errors
/// [`StoreError::Unavailable`] if storage fails (it is then reopened automatically), [`StoreError::Corrupt`] if a row
/// does not decode.
pub trait Read: Rows {
    /// Returns one raw row.
    fn raw_get(&self, table: Table, key: &[u8]) -> Result<Option<Vec<u8>>, StoreError> {
        self.row(table, key)
    }

    /// Visits the raw rows of `range` in ascending key order, or descending if `rev`.
    fn raw_scan(&self, table: Table, range: KeyRange, rev: bool, each: EachRow<'_>) -> Result<(), StoreError> {
        self.scan_rows(table, range, rev, each)
    }

    /// Visits the rows of an index: `each` gets the index key and the primary key.
    fn scan_index(&self, index: Index, range: KeyRange, rev: bool, each: EachRow<'_>) -> Result<(), StoreError> {
        self.raw_scan(index.table, range, rev, &mut |row, primary| each(index.index_key(row, primary)?, primary))
    }

    /// Returns the value of a counter; 0 if it does not exist.
    fn count(&self, counter: &[u8]) -> Result<u64, StoreError> {
        self.raw_get(COUNTERS, counter)?.map_or(Ok(0), |value| counter_value(&value))
    }

    /// Visits the counters that are not 0.
    fn scan_counters(&self, range: KeyRange, rev: bool, each: EachCounter<'_>) -> Result<(), StoreError> {
        self.raw_scan(COUNTERS, range, rev, &mut |key, value| each(key, counter_value(value)?))
    }

    /// Returns the record with this primary key.
    fn get<R: Record>(&self, key: &[u8]) -> Result<Option<R>, StoreError> {
        let mut found = None;
        self.with_row(R::TABLE, key, &mut |value| {
            found = Some(record::decode(value)?);
            Ok(())
        })?;
        Ok(found)
    }

    /// Returns the record that this exact index key points to; in a non-unique index the one with the smallest primary
    /// key.
    fn find<R: Record>(&self, index: Index, key: &[u8]) -> Result<Option<R>, StoreError> {
        let primary = if index.unique { self.row(index.table, key)? } else { first_primary(self, index, key)? };
        let Some(primary) = primary else {
            return Ok(None);
        };
        self.get(&primary)?
            .map(Some)
            .ok_or_else(|| StoreError::Corrupt(format!("a row of {} points to no record", index.table.0)))
    }

    /// Returns all records whose primary key starts with `prefix`, in key order.
    fn records<R: Record>(&self, prefix: &[u8]) -> Result<Vec<R>, StoreError> {
        let mut found = Vec::new();
        self.scan_rows(R::TABLE, KeyRange::prefix(prefix), false, &mut |_, value| {
            found.push(record::decode(value)?);
            Ok(ControlFlow::Continue(()))
        })?;
        Ok(found)
    }
}

fn first_primary(from: &(impl Read + ?Sized), index: Index, key: &[u8]) -> Result<Option<Vec<u8>>, StoreError> {
    let mut first = None;
    from.scan_index(index, KeyRange::prefix(key), false, &mut |index_key, primary| {
        // A longer index key can sort between rows of this one; only an exact key counts.
        if index_key != key {
            return Ok(ControlFlow::Continue(()));
        }
        first = Some(primary.to_vec());
        Ok(ControlFlow::Break(()))
    })?;
    Ok(first)
}

pub(super) fn counter_value(value: &[u8]) -> Result<u64, StoreError> {
    let bytes = value.try_into().map_err(|_| StoreError::Corrupt("a counter is not 8 bytes long".into()))?;
    Ok(u64::from_be_bytes(bytes))
}
