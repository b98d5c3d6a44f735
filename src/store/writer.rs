//! The writer thread: the only place where the database changes.

use super::{
    RecordKind, Reseed, StoreError, Tx,
    corruption::guard,
    engine::{StoreEngine, WriteFault},
    error::storage,
    group_commit_delay::GroupCommitDelay,
    handover::Handover,
    job::{WriteJob, WriterMessage},
    reserve::Reserve,
    tx::Hook,
};
#[cfg(debug_assertions)]
use crate::watchdog::sabotage::{self, Hang};
use crate::watchdog::{Place, Pulse, disk_call};
use nix::time::{ClockId, clock_gettime};
use std::{
    collections::VecDeque,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{Arc, atomic::Ordering::Relaxed},
    thread,
    time::{Duration, Instant},
};
use tokio::sync::{
    mpsc::{Receiver, error::TryRecvError},
    watch,
};

/// Delays between attempts to reopen: exponential backoff from the first to the second.
const REOPEN_BACKOFF: (Duration, Duration) = (Duration::from_millis(20), Duration::from_secs(2));

/// After a write met a full disk with the reserve file already spent, writes are refused untried for this long: each
/// failed try reopens the database, which is unavailable to readers meanwhile.
const DISK_FULL_PAUSE: Duration = Duration::from_millis(500);

/// How often the queue is polled while the database is down or writes fail.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// Delays between probes (empty commits) that find out whether writes succeed again when no write follows a failed one:
/// exponential backoff from the first to the second.
const PROBE_BACKOFF: (Duration, Duration) = (Duration::from_millis(500), Duration::from_secs(8));

/// Closures below this are not worth a reading of the processor clock.
const NOTABLE: Duration = Duration::from_micros(500);

/// Processor time of this thread.
fn processor_time() -> Duration {
    clock_gettime(ClockId::CLOCK_THREAD_CPUTIME_ID).map(Duration::from).unwrap_or_default()
}

pub(super) struct StoreWriter {
    pub engine: Arc<StoreEngine>,
    pub queue: Receiver<WriterMessage>,
    pub max_batch: usize,
    pub reserve: Reserve,
    pub handover: Handover,
    pub pulse: Arc<Pulse>,
    /// Set to true once the database is closed.
    pub closed: watch::Sender<bool>,
}

/// Bytes above which a batch takes no further closure, if there is a log, so that an append stays short.
const SHIPPED_BATCH_BYTES: usize = 1 << 20;

/// Bytes of a batch above which a closure is refused, if there is a log. It is far above the largest import.
const SHIPPED_BATCH_LIMIT: usize = 64 << 20;

/// A closure that has run and waits for the commit.
struct Executed {
    job: Box<dyn WriteJob>,
    hooks: Vec<Hook>,
    /// Why its changes were rolled back although it succeeded.
    refusal: Option<StoreError>,
}

impl StoreWriter {
    /// Runs until [`WriterMessage::Close`], or until the last sender is dropped.
    pub fn run(mut self) {
        let pulse = Arc::clone(&self.pulse);
        let alive = pulse.adopt();
        let mut delay = GroupCommitDelay::default();
        let mut inbox = Vec::with_capacity(self.max_batch);
        let mut jobs = VecDeque::with_capacity(self.max_batch);
        loop {
            if jobs.is_empty() {
                self.flush_if_idle(&mut jobs);
                pulse.at(Place::Idle);
                if self.engine.fault() != WriteFault::None {
                    if !self.probe_until_work(&mut inbox, &mut jobs) {
                        break;
                    }
                } else if self.queue.blocking_recv_many(&mut inbox, self.max_batch) == 0 {
                    break;
                }
                #[cfg(debug_assertions)]
                assert!(!sabotage::is_due(Hang::WriterDeath), "the writer was killed on purpose");
                pulse.at(Place::Gathering);
                delay.gather(&mut self.queue, &mut inbox, self.max_batch);
                self.dispatch(&mut inbox, &mut jobs);
            }
            pulse.enter(Place::Write);
            let started = Instant::now();
            match self.batch(&mut jobs) {
                Ok(size) => {
                    delay.record(size, started.elapsed());
                    self.maintain_reserve();
                }
                Err(StoreError::NotLeading) => self.refuse_queued(&mut jobs),
                Err(error) => self.recover(&error, &mut jobs),
            }
        }
        pulse.enter(Place::Closing);
        disk_call(|| self.engine.close());
        alive.retire();
        self.closed.send_replace(true);
    }

    /// Flushes what was committed, once nothing waits for the writer.
    fn flush_if_idle(&mut self, jobs: &mut VecDeque<Box<dyn WriteJob>>) {
        if self.handover.is_flushed() || !self.queue.is_empty() || !self.engine.leads() {
            return;
        }
        self.pulse.enter(Place::Commit);
        if let Err(error) = guard(|| self.handover.flush(&self.engine)) {
            self.fail(&error);
            self.recover(&error, jobs);
        }
    }

    /// Takes the database down after a failed write.
    fn fail(&self, error: &StoreError) {
        self.handover.note_failure();
        self.engine.set_fault(WriteFault::of(error));
        // Before any reply: a caller that knows of the failure must not read from the old generation.
        disk_call(|| self.engine.take_down());
    }

    fn dispatch(&mut self, inbox: &mut Vec<WriterMessage>, jobs: &mut VecDeque<Box<dyn WriteJob>>) {
        for message in inbox.drain(..) {
            match message {
                WriterMessage::Write(job) => jobs.push_back(job),
                WriterMessage::Rebuild(kinds, reply) => {
                    // The caller may be gone; the rebuild is committed nevertheless.
                    let _ = reply.send(self.rebuild(kinds));
                }
                WriterMessage::Wake => {}
                WriterMessage::Close => self.queue.close(),
            }
        }
    }

    /// Runs all of `jobs` in one transaction and commits it; returns the batch size. On failure the database is down,
    /// the jobs left in `jobs` have not run, and the others have had their replies.
    fn batch(&mut self, jobs: &mut VecDeque<Box<dyn WriteJob>>) -> Result<usize, StoreError> {
        if self.engine.is_suspect() {
            self.handover.note_failure();
            self.engine.take_down();
            return Err(StoreError::Unavailable);
        }
        let mut executed = Vec::with_capacity(jobs.len());
        let outcome = catch_unwind(AssertUnwindSafe(|| guard(|| self.commit(jobs, &mut executed))))
            .unwrap_or(Err(StoreError::Panicked));
        let size = executed.len();
        match &outcome {
            Ok(()) => drop(self.engine.operations.fetch_add(size as u64, Relaxed)),
            // No fault of the file, which stays open; nothing is read from it any more.
            Err(StoreError::NotLeading) => {}
            Err(error) => self.fail(error),
        }
        let reply = outcome.clone().map_err(|error| match error {
            // Permanent: a retry cannot succeed.
            permanent @ (StoreError::Damaged(_) | StoreError::NotLeading) => permanent,
            _ => StoreError::Unavailable,
        });
        #[cfg(debug_assertions)]
        let reply = if reply.is_err() && super::sabotage::does(super::sabotage::StoreSabotage::AckFailures) {
            // Hooks cache what is stored.
            for one in &mut executed {
                one.hooks.clear();
            }
            Ok(())
        } else {
            reply
        };
        self.pulse.at(Place::Replies);
        for one in executed {
            one.reply(reply.clone());
        }
        outcome.map(|()| size)
    }

    fn commit(
        &mut self,
        jobs: &mut VecDeque<Box<dyn WriteJob>>,
        executed: &mut Vec<Executed>,
    ) -> Result<(), StoreError> {
        if jobs.is_empty() {
            return Ok(());
        }
        let txn = self.engine.begin_write()?;
        let mut tx = Tx::new(&txn, &self.engine.substring_indexes, jobs.len());
        let mut began = Instant::now();
        let (mut longest, mut longest_cpu) = (Duration::ZERO, Duration::ZERO);
        let mut used = processor_time();
        let has_log = self.engine.log.is_some();
        while !(has_log && tx.changed_bytes() > SHIPPED_BATCH_BYTES)
            && let Some(mut job) = jobs.pop_front()
        {
            self.pulse.at(Place::Write);
            #[cfg(debug_assertions)]
            sabotage::deadlock_if_due(Hang::Writer);
            let mut succeeded = job.run(&mut tx);
            let mut refusal = None;
            if has_log && succeeded && tx.changed_bytes() > SHIPPED_BATCH_LIMIT {
                refusal = Some(StoreError::TooLarge { bytes: tx.changed_bytes(), limit: SHIPPED_BATCH_LIMIT });
                succeeded = false;
            }
            let ended = Instant::now();
            let took = ended - began;
            longest = longest.max(took);
            if took >= NOTABLE {
                // What ran since the last reading took no longer than this closure itself.
                let now = processor_time();
                longest_cpu = longest_cpu.max(now.saturating_sub(used).min(took));
                used = now;
            }
            began = ended;
            let failure = tx.failure();
            let mut hooks = Vec::new();
            if succeeded && failure.is_none() {
                hooks = tx.accept();
            }
            executed.push(Executed { job, hooks, refusal });
            match failure {
                Some(error) => return Err(error),
                None if succeeded => {}
                None => tx.roll_back()?,
            }
        }
        let micros = |time: Duration| u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
        self.engine.longest_closure.fetch_max(micros(longest), Relaxed);
        self.engine.longest_closure_cpu.fetch_max(micros(longest_cpu), Relaxed);
        self.pulse.at(Place::Commit);
        let Some(changes) = tx.take_changes() else {
            drop(tx);
            txn.abort().map_err(storage)?;
            // Nothing was written, so nothing was fenced: what the closures read may be out of date.
            return if self.engine.leads() { Ok(()) } else { Err(StoreError::NotLeading) };
        };
        let set = tx.seal(changes, self.handover.epoch())?;
        drop(tx);
        if has_log {
            self.pulse.at(Place::Shipping);
            if let Err(fenced) = self.handover.ship(&set) {
                txn.abort().map_err(storage)?;
                return Err(fenced);
            }
            self.pulse.at(Place::Commit);
        }
        self.handover.commit(txn, &set)?;
        self.engine.set_fault(WriteFault::None);
        self.engine.commits.fetch_add(1, Relaxed);
        Ok(())
    }

    /// Refuses what waits: another machine leads.
    fn refuse_queued(&mut self, jobs: &mut VecDeque<Box<dyn WriteJob>>) {
        self.pulse.at(Place::Refusing);
        for job in jobs.drain(..) {
            job.reply(Err(StoreError::NotLeading));
        }
    }

    /// Waits for messages while writes fail, and probes with backoff whether they succeed again, so that readiness
    /// recovers without a client's write. Returns false when the store is being closed.
    fn probe_until_work(&mut self, inbox: &mut Vec<WriterMessage>, jobs: &mut VecDeque<Box<dyn WriteJob>>) -> bool {
        let mut delay = PROBE_BACKOFF.0;
        let mut probe_at = Instant::now();
        while self.engine.fault() != WriteFault::None {
            match self.queue.try_recv() {
                Ok(message) => {
                    inbox.push(message);
                    return true;
                }
                Err(TryRecvError::Disconnected) => return false,
                Err(TryRecvError::Empty) if Instant::now() < probe_at => thread::sleep(POLL_INTERVAL),
                Err(TryRecvError::Empty) => {
                    self.pulse.enter(Place::Commit);
                    if let Err(error) = self.probe() {
                        disk_call(|| self.engine.take_down());
                        self.recover(&error, jobs);
                    }
                    self.pulse.at(Place::Idle);
                    probe_at = Instant::now() + delay;
                    delay = (delay * 2).min(PROBE_BACKOFF.1);
                }
            }
        }
        true
    }

    /// Makes an empty commit, which is no batch. It allocates nothing, so after a full disk the free space is checked as well.
    fn probe(&self) -> Result<(), StoreError> {
        if self.engine.fault() == WriteFault::Full && !disk_call(|| self.reserve.has_room()) {
            return Ok(());
        }
        guard(|| {
            self.engine.begin_write()?.commit().map_err(storage)?;
            self.engine.set_fault(WriteFault::None);
            Ok(())
        })
    }

    /// Rebuilds indexes and counters in a separate transaction. After a failure of redb, the next write detects it and
    /// reopens the database.
    fn rebuild(&mut self, kinds: &[RecordKind]) -> Result<(), StoreError> {
        self.pulse.enter(Place::Rebuild);
        guard(|| {
            self.handover.reseed(&self.engine, Reseed::Rebuilt, |tx| {
                #[cfg(debug_assertions)]
                sabotage::stall_while_due(Hang::Rebuild);
                tx.rebuild(kinds)
            })?;
            self.engine.substring_indexes.invalidate();
            Ok(())
        })
    }

    fn maintain_reserve(&mut self) {
        self.pulse.at(Place::Reserve);
        disk_call(|| self.reserve.maintain());
        self.engine.reserve_held.store(self.reserve.held(), Relaxed);
    }

    /// Reopens the failed database. No acknowledged write is lost, since a reply is sent only after a durable commit.
    /// Writes that have not run stay queued if the first attempt succeeds; otherwise they are refused until one does.
    fn recover(&mut self, error: &StoreError, jobs: &mut VecDeque<Box<dyn WriteJob>>) {
        tracing::error!("storage failed, reopening the database: {error}");
        let reserve_spent = error.is_full() && !self.reserve.held();
        if error.is_full() {
            self.reserve.release();
        }
        let mut delay = REOPEN_BACKOFF.0;
        loop {
            self.pulse.enter(Place::Reopening);
            let Err(error) = disk_call(|| self.engine.reopen(&mut self.reserve)) else { break };
            tracing::error!("the database cannot be reopened: {error}");
            if !self.refuse_for(delay, jobs) {
                return;
            }
            delay = (delay * 2).min(REOPEN_BACKOFF.1);
        }
        self.engine.reserve_held.store(self.reserve.held(), Relaxed);
        tracing::info!("the database has been reopened");
        if reserve_spent {
            self.refuse_for(DISK_FULL_PAUSE, jobs);
        }
    }

    /// Refuses all writes for `delay`; returns false when the store is being closed.
    fn refuse_for(&mut self, delay: Duration, jobs: &mut VecDeque<Box<dyn WriteJob>>) -> bool {
        let until = Instant::now() + delay;
        loop {
            self.pulse.at(Place::Refusing);
            for job in jobs.drain(..) {
                job.reply(Err(StoreError::Unavailable));
            }
            match self.queue.try_recv() {
                Ok(WriterMessage::Write(job)) => jobs.push_back(job),
                Ok(WriterMessage::Rebuild(_, reply)) => drop(reply.send(Err(StoreError::Unavailable))),
                Ok(WriterMessage::Wake) => {}
                Ok(WriterMessage::Close) => self.queue.close(),
                Err(TryRecvError::Disconnected) => return false,
                Err(TryRecvError::Empty) if Instant::now() >= until => return true,
                Err(TryRecvError::Empty) => thread::sleep(POLL_INTERVAL.min(delay)),
            }
        }
    }
}

impl Executed {
    /// Runs the hooks before it replies: a caller with its reply can rely on the caches and events of its write.
    fn reply(self, outcome: Result<(), StoreError>) {
        let outcome = self.refusal.map_or(outcome, Err);
        if outcome.is_ok() {
            self.hooks.into_iter().for_each(catch_panic);
        }
        catch_panic(|| self.job.reply(outcome));
    }
}

/// Runs code from outside the store: its panic must not end the writer thread.
fn catch_panic(f: impl FnOnce()) {
    if catch_unwind(AssertUnwindSafe(f)).is_err() {
        tracing::error!("a hook or a reply panicked after its commit");
    }
}
