//! Backups: every row of a snapshot as one stream that proves itself whole.
//!
//! A backup is a mark, the length of a manifest (4 bytes, big-endian) and the manifest as JSON, then the rows of each
//! of the manifest's tables in its order, each row as length of key, length of value (4 bytes each), key and value, and
//! at last the SHA-256 of all that. It needs no seeking on either side, so that it can go through a socket or a pipe.

use std::{
    fmt,
    fs::{self, OpenOptions},
    io::{self, Read, Write},
    os::unix::fs::OpenOptionsExt,
    path::Path,
};

use redb::{Database, ReadableTable, ReadableTableMetadata};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::{Kind, Snapshot, StoreError, backing::private_file, error::storage, schema, tables::definition};
use crate::domain::Instant;

const MARK: &[u8; 16] = b"invigil backup 1";
const HASH: usize = 32;
/// A manifest names some fifty tables.
const MOST_MANIFEST: usize = 1 << 20;
/// Far above what the codec and the engine would ever take.
const MOST_ROW: usize = 1 << 30;

/// What a backup says about itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest {
    /// Version of the program that made it.
    pub program: String,
    /// Version of the schema of its rows.
    pub schema: u32,
    pub made_at: Instant,
    /// Rows that are records, as opposed to indexes and counters.
    pub records: u64,
    pub tables: Vec<TableRows>,
    /// The master key under a passphrase, where it was asked for; the store does not know what is in it.
    pub sealed_key: Option<String>,
}

/// One table of a backup.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableRows {
    pub name: String,
    pub rows: u64,
}

/// Why a backup was not written or not taken.
#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    /// The database, not the backup.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The backup cannot be read or written on.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// This is something else than a backup.
    #[error("this is no backup of Invigil")]
    Foreign,
    /// It was cut off or changed; the words say where that showed.
    #[error("the backup is damaged: {0}")]
    Damaged(&'static str),
}

impl BackupError {
    /// A file that ends too early is damaged, not unreadable.
    fn reading(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::UnexpectedEof => Self::Damaged("it ends too early"),
            _ => Self::Io(error),
        }
    }
}

/// Hashes what passes.
struct Hashing<T> {
    inner: T,
    hash: Sha256,
}

impl<T: Write> Hashing<T> {
    fn put(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.hash.update(bytes);
        self.inner.write_all(bytes)
    }

    fn put_length(&mut self, length: usize) -> io::Result<()> {
        let length = u32::try_from(length).map_err(io::Error::other)?;
        self.put(&length.to_be_bytes())
    }
}

impl<T: Read> Hashing<T> {
    fn take(&mut self, length: usize) -> Result<Vec<u8>, BackupError> {
        // Grows with what really arrives: a length alone reserves nothing.
        let mut bytes = Vec::with_capacity(length.min(64 << 10));
        (&mut self.inner).take(length as u64).read_to_end(&mut bytes).map_err(BackupError::reading)?;
        if bytes.len() < length {
            return Err(BackupError::Damaged("it ends too early"));
        }
        self.hash.update(&bytes);
        Ok(bytes)
    }

    fn take_length(&mut self, most: usize) -> Result<usize, BackupError> {
        let bytes: [u8; 4] = self.take(4)?.try_into().map_err(|_| BackupError::Damaged("a length is cut off"))?;
        let length = usize::try_from(u32::from_be_bytes(bytes)).unwrap_or(usize::MAX);
        if length > most { Err(BackupError::Damaged("a length makes no sense")) } else { Ok(length) }
    }
}

impl Snapshot {
    /// Writes everything that this snapshot sees. Savers go on meanwhile; the file cannot reuse pages until it is done.
    ///
    /// # Errors
    /// [`BackupError::Store`] and [`BackupError::Io`].
    pub fn back_up(
        &self,
        kinds: &[Kind],
        made_at: Instant,
        sealed_key: Option<String>,
        out: &mut dyn Write,
    ) -> Result<Manifest, BackupError> {
        let tables = self.tables();
        let mut listed = Vec::new();
        for name in tables.names().map_err(|e| self.failed(storage(e)))? {
            let table = tables.open_named(&name).map_err(|e| self.failed(storage(e)))?;
            listed.push(TableRows { rows: table.len().map_err(|e| self.failed(storage(e)))?, name });
        }
        let is_record = |table: &&TableRows| kinds.iter().any(|kind| kind.table.0 == table.name);
        let manifest = Manifest {
            program: env!("CARGO_PKG_VERSION").to_owned(),
            schema: schema::of(tables)?.unwrap_or_default(),
            made_at,
            records: listed.iter().filter(is_record).map(|table| table.rows).sum(),
            tables: listed,
            sealed_key,
        };
        let mut out = Hashing { inner: io::BufWriter::with_capacity(256 << 10, out), hash: Sha256::new() };
        out.put(MARK)?;
        let head = serde_json::to_vec(&manifest).map_err(io::Error::from)?;
        out.put_length(head.len())?;
        out.put(&head)?;
        for TableRows { name, .. } in &manifest.tables {
            let table = tables.open_named(name).map_err(|e| self.failed(storage(e)))?;
            for row in table.iter().map_err(|e| self.failed(storage(e)))? {
                let (key, value) = row.map_err(|e| self.failed(storage(e)))?;
                out.put_length(key.value().len())?;
                out.put_length(value.value().len())?;
                out.put(key.value())?;
                out.put(value.value())?;
            }
        }
        let Hashing { mut inner, hash } = out;
        inner.write_all(&hash.finalize())?;
        inner.flush()?;
        Ok(manifest)
    }
}

type RowTable<'t> = redb::Table<'t, &'static [u8], &'static [u8]>;
/// Takes table, key and value.
type EachBackupRow<'f> = &'f mut dyn FnMut(&str, &[u8], &[u8]) -> Result<(), StoreError>;

/// A backup that is being read.
pub struct Backup<T> {
    input: Hashing<T>,
    manifest: Manifest,
}

impl<T> fmt::Debug for Backup<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Backup").field(&self.manifest).finish()
    }
}

impl<T: Read> Backup<T> {
    /// Reads the manifest; nothing vouches for it before the rest has been read.
    ///
    /// # Errors
    /// [`BackupError::Foreign`], [`BackupError::Damaged`], [`BackupError::Io`].
    pub fn open(input: T) -> Result<Self, BackupError> {
        let mut input = Hashing { inner: input, hash: Sha256::new() };
        match input.take(MARK.len()) {
            Ok(mark) if mark == MARK => {}
            Ok(_) | Err(BackupError::Damaged(_)) => return Err(BackupError::Foreign),
            Err(error) => return Err(error),
        }
        let length = input.take_length(MOST_MANIFEST)?;
        let head = input.take(length)?;
        let manifest =
            serde_json::from_slice(&head).map_err(|_| BackupError::Damaged("its manifest cannot be read"))?;
        Ok(Self { input, manifest })
    }

    pub const fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// Reads it to its end and proves it whole.
    ///
    /// # Errors
    /// [`BackupError::Damaged`], [`BackupError::Io`].
    pub fn verify(self) -> Result<Manifest, BackupError> {
        self.each(&mut |_, _, _| Ok(()))
    }

    /// Makes a database of it in a new file (mode 0600), which is removed again unless the backup proves whole.
    ///
    /// # Errors
    /// [`BackupError::Damaged`], [`BackupError::Io`], [`BackupError::Store`] where the file cannot be written.
    pub fn restore_to(self, path: &Path) -> Result<Manifest, BackupError> {
        OpenOptions::new().write(true).create_new(true).mode(0o600).open(path).map_err(StoreError::from)?;
        let restored = self.fill(path);
        if restored.is_err() {
            fs::remove_file(path)?;
        }
        restored
    }

    fn fill(self, path: &Path) -> Result<Manifest, BackupError> {
        let file = private_file(path).map_err(StoreError::from)?;
        let database = Database::builder().create_file(file).map_err(storage)?;
        let mut txn = database.begin_write().map_err(storage)?;
        txn.set_quick_repair(true);
        for TableRows { name, .. } in &self.manifest.tables {
            txn.open_table(definition(name)).map_err(storage)?;
        }
        let mut open: Option<(String, RowTable<'_>)> = None;
        let manifest = self.each(&mut |name, key, value| {
            let table = match &mut open {
                Some((opened, table)) if opened == name => table,
                other => {
                    *other = None;
                    let table = txn.open_table(definition(name)).map_err(storage)?;
                    &mut other.insert((name.to_owned(), table)).1
                }
            };
            table.insert(key, value).map_err(storage)?;
            Ok(())
        })?;
        drop(open);
        txn.commit().map_err(storage)?;
        Ok(manifest)
    }

    fn each(self, row: EachBackupRow<'_>) -> Result<Manifest, BackupError> {
        let Self { mut input, manifest } = self;
        for TableRows { name, rows } in &manifest.tables {
            for _ in 0..*rows {
                let (key, value) = (input.take_length(MOST_ROW)?, input.take_length(MOST_ROW)?);
                let (key, value) = (input.take(key)?, input.take(value)?);
                row(name, &key, &value)?;
            }
        }
        let Hashing { mut inner, hash } = input;
        let mut kept = [0; HASH];
        inner.read_exact(&mut kept).map_err(BackupError::reading)?;
        if kept != <[u8; HASH]>::from(hash.finalize()) {
            return Err(BackupError::Damaged("its checksum does not fit"));
        }
        if inner.read(&mut [0]).map_err(BackupError::reading)? > 0 {
            return Err(BackupError::Damaged("something follows its end"));
        }
        Ok(manifest)
    }
}
