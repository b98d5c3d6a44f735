//! Keeping a database from being opened by anybody, without opening it oneself.

use std::{fs, io, path::Path};

use redb::Database;

use super::{StoreError, backing::private_file, corruption::guard, error::storage};

/// As long as this lives, no other process opens the file that it was taken of, whatever names that file gets.
pub struct Hold(#[expect(dead_code, reason = "it is kept for its lock")] Option<Database>);

impl Hold {
    /// Changes nothing in the file and asks nothing of its schema. A missing or empty file holds nobody up, nor does one
    /// that is no database any more: nobody can have it open.
    ///
    /// # Errors
    /// [`StoreError::Locked`] while another process has it; what the operating system says.
    pub fn take(path: &Path) -> Result<Self, StoreError> {
        match fs::metadata(path) {
            Ok(meta) if meta.len() > 0 => {}
            Ok(_) => return Ok(Self(None)),
            Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(Self(None)),
            Err(e) => return Err(e.into()),
        }
        match guard(|| Database::builder().create_file(private_file(path)?).map_err(storage)) {
            Ok(database) => Ok(Self(Some(database))),
            Err(StoreError::Corrupt(_) | StoreError::Damaged(_)) => Ok(Self(None)),
            Err(StoreError::Io(e)) if e.kind() == io::ErrorKind::InvalidData => Ok(Self(None)),
            Err(error) => Err(error),
        }
    }
}
