//! Pauses of an attempt: its clock stands still, and its time ends later by exactly as long
//! (`docs/behaviour/taking.md#pause`).

use super::{Instant, time::SignedDuration};
use serde::{Deserialize, Serialize};

/// Pauses of one attempt by proctors, beside the breaks of its candidate. Every save reads them with the attempt.
pub const MAX_PAUSES: usize = 50;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PausedInterval {
    pub from: Instant,
    /// `None` while a pause lasts, whose end a proctor sets. A break has its end from the beginning, when that still lies ahead.
    pub to: Option<Instant>,
}

impl PausedInterval {
    fn lasts_at(&self, now: Instant) -> bool {
        self.to.is_none_or(|to| now < to)
    }
}

/// Oldest first, without overlap; only the last one may last. A break counts with its whole length from its beginning, so
/// that it ends by itself although no one writes anything then; ended early, it is cut.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pauses(Vec<PausedInterval>);

impl Pauses {
    /// Returns the time at which the pause or the break began that lasts.
    #[must_use]
    pub fn since(&self, now: Instant) -> Option<Instant> {
        self.0.last().filter(|pause| pause.lasts_at(now)).map(|pause| pause.from)
    }

    /// Whether a pause lasts, until a proctor ends it.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.0.last().is_some_and(|pause| pause.to.is_none())
    }

    /// Returns the time at which the break ends that lasts.
    #[must_use]
    pub fn break_until(&self, now: Instant) -> Option<Instant> {
        self.0.last().and_then(|pause| pause.to).filter(|to| now < *to)
    }

    /// Pauses and breaks so far.
    #[must_use]
    pub const fn count(&self) -> usize {
        self.0.len()
    }

    /// Whether proctors have paused as often as they may, beside this many breaks.
    #[must_use]
    pub const fn is_full(&self, breaks: usize) -> bool {
        self.0.len() >= MAX_PAUSES + breaks
    }

    #[must_use]
    pub fn last(&self) -> Option<PausedInterval> {
        self.0.last().copied()
    }

    /// The time by the clock of the attempt, which stands still in a pause: what limits of time are compared with.
    #[must_use]
    pub fn clock(&self, now: Instant) -> Instant {
        self.since(now).map_or(now, |since| since.min(now))
    }

    /// The beginning of the pause in which an instant is, and the instant itself outside of pauses.
    #[must_use]
    pub fn before(&self, at: Instant) -> Instant {
        let covers = |pause: &&PausedInterval| pause.from <= at && pause.to.is_none_or(|to| at < to);
        self.0.iter().find(covers).map_or(at, |pause| pause.from)
    }

    /// Length of all pauses that are over.
    #[must_use]
    pub fn total(&self) -> SignedDuration {
        self.ended_since(Instant::MIN)
    }

    /// Length of the pauses that began at or after an instant and are over.
    #[must_use]
    pub fn ended_since(&self, at: Instant) -> SignedDuration {
        let lengths =
            self.0.iter().filter(|pause| pause.from >= at).filter_map(|pause| Some(pause.to?.since(pause.from)));
        lengths.fold(SignedDuration::ZERO, |sum, length| sum + length)
    }

    /// Length of the parts of pauses between two instants.
    #[must_use]
    pub fn within(&self, from: Instant, to: Instant) -> SignedDuration {
        let part = |pause: &PausedInterval| pause.to.unwrap_or(to).min(to).since(pause.from.max(from));
        let parts = self.0.iter().map(part).filter(SignedDuration::is_positive);
        parts.fold(SignedDuration::ZERO, |sum, part| sum + part)
    }

    /// Begins a pause; returns false if one or a break lasts.
    pub fn begin(&mut self, now: Instant) -> bool {
        if self.since(now).is_some() {
            return false;
        }
        let from = self.0.last().and_then(|pause| pause.to).map_or(now, |before| before.max(now));
        self.0.push(PausedInterval { from, to: None });
        true
    }

    /// Begins a break of this length; `None` if one or a pause lasts.
    pub fn begin_break(&mut self, now: Instant, length: SignedDuration) -> Option<PausedInterval> {
        if !self.begin(now) {
            return None;
        }
        let last = self.0.last_mut()?;
        last.to = Some(last.from.plus(length));
        Some(*last)
    }

    /// Cuts the break that lasts. Returns it, with the part that was not taken: the time of the attempt ends earlier by it.
    pub fn cut_break(&mut self, now: Instant) -> Option<(PausedInterval, SignedDuration)> {
        let until = self.break_until(now)?;
        let last = self.0.last_mut()?;
        let to = now.max(last.from);
        last.to = Some(to);
        Some((*last, until.since(to)))
    }

    /// Ends the pause that lasts, and returns it with its length. A clock that was set back makes it no shorter than
    /// nothing.
    pub fn end(&mut self, now: Instant) -> Option<(PausedInterval, SignedDuration)> {
        let last = self.0.last_mut().filter(|pause| pause.to.is_none())?;
        let to = now.max(last.from);
        last.to = Some(to);
        Some((*last, to.since(last.from)))
    }
}

#[cfg(test)]
impl Pauses {
    /// One of 7 minutes, and one that lasts.
    pub fn sample(at: Instant) -> Self {
        let mut pauses = Self::default();
        pauses.begin(at);
        pauses.end(at.plus(7 * super::time::MINUTE));
        pauses.begin(at.plus(9 * super::time::MINUTE));
        pauses
    }
}

#[cfg(test)]
#[path = "pause_tests.rs"]
mod tests;
