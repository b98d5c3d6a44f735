//! The handle that the rest of the program holds.

use super::{
    Backing, BackupError, CheckReport, Kind, Manifest, Migration, Snapshot, StoreError, Tx,
    backing::Source,
    check, corruption,
    engine::Engine,
    job::{Call, Message},
    reserve::Reserve,
    schema,
    writer::Writer,
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

/// Writes that wait for longer than that are told by [`Store::trouble`].
const PATIENCE: Duration = Duration::from_secs(2);

/// How to open a store.
#[derive(Debug, Clone)]
pub struct StoreOptions {
    /// Where the data is.
    pub backing: Backing,
    /// redb's cache, in bytes.
    pub cache_bytes: usize,
    /// Writes that may wait before callers are refused with [`StoreError::Busy`].
    pub queue: usize,
    /// Writes in one commit at most.
    pub max_batch: usize,
}

impl StoreOptions {
    /// The sizes that suit one server: 128 MiB of cache, 2,048 waiting, 1,024 in a commit.
    #[must_use]
    pub fn new(backing: Backing) -> Self {
        Self { backing, cache_bytes: 128 << 20, queue: 2048, max_batch: 1024 }
    }
}

/// Figures for `/metrics`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StoreStats {
    /// Durable commits since the start.
    pub commits: u64,
    /// Closures run since the start, refused ones included.
    pub operations: u64,
    /// Writes that wait now.
    pub queued: usize,
    /// The longest time that one closure took on the writer thread since the start: nobody else's write goes on meanwhile.
    pub longest_closure: Duration,
    /// How often the database was reopened after a failure.
    pub reopens: u64,
    /// False while it is being reopened, and after it was closed.
    pub available: bool,
    /// False when the disk is so full that the reserve was given up: start nothing new.
    pub reserve_held: bool,
}

/// The database. Cloning it is cheap; all clones are one store.
#[derive(Clone)]
pub struct Store(Arc<Handle>);

struct Handle {
    engine: Arc<Engine>,
    kinds: &'static [Kind],
    /// `None` once the last handle is going: the writer ends when no sender is left.
    queue: Option<mpsc::Sender<Message>>,
    writer: Mutex<Option<JoinHandle<()>>>,
    closed: watch::Receiver<bool>,
    pulse: Arc<Pulse>,
}

impl Store {
    /// Opens or makes the database, brings its schema up to date (after a backup, see
    /// [`Migration`]) and starts the writer. Blocks: call it before serving.
    ///
    /// # Errors
    /// [`StoreError::Locked`], [`StoreError::Newer`], [`StoreError::Migration`], [`StoreError::Damaged`], or what
    /// the operating system says.
    pub fn open(
        options: StoreOptions,
        kinds: &'static [Kind],
        migrations: &'static [Migration],
    ) -> Result<Self, StoreError> {
        let _opening = long_operation(Operation::Opening);
        corruption::guard(|| Self::open_sound(options, kinds, migrations))
    }

    fn open_sound(
        options: StoreOptions,
        kinds: &'static [Kind],
        migrations: &'static [Migration],
    ) -> Result<Self, StoreError> {
        let source = Source::new(options.backing, options.cache_bytes);
        let mut reserve = Reserve::beside(source.path());
        let engine = Arc::new(Engine::open(source, &mut reserve)?);
        schema::prepare(&engine, migrations)?;
        reserve.tend();
        engine.reserve_held.store(reserve.held(), Relaxed);

        let (queue, waiting) = mpsc::channel(options.queue.max(1));
        engine.writer.get_or_init(|| queue.downgrade());
        let (closing, closed) = watch::channel(false);
        let pulse = Pulse::new("store writer");
        let writer = Writer {
            engine: Arc::clone(&engine),
            queue: waiting,
            max_batch: options.max_batch.max(1),
            reserve,
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

    /// A view of what is committed now; one per request, see [`Snapshot`].
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] while the database is being reopened, [`StoreError::Closed`].
    pub fn read(&self) -> Result<Snapshot, StoreError> {
        let (txn, opening) = self.0.engine.begin_read()?;
        Ok(Snapshot::new(txn, Arc::clone(&self.0.engine), opening))
    }

    /// Runs one use-case in the next commit, and answers once that commit is durable.
    ///
    /// The closure runs on the writer thread with other callers' closures before and after it in
    /// the same transaction: it must be quick, and its only effects are those it has through `tx`.
    /// If it fails or panics, all it did is undone. A caller that goes away stops nothing: what was queued
    /// is carried out, because a page that is being left cannot wait for its reply.
    ///
    /// # Errors
    /// The closure's own, or [`StoreError::Busy`] (nothing was done), [`StoreError::Unavailable`]
    /// (the outcome is unknown), [`StoreError::Panicked`], [`StoreError::Closed`].
    pub async fn write<R, E, F>(&self, f: F) -> Result<R, E>
    where
        F: FnOnce(&mut Tx<'_>) -> Result<R, E> + Send + 'static,
        R: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        self.0.engine.available()?;
        let queue = self.0.queue.as_ref().ok_or(StoreError::Closed)?;
        let (call, reply) = Call::new(f);
        queue.try_send(Message::Write(Box::new(call))).map_err(|e| match e {
            TrySendError::Full(_) => StoreError::Busy,
            TrySendError::Closed(_) => StoreError::Closed,
        })?;
        // A writer that ends drops what it will not run.
        reply.await.unwrap_or_else(|_| Err(StoreError::Closed.into()))
    }

    /// Finishes the writes that wait, then closes the database cleanly. Every later call answers
    /// [`StoreError::Closed`].
    pub async fn close(&self) {
        if let Some(queue) = &self.0.queue {
            // Closed already is as good.
            let _ = queue.send(Message::Close).await;
        }
        let mut closed = self.0.closed.clone();
        // Also ends when the writer is gone.
        let _ = closed.wait_for(|closed| *closed).await;
        self.0.join();
    }

    /// Proves that indexes and counters equal a rebuild and that every record decodes. Reads the
    /// whole database: for `invigil check`, not for a request.
    ///
    /// # Errors
    /// As a read; what is wrong with the data is in the report.
    pub fn check(&self) -> Result<CheckReport, StoreError> {
        check::check(&self.read()?, self.0.kinds)
    }

    /// Writes all that is committed now as a backup, see [`Snapshot::back_up`].
    ///
    /// # Errors
    /// As [`Snapshot::back_up`].
    pub fn back_up(
        &self,
        made_at: Instant,
        sealed_key: Option<String>,
        out: &mut dyn Write,
    ) -> Result<Manifest, BackupError> {
        self.read()?.back_up(self.0.kinds, made_at, sealed_key, out)
    }

    /// Makes all index rows and counters anew. Writes wait meanwhile, for as long as a walk through all records takes.
    ///
    /// # Errors
    /// As [`Store::write`]; [`StoreError::Corrupt`] where a record cannot be read: then nothing was changed.
    pub async fn rebuild(&self) -> Result<(), StoreError> {
        self.0.engine.available()?;
        let queue = self.0.queue.as_ref().ok_or(StoreError::Closed)?;
        let (told, outcome) = oneshot::channel();
        queue.send(Message::Rebuild(self.0.kinds, told)).await.map_err(|_| StoreError::Closed)?;
        outcome.await.unwrap_or(Err(StoreError::Closed))
    }

    /// Verifies the checksum of every page in the file; answers what was wrong, if anything was. Only whoever has the
    /// store alone may ask: a read that is under way makes it fail with [`StoreError::Busy`].
    ///
    /// # Errors
    /// As a read.
    pub fn verify_pages(&self) -> Result<Option<String>, StoreError> {
        self.0.engine.verify_pages()
    }

    /// Size of the database's file in bytes; `None` where there is no file.
    #[must_use]
    pub fn size(&self) -> Option<u64> {
        Some(std::fs::metadata(self.0.engine.source().path()?).ok()?.len())
    }

    /// What the writer reports of itself, for the watchdog; with [`Store::has_queued`].
    #[must_use]
    pub fn pulse(&self) -> Arc<Pulse> {
        Arc::clone(&self.0.pulse)
    }

    /// Whether writes wait, asked without a lock and without keeping the store open.
    pub fn has_queued(&self) -> impl Fn() -> bool + Send + use<> {
        let queue = self.0.queue.as_ref().map(mpsc::Sender::downgrade);
        move || {
            let queue = queue.as_ref().and_then(mpsc::WeakSender::upgrade);
            queue.is_some_and(|queue| queue.capacity() < queue.max_capacity())
        }
    }

    /// Why no write succeeds at present, in words for whoever runs the server; `None` while all is well.
    #[must_use]
    pub fn trouble(&self) -> Option<String> {
        let disk = longest_disk_call();
        if disk >= PATIENCE {
            return Some(format!("the disk has not answered for {} s", disk.as_secs()));
        }
        if let Some(words) = self.0.engine.fault().words() {
            return Some(words.to_owned());
        }
        let (place, since) = (self.0.pulse.place(), self.0.pulse.since_entered());
        match place {
            Place::Died => Some("the thread that writes to the database has ended".to_owned()),
            Place::Ended => Some("the database is closed".to_owned()),
            Place::Idle | Place::Unborn => None,
            _ if since >= PATIENCE => Some(format!("{} since {} s", place.words(), since.as_secs())),
            _ => None,
        }
    }

    /// Figures for `/metrics`.
    #[must_use]
    pub fn stats(&self) -> StoreStats {
        let engine = &self.0.engine;
        StoreStats {
            commits: engine.commits.load(Relaxed),
            operations: engine.operations.load(Relaxed),
            queued: self.0.queue.as_ref().map_or(0, |q| q.max_capacity() - q.capacity()),
            longest_closure: Duration::from_micros(engine.longest_closure.load(Relaxed)),
            reopens: engine.reopened(),
            available: engine.available().is_ok(),
            reserve_held: engine.reserve_held.load(Relaxed),
        }
    }
}

impl Handle {
    fn join(&self) {
        let writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner).take();
        // The last handle may go from inside a hook, on the writer's own thread.
        if let Some(writer) = writer.filter(|w| w.thread().id() != thread::current().id())
            && writer.join().is_err()
        {
            tracing::error!("the store's writer panicked");
        }
    }
}

impl Drop for Handle {
    /// As clean as [`Store::close`], for whoever forgets it.
    fn drop(&mut self) {
        self.queue = None;
        self.join();
    }
}
