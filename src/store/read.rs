//! Read operations, shared by snapshots and write transactions.

use super::{
    DecodeKey, EachIndexRow, EncodeKey, IdRange, Index, IndexRange, IndexRow, KeyPrefix, KeyRange, KeyReader, Record,
    RecordHead, StoreError, Table,
    record::{self, IndexTable},
    typed_key::bytes_of,
};
use std::ops::ControlFlow;

/// Counters of all records, see [`Record::counters`].
pub(super) const COUNTERS: Table = Table("counters");

/// Metadata of the file: its schema version and its last batch.
pub(super) const META: Table = Table("meta");

/// Callback of a scan, with a row's key and value; [`ControlFlow::Break`] ends the scan.
pub type EachRow<'f> = &'f mut dyn FnMut(&[u8], &[u8]) -> Result<ControlFlow<()>, StoreError>;

/// Callback of [`Rows::with_row`], with the row's value.
pub type SeeRow<'f> = &'f mut dyn FnMut(&[u8]) -> Result<(), StoreError>;

/// Callback of a counter scan, with a counter's key and value.
pub type EachCounter<'f> = &'f mut dyn FnMut(&[u8], u64) -> Result<ControlFlow<()>, StoreError>;

/// Callback of [`Read::scan_records`], with a record, or the error of one that does not decode.
pub type EachRecord<'f, R> = &'f mut dyn FnMut(Result<R, StoreError>) -> Result<ControlFlow<()>, StoreError>;

/// Callback of [`Read::scan_ids`], with an id, or the error of a malformed key.
pub type EachId<'f, R> =
    &'f mut dyn FnMut(Result<<R as Record>::Id<'static>, StoreError>) -> Result<ControlFlow<()>, StoreError>;

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

    /// Visits the rows of an index in ascending order, or descending if `rev`.
    fn scan<R: Record>(&self, range: IndexRange<R>, rev: bool, each: EachIndexRow<'_, R>) -> Result<(), StoreError> {
        let index = range.index;
        self.scan_rows(index.table, range.range, rev, &mut |row, primary| {
            each(IndexRow::new(index, index.index_key(row, primary)?, primary))
        })
    }

    /// Returns the record that an index row points to; [`StoreError::Corrupt`] if there is none.
    fn record_of<R: Record>(&self, row: &IndexRow<'_, R>) -> Result<R, StoreError> {
        self.record_if_any(row)?.ok_or_else(|| StoreError::Corrupt(format!("dangling row in {}", row.index.table.0)))
    }

    /// Returns the record that an index row points to, if there is one.
    fn record_if_any<R: Record>(&self, row: &IndexRow<'_, R>) -> Result<Option<R>, StoreError> {
        get_at(self, row.primary)
    }

    /// Returns the value of a counter; 0 if it does not exist.
    fn count(&self, counter: &[u8]) -> Result<u64, StoreError> {
        self.raw_get(COUNTERS, counter)?.map_or(Ok(0), |value| counter_value(&value))
    }

    /// Visits the counters that are not 0.
    fn scan_counters(&self, range: KeyRange, rev: bool, each: EachCounter<'_>) -> Result<(), StoreError> {
        self.raw_scan(COUNTERS, range, rev, &mut |key, value| each(key, counter_value(value)?))
    }

    /// Returns the record with this id.
    fn get<R: Record>(&self, id: R::Id<'_>) -> Result<Option<R>, StoreError> {
        get_at(self, &bytes_of(&id))
    }

    /// Returns whether a record has this id, without decoding it.
    fn has<R: Record>(&self, id: R::Id<'_>) -> Result<bool, StoreError> {
        let mut found = false;
        self.with_row(R::TABLE, &bytes_of(&id), &mut |_| {
            found = true;
            Ok(())
        })?;
        Ok(found)
    }

    /// Returns the first fields of the record with this id.
    fn head<H: RecordHead>(&self, id: <H::Of as Record>::Id<'_>) -> Result<Option<H>, StoreError> {
        let mut found = None;
        self.with_row(H::Of::TABLE, &bytes_of(&id), &mut |value| {
            found = record::decode_head(value)?;
            Ok(())
        })?;
        Ok(found)
    }

    /// Returns the stored row of a record, for [`Read::is_still`].
    fn row_of<R: Record>(&self, id: R::Id<'_>) -> Result<Option<Vec<u8>>, StoreError> {
        self.row(R::TABLE, &bytes_of(&id))
    }

    /// Returns whether a record's row is the one that [`Read::row_of`] returned.
    fn is_still<R: Record>(&self, id: R::Id<'_>, row: Option<&[u8]>) -> Result<bool, StoreError> {
        let mut same = row.is_none();
        self.with_row(R::TABLE, &bytes_of(&id), &mut |value| {
            same = Some(value) == row;
            Ok(())
        })?;
        Ok(same)
    }

    /// Returns the record under this exact index key; in a non-unique index the one with the smallest primary key.
    fn find<R: Record, K: EncodeKey>(&self, index: Index<R, K>, key: K) -> Result<Option<R>, StoreError> {
        let (index, key) = (index.table(), bytes_of(&key));
        let primary = if index.unique { self.row(index.table, &key)? } else { first_primary(self, index, &key)? };
        let Some(primary) = primary else {
            return Ok(None);
        };
        get_at(self, &primary)?
            .map(Some)
            .ok_or_else(|| StoreError::Corrupt(format!("a row of {} points to no record", index.table.0)))
    }

    /// Returns the records of an index range, without rows that point to no record.
    fn linked<R: Record>(&self, range: IndexRange<R>) -> Result<Vec<R>, StoreError> {
        self.some_linked(range, usize::MAX)
    }

    /// Like [`Read::linked`], for the first `limit` rows.
    fn some_linked<R: Record>(&self, range: IndexRange<R>, limit: usize) -> Result<Vec<R>, StoreError> {
        let mut found = Vec::new();
        let mut left = limit;
        if left > 0 {
            self.scan(range, false, &mut |row| {
                found.extend(self.record_if_any(&row)?);
                left -= 1;
                Ok(if left > 0 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) })
            })?;
        }
        Ok(found)
    }

    /// Returns all records of a type, in key order.
    fn records<R: Record>(&self) -> Result<Vec<R>, StoreError> {
        records_within(self, KeyRange::all())
    }

    /// Returns the records whose id starts with `parent`, in key order.
    fn children<'k, R: Record>(&self, parent: impl KeyPrefix<R::Id<'k>>) -> Result<Vec<R>, StoreError> {
        records_within(self, KeyRange::prefix(&bytes_of(&parent)))
    }

    /// Returns whether the id of any record starts with `parent`.
    fn has_children<'k, R: Record>(&self, parent: impl KeyPrefix<R::Id<'k>>) -> Result<bool, StoreError> {
        let mut found = false;
        self.scan_rows(R::TABLE, KeyRange::prefix(&bytes_of(&parent)), false, &mut |_, _| {
            found = true;
            Ok(ControlFlow::Break(()))
        })?;
        Ok(found)
    }

    /// Returns the first fields of the records whose id starts with `parent`, in key order.
    fn child_heads<'k, H: RecordHead>(
        &self,
        parent: impl KeyPrefix<<H::Of as Record>::Id<'k>>,
    ) -> Result<Vec<H>, StoreError> {
        let mut found = Vec::new();
        self.scan_rows(H::Of::TABLE, KeyRange::prefix(&bytes_of(&parent)), false, &mut |_, value| {
            found.extend(record::decode_head::<H>(value)?);
            Ok(ControlFlow::Continue(()))
        })?;
        Ok(found)
    }

    /// Returns up to `limit` records with ids above `last`, to read a whole type in batches.
    fn records_after<R: Record>(&self, last: Option<R::Id<'_>>, limit: usize) -> Result<Vec<R>, StoreError> {
        let range = last.map_or_else(KeyRange::all, |last| KeyRange::all().after(&bytes_of(&last)));
        let mut found = Vec::new();
        self.scan_rows(R::TABLE, range, false, &mut |_, value| {
            found.push(record::decode(value)?);
            Ok(if found.len() < limit { ControlFlow::Continue(()) } else { ControlFlow::Break(()) })
        })?;
        Ok(found)
    }

    /// Returns the record with the greatest id.
    fn last<R: Record>(&self) -> Result<Option<R>, StoreError> {
        let mut last = None;
        self.scan_rows(R::TABLE, KeyRange::all(), true, &mut |_, value| {
            last = Some(record::decode(value)?);
            Ok(ControlFlow::Break(()))
        })?;
        Ok(last)
    }

    /// Visits all records of a type, in key order.
    fn scan_records<R: Record>(&self, each: EachRecord<'_, R>) -> Result<(), StoreError> {
        self.scan_rows(R::TABLE, KeyRange::all(), false, &mut |_, value| each(record::decode(value)))
    }

    /// Visits ids in key order, or descending if `rev`, without decoding the records.
    fn scan_ids<R: Record>(&self, ids: IdRange<R>, rev: bool, each: EachId<'_, R>) -> Result<(), StoreError>
    where
        R::Id<'static>: DecodeKey,
    {
        self.scan_rows(R::TABLE, ids.keys, rev, &mut |key, _| each(R::Id::decode(&mut KeyReader::new(key))))
    }

    /// Visits the distinct `P` with which the ids of a type start, in key order, without decoding the records. Malformed
    /// keys are skipped.
    fn scan_parents<'k, R: Record, P: KeyPrefix<R::Id<'k>> + DecodeKey + PartialEq>(
        &self,
        each: &mut dyn FnMut(&P) -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        let mut last = None;
        self.scan_rows(R::TABLE, KeyRange::all(), false, &mut |key, _| {
            let parent = P::decode(&mut KeyReader::new(key)).ok();
            if let Some(parent) = parent.filter(|parent| last.as_ref() != Some(parent)) {
                each(&parent)?;
                last = Some(parent);
            }
            Ok(ControlFlow::Continue(()))
        })
    }
}

/// Returns the record with this primary key.
pub(super) fn get_at<R: Record>(read: &(impl Rows + ?Sized), key: &[u8]) -> Result<Option<R>, StoreError> {
    let mut found = None;
    read.with_row(R::TABLE, key, &mut |value| {
        found = Some(record::decode(value)?);
        Ok(())
    })?;
    Ok(found)
}

fn records_within<R: Record>(read: &(impl Rows + ?Sized), range: KeyRange) -> Result<Vec<R>, StoreError> {
    let mut found = Vec::new();
    read.scan_rows(R::TABLE, range, false, &mut |_, value| {
        found.push(record::decode(value)?);
        Ok(ControlFlow::Continue(()))
    })?;
    Ok(found)
}

fn first_primary(from: &(impl Rows + ?Sized), index: IndexTable, key: &[u8]) -> Result<Option<Vec<u8>>, StoreError> {
    let mut first = None;
    from.scan_rows(index.table, KeyRange::prefix(key), false, &mut |row, primary| {
        // A longer index key can sort between rows of this one; only an exact key counts.
        if index.index_key(row, primary)? != key {
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
