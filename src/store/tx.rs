//! What a closure of [`Store::write`](super::Store::write) may do to the database.

use std::{
    cell::{Cell, RefCell},
    sync::Arc,
};

use redb::{ReadableTable, WriteTransaction};

use super::{
    KeyRange, Rows, StoreError, Table,
    error::storage,
    read::{EachRow, SeeRow},
    substring_index::{Change, Mirrors},
    tables::{WriteTable, WriteTables, definition, scan},
};

pub(super) type Hook = Box<dyn FnOnce() + Send>;

/// One row as it was before it was overwritten.
struct Undo<'t> {
    table: WriteTable<'t>,
    key: Vec<u8>,
    old: Option<Vec<u8>>,
}

/// A write transaction as one closure sees it.
///
/// It journals what it overwrites, because many closures share one transaction of redb and each
/// must be undoable alone; savepoints cannot do that (they need a transaction that has not opened
/// a table).
pub struct Tx<'t> {
    tables: WriteTables<'t>,
    journal: Vec<Undo<'t>>,
    keep_journal: bool,
    hooks: Vec<Hook>,
    /// What to tell of changes to searched indexes; none in a migration.
    mirrors: Option<Arc<Mirrors>>,
    /// Set once redb has failed: the whole transaction is then lost, whatever the closure returns.
    broken: RefCell<Option<StoreError>>,
    /// True while redb runs, so that a panic inside it is told from one in a closure.
    in_engine: Cell<bool>,
}

impl<'t> Tx<'t> {
    pub(super) fn new(txn: &'t WriteTransaction, mirrors: &Arc<Mirrors>) -> Self {
        Self { keep_journal: true, mirrors: Some(Arc::clone(mirrors)), ..Self::without_journal(txn) }
    }

    /// For migrations: they own the transaction and are undone by dropping it.
    pub(super) fn without_journal(txn: &'t WriteTransaction) -> Self {
        Self {
            tables: WriteTables::new(txn),
            journal: Vec::new(),
            keep_journal: false,
            hooks: Vec::new(),
            mirrors: None,
            broken: RefCell::new(None),
            in_engine: Cell::new(false),
        }
    }

    /// Runs `f` once this closure's changes are durable, and only if the closure succeeded: to
    /// publish events and fill caches. Hooks run on the writer thread in the order of the commits,
    /// before the caller has its reply; they must be quick and must not wait for the store.
    pub fn after_commit(&mut self, f: impl FnOnce() + Send + 'static) {
        self.hooks.push(Box::new(f));
    }

    /// Mirrors what was done to searched indexes, once it is durable.
    pub(super) fn mirror(&mut self, changes: Vec<Change>) {
        if let Some(mirrors) = self.mirrors.clone().filter(|_| !changes.is_empty()) {
            self.after_commit(move || mirrors.follow(changes));
        }
    }

    /// Writes one row as it is, without index upkeep; for migrations and for tables of plain rows.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] and the like when storage fails; the whole batch then fails.
    pub fn raw_put(&mut self, table: Table, key: &[u8], value: &[u8]) -> Result<(), StoreError> {
        self.swap(table, key, Some(value)).map(|_| ())
    }

    /// Deletes one row as it is; answers whether it was there.
    ///
    /// # Errors
    /// As [`Tx::raw_put`].
    pub fn raw_delete(&mut self, table: Table, key: &[u8]) -> Result<bool, StoreError> {
        self.swap(table, key, None).map(|old| old.is_some())
    }

    /// Sets or removes a row and answers what was there.
    pub(super) fn swap(
        &mut self,
        table: Table,
        key: &[u8],
        value: Option<&[u8]>,
    ) -> Result<Option<Vec<u8>>, StoreError> {
        let (table, old) = self.engine(|tables| {
            let table = tables.open(table)?;
            let old = swap_row(&table, key, value)?;
            Ok((table, old))
        })?;
        if self.keep_journal && (value.is_some() || old.is_some()) {
            self.journal.push(Undo { table, key: key.to_vec(), old: old.clone() });
        }
        Ok(old)
    }

    /// A place in the journal to come back to with [`Tx::rewind`].
    pub(super) fn mark(&self) -> usize {
        self.journal.len()
    }

    /// Undoes everything since `mark`.
    pub(super) fn rewind(&mut self, mark: usize) -> Result<(), StoreError> {
        while self.journal.len() > mark {
            let Some(Undo { table, key, old }) = self.journal.pop() else {
                break;
            };
            self.engine(|_| swap_row(&table, &key, old.as_deref()))?;
        }
        Ok(())
    }

    /// Ends one closure's turn: keeps its changes, and answers whether there were any and its hooks.
    pub(super) fn accept(&mut self) -> (bool, Vec<Hook>) {
        let wrote = !self.journal.is_empty();
        self.journal.clear();
        (wrote, std::mem::take(&mut self.hooks))
    }

    /// Ends one closure's turn: undoes its changes.
    pub(super) fn refuse(&mut self) -> Result<(), StoreError> {
        self.hooks.clear();
        self.rewind(0)
    }

    /// Why the whole transaction cannot be committed, if so.
    pub(super) fn failure(&self) -> Option<StoreError> {
        let panicked = || self.in_engine.get().then_some(StoreError::Panicked);
        self.broken.borrow().clone().or_else(panicked)
    }

    /// Deletes whole tables, which cannot be journalled.
    pub(super) fn delete_tables(&mut self, which: impl Fn(&str) -> bool) -> Result<(), StoreError> {
        if self.keep_journal {
            return Err(StoreError::Misused("only a migration may delete or rebuild tables"));
        }
        let txn = self.tables.close_all();
        self.engine(|tables| {
            for name in tables.names()?.iter().filter(|name| which(name)) {
                txn.delete_table(definition(name))?;
            }
            Ok(())
        })
    }

    /// The only way to redb: notes failures and panics.
    pub(super) fn engine<T>(
        &self,
        f: impl FnOnce(&WriteTables<'t>) -> Result<T, redb::Error>,
    ) -> Result<T, StoreError> {
        self.in_engine.set(true);
        let result = f(&self.tables);
        self.in_engine.set(false);
        result.map_err(|e| self.fail(storage(e)))
    }

    /// From now on the transaction cannot be committed.
    pub(super) fn fail(&self, error: StoreError) -> StoreError {
        *self.broken.borrow_mut() = Some(error.clone());
        error
    }
}

impl Rows for Tx<'_> {
    fn with_row(&self, table: Table, key: &[u8], see: SeeRow<'_>) -> Result<(), StoreError> {
        let table = self.engine(|tables| Ok(tables.open(table)?))?;
        let table = table.borrow();
        let value = self.engine(|_| Ok(table.get(key)?))?;
        value.map_or(Ok(()), |value| see(value.value()))
    }

    fn scan_rows(&self, table: Table, range: KeyRange, rev: bool, each: EachRow<'_>) -> Result<(), StoreError> {
        let table = self.engine(|tables| Ok(tables.open(table)?))?;
        let table = table.borrow();
        scan(&*table, &range, rev, each, &|e| self.fail(e))
    }
}

fn swap_row(table: &WriteTable<'_>, key: &[u8], value: Option<&[u8]>) -> Result<Option<Vec<u8>>, redb::Error> {
    let mut table = table.borrow_mut();
    let old = match value {
        Some(value) => table.insert(key, value)?,
        None => table.remove(key)?,
    };
    Ok(old.map(|guard| guard.value().to_vec()))
}
