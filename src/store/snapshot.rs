//! A consistent view of the database at one moment.

use std::{ops::ControlFlow, sync::Arc};

use super::{
    Index, KeyRange, Read, Rows, StoreError, Table,
    engine::{Engine, Opening},
    error::storage,
    key,
    read::{EachRow, SeeRow},
    substring_index::packed::Packed,
    tables::{ReadTables, scan},
};

/// Rows that a search finds in one step.
const AT_ONCE: usize = 256;

/// A read transaction: sees what was committed when it was taken, and nothing later.
///
/// Keep it for one request at most. The file cannot reuse pages that an open snapshot still sees,
/// so a forgotten one makes it grow. A snapshot is not `Send`: a future that holds one across an
/// `await` does not compile as a request handler.
///
/// ```compile_fail
/// fn sent<T: Send>() {}
/// sent::<invigil::store::Snapshot>();
/// ```
pub struct Snapshot {
    tables: ReadTables,
    pub(super) engine: Arc<Engine>,
    opening: Opening,
}

impl Snapshot {
    pub(super) fn new(txn: redb::ReadTransaction, engine: Arc<Engine>, opening: Opening) -> Self {
        Self { tables: ReadTables::new(txn), engine, opening }
    }

    /// Rows of a searched index whose text has `part` in it, last first: `each` takes the index key and the primary key.
    ///
    /// The first search of an index reads all of it into memory, and those that come meanwhile walk through the range. A
    /// record that is changed at this very moment may be missed under its old key and its new one.
    ///
    /// # Errors
    /// As [`Read::scan_index`]; [`StoreError::Misused`] for an index that is not searched.
    pub fn search(&self, index: Index, range: KeyRange, part: &str, each: EachRow<'_>) -> Result<(), StoreError> {
        let text_at = index.text_at.ok_or(StoreError::Misused("this index is not searched"))?;
        if let Some(build) = self.engine.mirrors.begin(index) {
            build.finish(self.pack(index, text_at)?);
        }
        let mut rest = range;
        while let Some(rows) = self.engine.mirrors.find(index, &rest, part, AT_ONCE) {
            for row in &rows {
                // What has come since this snapshot was taken is not in it.
                let Some(primary) = self.row(index.table, row)? else { continue };
                if each(index.index_key(row, &primary)?, &primary)?.is_break() {
                    return Ok(());
                }
            }
            match rows.last() {
                Some(last) if rows.len() == AT_ONCE => rest = rest.before(last),
                _ => return Ok(()),
            }
        }
        self.scan_index(index, rest, true, &mut |index_key, primary| {
            let text = str::from_utf8(key::text_at(index_key, text_at)).unwrap_or_default();
            if text.contains(part) { each(index_key, primary) } else { Ok(ControlFlow::Continue(())) }
        })
    }

    /// All rows of an index, as they are once changes are being kept: later than this snapshot.
    fn pack(&self, index: Index, text_at: usize) -> Result<Packed, StoreError> {
        let (txn, opening) = self.engine.begin_read()?;
        let now = Self::new(txn, Arc::clone(&self.engine), opening);
        let mut packed = Packed::new(text_at);
        now.raw_scan(index.table, KeyRange::all(), false, &mut |row, _| {
            packed.insert(row);
            Ok(ControlFlow::Continue(()))
        })?;
        Ok(packed)
    }

    pub(super) fn tables(&self) -> &ReadTables {
        &self.tables
    }

    /// Reports a failure of redb; only the caller's own rows being unreadable stays `Corrupt`.
    pub(super) fn failed(&self, error: StoreError) -> StoreError {
        self.engine.read_failed(self.opening, error)
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
