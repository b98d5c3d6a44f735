//! What one thread (or the pool of workers) reports of itself: where it is, and that it gets on.

use super::disk;
use std::{
    sync::{
        Arc,
        atomic::{
            AtomicU64, AtomicUsize,
            Ordering::{Acquire, Relaxed, Release},
        },
    },
    time::Duration,
};

/// Where a thread is. Each has a kind that says what may be expected of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Place {
    /// Not begun.
    Unborn,
    /// Waits for work.
    Idle,
    Gathering,
    Write,
    Commit,
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
    /// Ended in order.
    Ended,
    /// Ended by a panic.
    Died,
}

/// What a thread may do at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expected {
    /// Nothing is expected while no work waits for it.
    Work,
    /// It must get on to another place.
    Progress,
    /// The operating system's call or a declared operation takes as long as it takes.
    Patience,
    /// It is not there, and must not be.
    Nothing,
    /// It must be there.
    Life,
}

impl Place {
    const ALL: [Self; 18] = [
        Self::Unborn,
        Self::Idle,
        Self::Gathering,
        Self::Write,
        Self::Commit,
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
            Self::Unborn => "not started",
            Self::Idle => "idle",
            Self::Gathering => "gathering writes",
            Self::Write => "running a write",
            Self::Commit => "committing",
            Self::Replies => "hooks and replies after a commit",
            Self::Reopening => "disk: reopening the database",
            Self::Refusing => "refusing writes",
            Self::Rebuild => "index rebuild",
            Self::Reserve => "disk: tending the reserve file",
            Self::Closing => "disk: closing the database",
            Self::Worker => "waiting for a free worker",
            Self::Turn => "waiting for packets and timers",
            Self::Packets => "passing packets on",
            Self::Commands => "a command",
            Self::Timers => "timers",
            Self::Ended => "ended",
            Self::Died => "ended by a panic",
        }
    }

    pub const fn expected(self) -> Expected {
        match self {
            Self::Idle => Expected::Work,
            Self::Reopening | Self::Rebuild | Self::Reserve | Self::Closing => Expected::Patience,
            Self::Unborn | Self::Ended => Expected::Nothing,
            Self::Died => Expected::Life,
            _ => Expected::Progress,
        }
    }
}

/// One thread reports, the watchdog reads: a single store for the one, a single load for the other.
#[derive(Debug)]
pub struct Pulse {
    pub name: &'static str,
    /// Beats, times 256, and the place.
    state: AtomicU64,
    /// When [`Pulse::enter`] was called last, on the clock of [`disk::now`].
    entered: AtomicU64,
    /// Where the thread's calls to the disk are noted.
    slot: AtomicUsize,
}

/// What the watchdog saw of a pulse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seen {
    pub state: u64,
    pub place: Place,
    pub in_disk_call: bool,
}

const NO_SLOT: usize = usize::MAX;

impl Pulse {
    #[must_use]
    pub fn new(name: &'static str) -> Arc<Self> {
        Arc::new(Self { name, state: AtomicU64::new(0), entered: AtomicU64::new(0), slot: AtomicUsize::new(NO_SLOT) })
    }

    /// The calling thread is the one that reports from now on. It ends with the answer: by [`Alive::retire`], or else
    /// it has died, and the server must not go on without it.
    pub fn adopt(self: &Arc<Self>) -> Alive {
        self.slot.store(disk::slot(), Relaxed);
        self.begin(Place::Died)
    }

    /// The same, of a task or thread that the server does without once it has ended, however that was.
    pub fn adopt_dispensable(self: &Arc<Self>) -> Alive {
        self.begin(Place::Ended)
    }

    fn begin(self: &Arc<Self>, at_end: Place) -> Alive {
        self.at(Place::Idle);
        Alive { pulse: Arc::clone(self), at_end }
    }

    /// As [`Pulse::at`], noting when.
    pub fn enter(&self, place: Place) {
        self.entered.store(disk::now(), Relaxed);
        self.at(place);
    }

    /// How long ago that was.
    pub fn since_entered(&self) -> Duration {
        Duration::from_millis(disk::now().saturating_sub(self.entered.load(Relaxed)))
    }

    /// The thread comes to a place, which also is a beat. For the reporting thread alone.
    pub fn at(&self, place: Place) {
        let beats = self.state.load(Relaxed) >> 8;
        self.state.store((beats.wrapping_add(1) << 8) | place as u64, Release);
    }

    #[must_use]
    pub fn see(&self) -> Seen {
        let state = self.state.load(Acquire);
        let place = Place::ALL.get(usize::from(state.to_le_bytes()[0])).copied().unwrap_or(Place::Unborn);
        let slot = self.slot.load(Relaxed);
        Seen { state, place, in_disk_call: slot != NO_SLOT && disk::in_call(slot) }
    }

    #[must_use]
    pub fn place(&self) -> Place {
        self.see().place
    }
}

/// As long as this lives, the thread does.
#[must_use]
pub struct Alive {
    pulse: Arc<Pulse>,
    at_end: Place,
}

impl Alive {
    /// The thread ends in order.
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
            let before = pulse.see();
            pulse.at(place);
            assert_eq!(pulse.place(), place);
            assert_ne!(pulse.see().state, before.state, "a beat, even at the same place");
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
