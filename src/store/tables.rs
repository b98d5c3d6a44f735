//! Tables of a transaction, cached while it is open: opening a redb table costs about as much as a small read.

use std::{cell::RefCell, rc::Rc};

use redb::{ReadTransaction, ReadableTable, TableDefinition, TableError, TableHandle, WriteTransaction};

use super::{KeyRange, StoreError, Table, error::storage, read::EachRow};

type Bytes = &'static [u8];
pub(super) type WriteTable<'t> = Rc<RefCell<redb::Table<'t, Bytes, Bytes>>>;
pub(super) type ReadTable = Rc<redb::ReadOnlyTable<Bytes, Bytes>>;

/// redb's definition of a table.
pub(super) const fn definition(name: &str) -> TableDefinition<'_, Bytes, Bytes> {
    TableDefinition::new(name)
}

/// Open tables by name. With a few dozen at most, a linear search beats hashing.
struct OpenTables<T>(RefCell<Vec<(Table, T)>>);

impl<T: Clone> OpenTables<T> {
    fn get_or_open<E>(&self, table: Table, open: impl FnOnce() -> Result<T, E>) -> Result<T, E> {
        let mut opened = self.0.borrow_mut();
        if let Some((_, known)) = opened.iter().find(|(name, _)| *name == table) {
            return Ok(known.clone());
        }
        let new = open()?;
        opened.push((table, new.clone()));
        Ok(new)
    }
}

/// The open tables of a write transaction.
pub(super) struct WriteTables<'t> {
    txn: &'t WriteTransaction,
    opened: OpenTables<WriteTable<'t>>,
}

impl<'t> WriteTables<'t> {
    pub fn new(txn: &'t WriteTransaction) -> Self {
        Self { txn, opened: OpenTables(RefCell::new(Vec::with_capacity(16))) }
    }

    pub fn open(&self, table: Table) -> Result<WriteTable<'t>, TableError> {
        self.opened.get_or_open(table, || self.txn.open_table(definition(table.0)).map(|t| Rc::new(RefCell::new(t))))
    }

    /// Closes all tables, which redb requires before it deletes one.
    pub fn close_all(&mut self) -> &'t WriteTransaction {
        self.opened.0.get_mut().clear();
        self.txn
    }

    /// Names of all tables in the file.
    pub fn names(&self) -> Result<Vec<String>, redb::StorageError> {
        Ok(self.txn.list_tables()?.map(|t| t.name().to_owned()).collect())
    }
}

/// The open tables of a read transaction; `None` for a table that does not exist.
pub(super) struct ReadTables {
    txn: ReadTransaction,
    opened: OpenTables<Option<ReadTable>>,
}

impl ReadTables {
    pub fn new(txn: ReadTransaction) -> Self {
        Self { txn, opened: OpenTables(RefCell::new(Vec::new())) }
    }

    pub fn open(&self, table: Table) -> Result<Option<ReadTable>, TableError> {
        self.opened.get_or_open(table, || match self.txn.open_table(definition(table.0)) {
            Ok(opened) => Ok(Some(Rc::new(opened))),
            Err(TableError::TableDoesNotExist(_)) => Ok(None),
            Err(other) => Err(other),
        })
    }

    /// Opens a table that [`ReadTables::names`] returned.
    pub fn open_named(&self, name: &str) -> Result<redb::ReadOnlyTable<Bytes, Bytes>, TableError> {
        self.txn.open_table(definition(name))
    }

    /// Names of all tables in the file.
    pub fn names(&self) -> Result<Vec<String>, redb::StorageError> {
        Ok(self.txn.list_tables()?.map(|t| t.name().to_owned()).collect())
    }
}

/// Visits rows. A failure of redb passes through `failed`, which distinguishes it from an error of `each`.
pub(super) fn scan(
    table: &impl ReadableTable<Bytes, Bytes>,
    range: &KeyRange,
    rev: bool,
    each: EachRow<'_>,
    failed: &dyn Fn(StoreError) -> StoreError,
) -> Result<(), StoreError> {
    let Some(bounds) = range.bounds() else {
        return Ok(());
    };
    let mut rows = table.range::<&[u8]>(bounds).map_err(|e| failed(storage(e)))?;
    while let Some(row) = if rev { rows.next_back() } else { rows.next() } {
        let (key, value) = row.map_err(|e| failed(storage(e)))?;
        if each(key.value(), value.value())?.is_break() {
            break;
        }
    }
    Ok(())
}
