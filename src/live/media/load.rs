//! How busy each media thread is, and what was dropped because it did not keep up. Written by the threads, read for metrics
//! and the doctor without asking them.

use nix::time::{ClockId, clock_gettime};
use std::{
    sync::{
        Arc,
        atomic::{AtomicU32, AtomicU64, AtomicUsize, Ordering::Relaxed},
    },
    time::{Duration, Instant},
};

/// The time over which a thread's share of a core is taken.
const WINDOW: Duration = Duration::from_secs(5);
const PER_MILLE: f64 = 1_000.0;

/// The load of one thread.
#[derive(Debug, Default)]
pub struct ThreadLoad {
    /// Share of a core over the last [`WINDOW`], in thousandths.
    busy: AtomicU32,
    sessions: AtomicUsize,
    packets_dropped: AtomicU64,
    frames_dropped: AtomicU64,
}

/// The load of one thread at one instant.
#[derive(Clone, Debug, PartialEq)]
pub struct MediaThreadLoad {
    /// The number of the media thread, from 1; `port` for the thread that reads the port for several.
    pub thread: String,
    /// Share of a core, from 0 to 1, over the last 5 s.
    pub busy: f64,
    /// Running sessions of all kinds.
    pub sessions: usize,
    /// Packets that came while too many waited for this thread, since the start.
    pub packets_dropped: u64,
    /// Frames and demands of other threads, likewise.
    pub frames_dropped: u64,
}

impl ThreadLoad {
    pub fn set_sessions(&self, sessions: usize) {
        self.sessions.store(sessions, Relaxed);
    }

    pub fn packets_dropped(&self, count: usize) {
        self.packets_dropped.fetch_add(count as u64, Relaxed);
    }

    pub fn frame_dropped(&self) {
        self.frames_dropped.fetch_add(1, Relaxed);
    }

    /// The thread has ended, or its run has.
    pub fn ended(&self) {
        self.busy.store(0, Relaxed);
        self.sessions.store(0, Relaxed);
    }

    pub fn report(&self, thread: String) -> MediaThreadLoad {
        MediaThreadLoad {
            thread,
            busy: f64::from(self.busy.load(Relaxed)) / PER_MILLE,
            sessions: self.sessions.load(Relaxed),
            packets_dropped: self.packets_dropped.load(Relaxed),
            frames_dropped: self.frames_dropped.load(Relaxed),
        }
    }
}

/// Processor time of the calling thread.
fn processor_time() -> Duration {
    clock_gettime(ClockId::CLOCK_THREAD_CPUTIME_ID).map(Duration::from).unwrap_or_default()
}

/// Share of a core, in thousandths.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is between 0 and 1,000")]
fn share(used: Duration, elapsed: Duration) -> u32 {
    if elapsed.is_zero() {
        return 0;
    }
    (used.div_duration_f64(elapsed).clamp(0.0, 1.0) * PER_MILLE).round() as u32
}

/// Takes the calling thread's share of a core.
pub struct BusyMeter {
    load: Arc<ThreadLoad>,
    since: Instant,
    used: Duration,
}

impl BusyMeter {
    pub fn start(load: Arc<ThreadLoad>) -> Self {
        Self { load, since: Instant::now(), used: processor_time() }
    }

    /// Called several times in each [`WINDOW`]; reads the processor's clock once in it.
    pub fn measure(&mut self, now: Instant) {
        let elapsed = now.saturating_duration_since(self.since);
        if elapsed < WINDOW {
            return;
        }
        let used = processor_time();
        self.load.busy.store(share(used.saturating_sub(self.used), elapsed), Relaxed);
        (self.since, self.used) = (now, used);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_is_between_none_and_one_core() {
        let seconds = Duration::from_secs;
        assert_eq!(
            [(0, 5), (1, 4), (5, 5), (6, 5), (1, 0)].map(|(used, of)| share(seconds(used), seconds(of))),
            [0, 250, 1_000, 1_000, 0]
        );
    }

    #[test]
    fn a_busy_thread_differs_from_one_that_has_ended() {
        let load = Arc::new(ThreadLoad::default());
        let mut meter = BusyMeter::start(load.clone());
        meter.measure(meter.since + WINDOW / 2);
        assert_eq!(load.report("1".into()).busy.to_bits(), 0.0_f64.to_bits(), "not measured yet");
        // As if all its processor time so far belonged to one window.
        let begun = Instant::now();
        while processor_time() < Duration::from_millis(20) && begun.elapsed() < Duration::from_secs(20) {
            std::hint::spin_loop();
        }
        meter.used = Duration::ZERO;
        meter.measure(meter.since + WINDOW);
        assert!(load.report("1".into()).busy > 0.0);
        load.set_sessions(3);
        load.ended();
        let rest = load.report("1".into());
        assert_eq!((rest.busy.to_bits(), rest.sessions), (0.0_f64.to_bits(), 0));
    }
}
