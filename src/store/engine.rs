//! The open database, and how it is reopened after a failure.
//!
//! redb refuses every write after an I/O error until it is reopened, so the database is behind a lock and can be
//! swapped. Each reopening starts a new generation: a failed read through a snapshot of an earlier generation says
//! nothing about the current one.

use super::{
    Replica, StoreError, backing::DatabaseSource, corruption::guard, error::storage, job::WriterMessage,
    reserve::Reserve, substring_index::SubstringIndexes,
};
use crate::sync::RwLock;
use std::sync::{
    Arc, OnceLock, PoisonError,
    atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering::Relaxed},
};

use redb::{Database, ReadTransaction, ReadableDatabase, WriteTransaction};
use tokio::sync::mpsc::WeakSender;

/// Number of the opening of the database that a transaction belongs to.
pub(super) type Generation = u64;

enum EngineState {
    Open(Arc<Database>),
    /// Down while it is being reopened.
    Down,
    Closed,
}

/// Outcome of the last write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum WriteFault {
    None,
    Failed,
    Full,
    Damaged,
}

impl WriteFault {
    pub fn of(error: &StoreError) -> Self {
        match error {
            StoreError::Damaged(_) => Self::Damaged,
            error if error.is_full() => Self::Full,
            _ => Self::Failed,
        }
    }

    /// Message for the operator; `None` without a fault.
    pub fn message(self) -> Option<&'static str> {
        match self {
            Self::None => None,
            Self::Failed => Some("the last write to the database failed; retrying"),
            Self::Full => Some("the disk is full"),
            Self::Damaged => Some("the database is damaged; restore a backup"),
        }
    }
}

pub(super) struct StoreEngine {
    source: DatabaseSource,
    state: RwLock<EngineState>,
    /// Incremented by every reopening.
    generation: AtomicU64,
    /// A read failed since the last opening: the writer reopens the database before its next batch.
    suspect: AtomicBool,
    /// Closed for good: reads that are under way then end with an error of the database, which is no fault.
    is_closed: AtomicBool,
    /// Wakes the writer; weak, so that the writer ends when the last store handle is dropped.
    pub writer: OnceLock<WeakSender<WriterMessage>>,
    pub reserve_held: AtomicBool,
    /// Why writes fail at present, see [`WriteFault`].
    fault: AtomicU8,
    pub substring_indexes: Arc<SubstringIndexes>,
    /// The log of commits: without its lease, nothing is read or written.
    pub log: Option<Replica>,
    pub commits: AtomicU64,
    pub operations: AtomicU64,
    /// Time of the longest closure in microseconds.
    pub longest_closure: AtomicU64,
    /// Time of the longest closure in microseconds of processor time.
    pub longest_closure_cpu: AtomicU64,
}

impl StoreEngine {
    /// Opens the database for the first time.
    pub fn open(source: DatabaseSource, reserve: &mut Reserve, log: Option<Replica>) -> Result<Self, StoreError> {
        let database = open(&source, reserve)?;
        Ok(Self {
            source,
            state: RwLock::new(EngineState::Open(database)),
            generation: AtomicU64::new(0),
            suspect: AtomicBool::new(false),
            is_closed: AtomicBool::new(false),
            writer: OnceLock::new(),
            reserve_held: AtomicBool::new(reserve.held()),
            fault: AtomicU8::new(WriteFault::None as u8),
            substring_indexes: Arc::default(),
            log,
            commits: AtomicU64::new(0),
            operations: AtomicU64::new(0),
            longest_closure: AtomicU64::new(0),
            longest_closure_cpu: AtomicU64::new(0),
        })
    }

    pub fn source(&self) -> &DatabaseSource {
        &self.source
    }

    /// Whether this process may acknowledge and read; always without a log.
    pub fn leads(&self) -> bool {
        self.log.as_ref().is_none_or(|log| log.leads())
    }

    fn leading(&self) -> Result<(), StoreError> {
        if self.leads() { Ok(()) } else { Err(StoreError::NotLeading) }
    }

    pub fn begin_read(&self) -> Result<(ReadTransaction, Generation), StoreError> {
        self.leading()?;
        self.with(|db| {
            let generation = self.generation.load(Relaxed);
            match db.begin_read() {
                Ok(txn) => Ok((txn, generation)),
                Err(e) => Err(self.read_failed(generation, storage(e))),
            }
        })
    }

    pub fn begin_write(&self) -> Result<WriteTransaction, StoreError> {
        self.leading()?;
        self.with(|db| {
            let mut txn = db.begin_write().map_err(storage)?;
            // Implies two-phase commit. Reopening after a crash then takes about 1 ms instead of a scan of the whole
            // file.
            txn.set_quick_repair(true);
            #[cfg(debug_assertions)]
            if super::sabotage::does(super::sabotage::StoreSabotage::NoSync) {
                txn.set_quick_repair(false);
                txn.set_durability(redb::Durability::None).map_err(storage)?;
            }
            Ok(txn)
        })
    }

    fn with<T>(&self, f: impl FnOnce(&Database) -> Result<T, StoreError>) -> Result<T, StoreError> {
        match &*self.state.read().unwrap_or_else(PoisonError::into_inner) {
            EngineState::Open(database) => f(database),
            EngineState::Down => Err(StoreError::Unavailable),
            EngineState::Closed => Err(StoreError::Closed),
        }
    }

    /// Fails unless the database is open, so that a write is refused before it is queued.
    pub fn available(&self) -> Result<(), StoreError> {
        self.leading()?;
        if self.log.as_ref().is_some_and(|log| log.is_paused()) {
            return Err(StoreError::Unavailable);
        }
        self.with(|_| Ok(()))
    }

    /// Classifies a failed read: an I/O error invalidates the generation that it happened in.
    pub fn read_failed(&self, generation: Generation, error: StoreError) -> StoreError {
        if !matches!(error, StoreError::Io(_) | StoreError::Unavailable) {
            return error;
        }
        if self.is_closed.load(Relaxed) {
            return StoreError::Closed;
        }
        if generation == self.generation.load(Relaxed) && !self.suspect.swap(true, Relaxed) {
            tracing::error!("a read failed, reopening the database: {error}");
            if let Some(writer) = self.writer.get().and_then(WeakSender::upgrade) {
                // A full queue wakes the writer anyway.
                let _ = writer.try_send(WriterMessage::Wake);
            }
        }
        StoreError::Unavailable
    }

    /// redb's own integrity check: verifies the checksum of every page, with exclusive access. Returns the finding, or
    /// `None` for a sound file. After corrupted pages were found, the database may be unusable.
    pub fn verify_pages(&self) -> Result<Option<String>, StoreError> {
        let mut state = self.state.write().unwrap_or_else(PoisonError::into_inner);
        let EngineState::Open(database) = &mut *state else { return Err(StoreError::Unavailable) };
        let Some(database) = Arc::get_mut(database) else { return Err(StoreError::Busy) };
        let walk = || match database.check_integrity() {
            Ok(true) => Ok(None),
            Ok(false) => Ok(Some("the file's allocation data was damaged and has been repaired".into())),
            Err(redb::DatabaseError::TransactionInProgress) => Err(StoreError::Busy),
            Err(redb::DatabaseError::Storage(redb::StorageError::Corrupted(what))) => {
                Ok(Some(format!("pages of the file are damaged: {what}")))
            }
            Err(error) => Err(storage(error)),
        };
        guard(walk).or_else(|error| match error {
            StoreError::Damaged(what) => Ok(Some(format!("pages of the file are damaged: {what}"))),
            error => Err(error),
        })
    }

    pub fn set_fault(&self, fault: WriteFault) {
        self.fault.store(fault as u8, Relaxed);
    }

    pub fn fault(&self) -> WriteFault {
        let faults = [WriteFault::None, WriteFault::Failed, WriteFault::Full, WriteFault::Damaged];
        faults.into_iter().find(|fault| *fault as u8 == self.fault.load(Relaxed)).unwrap_or(WriteFault::Failed)
    }

    pub fn is_suspect(&self) -> bool {
        self.suspect.load(Relaxed)
    }

    /// Closes the failed database; until it is reopened, callers get [`StoreError::Unavailable`].
    pub fn take_down(&self) {
        self.replace(EngineState::Down);
    }

    /// Reopens the database. Called by the writer alone, after [`StoreEngine::take_down`].
    pub fn reopen(&self, reserve: &mut Reserve) -> Result<(), StoreError> {
        let database = open(&self.source, reserve)?;
        // A commit that failed may still have reached the file, so the substring indexes are invalid.
        self.substring_indexes.invalidate();
        self.generation.fetch_add(1, Relaxed);
        self.suspect.store(false, Relaxed);
        self.replace(EngineState::Open(database));
        Ok(())
    }

    pub fn reopened(&self) -> u64 {
        self.generation.load(Relaxed)
    }

    /// Closes the database permanently; a clean close, since no transaction is open.
    pub fn close(&self) {
        self.is_closed.store(true, Relaxed);
        self.replace(EngineState::Closed);
    }

    fn replace(&self, state: EngineState) {
        let old = std::mem::replace(&mut *self.state.write().unwrap_or_else(PoisonError::into_inner), state);
        // Outside the lock: closing writes to the disk. An error from closing a corrupted file is of no use.
        let _ = guard(|| {
            drop(old);
            Ok(())
        });
    }
}

/// Opens the database; on a full disk it releases the reserve file and retries once.
fn open(source: &DatabaseSource, reserve: &mut Reserve) -> Result<Arc<Database>, StoreError> {
    source.open().or_else(|error| {
        if !error.is_full() || !reserve.held() {
            return Err(error);
        }
        reserve.release();
        source.open()
    })
}
