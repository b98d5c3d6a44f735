//! [`Snapshot`]: a consistent view of the database at one point in time.

use std::{ops::ControlFlow, sync::Arc};

use super::{
    EachIndexRow, IndexRange, IndexRow, KeyRange, Read, Record, Rows, StoreError, Table,
    engine::{Generation, StoreEngine},
    error::storage,
    key,
    read::{EachRow, SeeRow},
    record::IndexTable,
    substring_index::packed::PackedRows,
    tables::{ReadTables, scan},
};

/// Rows that a search reads from the substring index in one step.
const SEARCH_BATCH_SIZE: usize = 256;

/// A read transaction with snapshot isolation: it sees the data committed when it was taken, and nothing later.
///
/// Keep it for one request at most: the file cannot reuse pages that an open snapshot still sees, so a leaked snapshot
/// makes the file grow. A snapshot is not `Send`: a future that holds one across an `await` does not compile as a
/// request handler.
///
/// ```compile_fail
/// fn sent<T: Send>() {}
/// sent::<invigil::store::Snapshot>();
/// ```
pub struct Snapshot {
    tables: ReadTables,
    pub(super) engine: Arc<StoreEngine>,
    generation: Generation,
}

impl Snapshot {
    pub(super) fn new(txn: redb::ReadTransaction, engine: Arc<StoreEngine>, generation: Generation) -> Self {
        Self { tables: ReadTables::new(txn), engine, generation }
    }

    /// Substring search: visits the rows of a searched index whose text contains `part`, in descending order.
    ///
    /// The first search of an index loads it into memory; concurrent searches scan the range on disk meanwhile. A
    /// record that is changed concurrently may be missed under both its old and its new key.
    ///
    /// # Errors
    /// Those of [`Read::scan`]; [`StoreError::Misused`] for an index without substring search.
    pub fn search<R: Record>(
        &self,
        range: IndexRange<R>,
        part: &str,
        each: EachIndexRow<'_, R>,
    ) -> Result<(), StoreError> {
        let index = range.index;
        let text_at = index.text_at.ok_or(StoreError::Misused("this index has no substring search"))?;
        if let Some(build) = self.engine.substring_indexes.begin(index) {
            build.finish(self.load(index, text_at)?);
        }
        let mut rest = range.range;
        while let Some(rows) = self.engine.substring_indexes.find(index, &rest, part, SEARCH_BATCH_SIZE) {
            for row in &rows {
                // Rows committed after this snapshot are in the substring index, but not in the snapshot.
                let Some(primary) = self.row(index.table, row)? else { continue };
                if each(IndexRow::new(index, index.index_key(row, &primary)?, &primary))?.is_break() {
                    return Ok(());
                }
            }
            match rows.last() {
                Some(last) if rows.len() == SEARCH_BATCH_SIZE => rest = rest.before(last),
                _ => return Ok(()),
            }
        }
        self.scan_rows(index.table, rest, true, &mut |row, primary| {
            let index_key = index.index_key(row, primary)?;
            let text = str::from_utf8(key::text_at(index_key, text_at)).unwrap_or_default();
            if text.contains(part) {
                each(IndexRow::new(index, index_key, primary))
            } else {
                Ok(ControlFlow::Continue(()))
            }
        })
    }

    /// Loads all rows of an index from a snapshot newer than this one: taken once changes are recorded for the build.
    fn load(&self, index: IndexTable, text_at: usize) -> Result<PackedRows, StoreError> {
        let (txn, generation) = self.engine.begin_read()?;
        let now = Self::new(txn, Arc::clone(&self.engine), generation);
        let mut packed = PackedRows::new(text_at);
        now.raw_scan(index.table, KeyRange::all(), false, &mut |row, _| {
            packed.insert(row);
            Ok(ControlFlow::Continue(()))
        })?;
        Ok(packed)
    }

    pub(super) fn tables(&self) -> &ReadTables {
        &self.tables
    }

    /// Reports a failure of redb to the engine; `Corrupt` stays reserved for rows that do not decode.
    pub(super) fn failed(&self, error: StoreError) -> StoreError {
        self.engine.read_failed(self.generation, error)
    }
}

impl Rows for Snapshot {
    fn with_row(&self, table: Table, key: &[u8], see: SeeRow<'_>) -> Result<(), StoreError> {
        let Some(table) = self.tables.open(table).map_err(|e| self.failed(storage(e)))? else {
            return Ok(());
        };
        let value = table.get(key).map_err(|e| self.failed(storage(e)))?;
        value.map_or(Ok(()), |value| see(value.value()))
    }

    fn scan_rows(&self, table: Table, range: KeyRange, rev: bool, each: EachRow<'_>) -> Result<(), StoreError> {
        match self.tables.open(table).map_err(|e| self.failed(storage(e)))? {
            Some(table) => scan(&*table, &range, rev, each, &|e| self.failed(e)),
            None => Ok(()),
        }
    }
}
