//! The clock of all rules. The system clock can jump in either direction when it is set manually or by NTP; no test may
//! end earlier or later because of that. So the wall-clock time is read once and advanced by a monotonic clock.

use crate::{
    domain::{Instant, time::SignedDuration},
    sync::{Mutex, MutexGuard},
};
use std::{
    sync::PoisonError,
    time::{Duration, SystemTime},
};

/// Source of the current time; tests inject their own.
pub trait Clock: Send + Sync {
    fn now(&self) -> Instant;

    /// How far the system clock is ahead of [`Clock::now`] because it was set meanwhile.
    fn set_ahead(&self) -> SignedDuration {
        SignedDuration::ZERO
    }

    /// Re-anchors this clock to the system clock.
    fn adopt(&self) {}
}

/// The clocks of a machine.
pub trait Machine: Send + Sync {
    /// Wall-clock time, which may jump.
    fn time_of_day(&self) -> Instant;
    /// Monotonic time since an arbitrary origin; includes suspend.
    fn running(&self) -> Duration;
}

/// The clocks of the local machine.
#[derive(Default)]
pub struct ThisMachine {
    /// Added to the time of day.
    ahead: SignedDuration,
}

impl ThisMachine {
    /// Begins at the time of day in `INVIGIL_CLOCK` (RFC 3339), if it is set: the dates in pictures of a demo stay the
    /// same. Release builds ignore it.
    #[must_use]
    pub fn from_environment() -> Self {
        let begin = std::env::var("INVIGIL_CLOCK").ok().filter(|_| cfg!(debug_assertions));
        let begin = begin.and_then(|text| Instant::parse(&text));
        Self { ahead: begin.map_or(SignedDuration::ZERO, |at| at.since(SystemTime::now().into())) }
    }
}

impl Machine for ThisMachine {
    fn time_of_day(&self) -> Instant {
        Instant::from(SystemTime::now()).plus(self.ahead)
    }

    fn running(&self) -> Duration {
        nix::time::clock_gettime(nix::time::ClockId::CLOCK_BOOTTIME).map(Into::into).unwrap_or_default()
    }
}

#[derive(Clone, Copy)]
struct Anchor {
    time_of_day: Instant,
    running: Duration,
}

/// Advances monotonically from the wall-clock time of its creation, or of the last [`Clock::adopt`].
pub struct SteadyClock<M = ThisMachine> {
    machine: M,
    anchor: Mutex<Anchor>,
}

impl<M: Machine> SteadyClock<M> {
    pub fn new(machine: M) -> Self {
        let anchor = Mutex::new(anchor(&machine));
        Self { machine, anchor }
    }

    fn anchor(&self) -> MutexGuard<'_, Anchor> {
        self.anchor.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn anchor(machine: &impl Machine) -> Anchor {
    Anchor { time_of_day: machine.time_of_day(), running: machine.running() }
}

impl<M: Machine> Clock for SteadyClock<M> {
    fn now(&self) -> Instant {
        let Anchor { time_of_day, running } = *self.anchor();
        let since = self.machine.running().saturating_sub(running);
        time_of_day.plus(SignedDuration::try_from(since).unwrap_or(SignedDuration::MAX))
    }

    fn set_ahead(&self) -> SignedDuration {
        self.machine.time_of_day().since(self.now())
    }

    fn adopt(&self) {
        let fresh = anchor(&self.machine);
        *self.anchor() = fresh;
    }
}
