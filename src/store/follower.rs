//! A file that follows a log: rows and the number of the last batch, and nothing that knows a record type. Opening it
//! changes nothing in it, because a change of its own would be another history.

use super::{
    Backing, BatchHead, ChangeSet, StoreError,
    backing::{DatabaseSource, SharedDatabase},
    batch_head::HEAD_KEY,
    changes::Changes,
    check::hex,
    corruption::guard,
    error::storage,
    read::META,
    schema,
    tables::{ReadTables, definition},
};
use redb::{Database, ReadableDatabase, ReadableTable};
use serde::Serialize;
use sha2::{Digest, Sha256};
use std::{
    collections::{BTreeMap, btree_map::Entry},
    path::Path,
    sync::{Arc, Weak},
};

/// A file without its application.
pub struct Follower {
    database: Arc<Database>,
}

/// A checksum of a file's rows, to compare two files.
#[derive(Debug, Serialize)]
pub struct Checksum {
    /// Hexadecimal, as those of the tables.
    pub sha256: String,
    /// Checksums by name of the table; a table without rows is left out.
    pub tables: Vec<TableChecksum>,
}

/// A checksum of one table's rows.
#[derive(Debug, Serialize)]
pub struct TableChecksum {
    pub name: String,
    pub rows: u64,
    pub sha256: String,
}

/// The file of a follower, for those who read it beside. It is not kept open by this.
#[derive(Clone, Default)]
pub struct FollowedFile(Weak<Database>);

impl FollowedFile {
    /// The file while it is open. It stays open as long as the result is kept.
    #[must_use]
    pub fn backing(&self) -> Option<Backing> {
        self.0.upgrade().map(|open| Backing::Shared(SharedDatabase(open)))
    }
}

impl Follower {
    /// Opens an existing file.
    ///
    /// # Errors
    /// [`StoreError::Locked`], [`StoreError::Damaged`], [`StoreError::Io`].
    pub fn open(path: &Path, cache_bytes: usize) -> Result<Self, StoreError> {
        if !path.exists() {
            return Err(StoreError::Misused("there is no data to follow with"));
        }
        let source = DatabaseSource::new(Backing::File(path.to_owned()), cache_bytes);
        Ok(Self { database: source.open()? })
    }

    /// The open file, for others of this process to read.
    #[must_use]
    pub fn share(&self) -> FollowedFile {
        FollowedFile(Arc::downgrade(&self.database))
    }

    /// The last batch in the file; `None` if only versions without batch numbers have written to it.
    ///
    /// # Errors
    /// [`StoreError::Corrupt`] if it does not decode, else as a read.
    pub fn head(&self) -> Result<Option<BatchHead>, StoreError> {
        guard(|| {
            let tables = ReadTables::new(self.database.begin_read().map_err(storage)?);
            let Some(meta) = tables.open(META).map_err(storage)? else { return Ok(None) };
            let Some(bytes) = meta.get(HEAD_KEY).map_err(storage)? else { return Ok(None) };
            let malformed = || StoreError::Corrupt("the number of the last batch cannot be read".into());
            BatchHead::decode(bytes.value()).map(Some).ok_or_else(malformed)
        })
    }

    /// Schema version of the file; `None` for an empty file.
    ///
    /// # Errors
    /// As a read.
    pub fn schema(&self) -> Result<Option<u32>, StoreError> {
        guard(|| schema::of(&ReadTables::new(self.database.begin_read().map_err(storage)?)))
    }

    /// SHA-256 over all rows, of all tables and of each; the number of the last batch is a row among them. Two files of one
    /// history with the same head have the same.
    ///
    /// # Errors
    /// As a read.
    pub fn checksum(&self) -> Result<Checksum, StoreError> {
        guard(|| {
            let tables = ReadTables::new(self.database.begin_read().map_err(storage)?);
            let mut names = tables.names().map_err(storage)?;
            names.sort_unstable();
            let (mut all, mut each) = (Sha256::new(), Vec::with_capacity(names.len()));
            for name in names {
                let table = tables.open_named(&name).map_err(storage)?;
                let (mut hash, mut rows) = (Sha256::new(), 0);
                for row in table.iter().map_err(storage)? {
                    let (key, value) = row.map_err(storage)?;
                    for part in [name.as_bytes(), key.value(), value.value()] {
                        hash.update((part.len() as u64).to_be_bytes());
                        hash.update(part);
                    }
                    rows += 1;
                }
                // A member creates a table with its first row.
                if rows > 0 {
                    let sha256 = hash.finalize();
                    all.update(sha256);
                    each.push(TableChecksum { name, rows, sha256: hex(&sha256) });
                }
            }
            Ok(Checksum { sha256: hex(&all.finalize()), tables: each })
        })
    }

    /// Applies batches that continue the file, all of them or none, with the number of the last one in the same
    /// transaction. It is durable when this returns.
    ///
    /// # Errors
    /// [`StoreError::Misused`] if they do not continue it, or have no rows; as a write. Open the file again after an error.
    pub fn apply(&self, sets: &[ChangeSet]) -> Result<(), StoreError> {
        let Some(last) = sets.last() else { return Ok(()) };
        guard(|| {
            let mut head = self.head()?;
            let mut txn = self.database.begin_write().map_err(storage)?;
            txn.set_quick_repair(true);
            // Each table once: to open one costs as much as a small read, and a batch has rows of few tables in turn.
            let mut tables = BTreeMap::new();
            for set in sets {
                if head.is_some_and(|head| head != set.before) {
                    return Err(StoreError::Misused("a batch does not continue the file"));
                }
                head = Some(set.head);
                let Changes::Rows(rows) = &set.changes else {
                    return Err(StoreError::Misused("a bulk change cannot be applied"));
                };
                for row in rows.iter() {
                    let table = match tables.entry(row.table) {
                        Entry::Occupied(open) => open.into_mut(),
                        Entry::Vacant(new) => new.insert(txn.open_table(definition(row.table)).map_err(storage)?),
                    };
                    match row.value {
                        Some(value) => drop(table.insert(row.key, value).map_err(storage)?),
                        None => drop(table.remove(row.key).map_err(storage)?),
                    }
                }
            }
            drop(tables);
            let mut meta = txn.open_table(definition(META.0)).map_err(storage)?;
            meta.insert(HEAD_KEY, last.head.encode().as_slice()).map_err(storage)?;
            drop(meta);
            txn.commit().map_err(storage)
        })
    }
}
