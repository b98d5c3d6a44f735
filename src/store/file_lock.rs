//! File lock: keeps other processes from opening a database, without opening its data.

use std::{fs, io, path::Path};

use redb::{Database, backends::FileBackend};

use super::{StoreError, backing::private_file, corruption::guard, error::storage};

/// Exclusive lock on a database file. While it lives, no other process can open the file, even after a rename.
pub struct FileLock(#[expect(dead_code, reason = "held for its file lock")] Option<Database>);

impl FileLock {
    /// Locks the file; changes nothing in it and does not check its schema. A missing, empty or corrupted file needs no
    /// lock, since no process can have it open as a database.
    ///
    /// # Errors
    /// [`StoreError::Locked`] while another process has the file open; [`StoreError::Io`] from the operating system.
    pub fn take(path: &Path) -> Result<Self, StoreError> {
        match fs::metadata(path) {
            Ok(meta) if meta.len() > 0 => {}
            Ok(_) => return Ok(Self(None)),
            Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(Self(None)),
            Err(e) => return Err(e.into()),
        }
        let open = || {
            let backend = FileBackend::new(private_file(path)?).map_err(storage)?;
            Database::builder().create_with_backend(backend).map_err(storage)
        };
        match guard(open) {
            Ok(database) => Ok(Self(Some(database))),
            Err(StoreError::Corrupt(_) | StoreError::Damaged(_)) => Ok(Self(None)),
            Err(StoreError::Io(e)) if e.kind() == io::ErrorKind::InvalidData => Ok(Self(None)),
            Err(error) => Err(error),
        }
    }
}
