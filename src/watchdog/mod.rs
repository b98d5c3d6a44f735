//! The watchdog: a thread that ends the process if a part of it hangs, so that the service manager restarts it.
//!
//! A deadlock would otherwise last until a person notices. These report progress ([`Pulse`]): each runtime, by a
//! heartbeat task that runs as long as one of its workers is free; the store's writer; each media thread, and the thread
//! that reads the media port for several of them. If one of them makes no progress for [`HANG_TIMEOUT`], the process ends
//! at once, with exit code [`EXIT`] and one line that says where each of them was. Nothing is cleaned up: acknowledged
//! writes are durable, and the database opens as after a crash.
//!
//! These are not hangs; `/readyz` reports the first two instead:
//!
//! - a disk call that does not return ([`disk_call`]): a new process would wait for the same disk. While one takes
//!   longer than a tenth of [`HANG_TIMEOUT`], no thread counts as hanging, since others may wait for a lock of the
//!   thread in that call.
//! - a declared long operation, such as the rebuild of all indexes: a dedicated [`Place`] ([`Place::Rebuild`]), or
//!   [`long_operation`] during startup.
//! - a thread without work: the writer must progress only while writes are queued.
//! - time in which the process was stopped. Suspend does not count on the clock of [`std::time::Instant`]; after
//!   `SIGSTOP` or a pause of the virtual machine the watchdog sees that its own check came late, and restarts counting.
//!
//! Under systemd this thread also sends readiness, heartbeats and the stop (`sd_notify(3)`), so that the manager's own
//! watchdog ends the process if this thread hangs.
//!
//! | file | content |
//! |---|---|
//! | `pulse` | progress reports of a thread: one atomic store each |
//! | `disk` | disk calls in progress |
//! | `judge` | the decision which thread hangs; pure |
//! | `notify` | notifications to systemd |
//! | `last_words` | the final line and the exit |
//! | `sabotage` | debug builds only: deliberate deadlocks, for tests of the watchdog |

mod disk;
mod hang_report;
mod judge;
mod notify;
mod operation;
mod pulse;
#[cfg(debug_assertions)]
pub mod sabotage;

pub use disk::{call as disk_call, longest as longest_disk_call};
pub use hang_report::EXIT;
pub use operation::{Operation, long_operation};
pub use pulse::{Alive, Place, Pulse};

use judge::{Sample, StallJudge, StallLimits};
use notify::{Notifier, ServerPhase, StopNotifier};
use std::{
    io,
    sync::{
        Arc,
        atomic::{AtomicU8, Ordering::Relaxed},
        mpsc::{Receiver, SyncSender, sync_channel},
    },
    thread,
    time::{Duration, Instant},
};

/// A part of the server without progress for this long hangs.
pub const HANG_TIMEOUT: Duration = Duration::from_secs(10);

/// Multiple of [`HANG_TIMEOUT`] for threads that candidates wait for.
pub const EXACT: u32 = 1;
/// Multiple of [`HANG_TIMEOUT`] for low-priority threads: slow on a busy machine, and no exam waits for them.
pub const LOW_PRIORITY_FACTOR: u32 = 6;

/// Capacity of the queue of newly watched pulses: those of 32 media threads and of some ten others.
const WATCH_QUEUE: usize = 64;
/// Maximum delay of the exit by a service manager that does not read.
const STOP_TIMEOUT: Duration = Duration::from_millis(200);

/// A watched pulse, and whether work is queued for its thread.
struct Watched {
    pulse: Arc<Pulse>,
    limit_factor: u32,
    queued: Box<dyn Fn() -> bool + Send>,
}

/// The handle to the watchdog of this process; it watches as long as the process lives.
#[derive(Clone)]
pub struct Watchdog {
    watched: SyncSender<Watched>,
    phase: Arc<AtomicU8>,
    stop_notifier: StopNotifier,
    tick: Duration,
}

impl Watchdog {
    /// Starts the thread. `json` selects the format of its final line.
    ///
    /// # Errors
    /// If the thread cannot be spawned.
    pub fn start(json: bool) -> io::Result<Self> {
        let limits = StallLimits::of(hang_timeout());
        let (watched, joining) = sync_channel(WATCH_QUEUE);
        let phase = Arc::new(AtomicU8::new(ServerPhase::Starting as u8));
        let (notifier, shared_phase) = (Notifier::start()?, phase.clone());
        let stop_notifier = notifier.stop_notifier();
        let run = move || watch(limits, &joining, &shared_phase, notifier, json);
        thread::Builder::new().name("watchdog".into()).spawn(run)?;
        Ok(Self { watched, phase, stop_notifier, tick: limits.tick })
    }

    /// Starts watching a pulse. `queued` runs on the watchdog's thread and must not block.
    pub fn watch(&self, pulse: Arc<Pulse>, limit_factor: u32, queued: impl Fn() -> bool + Send + 'static) {
        // Cannot fail: there are fewer pulses than places, and the thread lives as long as the process.
        let _ = self.watched.try_send(Watched { pulse, limit_factor, queued: Box::new(queued) });
    }

    /// Heartbeat task of a runtime: beats as long as one of its workers is free. Watched from the first beat.
    pub async fn heartbeat(self, name: &'static str, limit_factor: u32) {
        let pulse = Pulse::new(name);
        // Dropped in a regular shutdown of the runtime.
        let _alive = pulse.adopt_dispensable();
        self.watch(pulse.clone(), limit_factor, || true);
        loop {
            pulse.at(Place::Worker);
            tokio::time::sleep(self.tick).await;
        }
    }

    /// Reports that the server is ready.
    pub fn ready(&self) {
        self.phase.store(ServerPhase::Ready as u8, Relaxed);
    }

    /// Reports that the server is stopping. Idempotent.
    pub fn stopping(&self) {
        if self.phase.swap(ServerPhase::Stopping as u8, Relaxed) != ServerPhase::Stopping as u8 {
            self.stop_notifier.notify();
        }
    }

    /// Before the process exits: waits up to 200 ms until the service manager has been notified.
    pub fn end(&self) {
        self.stop_notifier.flush(STOP_TIMEOUT);
    }
}

/// [`HANG_TIMEOUT`], unless a test of a debug build sets a shorter one.
fn hang_timeout() -> Duration {
    #[cfg(debug_assertions)]
    if let Some(hang) = sabotage::millis("INVIGIL_WATCHDOG_MS") {
        return hang;
    }
    HANG_TIMEOUT
}

fn watch(limits: StallLimits, joining: &Receiver<Watched>, phase: &AtomicU8, mut notifier: Notifier, json: bool) {
    let mut watched: Vec<Watched> = Vec::new();
    let mut judge = StallJudge::new(limits);
    let mut last = Instant::now();
    loop {
        thread::sleep(limits.tick);
        watched.extend(joining.try_iter());
        let gap = last.elapsed();
        last = Instant::now();
        let samples: Vec<Sample> = watched
            .iter()
            .map(|one| Sample { seen: one.pulse.snapshot(), queued: (one.queued)(), limit_factor: one.limit_factor })
            .collect();
        if let Some(number) = judge.check(gap, disk::longest(), &samples) {
            let pulses: Vec<&Pulse> = watched.iter().map(|one| &*one.pulse).collect();
            hang_report::end(&hang_report::line(number, judge.stalled(number), &pulses), json);
        }
        notifier.notify(ServerPhase::of(phase.load(Relaxed)), operation::declared());
    }
}
