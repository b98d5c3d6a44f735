//! The watchdog: a thread that ends the process where it gets no further, so that whoever runs it starts it anew.
//!
//! A deadlock would otherwise last until a person notices. These report that they get on ([`Pulse`]): each
//! runtime, by a task that comes round again and again as long as one of its workers is free; the store's writer; and
//! the thread of live video. One of them that gets no further for [`HANG`] ends the process at once, with exit code
//! [`EXIT`] and one line that tells where each of them was. Nothing is cleaned up: what is acknowledged is durable, and
//! the database opens again as after a crash.
//!
//! No hang, and told by `/readyz` instead, are:
//!
//! - a call to the disk that does not return ([`disk_call`]): a new process would wait for the same disk. While one takes
//!   longer than a tenth of [`HANG`], nobody is judged, since others may wait for a lock of whoever waits for the disk.
//! - a declared long operation, such as the rebuild of all indexes: a place of a thread of its own ([`Place::Rebuild`]),
//!   or [`long_operation`] while the server starts.
//! - a thread without work: progress is expected of the writer while writes wait for it.
//! - time in which the process itself stood still. Sleep of the machine does not pass on the clock of
//!   [`std::time::Instant`]; after `SIGSTOP`, or a pause of the virtual machine, the watchdog sees that its own look came
//!   late, and counts anew.
//!
//! Under systemd it also is who tells that the server is ready, lives and stops (`sd_notify(3)`), so that the manager's
//! own watchdog ends the process should this thread stop.
//!
//! | file | what it holds |
//! |---|---|
//! | `pulse` | what a thread reports: one atomic store each |
//! | `disk` | calls to the disk that are under way |
//! | `judge` | who hangs; pure |
//! | `notify` | what systemd is told |
//! | `last_words` | the line, and the end |
//! | `sabotage` | debug builds only: deadlocks on purpose, for the controls |

mod disk;
mod judge;
mod last_words;
mod notify;
mod operation;
mod pulse;
#[cfg(debug_assertions)]
pub mod sabotage;

pub use disk::{call as disk_call, longest as longest_disk_call};
pub use last_words::EXIT;
pub use operation::{Operation, long_operation};
pub use pulse::{Alive, Place, Pulse};

use judge::{Judge, Limits, Look};
use notify::{Farewell, Notifier, Phase};
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

/// A part of the server that gets no further for that long hangs.
pub const HANG: Duration = Duration::from_secs(10);

/// How many times [`HANG`] something may get no further.
pub const EXACT: u32 = 1;
/// For threads that yield to others: they get on slowly on a busy machine, and nobody's exam waits for them.
pub const PATIENT: u32 = 6;

/// Pulses that wait to be watched.
const WATCHED: usize = 8;
/// A service manager that reads nothing keeps nobody from ending.
const FAREWELL: Duration = Duration::from_millis(200);

/// What is watched: a pulse, and whether work waits for whoever it is of.
struct Watched {
    pulse: Arc<Pulse>,
    patience: u32,
    queued: Box<dyn Fn() -> bool + Send>,
}

/// The handle to the watchdog of this process; it watches as long as the process lives.
#[derive(Clone)]
pub struct Watchdog {
    watched: SyncSender<Watched>,
    phase: Arc<AtomicU8>,
    farewell: Farewell,
    tick: Duration,
}

impl Watchdog {
    /// Starts the thread. `json` is the form of its one line.
    ///
    /// # Errors
    /// Where there can be no thread.
    pub fn start(json: bool) -> io::Result<Self> {
        let limits = Limits::of(hang());
        let (watched, joining) = sync_channel(WATCHED);
        let phase = Arc::new(AtomicU8::new(Phase::Starting as u8));
        let (notifier, told) = (Notifier::start()?, phase.clone());
        let farewell = notifier.farewell();
        thread::Builder::new().name("watchdog".into()).spawn(move || watch(limits, &joining, &told, notifier, json))?;
        Ok(Self { watched, phase, farewell, tick: limits.tick })
    }

    /// From now on this pulse is watched. `queued` is asked from the watchdog's thread, and must not wait for anything.
    pub fn watch(&self, pulse: Arc<Pulse>, patience: u32, queued: impl Fn() -> bool + Send + 'static) {
        // There are four, and the thread lives as long as the process.
        let _ = self.watched.try_send(Watched { pulse, patience, queued: Box::new(queued) });
    }

    /// Beats as long as a worker of the runtime is free to; watched from the first beat on.
    pub async fn heartbeat(self, name: &'static str, patience: u32) {
        let pulse = Pulse::new(name);
        // Dropped with the runtime, in order.
        let _alive = pulse.adopt_dispensable();
        self.watch(pulse.clone(), patience, || true);
        loop {
            pulse.at(Place::Worker);
            tokio::time::sleep(self.tick).await;
        }
    }

    /// The server is ready.
    pub fn ready(&self) {
        self.phase.store(Phase::Ready as u8, Relaxed);
    }

    /// The server was told to stop.
    pub fn stopping(&self) {
        if self.phase.swap(Phase::Stopping as u8, Relaxed) != Phase::Stopping as u8 {
            self.farewell.tell();
        }
    }

    /// The process ends: gives the service manager a moment to be told so.
    pub fn end(&self) {
        self.farewell.flush(FAREWELL);
    }
}

/// Shorter only where a test of a debug build asks for it.
fn hang() -> Duration {
    #[cfg(debug_assertions)]
    if let Some(hang) = sabotage::millis("INVIGIL_WATCHDOG_MS") {
        return hang;
    }
    HANG
}

fn watch(limits: Limits, joining: &Receiver<Watched>, phase: &AtomicU8, mut notifier: Notifier, json: bool) {
    let mut watched: Vec<Watched> = Vec::new();
    let mut judge = Judge::new(limits);
    let mut last = Instant::now();
    loop {
        thread::sleep(limits.tick);
        watched.extend(joining.try_iter());
        let gap = last.elapsed();
        last = Instant::now();
        let looks: Vec<Look> = watched
            .iter()
            .map(|one| Look { seen: one.pulse.see(), queued: (one.queued)(), patience: one.patience })
            .collect();
        if let Some(number) = judge.look(gap, disk::longest(), &looks) {
            let pulses: Vec<&Pulse> = watched.iter().map(|one| &*one.pulse).collect();
            last_words::end(&last_words::line(number, judge.stalled(number), &pulses), json);
        }
        notifier.tell(Phase::of(phase.load(Relaxed)), operation::declared());
    }
}
