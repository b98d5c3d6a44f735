//! The open database and how it is replaced by a fresh one after a failure.
//!
//! redb refuses every write after an I/O error until it is reopened, so the database lives behind
//! a lock and can be swapped. Each opening has a number: a snapshot of an earlier opening that
//! fails says nothing about the present one.

use super::{
    StoreError, backing::Source, corruption::guard, error::storage, job::Message, reserve::Reserve,
    substring_index::Mirrors,
};
use crate::sync::RwLock;
use std::sync::{
    Arc, OnceLock, PoisonError,
    atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering::Relaxed},
};

use redb::{Database, ReadTransaction, ReadableDatabase, WriteTransaction};
use tokio::sync::mpsc::WeakSender;

/// Which opening of the database something belongs to.
pub(super) type Opening = u64;

enum State {
    Open(Database),
    /// Being reopened.
    Down,
    Closed,
}

/// What the last write met.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Fault {
    None,
    Failed,
    Full,
    Damaged,
}

impl Fault {
    pub fn of(error: &StoreError) -> Self {
        match error {
            StoreError::Damaged(_) => Self::Damaged,
            error if error.is_full() => Self::Full,
            _ => Self::Failed,
        }
    }

    /// For whoever runs the server.
    pub fn words(self) -> Option<&'static str> {
        match self {
            Self::None => None,
            Self::Failed => Some("the last write to the database failed; it is tried again"),
            Self::Full => Some("there is no room on the disk"),
            Self::Damaged => Some("the database is damaged; restore a backup"),
        }
    }
}

pub(super) struct Engine {
    source: Source,
    state: RwLock<State>,
    /// Changes with every reopening.
    opening: AtomicU64,
    /// A read failed since the last opening: the writer reopens before it does anything else.
    suspect: AtomicBool,
    /// Wakes the writer; weak, so that it ends when the last store handle goes.
    pub writer: OnceLock<WeakSender<Message>>,
    pub reserve_held: AtomicBool,
    /// Why writes do not succeed at present, see [`Fault`].
    fault: AtomicU8,
    pub mirrors: Arc<Mirrors>,
    pub commits: AtomicU64,
    pub operations: AtomicU64,
    /// In microseconds.
    pub longest_closure: AtomicU64,
}

impl Engine {
    /// Opens the database for the first time.
    pub fn open(source: Source, reserve: &mut Reserve) -> Result<Self, StoreError> {
        let database = open(&source, reserve)?;
        Ok(Self {
            source,
            state: RwLock::new(State::Open(database)),
            opening: AtomicU64::new(0),
            suspect: AtomicBool::new(false),
            writer: OnceLock::new(),
            reserve_held: AtomicBool::new(reserve.held()),
            fault: AtomicU8::new(Fault::None as u8),
            mirrors: Arc::default(),
            commits: AtomicU64::new(0),
            operations: AtomicU64::new(0),
            longest_closure: AtomicU64::new(0),
        })
    }

    pub fn source(&self) -> &Source {
        &self.source
    }

    pub fn begin_read(&self) -> Result<(ReadTransaction, Opening), StoreError> {
        self.with(|db| {
            let opening = self.opening.load(Relaxed);
            match db.begin_read() {
                Ok(txn) => Ok((txn, opening)),
                Err(e) => Err(self.read_failed(opening, storage(e))),
            }
        })
    }

    pub fn begin_write(&self) -> Result<WriteTransaction, StoreError> {
        self.with(|db| {
            let mut txn = db.begin_write().map_err(storage)?;
            // Also means two-phase commit; a reopening after a crash then takes about 1 ms instead
            // of a walk through the whole file.
            txn.set_quick_repair(true);
            #[cfg(debug_assertions)]
            if super::sabotage::does(super::sabotage::Sabotage::NoSync) {
                txn.set_quick_repair(false);
                txn.set_durability(redb::Durability::None).map_err(storage)?;
            }
            Ok(txn)
        })
    }

    fn with<T>(&self, f: impl FnOnce(&Database) -> Result<T, StoreError>) -> Result<T, StoreError> {
        match &*self.state.read().unwrap_or_else(PoisonError::into_inner) {
            State::Open(database) => f(database),
            State::Down => Err(StoreError::Unavailable),
            State::Closed => Err(StoreError::Closed),
        }
    }

    /// Whether writes can be queued at all.
    pub fn available(&self) -> Result<(), StoreError> {
        self.with(|_| Ok(()))
    }

    /// Judges a failed read: an I/O error spoils the opening that it happened in.
    pub fn read_failed(&self, opening: Opening, error: StoreError) -> StoreError {
        if !matches!(error, StoreError::Io(_) | StoreError::Unavailable) {
            return error;
        }
        if opening == self.opening.load(Relaxed) && !self.suspect.swap(true, Relaxed) {
            tracing::error!("a read failed, reopening the database: {error}");
            if let Some(writer) = self.writer.get().and_then(WeakSender::upgrade) {
                // A full queue wakes the writer by itself.
                let _ = writer.try_send(Message::Wake);
            }
        }
        StoreError::Unavailable
    }

    /// The engine's own walk through all pages. It takes the database for itself. After an answer that pages are
    /// damaged it may be unable to do anything more.
    pub fn verify_pages(&self) -> Result<Option<String>, StoreError> {
        let mut state = self.state.write().unwrap_or_else(PoisonError::into_inner);
        let State::Open(database) = &mut *state else { return Err(StoreError::Unavailable) };
        let walk = || match database.check_integrity() {
            Ok(true) => Ok(None),
            Ok(false) => Ok(Some("the file's bookkeeping was damaged; it has been repaired".into())),
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

    pub fn set_fault(&self, fault: Fault) {
        self.fault.store(fault as u8, Relaxed);
    }

    pub fn fault(&self) -> Fault {
        let faults = [Fault::None, Fault::Failed, Fault::Full, Fault::Damaged];
        faults.into_iter().find(|fault| *fault as u8 == self.fault.load(Relaxed)).unwrap_or(Fault::Failed)
    }

    pub fn is_suspect(&self) -> bool {
        self.suspect.load(Relaxed)
    }

    /// Takes the database away; everyone is told that it is unavailable.
    pub fn take_down(&self) {
        self.replace(State::Down);
    }

    /// Opens the database again. Called by the writer alone, after [`Engine::take_down`].
    pub fn reopen(&self, reserve: &mut Reserve) -> Result<(), StoreError> {
        let database = open(&self.source, reserve)?;
        // A commit that failed may be in the file all the same.
        self.mirrors.forget();
        self.opening.fetch_add(1, Relaxed);
        self.suspect.store(false, Relaxed);
        self.replace(State::Open(database));
        Ok(())
    }

    pub fn reopened(&self) -> u64 {
        self.opening.load(Relaxed)
    }

    /// Closes the database for good; a clean close, since no transaction is open.
    pub fn close(&self) {
        self.replace(State::Closed);
    }

    fn replace(&self, state: State) {
        let old = std::mem::replace(&mut *self.state.write().unwrap_or_else(PoisonError::into_inner), state);
        // Outside the lock: closing writes to the disk. What closing a damaged file says helps nobody any more.
        let _ = guard(|| {
            drop(old);
            Ok(())
        });
    }
}

/// Opens with one more try in the room of the reserve file.
fn open(source: &Source, reserve: &mut Reserve) -> Result<Database, StoreError> {
    source.open().or_else(|error| {
        if !error.is_full() || !reserve.held() {
            return Err(error);
        }
        reserve.release();
        source.open()
    })
}
