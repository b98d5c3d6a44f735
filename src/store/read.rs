//! Reading, the same from a snapshot and from inside a write.

use std::ops::ControlFlow;

use super::{Index, KeyRange, Record, StoreError, Table, codec};

/// Counters of all records, see [`Record::counters`].
pub(super) const COUNTERS: Table = Table("counters");

/// What a scan calls for each row; [`ControlFlow::Break`] ends the scan.
pub type EachRow<'f> = &'f mut dyn FnMut(&[u8], &[u8]) -> Result<ControlFlow<()>, StoreError>;

/// Reads records, indexes and counters.
///
/// Implemented by [`Snapshot`](super::Snapshot) and [`Tx`](super::Tx). The trait is usable as
/// `&dyn Read` too: the generic methods are repeated on the trait object. A table that was never
/// written reads as empty. A scan's closure may read other rows through the same value.
///
/// # Errors
/// [`StoreError::Unavailable`] when storage fails (it then reopens itself), [`StoreError::Corrupt`]
/// when a row does not decode.
pub trait Read {
    /// One row.
    fn raw_get(&self, table: Table, key: &[u8]) -> Result<Option<Vec<u8>>, StoreError>;

    /// Rows of `range` in the order of their keys, or backwards.
    fn raw_scan(
        &self,
        table: Table,
        range: KeyRange,
        rev: bool,
        each: EachRow<'_>,
    ) -> Result<(), StoreError>;

    /// Rows of an index: `each` takes the index key and the primary key.
    fn scan_index(
        &self,
        index: Index,
        range: KeyRange,
        rev: bool,
        each: EachRow<'_>,
    ) -> Result<(), StoreError> {
        self.raw_scan(index.table, range, rev, &mut |row, primary| {
            each(index.index_key(row, primary)?, primary)
        })
    }

    /// The value of one counter, 0 if nothing counts there.
    fn count(&self, counter: &[u8]) -> Result<u64, StoreError> {
        self.raw_get(COUNTERS, counter)?
            .map_or(Ok(0), |value| counter_value(&value))
    }

    /// Counters that are not 0.
    fn scan_counters(
        &self,
        range: KeyRange,
        rev: bool,
        each: &mut dyn FnMut(&[u8], u64) -> Result<ControlFlow<()>, StoreError>,
    ) -> Result<(), StoreError> {
        self.raw_scan(COUNTERS, range, rev, &mut |key, value| {
            each(key, counter_value(value)?)
        })
    }

    /// The record with this primary key.
    fn get<R: Record>(&self, key: &[u8]) -> Result<Option<R>, StoreError>
    where
        Self: Sized,
    {
        get(self, key)
    }

    /// The record that this exact index key leads to; in a plain index the one with the smallest
    /// primary key.
    fn find<R: Record>(&self, index: Index, key: &[u8]) -> Result<Option<R>, StoreError>
    where
        Self: Sized,
    {
        find(self, index, key)
    }

    /// All records whose primary key starts with `prefix`, in order.
    fn records<R: Record>(&self, prefix: &[u8]) -> Result<Vec<R>, StoreError>
    where
        Self: Sized,
    {
        records(self, prefix)
    }
}

impl dyn Read + '_ {
    /// See [`Read::get`].
    pub fn get<R: Record>(&self, key: &[u8]) -> Result<Option<R>, StoreError> {
        get(self, key)
    }

    /// See [`Read::find`].
    pub fn find<R: Record>(&self, index: Index, key: &[u8]) -> Result<Option<R>, StoreError> {
        find(self, index, key)
    }

    /// See [`Read::records`].
    pub fn records<R: Record>(&self, prefix: &[u8]) -> Result<Vec<R>, StoreError> {
        records(self, prefix)
    }
}

fn get<R: Record>(from: &(impl Read + ?Sized), key: &[u8]) -> Result<Option<R>, StoreError> {
    from.raw_get(R::TABLE, key)?
        .map(|value| codec::decode(&value))
        .transpose()
}

fn find<R: Record>(
    from: &(impl Read + ?Sized),
    index: Index,
    key: &[u8],
) -> Result<Option<R>, StoreError> {
    let primary = if index.unique {
        from.raw_get(index.table, key)?
    } else {
        let mut first = None;
        from.scan_index(
            index,
            KeyRange::prefix(key),
            false,
            &mut |index_key, primary| {
                // A longer index key can sort between rows of this one; only an exact key counts.
                if index_key != key {
                    return Ok(ControlFlow::Continue(()));
                }
                first = Some(primary.to_vec());
                Ok(ControlFlow::Break(()))
            },
        )?;
        first
    };
    let Some(primary) = primary else {
        return Ok(None);
    };
    get(from, &primary)?.map(Some).ok_or_else(|| {
        StoreError::Corrupt(format!("a row of {} leads to no record", index.table.0))
    })
}

fn records<R: Record>(from: &(impl Read + ?Sized), prefix: &[u8]) -> Result<Vec<R>, StoreError> {
    let mut found = Vec::new();
    from.raw_scan(
        R::TABLE,
        KeyRange::prefix(prefix),
        false,
        &mut |_, value| {
            found.push(codec::decode(value)?);
            Ok(ControlFlow::Continue(()))
        },
    )?;
    Ok(found)
}

pub(super) fn counter_value(value: &[u8]) -> Result<u64, StoreError> {
    let bytes = value
        .try_into()
        .map_err(|_| StoreError::Corrupt("a counter is not 8 bytes long".into()))?;
    Ok(u64::from_be_bytes(bytes))
}
