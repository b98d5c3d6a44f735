//! Pauses of an attempt: its clock stands still, and its time ends later by exactly as long
//! (`docs/behaviour/taking.md#pause`).

use super::{Instant, time::SignedDuration};
use serde::{Deserialize, Serialize};

/// Pauses of one attempt. Every save reads them with the attempt.
pub const MAX_PAUSES: usize = 50;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PausedInterval {
    pub from: Instant,
    /// `None` while it lasts.
    pub to: Option<Instant>,
}

/// Oldest first, without overlap; only the last one may last.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pauses(Vec<PausedInterval>);

impl Pauses {
    /// When the pause began that lasts.
    #[must_use]
    pub fn since(&self) -> Option<Instant> {
        self.0.last().filter(|pause| pause.to.is_none()).map(|pause| pause.from)
    }

    #[must_use]
    pub const fn is_full(&self) -> bool {
        self.0.len() >= MAX_PAUSES
    }

    /// The time by the clock of the attempt, which stands still in a pause: what limits of time are compared with.
    #[must_use]
    pub fn clock(&self, now: Instant) -> Instant {
        self.since().map_or(now, |since| since.min(now))
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

    /// Begins a pause; returns false if one lasts.
    pub fn begin(&mut self, now: Instant) -> bool {
        if self.since().is_some() {
            return false;
        }
        let from = self.0.last().and_then(|pause| pause.to).map_or(now, |before| before.max(now));
        self.0.push(PausedInterval { from, to: None });
        true
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
