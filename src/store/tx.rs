//! [`Tx`], the write transaction that a closure of [`Store::write`](super::Store::write) works on.

use std::{
    cell::{Cell, RefCell},
    ops::Deref,
    rc::Rc,
    sync::Arc,
};

use redb::{ReadableTable, WriteTransaction};

use super::{
    BatchHead, ChangeSet, KeyRange, RowLog, Rows, StoreError, Table,
    batch_head::HEAD_KEY,
    changes::Changes,
    error::storage,
    read::{EachRow, META, SeeRow},
    row_log::{LastRows, RowAt},
    substring_index::{IndexChange, SubstringIndexes},
    tables::{WriteTable, WriteTables, definition, scan},
};

pub(super) type Hook = Box<dyn FnOnce() + Send>;

/// Bytes of the rows that a closure usually changes, to allocate room for those of a batch once.
const BYTES_EACH: usize = 512;
/// Number of these rows.
const ROWS_EACH: usize = 4;

/// An entry of the undo journal: the value of a changed row before. Its key and its new value are in the log.
struct Undo<'t> {
    table: WriteTable<'t>,
    old: Option<Rc<[u8]>>,
    row: RowAt,
}

/// A write transaction as one closure sees it.
///
/// It keeps an undo journal of overwritten rows, because many closures share one redb transaction and each must be
/// rolled back alone. redb's savepoints cannot do that: they require a transaction that has not opened a table.
pub struct Tx<'t> {
    tables: WriteTables<'t>,
    journal: Vec<Undo<'t>>,
    keep_journal: bool,
    /// The rows that the closures of the batch changed.
    log: RowLog,
    last_rows: LastRows,
    hooks: Vec<Hook>,
    /// Substring indexes to update after the commit; `None` in a migration.
    substring_indexes: Option<Arc<SubstringIndexes>>,
    /// Set once redb has failed: the whole transaction then fails, whatever the closure returns.
    broken: RefCell<Option<StoreError>>,
    /// True while redb runs, to distinguish a panic inside redb from one in a closure.
    in_engine: Cell<bool>,
}

impl<'t> Tx<'t> {
    /// A transaction for a batch of this many closures.
    pub(super) fn new(txn: &'t WriteTransaction, substring_indexes: &Arc<SubstringIndexes>, closures: usize) -> Self {
        Self {
            keep_journal: true,
            log: RowLog::with_capacity(closures * BYTES_EACH),
            last_rows: LastRows::with_capacity(closures * ROWS_EACH),
            substring_indexes: Some(Arc::clone(substring_indexes)),
            ..Self::without_journal(txn)
        }
    }

    /// Creates a transaction for migrations: they own the whole redb transaction, which is rolled back by dropping it.
    pub(super) fn without_journal(txn: &'t WriteTransaction) -> Self {
        Self {
            tables: WriteTables::new(txn),
            journal: Vec::new(),
            keep_journal: false,
            log: RowLog::default(),
            last_rows: LastRows::with_capacity(0),
            hooks: Vec::new(),
            substring_indexes: None,
            broken: RefCell::new(None),
            in_engine: Cell::new(false),
        }
    }

    /// Registers a hook that runs once this closure's changes are durable, and only if the closure succeeded: to
    /// publish events and fill caches. Hooks run on the writer thread in commit order, before the caller gets its
    /// reply; they must be quick and must not wait for the store.
    pub fn after_commit(&mut self, f: impl FnOnce() + Send + 'static) {
        self.hooks.push(Box::new(f));
    }

    /// Updates the substring indexes once the changes are durable.
    pub(super) fn update_substring_indexes(&mut self, changes: Vec<IndexChange>) {
        if let Some(substring_indexes) = self.substring_indexes.clone().filter(|_| !changes.is_empty()) {
            self.after_commit(move || substring_indexes.apply_commit(changes));
        }
    }

    /// Writes one raw row, without index maintenance; for migrations and for tables without records.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`], [`StoreError::Io`] or [`StoreError::Damaged`] when storage fails; the whole batch
    /// then fails.
    pub fn raw_put(&mut self, table: Table, key: &[u8], value: &[u8]) -> Result<(), StoreError> {
        self.swap(table, key, Some(value)).map(|_| ())
    }

    /// Deletes one raw row; returns whether it existed.
    ///
    /// # Errors
    /// Those of [`Tx::raw_put`].
    pub fn raw_delete(&mut self, table: Table, key: &[u8]) -> Result<bool, StoreError> {
        self.swap(table, key, None).map(|old| old.is_some())
    }

    /// Sets or removes a row and returns its previous value.
    pub(super) fn swap(
        &mut self,
        table: Table,
        key: &[u8],
        value: Option<&[u8]>,
    ) -> Result<Option<Rc<[u8]>>, StoreError> {
        let opened = self.engine(|tables| Ok(tables.open(table)?))?;
        let old = self.set_row(&opened, key, value)?;
        if self.keep_journal && (value.is_some() || old.is_some()) {
            let row = self.log.push(table, key, value);
            self.journal.push(Undo { table: opened, old: old.clone(), row });
        }
        Ok(old)
    }

    /// Every change of a row passes here: those of closures, and their undoing.
    fn set_row(
        &self,
        table: &WriteTable<'t>,
        key: &[u8],
        value: Option<&[u8]>,
    ) -> Result<Option<Rc<[u8]>>, StoreError> {
        self.engine(|_| {
            let mut table = table.borrow_mut();
            let old = match value {
                Some(value) => table.insert(key, value)?,
                None => table.remove(key)?,
            };
            Ok(old.map(|guard| Rc::from(guard.value())))
        })
    }

    /// Current position in the undo journal, for [`Tx::roll_back_to`].
    pub(super) fn mark(&self) -> usize {
        self.journal.len()
    }

    /// Undoes all changes since `mark`.
    pub(super) fn roll_back_to(&mut self, mark: usize) -> Result<(), StoreError> {
        while self.journal.len() > mark {
            let Some(Undo { table, old, row }) = self.journal.pop() else {
                break;
            };
            self.set_row(&table, self.log.key(row), old.as_deref())?;
            self.log.truncate(row);
        }
        Ok(())
    }

    /// Ends one closure, adds its changes to those of the batch, and returns its hooks.
    pub(super) fn accept(&mut self) -> Vec<Hook> {
        for undo in self.journal.drain(..) {
            self.last_rows.note(&self.log, undo.row, undo.old.is_some());
        }
        std::mem::take(&mut self.hooks)
    }

    /// The rows that accepted closures changed, each once with its last value; `None` if there are none.
    pub(super) fn take_changes(&mut self) -> Option<Changes> {
        let last = std::mem::replace(&mut self.last_rows, LastRows::with_capacity(0));
        (!last.is_empty()).then(|| Changes::Rows(last.compact(std::mem::take(&mut self.log))))
    }

    /// Bytes of the rows that the closures of the batch have changed so far.
    pub(super) fn changed_bytes(&self) -> usize {
        self.log.bytes().len()
    }

    /// Gives the whole transaction its place in the chain of batches, and stores it with the changes. `epoch` is the
    /// least that it has; 0 without a log.
    pub(super) fn seal(&mut self, changes: Changes, epoch: u64) -> Result<ChangeSet, StoreError> {
        let set = ChangeSet::led(BatchHead::to_continue(self)?, changes, epoch);
        self.raw_put(META, HEAD_KEY, &set.head.encode())?;
        Ok(set)
    }

    /// Ends one closure and rolls back its changes.
    pub(super) fn roll_back(&mut self) -> Result<(), StoreError> {
        self.hooks.clear();
        self.roll_back_to(0)
    }

    /// Why the whole transaction cannot be committed; `None` if it can.
    pub(super) fn failure(&self) -> Option<StoreError> {
        let panicked = || self.in_engine.get().then_some(StoreError::Panicked);
        self.broken.borrow().clone().or_else(panicked)
    }

    /// Deletes whole tables, which the undo journal cannot record.
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

    /// All calls into redb pass through here, which records failures and panics.
    pub(super) fn engine<T>(
        &self,
        f: impl FnOnce(&WriteTables<'t>) -> Result<T, redb::Error>,
    ) -> Result<T, StoreError> {
        self.in_engine.set(true);
        let result = f(&self.tables);
        self.in_engine.set(false);
        result.map_err(|e| self.fail(storage(e)))
    }

    /// Marks the whole transaction as failed: it can no longer be committed.
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

/// Wrappers of a transaction read through it.
impl<'t, W: Deref<Target = Tx<'t>>> Rows for W {
    fn with_row(&self, table: Table, key: &[u8], see: SeeRow<'_>) -> Result<(), StoreError> {
        (**self).with_row(table, key, see)
    }

    fn scan_rows(&self, table: Table, range: KeyRange, rev: bool, each: EachRow<'_>) -> Result<(), StoreError> {
        (**self).scan_rows(table, range, rev, each)
    }
}
