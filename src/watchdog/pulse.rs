//! Progress reports of one thread (or worker pool): where it is, and that it moves on.

use super::disk;
use std::{
    borrow::Cow,
    sync::{
        Arc,
        atomic::{
            AtomicU64, AtomicUsize,
            Ordering::{Acquire, Relaxed, Release},
        },
    },
    time::Duration,
};

/// Where a thread is. [`Place::expected`] says what the watchdog expects there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Place {
    NotStarted,
    /// Waits for work.
    Idle,
    Gathering,
    Write,
    Commit,
    /// Bounded by the lease of the log.
    Shipping,
    Replies,
    Reopening,
    Refusing,
    Rebuild,
    Reserve,
    Closing,
    Worker,
    Turn,
    Packets,
    Commands,
    Timers,
    /// Ended regularly.
    Ended,
    /// Ended by a panic.
    Died,
}

/// The watchdog's expectation of a thread at a place in its loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expected {
    /// Progress, but only while work is queued for it.
    Work,
    /// Progress to another place.
    Progress,
    /// No time limit: a system call or a declared operation.
    Unbounded,
    /// No thread: not started, or ended.
    Nothing,
    /// A running thread; its absence is a failure.
    Running,
}

impl Place {
    const ALL: [Self; 19] = [
        Self::NotStarted,
        Self::Idle,
        Self::Gathering,
        Self::Write,
        Self::Commit,
        Self::Shipping,
        Self::Replies,
        Self::Reopening,
        Self::Refusing,
        Self::Rebuild,
        Self::Reserve,
        Self::Closing,
        Self::Worker,
        Self::Turn,
        Self::Packets,
        Self::Commands,
        Self::Timers,
        Self::Ended,
        Self::Died,
    ];

    pub const fn words(self) -> &'static str {
        match self {
            Self::NotStarted => "not started",
            Self::Idle => "idle",
            Self::Gathering => "gathering writes",
            Self::Write => "running a write",
            Self::Commit => "committing",
            Self::Shipping => "appending to the log",
            Self::Replies => "hooks and replies after a commit",
            Self::Reopening => "disk: reopening the database",
            Self::Refusing => "refusing writes",
            Self::Rebuild => "index rebuild",
            Self::Reserve => "disk: maintaining the reserve file",
            Self::Closing => "disk: closing the database",
            Self::Worker => "waiting for a free worker",
            Self::Turn => "waiting for packets and timers",
            Self::Packets => "forwarding packets",
            Self::Commands => "running a command",
            Self::Timers => "timers",
            Self::Ended => "ended",
            Self::Died => "panicked",
        }
    }

    pub const fn expected(self) -> Expected {
        match self {
            Self::Idle => Expected::Work,
            Self::Shipping | Self::Reopening | Self::Rebuild | Self::Reserve | Self::Closing => Expected::Unbounded,
            Self::NotStarted | Self::Ended => Expected::Nothing,
            Self::Died => Expected::Running,
            _ => Expected::Progress,
        }
    }
}

/// Progress of one thread, read by the watchdog: one atomic store to report, one load to read.
#[derive(Debug)]
pub struct Pulse {
    pub name: Cow<'static, str>,
    /// Beats in the upper 56 bits, the place in the lower 8.
    state: AtomicU64,
    /// Time of the last [`Pulse::enter`], in ms on the clock of [`disk::now`].
    entered: AtomicU64,
    /// The thread's slot in [`disk`].
    slot: AtomicUsize,
}

/// The watchdog's view of a pulse at one instant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PulseSnapshot {
    pub state: u64,
    pub place: Place,
    pub in_disk_call: bool,
}

const NO_SLOT: usize = usize::MAX;

impl Pulse {
    #[must_use]
    pub fn new(name: impl Into<Cow<'static, str>>) -> Arc<Self> {
        let (state, entered) = (AtomicU64::new(0), AtomicU64::new(0));
        Arc::new(Self { name: name.into(), state, entered, slot: AtomicUsize::new(NO_SLOT) })
    }

    /// Makes the calling thread the reporter. The thread ends by [`Alive::retire`]; if the guard is dropped otherwise,
    /// it has died, and the server must not continue without it.
    pub fn adopt(self: &Arc<Self>) -> Alive {
        self.slot.store(disk::slot(), Relaxed);
        self.begin(Place::Died)
    }

    /// Like [`Pulse::adopt`], for a task or thread that the server can do without, however it ends.
    pub fn adopt_dispensable(self: &Arc<Self>) -> Alive {
        self.begin(Place::Ended)
    }

    fn begin(self: &Arc<Self>, at_end: Place) -> Alive {
        self.at(Place::Idle);
        Alive { pulse: Arc::clone(self), at_end }
    }

    /// Like [`Pulse::at`], and records the time.
    pub fn enter(&self, place: Place) {
        self.entered.store(disk::now(), Relaxed);
        self.at(place);
    }

    /// Returns the time since the last [`Pulse::enter`].
    pub fn since_entered(&self) -> Duration {
        Duration::from_millis(disk::now().saturating_sub(self.entered.load(Relaxed)))
    }

    /// Reports that the thread is at a place; also counts as a beat. Only for the reporting thread.
    pub fn at(&self, place: Place) {
        let beats = self.state.load(Relaxed) >> 8;
        self.state.store((beats.wrapping_add(1) << 8) | place as u64, Release);
    }

    #[must_use]
    pub fn snapshot(&self) -> PulseSnapshot {
        let state = self.state.load(Acquire);
        let place = Place::ALL.get(usize::from(state.to_le_bytes()[0])).copied().unwrap_or(Place::NotStarted);
        let slot = self.slot.load(Relaxed);
        PulseSnapshot { state, place, in_disk_call: slot != NO_SLOT && disk::in_call(slot) }
    }

    #[must_use]
    pub fn place(&self) -> Place {
        self.snapshot().place
    }
}

/// Guard: the thread is alive as long as this is.
#[must_use]
pub struct Alive {
    pulse: Arc<Pulse>,
    at_end: Place,
}

impl Alive {
    /// Reports that the thread ends regularly.
    pub fn retire(mut self) {
        self.at_end = Place::Ended;
    }
}

impl Drop for Alive {
    fn drop(&mut self) {
        self.pulse.at(self.at_end);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_place_reads_back() {
        let pulse = Pulse::new("p");
        for place in Place::ALL {
            let before = pulse.snapshot();
            pulse.at(place);
            assert_eq!(pulse.place(), place);
            assert_ne!(pulse.snapshot().state, before.state, "a beat, even at the same place");
        }
    }

    #[test]
    fn a_thread_that_panics_has_died_and_one_that_retires_has_not() {
        let pulse = Pulse::new("p");
        let reports = pulse.clone();
        let _ = std::thread::spawn(move || {
            let _alive = reports.adopt();
            panic!("on purpose");
        })
        .join();
        assert_eq!(pulse.place(), Place::Died);
        pulse.adopt().retire();
        assert_eq!(pulse.place(), Place::Ended);
    }
}
