//! [`Store`], the cloneable handle of the database.

use super::{
    BackupError, BackupManifest, CheckReport, Migration, RecordKind, Snapshot, StoreError, StoreOptions, Tx,
    backing::DatabaseSource,
    check, corruption,
    engine::StoreEngine,
    handover::Handover,
    job::{Call, WriterMessage},
    reserve::Reserve,
    schema,
    writer::StoreWriter,
};
use crate::{
    domain::Instant,
    sync::Mutex,
    watchdog::{Operation, Place, Pulse, long_operation, longest_disk_call},
};
use std::{
    io::Write,
    sync::{Arc, PoisonError, atomic::Ordering::Relaxed},
    thread::{self, JoinHandle},
    time::Duration,
};

use tokio::sync::{
    mpsc::{self, error::TrySendError},
    oneshot, watch,
};

/// A disk call or a step of the writer that lasts longer than this is reported by [`Store::trouble`].
const STALL_THRESHOLD: Duration = Duration::from_secs(2);

/// Statistics for `/metrics`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StoreStats {
    /// Durable commits since the start.
    pub commits: u64,
    /// Closures run since the start, failed ones included.
    pub operations: u64,
    /// Current queue depth, in writes.
    pub queued: usize,
    /// Longest run time of one closure on the writer thread since the start; it blocks all other writes.
    pub longest_closure: Duration,
    /// The same in processor time, without what other threads and processes took from it; zero below 0.5 ms.
    pub longest_closure_cpu: Duration,
    /// Reopenings after a failure since the start.
    pub reopens: u64,
    /// False while the database is being reopened, and after it was closed.
    pub available: bool,
    /// False while the disk is so full that the reserve file was released: accept no new work.
    pub reserve_held: bool,
}

/// The database. Cheap to clone; all clones share one store.
#[derive(Clone)]
pub struct Store(Arc<Handle>);

struct Handle {
    engine: Arc<StoreEngine>,
    kinds: &'static [RecordKind],
    /// `None` once the last handle is dropped: the writer ends when no sender is left.
    queue: Option<mpsc::Sender<WriterMessage>>,
    writer: Mutex<Option<JoinHandle<()>>>,
    closed: watch::Receiver<bool>,
    pulse: Arc<Pulse>,
}

impl Store {
    /// Opens or creates the database, migrates its schema (after a copy, see [`Migration`]) and starts the writer
    /// thread. Blocks: call it before serving.
    ///
    /// # Errors
    /// [`StoreError::Locked`], [`StoreError::Newer`], [`StoreError::Migration`], [`StoreError::Damaged`], or
    /// [`StoreError::Io`] from the operating system.
    pub fn open(
        options: StoreOptions,
        kinds: &'static [RecordKind],
        migrations: &'static [Migration],
    ) -> Result<Self, StoreError> {
        let _opening = long_operation(Operation::Opening);
        corruption::guard(|| Self::open_inner(options, kinds, migrations))
    }

    fn open_inner(
        options: StoreOptions,
        kinds: &'static [RecordKind],
        migrations: &'static [Migration],
    ) -> Result<Self, StoreError> {
        let mut handover = Handover::of(&options);
        let source = DatabaseSource::new(options.backing, options.cache_bytes);
        let mut reserve = Reserve::beside(source.path());
        let engine = Arc::new(StoreEngine::open(source, &mut reserve, options.log)?);
        schema::prepare(&engine, migrations, &mut handover)?;
        reserve.maintain();
        engine.reserve_held.store(reserve.held(), Relaxed);

        let (queue, waiting) = mpsc::channel(options.queue.max(1));
        engine.writer.get_or_init(|| queue.downgrade());
        let (closing, closed) = watch::channel(false);
        let pulse = Pulse::new("store writer");
        let writer = StoreWriter {
            engine: Arc::clone(&engine),
            queue: waiting,
            max_batch: options.max_batch.max(1),
            reserve,
            handover,
            pulse: Arc::clone(&pulse),
            closed: closing,
        };
        let thread = thread::Builder::new().name("store-writer".into()).spawn(move || writer.run())?;
        Ok(Self(Arc::new(Handle {
            engine,
            kinds,
            queue: Some(queue),
            writer: Mutex::new(Some(thread)),
            closed,
            pulse,
        })))
    }

    /// Takes a snapshot of the committed data; one per request, see [`Snapshot`].
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] while the database is being reopened, [`StoreError::Closed`].
    pub fn read(&self) -> Result<Snapshot, StoreError> {
        let (txn, generation) = self.0.engine.begin_read()?;
        Ok(Snapshot::new(txn, Arc::clone(&self.0.engine), generation))
    }

    /// Whether this process may answer from the data. Always true without a log of commits. A reply that was made from a
    /// read asks again before it is sent: the process may have been stopped in between, and another machine leads now.
    #[must_use]
    pub fn leads(&self) -> bool {
        self.0.engine.leads()
    }

    /// Runs one write closure in the next group commit, and returns once that commit is durable.
    ///
    /// The closure runs on the writer thread, between other callers' closures in the same transaction: it must be
    /// quick, and `tx` must be its only side effect. If it fails or panics, its changes are rolled back. Dropping the
    /// future cancels nothing: a queued write is still executed, because a page that is being left cannot wait for its
    /// reply.
    ///
    /// # Errors
    /// The closure's own, or [`StoreError::Busy`] (nothing was done), [`StoreError::Unavailable`]
    /// (outcome unknown), [`StoreError::Panicked`], [`StoreError::Closed`].
    pub async fn write<R, E, F>(&self, f: F) -> Result<R, E>
    where
        F: FnOnce(&mut Tx<'_>) -> Result<R, E> + Send + 'static,
        R: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        self.0.engine.available()?;
        let queue = self.0.queue.as_ref().ok_or(StoreError::Closed)?;
        let (call, reply) = Call::new(f);
        queue.try_send(WriterMessage::Write(Box::new(call))).map_err(|e| match e {
            TrySendError::Full(_) => StoreError::Busy,
            TrySendError::Closed(_) => StoreError::Closed,
        })?;
        // A writer that ends drops the jobs that it will not run.
        reply.await.unwrap_or_else(|_| Err(StoreError::Closed.into()))
    }

    /// Finishes the queued writes, then closes the database cleanly. Every later call fails with
    /// [`StoreError::Closed`].
    pub async fn close(&self) {
        if let Some(queue) = &self.0.queue {
            // The send fails only if the store is already closed.
            let _ = queue.send(WriterMessage::Close).await;
        }
        let mut closed = self.0.closed.clone();
        // Also returns if the writer thread has ended.
        let _ = closed.wait_for(|closed| *closed).await;
        self.0.join();
    }

    /// Integrity check: indexes and counters equal a rebuild, and every record decodes. Reads the whole database: for
    /// `invigil check`, not for a request.
    ///
    /// # Errors
    /// As a read; inconsistent data is in the report.
    pub fn check(&self) -> Result<CheckReport, StoreError> {
        check::check(&self.read()?, self.0.kinds)
    }

    /// Writes a backup of all committed data, see [`Snapshot::back_up`].
    ///
    /// # Errors
    /// Those of [`Snapshot::back_up`].
    pub fn back_up(
        &self,
        made_at: Instant,
        sealed_key: Option<String>,
        out: &mut dyn Write,
    ) -> Result<BackupManifest, BackupError> {
        self.read()?.back_up(self.0.kinds, made_at, sealed_key, out)
    }

    /// Rebuilds all index rows and counters. Blocks writes for the duration of a scan of all records.
    ///
    /// # Errors
    /// Those of [`Store::write`]; [`StoreError::Corrupt`] if a record cannot be decoded: nothing is changed then.
    pub async fn rebuild(&self) -> Result<(), StoreError> {
        self.0.engine.available()?;
        let queue = self.0.queue.as_ref().ok_or(StoreError::Closed)?;
        let (reply, outcome) = oneshot::channel();
        queue.send(WriterMessage::Rebuild(self.0.kinds, reply)).await.map_err(|_| StoreError::Closed)?;
        outcome.await.unwrap_or(Err(StoreError::Closed))
    }

    /// Verifies the checksum of every page in the file; returns the finding, or `None` for a sound file. It needs
    /// exclusive access.
    ///
    /// # Errors
    /// [`StoreError::Busy`] while a read is under way; else as a read.
    pub fn verify_pages(&self) -> Result<Option<String>, StoreError> {
        self.0.engine.verify_pages()
    }

    /// Size of the database file in bytes; `None` without a file.
    #[must_use]
    pub fn size(&self) -> Option<u64> {
        Some(std::fs::metadata(self.0.engine.source().path()?).ok()?.len())
    }

    /// Bytes of the database in memory; 0 for one in a file.
    #[must_use]
    pub fn memory(&self) -> u64 {
        self.0.engine.source().memory()
    }

    /// Heartbeat of the writer thread, for the watchdog; used with [`Store::has_queued`].
    #[must_use]
    pub fn pulse(&self) -> Arc<Pulse> {
        Arc::clone(&self.0.pulse)
    }

    /// Returns a check whether writes are queued; it takes no lock and does not keep the store open.
    pub fn has_queued(&self) -> impl Fn() -> bool + Send + use<> {
        let queue = self.0.queue.as_ref().map(mpsc::Sender::downgrade);
        move || {
            let queue = queue.as_ref().and_then(mpsc::WeakSender::upgrade);
            queue.is_some_and(|queue| queue.capacity() < queue.max_capacity())
        }
    }

    /// Why writes fail or stall at present, as a message for the operator (`/readyz`); `None` while they succeed.
    #[must_use]
    pub fn trouble(&self) -> Option<String> {
        let disk = longest_disk_call();
        if disk >= STALL_THRESHOLD {
            return Some(format!("the disk has not answered for {} s", disk.as_secs()));
        }
        if let Some(message) = self.0.engine.fault().message() {
            return Some(message.to_owned());
        }
        let (place, since) = (self.0.pulse.place(), self.0.pulse.since_entered());
        match place {
            Place::Died => Some("the thread that writes to the database has ended".to_owned()),
            Place::Ended => Some("the database is closed".to_owned()),
            Place::Idle | Place::NotStarted => None,
            _ if since >= STALL_THRESHOLD => Some(format!("{} for {} s", place.words(), since.as_secs())),
            _ => None,
        }
    }

    /// The log of commits as far as it is known; `None` for a machine that is alone.
    #[must_use]
    pub fn log_standing(&self) -> Option<super::LogStanding> {
        self.0.engine.log.as_ref().map(|log| log.standing())
    }

    /// Statistics for `/metrics`.
    #[must_use]
    pub fn stats(&self) -> StoreStats {
        let engine = &self.0.engine;
        StoreStats {
            commits: engine.commits.load(Relaxed),
            operations: engine.operations.load(Relaxed),
            queued: self.0.queue.as_ref().map_or(0, |q| q.max_capacity() - q.capacity()),
            longest_closure: Duration::from_micros(engine.longest_closure.load(Relaxed)),
            longest_closure_cpu: Duration::from_micros(engine.longest_closure_cpu.load(Relaxed)),
            reopens: engine.reopened(),
            available: engine.available().is_ok(),
            reserve_held: engine.reserve_held.load(Relaxed),
        }
    }
}

impl Handle {
    fn join(&self) {
        let writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner).take();
        // The last handle may be dropped inside a hook, on the writer thread itself, which cannot join itself.
        if let Some(writer) = writer.filter(|w| w.thread().id() != thread::current().id())
            && writer.join().is_err()
        {
            tracing::error!("the store's writer panicked");
        }
    }
}

impl Drop for Handle {
    /// Closes as cleanly as [`Store::close`], for callers that do not call it.
    fn drop(&mut self) {
        self.queue = None;
        self.join();
    }
}
