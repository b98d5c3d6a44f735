//! Storage backends: a file, memory, or a custom one.

use super::{StoreError, corruption::guard, error::storage};
use crate::watchdog::disk_call;
#[cfg(debug_assertions)]
use crate::watchdog::sabotage;
use redb::{
    BackendError, Database, StorageBackend,
    backends::{FileBackend, InMemoryBackend},
};
use std::{
    fmt,
    fs::{File, OpenOptions, Permissions},
    io,
    ops::{Bound, Deref},
    os::unix::fs::{OpenOptionsExt, PermissionsExt},
    path::{Path, PathBuf},
    sync::Arc,
};

/// Creates a backend; called for every opening.
pub type MakeBackend = dyn Fn() -> io::Result<Box<dyn StorageBackend>> + Send + Sync;

/// Where a store keeps its data.
#[derive(Clone)]
pub enum Backing {
    /// A file, created with mode 0600 if missing, locked while open.
    File(PathBuf),
    /// Memory of this process; lost when the store is dropped.
    Memory,
    /// A caller's backend, for fault injection in tests. It must delegate the lock methods.
    Custom(Arc<MakeBackend>),
    /// A database that this process has open already.
    Shared(SharedDatabase),
}

/// An open database that others of this process may read, see [`Follower::share`](super::Follower::share).
#[derive(Clone)]
pub struct SharedDatabase(pub(super) Arc<Database>);

impl fmt::Debug for Backing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(path) => f.debug_tuple("File").field(path).finish(),
            Self::Memory => f.write_str("Memory"),
            Self::Custom(_) => f.write_str("Custom"),
            Self::Shared(_) => f.write_str("Shared"),
        }
    }
}

/// Opens and reopens one database.
pub(super) struct DatabaseSource {
    backing: Backing,
    memory: Arc<InMemoryBackend>,
    cache_bytes: usize,
}

impl DatabaseSource {
    pub fn new(backing: Backing, cache_bytes: usize) -> Self {
        Self { backing, memory: Arc::default(), cache_bytes }
    }

    /// The database's path, if it has one.
    pub fn path(&self) -> Option<&Path> {
        match &self.backing {
            Backing::File(path) => Some(path),
            _ => None,
        }
    }

    pub fn memory(&self) -> u64 {
        self.memory.len().unwrap_or(0)
    }

    pub fn open(&self) -> Result<Arc<Database>, StoreError> {
        let mut builder = Database::builder();
        builder.set_cache_size(self.cache_bytes);
        guard(|| {
            match &self.backing {
                Backing::File(path) => builder
                    .create_with_backend(Delegate(Box::new(FileBackend::new(private_file(path)?).map_err(storage)?))),
                Backing::Memory => builder.create_with_backend(Delegate(Arc::clone(&self.memory))),
                Backing::Custom(make) => builder.create_with_backend(Delegate(make()?)),
                Backing::Shared(SharedDatabase(open)) => return Ok(open.clone()),
            }
            .map(Arc::new)
            .map_err(storage)
        })
    }
}

/// Opens or creates a file with mode 0600.
pub(super) fn private_file(path: &Path) -> io::Result<File> {
    let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).mode(0o600).open(path)?;
    if file.metadata()?.permissions().mode() & 0o077 != 0 {
        file.set_permissions(Permissions::from_mode(0o600))?;
    }
    Ok(file)
}

/// A backend behind a pointer that reports its disk calls to the watchdog. It delegates every lock method, because
/// their defaults silently lock nothing.
#[derive(Debug)]
struct Delegate<P>(P);

impl<P> StorageBackend for Delegate<P>
where
    P: Deref<Target: StorageBackend> + fmt::Debug + Send + Sync + 'static,
{
    fn len(&self) -> io::Result<u64> {
        disk_call(|| self.0.len())
    }

    fn read(&self, offset: u64, out: &mut [u8]) -> io::Result<()> {
        disk_call(|| self.0.read(offset, out))
    }

    fn set_len(&self, len: u64) -> io::Result<()> {
        disk_call(|| self.0.set_len(len))
    }

    fn sync_data(&self) -> io::Result<()> {
        disk_call(|| {
            #[cfg(debug_assertions)]
            {
                sabotage::stall_while_due(sabotage::Hang::Disk);
                sabotage::slow_sync();
            }
            self.0.sync_data()
        })
    }

    fn write(&self, offset: u64, data: &[u8]) -> io::Result<()> {
        disk_call(|| self.0.write(offset, data))
    }

    fn close(&self) -> io::Result<()> {
        disk_call(|| self.0.close())
    }

    fn try_lock_range(&self, start: Bound<u64>, end: Bound<u64>) -> Result<bool, BackendError> {
        self.0.try_lock_range(start, end)
    }

    fn try_lock_shared_range(&self, start: Bound<u64>, end: Bound<u64>) -> Result<bool, BackendError> {
        self.0.try_lock_shared_range(start, end)
    }

    fn lock_range(&self, start: Bound<u64>, end: Bound<u64>) -> Result<(), BackendError> {
        self.0.lock_range(start, end)
    }

    fn lock_shared_range(&self, start: Bound<u64>, end: Bound<u64>) -> Result<(), BackendError> {
        self.0.lock_shared_range(start, end)
    }

    fn unlock_range(&self, start: Bound<u64>, end: Bound<u64>) -> Result<(), BackendError> {
        self.0.unlock_range(start, end)
    }

    fn query_lock_range(&self, start: Bound<u64>, end: Bound<u64>) -> Result<bool, BackendError> {
        self.0.query_lock_range(start, end)
    }
}
