//! The writer thread: the only place where the database changes.

use super::{
    Kind, StoreError, Tx,
    corruption::guard,
    engine::{Engine, Fault},
    error::storage,
    group_commit_delay::Linger,
    job::{Job, Message},
    reserve::Reserve,
    tx::Hook,
};
#[cfg(debug_assertions)]
use crate::watchdog::sabotage::{self, Hang};
use crate::watchdog::{Place, Pulse, disk_call};
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

/// Between two tries to reopen: doubled from the first to the last.
const RETRY: (Duration, Duration) = (Duration::from_millis(20), Duration::from_secs(2));

/// After a write that met a full disk with the reserve already spent: writes are refused without
/// trying, since each try takes the database away from readers while it is reopened.
const FULL_PAUSE: Duration = Duration::from_millis(500);

/// How often the queue is answered while the database is down.
const TICK: Duration = Duration::from_millis(20);

/// After a failed write without another one: an empty commit tells whether writes succeed again. Doubled from the first to
/// the last while they do not.
const PROBE: (Duration, Duration) = (Duration::from_millis(500), Duration::from_secs(8));

pub(super) struct Writer {
    pub engine: Arc<Engine>,
    pub queue: Receiver<Message>,
    pub max_batch: usize,
    pub reserve: Reserve,
    pub pulse: Arc<Pulse>,
    /// Becomes true when the database has been closed.
    pub closed: watch::Sender<bool>,
}

/// A closure that has run, waiting for the commit.
struct Ran {
    job: Box<dyn Job>,
    hooks: Vec<Hook>,
}

impl Writer {
    /// Runs until [`Message::Close`], or until nobody can send any more.
    pub fn run(mut self) {
        let pulse = Arc::clone(&self.pulse);
        let alive = pulse.adopt();
        let mut linger = Linger::default();
        let mut inbox = Vec::with_capacity(self.max_batch);
        let mut jobs = VecDeque::with_capacity(self.max_batch);
        loop {
            if jobs.is_empty() {
                pulse.at(Place::Idle);
                if self.engine.fault() != Fault::None {
                    if !self.probe_until_work(&mut inbox, &mut jobs) {
                        break;
                    }
                } else if self.queue.blocking_recv_many(&mut inbox, self.max_batch) == 0 {
                    break;
                }
                #[cfg(debug_assertions)]
                assert!(!sabotage::is_due(Hang::WriterDeath), "the writer was to die");
                pulse.at(Place::Gathering);
                linger.gather(&mut self.queue, &mut inbox, self.max_batch);
                self.sort(&mut inbox, &mut jobs);
            }
            pulse.enter(Place::Write);
            let started = Instant::now();
            match self.batch(&mut jobs) {
                Ok(size) => {
                    linger.learn(size, started.elapsed());
                    self.tend_reserve();
                }
                Err(error) => self.recover(&error, &mut jobs),
            }
        }
        pulse.enter(Place::Closing);
        disk_call(|| self.engine.close());
        alive.retire();
        self.closed.send_replace(true);
    }

    fn sort(&mut self, inbox: &mut Vec<Message>, jobs: &mut VecDeque<Box<dyn Job>>) {
        for message in inbox.drain(..) {
            match message {
                Message::Write(job) => jobs.push_back(job),
                Message::Rebuild(kinds, told) => {
                    // The caller may have left; what was rebuilt stands all the same.
                    let _ = told.send(self.rebuild(kinds));
                }
                Message::Wake => {}
                Message::Close => self.queue.close(),
            }
        }
    }

    /// Runs and commits all of `jobs`. On failure the database is down, those left in `jobs` have
    /// not run, and the others have been answered.
    fn batch(&self, jobs: &mut VecDeque<Box<dyn Job>>) -> Result<usize, StoreError> {
        if self.engine.is_suspect() {
            self.engine.take_down();
            return Err(StoreError::Unavailable);
        }
        let mut ran = Vec::with_capacity(jobs.len());
        let outcome = catch_unwind(AssertUnwindSafe(|| guard(|| self.commit(jobs, &mut ran))))
            .unwrap_or(Err(StoreError::Panicked));
        let size = ran.len();
        match &outcome {
            Ok(()) => drop(self.engine.operations.fetch_add(size as u64, Relaxed)),
            Err(error) => {
                self.engine.set_fault(Fault::of(error));
                // Before anyone is told: who hears of the failure must not still read the old opening.
                disk_call(|| self.engine.take_down());
            }
        }
        let told = outcome.clone().map_err(|error| match error {
            // No waiting helps.
            damaged @ StoreError::Damaged(_) => damaged,
            _ => StoreError::Unavailable,
        });
        #[cfg(debug_assertions)]
        let told = if super::sabotage::does(super::sabotage::Sabotage::AckFailures) { Ok(()) } else { told };
        self.pulse.at(Place::Replies);
        for one in ran {
            one.tell(told.clone());
        }
        outcome.map(|()| size)
    }

    fn commit(&self, jobs: &mut VecDeque<Box<dyn Job>>, ran: &mut Vec<Ran>) -> Result<(), StoreError> {
        if jobs.is_empty() {
            return Ok(());
        }
        let txn = self.engine.begin_write()?;
        let mut changed = false;
        let mut tx = Tx::new(&txn, &self.engine.mirrors);
        let mut began = Instant::now();
        let mut longest = Duration::ZERO;
        while let Some(mut job) = jobs.pop_front() {
            self.pulse.at(Place::Write);
            #[cfg(debug_assertions)]
            sabotage::deadlock_if_due(Hang::Writer);
            let stands = job.run(&mut tx);
            let ended = Instant::now();
            longest = longest.max(ended - began);
            began = ended;
            let failure = tx.failure();
            let mut hooks = Vec::new();
            if stands && failure.is_none() {
                let (wrote, asked) = tx.accept();
                changed |= wrote;
                hooks = asked;
            }
            ran.push(Ran { job, hooks });
            match failure {
                Some(error) => return Err(error),
                None if stands => {}
                None => tx.refuse()?,
            }
        }
        drop(tx);
        self.engine.longest_closure.fetch_max(u64::try_from(longest.as_micros()).unwrap_or(u64::MAX), Relaxed);
        self.pulse.at(Place::Commit);
        if changed {
            txn.commit().map_err(storage)?;
            self.engine.set_fault(Fault::None);
            self.engine.commits.fetch_add(1, Relaxed);
        } else {
            txn.abort().map_err(storage)?;
        }
        Ok(())
    }

    /// Waits for messages while writes fail, and finds out now and then whether they still do: nobody who asks whether
    /// the server is ready should have to write first. False when the store is being closed.
    fn probe_until_work(&mut self, inbox: &mut Vec<Message>, jobs: &mut VecDeque<Box<dyn Job>>) -> bool {
        let mut pause = PROBE.0;
        let mut probe_at = Instant::now();
        while self.engine.fault() != Fault::None {
            match self.queue.try_recv() {
                Ok(message) => {
                    inbox.push(message);
                    return true;
                }
                Err(TryRecvError::Disconnected) => return false,
                Err(TryRecvError::Empty) if Instant::now() < probe_at => thread::sleep(TICK),
                Err(TryRecvError::Empty) => {
                    self.pulse.enter(Place::Commit);
                    if let Err(error) = self.probe() {
                        disk_call(|| self.engine.take_down());
                        self.recover(&error, jobs);
                    }
                    self.pulse.at(Place::Idle);
                    probe_at = Instant::now() + pause;
                    pause = (pause * 2).min(PROBE.1);
                }
            }
        }
        true
    }

    /// An empty commit; it needs no room, so that it alone says nothing about a disk that was full.
    fn probe(&self) -> Result<(), StoreError> {
        if self.engine.fault() == Fault::Full && !disk_call(|| self.reserve.has_room()) {
            return Ok(());
        }
        guard(|| {
            self.engine.begin_write()?.commit().map_err(storage)?;
            self.engine.set_fault(Fault::None);
            Ok(())
        })
    }

    /// In a transaction of its own. A failure of redb is noticed and mended by the next write.
    fn rebuild(&self, kinds: &[Kind]) -> Result<(), StoreError> {
        self.pulse.enter(Place::Rebuild);
        guard(|| {
            let txn = self.engine.begin_write()?;
            #[cfg(debug_assertions)]
            sabotage::stall_while_due(Hang::Rebuild);
            Tx::without_journal(&txn).rebuild(kinds)?;
            txn.commit().map_err(storage)?;
            self.engine.mirrors.forget();
            Ok(())
        })
    }

    fn tend_reserve(&mut self) {
        self.pulse.at(Place::Reserve);
        disk_call(|| self.reserve.tend());
        self.engine.reserve_held.store(self.reserve.held(), Relaxed);
    }

    /// Replaces the failed database by a fresh opening. Nothing acknowledged is lost, since a reply
    /// is sent only for what is durable. Writes that have not run stay queued if the first try
    /// succeeds; else they are refused until one does.
    fn recover(&mut self, error: &StoreError, jobs: &mut VecDeque<Box<dyn Job>>) {
        tracing::error!("storage failed, reopening the database: {error}");
        let no_room_left = error.is_full() && !self.reserve.held();
        if error.is_full() {
            self.reserve.release();
        }
        let mut delay = RETRY.0;
        loop {
            self.pulse.enter(Place::Reopening);
            let Err(error) = disk_call(|| self.engine.reopen(&mut self.reserve)) else { break };
            tracing::error!("the database cannot be reopened: {error}");
            if !self.refuse_for(delay, jobs) {
                return;
            }
            delay = (delay * 2).min(RETRY.1);
        }
        self.engine.reserve_held.store(self.reserve.held(), Relaxed);
        tracing::info!("the database is open again");
        if no_room_left {
            self.refuse_for(FULL_PAUSE, jobs);
        }
    }

    /// Answers all writes for a while; false when the store is being closed.
    fn refuse_for(&mut self, delay: Duration, jobs: &mut VecDeque<Box<dyn Job>>) -> bool {
        let until = Instant::now() + delay;
        loop {
            self.pulse.at(Place::Refusing);
            for job in jobs.drain(..) {
                job.finish(Err(StoreError::Unavailable));
            }
            match self.queue.try_recv() {
                Ok(Message::Write(job)) => jobs.push_back(job),
                Ok(Message::Rebuild(_, told)) => drop(told.send(Err(StoreError::Unavailable))),
                Ok(Message::Wake) => {}
                Ok(Message::Close) => self.queue.close(),
                Err(TryRecvError::Disconnected) => return false,
                Err(TryRecvError::Empty) if Instant::now() >= until => return true,
                Err(TryRecvError::Empty) => thread::sleep(TICK.min(delay)),
            }
        }
    }
}

impl Ran {
    /// Hooks first: whoever has its reply can rely on the caches and events of its own write.
    fn tell(self, outcome: Result<(), StoreError>) {
        if outcome.is_ok() {
            self.hooks.into_iter().for_each(contained);
        }
        contained(|| self.job.finish(outcome));
    }
}

/// Runs code that is not the store's own: whatever it does must not end the writer.
fn contained(f: impl FnOnce()) {
    if catch_unwind(AssertUnwindSafe(f)).is_err() {
        tracing::error!("a hook or a reply panicked after its commit");
    }
}
