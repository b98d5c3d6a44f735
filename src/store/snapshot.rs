//! A consistent view of the database at one moment.

use std::sync::Arc;

use super::{
    KeyRange, Rows, StoreError, Table,
    engine::{Engine, Opening},
    error::storage,
    read::{EachRow, SeeRow},
    tables::{ReadTables, scan},
};

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
    engine: Arc<Engine>,
    opening: Opening,
}

impl Snapshot {
    pub(super) fn new(txn: redb::ReadTransaction, engine: Arc<Engine>, opening: Opening) -> Self {
        Self { tables: ReadTables::new(txn), engine, opening }
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
