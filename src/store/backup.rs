//! Backups: every row of a snapshot in one stream with a checksum.
//!
//! Format: magic bytes, length of the manifest (4 bytes, big-endian), manifest (JSON), the rows of the manifest's
//! tables in its order, and the SHA-256 of all these bytes. A row is key length, value length (4 bytes each,
//! big-endian), key and value. Neither side seeks, so a backup can be streamed through a socket or a pipe.

use std::{
    fmt,
    fs::{self, OpenOptions},
    io::{self, Read, Write},
    os::unix::fs::OpenOptionsExt,
    path::Path,
};

use redb::{Database, ReadableTable, ReadableTableMetadata, backends::FileBackend};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::{
    BatchHead, RecordKind, Reseed, Snapshot, StoreError, Tx, backing::private_file, changes::Changes, error::storage,
    schema, tables::definition,
};
use crate::domain::Instant;

const MAGIC: &[u8; 16] = b"invigil backup 1";
const HASH_BYTES: usize = 32;
/// A manifest lists some fifty tables.
const MAX_MANIFEST_BYTES: usize = 1 << 20;
/// Maximum length of a key or a value; far above the limits of the codec and of redb.
const MAX_FIELD_BYTES: usize = 1 << 30;
/// Rows between two reports of progress.
const PROGRESS_ROWS: u64 = 1_000;

/// Manifest of a backup, stored as JSON.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BackupManifest {
    /// Version of the program that created it.
    pub program: String,
    /// Schema version of its rows.
    pub schema: u32,
    pub made_at: Instant,
    /// Number of records, without index rows and counters.
    pub records: u64,
    pub tables: Vec<TableRows>,
    /// The master key encrypted with a passphrase, if requested; opaque to the store.
    pub sealed_key: Option<String>,
    /// The last batch that the backup contains, see [`BatchHead`]. Backups of earlier versions do not say it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub epoch: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub batch: Option<u64>,
}

/// One table of a backup.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableRows {
    pub name: String,
    pub rows: u64,
}

/// Why a backup could not be written or read.
#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    /// Error of the database, not of the backup.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Reading or writing the backup failed.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The input is not a backup.
    #[error("this is not an Invigil backup")]
    Foreign,
    /// The backup is truncated or was changed; the text says how that showed.
    #[error("the backup is damaged: {0}")]
    Damaged(&'static str),
}

impl BackupError {
    /// A truncated file is damaged, not unreadable.
    fn reading(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::UnexpectedEof => Self::Damaged("it ends too early"),
            _ => Self::Io(error),
        }
    }
}

/// Hashes the bytes that pass through.
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
        // Grows with the bytes that arrive: a claimed length alone allocates nothing.
        let mut bytes = Vec::with_capacity(length.min(64 << 10));
        (&mut self.inner).take(length as u64).read_to_end(&mut bytes).map_err(BackupError::reading)?;
        if bytes.len() < length {
            return Err(BackupError::Damaged("it ends too early"));
        }
        self.hash.update(&bytes);
        Ok(bytes)
    }

    fn take_length(&mut self, max: usize) -> Result<usize, BackupError> {
        let bytes: [u8; 4] = self.take(4)?.try_into().map_err(|_| BackupError::Damaged("a length is truncated"))?;
        let length = usize::try_from(u32::from_be_bytes(bytes)).unwrap_or(usize::MAX);
        if length > max { Err(BackupError::Damaged("a length is out of range")) } else { Ok(length) }
    }
}

impl Snapshot {
    /// Writes a backup of all data that this snapshot sees. Writes continue meanwhile, but the file cannot reuse pages
    /// until the backup is complete.
    ///
    /// # Errors
    /// [`BackupError::Store`] and [`BackupError::Io`].
    pub fn back_up(
        &self,
        kinds: &[RecordKind],
        made_at: Instant,
        sealed_key: Option<String>,
        out: &mut dyn Write,
    ) -> Result<BackupManifest, BackupError> {
        let tables = self.tables();
        let mut listed = Vec::new();
        for name in tables.names().map_err(|e| self.failed(storage(e)))? {
            let table = tables.open_named(&name).map_err(|e| self.failed(storage(e)))?;
            listed.push(TableRows { rows: table.len().map_err(|e| self.failed(storage(e)))?, name });
        }
        // A damaged number is left to the integrity check.
        let head = match BatchHead::stored(self) {
            Err(StoreError::Corrupt(_)) => None,
            stored => stored?,
        };
        let is_record = |table: &&TableRows| kinds.iter().any(|kind| kind.table.0 == table.name);
        let manifest = BackupManifest {
            program: env!("CARGO_PKG_VERSION").to_owned(),
            schema: schema::of(tables)?.unwrap_or_default(),
            made_at,
            records: listed.iter().filter(is_record).map(|table| table.rows).sum(),
            tables: listed,
            sealed_key,
            epoch: head.map(|head| head.epoch),
            batch: head.map(|head| head.batch),
        };
        let mut out = Hashing { inner: io::BufWriter::with_capacity(256 << 10, out), hash: Sha256::new() };
        out.put(MAGIC)?;
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
/// Callback with table, key and value.
type EachBackupRow<'f> = &'f mut dyn FnMut(&str, &[u8], &[u8]) -> Result<(), StoreError>;

/// A backup being read.
pub struct Backup<T> {
    input: Hashing<T>,
    manifest: BackupManifest,
}

impl<T> fmt::Debug for Backup<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Backup").field(&self.manifest).finish()
    }
}

impl<T: Read> Backup<T> {
    /// Reads the manifest. It is unverified until the whole backup has been read.
    ///
    /// # Errors
    /// [`BackupError::Foreign`], [`BackupError::Damaged`], [`BackupError::Io`].
    pub fn open(input: T) -> Result<Self, BackupError> {
        let mut input = Hashing { inner: input, hash: Sha256::new() };
        match input.take(MAGIC.len()) {
            Ok(magic) if magic == MAGIC => {}
            Ok(_) | Err(BackupError::Damaged(_)) => return Err(BackupError::Foreign),
            Err(error) => return Err(error),
        }
        let length = input.take_length(MAX_MANIFEST_BYTES)?;
        let head = input.take(length)?;
        let manifest =
            serde_json::from_slice(&head).map_err(|_| BackupError::Damaged("its manifest cannot be read"))?;
        Ok(Self { input, manifest })
    }

    pub const fn manifest(&self) -> &BackupManifest {
        &self.manifest
    }

    /// Reads the backup to its end and verifies its checksum.
    ///
    /// # Errors
    /// [`BackupError::Damaged`], [`BackupError::Io`].
    pub fn verify(self) -> Result<BackupManifest, BackupError> {
        self.each(&mut |_, _, _| Ok(()))
    }

    /// Restores the backup to a database in a new file (mode 0600). The file is deleted if verification fails.
    ///
    /// # Errors
    /// [`BackupError::Damaged`], [`BackupError::Io`], [`BackupError::Store`] if the file exists or cannot be
    /// written.
    pub fn restore_to(self, path: &Path) -> Result<BackupManifest, BackupError> {
        self.restored(path, true, &mut |_, _| ())
    }

    /// Like [`Backup::restore_to`], as a copy that continues the history of the original: it follows the same log. Reports the
    /// rows that are done, and all of them.
    ///
    /// # Errors
    /// Those of [`Backup::restore_to`].
    pub fn seed_to(self, path: &Path, mut progress: impl FnMut(u64, u64)) -> Result<BackupManifest, BackupError> {
        self.restored(path, false, &mut progress)
    }

    fn restored(
        self,
        path: &Path,
        is_new_history: bool,
        progress: &mut dyn FnMut(u64, u64),
    ) -> Result<BackupManifest, BackupError> {
        OpenOptions::new().write(true).create_new(true).mode(0o600).open(path).map_err(StoreError::from)?;
        let restored = self.fill(path, is_new_history, progress);
        if restored.is_err() {
            fs::remove_file(path)?;
        }
        restored
    }

    fn fill(
        self,
        path: &Path,
        is_new_history: bool,
        progress: &mut dyn FnMut(u64, u64),
    ) -> Result<BackupManifest, BackupError> {
        let (mut done, all) = (0_u64, self.manifest.tables.iter().map(|table| table.rows).sum());
        let file = private_file(path).map_err(StoreError::from)?;
        let database =
            Database::builder().create_with_backend(FileBackend::new(file).map_err(storage)?).map_err(storage)?;
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
            done += 1;
            if done.is_multiple_of(PROGRESS_ROWS) {
                progress(done, all);
            }
            Ok(())
        })?;
        drop(open);
        if is_new_history {
            Tx::without_journal(&txn).seal(Changes::Reseed(Reseed::Restored), 0)?;
        }
        txn.commit().map_err(storage)?;
        Ok(manifest)
    }

    fn each(self, row: EachBackupRow<'_>) -> Result<BackupManifest, BackupError> {
        let Self { mut input, manifest } = self;
        for TableRows { name, rows } in &manifest.tables {
            for _ in 0..*rows {
                let (key, value) = (input.take_length(MAX_FIELD_BYTES)?, input.take_length(MAX_FIELD_BYTES)?);
                let (key, value) = (input.take(key)?, input.take(value)?);
                row(name, &key, &value)?;
            }
        }
        let Hashing { mut inner, hash } = input;
        let mut stored = [0; HASH_BYTES];
        inner.read_exact(&mut stored).map_err(BackupError::reading)?;
        if stored != <[u8; HASH_BYTES]>::from(hash.finalize()) {
            return Err(BackupError::Damaged("its checksum does not match"));
        }
        if inner.read(&mut [0]).map_err(BackupError::reading)? > 0 {
            return Err(BackupError::Damaged("data follows its end"));
        }
        Ok(manifest)
    }
}
