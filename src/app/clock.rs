//! The clock that rules run by. A machine's time of day can jump, forward or back, when somebody or NTP sets it; nobody's
//! test may end sooner or later for that. So the time is read once and then counted by a clock that only runs.

use crate::{
    domain::Instant,
    sync::{Mutex, MutexGuard},
};
use std::{
    sync::PoisonError,
    time::{Duration, SystemTime, UNIX_EPOCH},
};

/// Where rules get the time from.
pub trait Clock: Send + Sync {
    fn now(&self) -> Instant;

    /// By how many milliseconds the machine's time of day is ahead of [`Clock::now`], because it was set meanwhile.
    fn set_ahead(&self) -> i64 {
        0
    }

    /// Follows the machine's time of day from now on.
    fn adopt(&self) {}
}

/// What a machine tells of the time.
pub trait Machine: Send + Sync {
    /// The time of day, which may jump.
    fn time_of_day(&self) -> Instant;
    /// Since some moment of the past; never jumps, and goes on while the machine sleeps.
    fn running(&self) -> Duration;
}

/// This machine.
pub struct ThisMachine;

impl Machine for ThisMachine {
    fn time_of_day(&self) -> Instant {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Instant(i64::try_from(since.as_millis()).unwrap_or(i64::MAX))
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

/// Counts on from the time of day at which it was made, or last told to [`Clock::adopt`].
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
        let since = self.machine.running().saturating_sub(running).as_millis();
        time_of_day.plus(i64::try_from(since).unwrap_or(i64::MAX))
    }

    fn set_ahead(&self) -> i64 {
        self.machine.time_of_day().0 - self.now().0
    }

    fn adopt(&self) {
        let fresh = anchor(&self.machine);
        *self.anchor() = fresh;
    }
}
