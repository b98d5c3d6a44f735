//! The clock of all rules. The system clock can jump in either direction when it is set manually or by NTP; no test may
//! end earlier or later because of that. So the wall-clock time is read once and advanced by a monotonic clock. What
//! becomes of a difference between the two is decided in one place ([`ClockJudge`](crate::state::clock_judge::ClockJudge)).

use crate::{
    domain::{Instant, time::SignedDuration, upkeep::ClockMark},
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

    /// Like [`Clock::now`], but moved by no [`Clock::adopt`]: for lengths of time in memory, such as leases.
    fn continuous(&self) -> Instant {
        self.now()
    }

    /// Returns the mark by which a later process continues this clock; `None` for one that cannot be continued.
    fn mark(&self) -> Option<ClockMark> {
        None
    }
}

/// The clocks of a machine.
pub trait Machine: Send + Sync {
    /// Wall-clock time, which may jump.
    fn time_of_day(&self) -> Instant;
    /// Monotonic time since the machine was started; includes suspend.
    fn running(&self) -> Duration;
    /// Names this start of the machine; `None`: unknown.
    fn boot(&self) -> Option<String> {
        None
    }
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

    fn boot(&self) -> Option<String> {
        if self.ahead != SignedDuration::ZERO {
            return None;
        }
        std::fs::read_to_string("/proc/sys/kernel/random/boot_id").ok().map(|id| id.trim().to_owned())
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
    /// Never moved.
    origin: Anchor,
    anchor: Mutex<Anchor>,
}

impl<M: Machine> SteadyClock<M> {
    pub fn new(machine: M) -> Self {
        let origin = anchor(&machine);
        Self { machine, origin, anchor: Mutex::new(origin) }
    }

    /// Continues the clock of an earlier process. Since the same start of the machine the monotonic clock shows how much
    /// time has passed, whatever the wall clock was set to meanwhile. Otherwise the wall clock shows it, but the time is
    /// never earlier than `seen`, the latest that is known of.
    pub fn continued(machine: M, mark: Option<&ClockMark>, seen: Option<Instant>) -> Self {
        let mut origin = anchor(&machine);
        match mark.and_then(|mark| mark.passed(machine.boot().as_deref(), origin.running).map(|passed| (mark, passed)))
        {
            Some((mark, passed)) => origin.time_of_day = mark.at.plus(passed),
            None => origin.time_of_day = seen.map_or(origin.time_of_day, |seen| seen.max(origin.time_of_day)),
        }
        Self { machine, origin, anchor: Mutex::new(origin) }
    }

    fn anchor(&self) -> MutexGuard<'_, Anchor> {
        self.anchor.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn from(&self, Anchor { time_of_day, running }: Anchor) -> Instant {
        let since = self.machine.running().saturating_sub(running);
        time_of_day.plus(SignedDuration::try_from(since).unwrap_or(SignedDuration::MAX))
    }
}

fn anchor(machine: &impl Machine) -> Anchor {
    Anchor { time_of_day: machine.time_of_day(), running: machine.running() }
}

impl<M: Machine> Clock for SteadyClock<M> {
    fn now(&self) -> Instant {
        let anchor = *self.anchor();
        self.from(anchor)
    }

    fn set_ahead(&self) -> SignedDuration {
        self.machine.time_of_day().since(self.now())
    }

    fn adopt(&self) {
        let fresh = anchor(&self.machine);
        *self.anchor() = fresh;
    }

    fn continuous(&self) -> Instant {
        self.from(self.origin)
    }

    fn mark(&self) -> Option<ClockMark> {
        let (boot, running) = (self.machine.boot()?, self.machine.running());
        let anchor = *self.anchor();
        let since = SignedDuration::try_from(running.checked_sub(anchor.running)?).ok()?;
        let running = SignedDuration::try_from(running).ok()?;
        Some(ClockMark { boot, running, at: anchor.time_of_day.plus(since) })
    }
}
