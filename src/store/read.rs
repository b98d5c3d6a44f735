//! Reading, the same from a snapshot and from inside a write.

use super::{Index, KeyRange, Record, StoreError, Table, record};
use std::ops::ControlFlow;

/// Counters of all records, see [`Record::counters`].
pub(super) const COUNTERS: Table = Table("counters");

/// What a scan calls for each row; [`ControlFlow::Break`] ends the scan.
pub type EachRow<'f> = &'f mut dyn FnMut(&[u8], &[u8]) -> Result<ControlFlow<()>, StoreError>;

/// What [`Rows::with_row`] calls with the row's value.
pub type SeeRow<'f> = &'f mut dyn FnMut(&[u8]) -> Result<(), StoreError>;

/// What a scan of counters calls for each: its key and its value.
pub type EachCounter<'f> = &'f mut dyn FnMut(&[u8], u64) -> Result<ControlFlow<()>, StoreError>;

/// The two things that everything else is made of; `&dyn Rows` reads from either source.
pub trait Rows {
    /// Shows `see` one row where it lies, if it is there; `see` must not write.
    fn with_row(&self, table: Table, key: &[u8], see: SeeRow<'_>) -> Result<(), StoreError>;

    /// One row; see [`Read::raw_get`].
    fn row(&self, table: Table, key: &[u8]) -> Result<Option<Vec<u8>>, StoreError> {
        let mut found = None;
        self.with_row(table, key, &mut |value| {
            found = Some(value.to_vec());
            Ok(())
        })?;
        Ok(found)
    }

    /// Rows of a range; see [`Read::raw_scan`].
    fn scan_rows(&self, table: Table, range: KeyRange, rev: bool, each: EachRow<'_>) -> Result<(), StoreError>;
}

impl<T: Rows + ?Sized> Read for T {}

/// Reads records, indexes and counters, from a [`Snapshot`](super::Snapshot), inside a
/// [`Tx`](super::Tx), or from `dyn` [`Rows`].
///
/// A table that was never written reads as empty. A scan's closure may read other rows through the
/// same value.
///
/// # Errors
/// [`StoreError::Unavailable`] when storage fails (it then reopens itself), [`StoreError::Corrupt`]
/// when a row does not decode.
pub trait Read: Rows {
    /// One row as it is.
    fn raw_get(&self, table: Table, key: &[u8]) -> Result<Option<Vec<u8>>, StoreError> {
        self.row(table, key)
    }

    /// Rows of `range` as they are, in the order of their keys or backwards.
    fn raw_scan(&self, table: Table, range: KeyRange, rev: bool, each: EachRow<'_>) -> Result<(), StoreError> {
        self.scan_rows(table, range, rev, each)
    }

    /// Rows of an index: `each` takes the index key and the primary key.
    fn scan_index(&self, index: Index, range: KeyRange, rev: bool, each: EachRow<'_>) -> Result<(), StoreError> {
        self.raw_scan(index.table, range, rev, &mut |row, primary| each(index.index_key(row, primary)?, primary))
    }

    /// The value of one counter, 0 if nothing counts there.
    fn count(&self, counter: &[u8]) -> Result<u64, StoreError> {
        self.raw_get(COUNTERS, counter)?.map_or(Ok(0), |value| counter_value(&value))
    }

    /// Counters that are not 0.
    fn scan_counters(&self, range: KeyRange, rev: bool, each: EachCounter<'_>) -> Result<(), StoreError> {
        self.raw_scan(COUNTERS, range, rev, &mut |key, value| each(key, counter_value(value)?))
    }

    /// The record with this primary key.
    fn get<R: Record>(&self, key: &[u8]) -> Result<Option<R>, StoreError> {
        let mut found = None;
        self.with_row(R::TABLE, key, &mut |value| {
            found = Some(record::decode(value)?);
            Ok(())
        })?;
        Ok(found)
    }

    /// The record that this exact index key leads to; in a plain index the one with the smallest
    /// primary key.
    fn find<R: Record>(&self, index: Index, key: &[u8]) -> Result<Option<R>, StoreError> {
        let primary = if index.unique { self.row(index.table, key)? } else { first_primary(self, index, key)? };
        let Some(primary) = primary else {
            return Ok(None);
        };
        self.get(&primary)?
            .map(Some)
            .ok_or_else(|| StoreError::Corrupt(format!("a row of {} leads to no record", index.table.0)))
    }

    /// All records whose primary key starts with `prefix`, in order.
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
