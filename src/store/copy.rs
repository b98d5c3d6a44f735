//! Logical copies: every row through a read transaction, while the store is in use.
//!
//! Never copy the live file itself: its pages change during the copy.

use std::{
    fs::{self, File},
    io,
    path::{Path, PathBuf},
};

use redb::{Database, ReadableTable, backends::FileBackend};

use super::{
    Snapshot, StoreError,
    backing::private_file,
    error::storage,
    tables::{ReadTables, definition},
};

impl Snapshot {
    /// Writes all rows to a new database file (mode 0600). An existing file is replaced atomically, once the copy is
    /// complete and durable. Returns the number of rows.
    ///
    /// # Errors
    /// If the snapshot cannot be read or the file cannot be written.
    pub fn copy_to(&self, path: &Path) -> Result<u64, StoreError> {
        copy(self.tables(), path)
    }
}

pub(super) fn copy(from: &ReadTables, path: &Path) -> Result<u64, StoreError> {
    let mut unfinished = path.as_os_str().to_owned();
    unfinished.push(".tmp");
    let unfinished = PathBuf::from(unfinished);
    remove(&unfinished)?;
    let written = write(from, &unfinished).and_then(|rows| {
        fs::rename(&unfinished, path)?;
        // fsync of the folder makes the rename durable.
        let folder = path.parent().filter(|p| !p.as_os_str().is_empty());
        File::open(folder.unwrap_or(Path::new(".")))?.sync_all()?;
        Ok(rows)
    });
    if written.is_err() {
        remove(&unfinished)?;
    }
    written
}

fn write(from: &ReadTables, path: &Path) -> Result<u64, StoreError> {
    let backend = FileBackend::new(private_file(path)?).map_err(storage)?;
    let database = Database::builder().create_with_backend(backend).map_err(storage)?;
    let mut txn = database.begin_write().map_err(storage)?;
    txn.set_quick_repair(true);
    let mut rows = 0;
    for name in from.names().map_err(storage)? {
        let source = from.open_named(&name).map_err(storage)?;
        let mut target = txn.open_table(definition(&name)).map_err(storage)?;
        for row in source.iter().map_err(storage)? {
            let (key, value) = row.map_err(storage)?;
            target.insert(key.value(), value.value()).map_err(storage)?;
            rows += 1;
        }
    }
    txn.commit().map_err(storage)?;
    Ok(rows)
}

fn remove(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(e) if e.kind() != io::ErrorKind::NotFound => Err(e),
        _ => Ok(()),
    }
}
