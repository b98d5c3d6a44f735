//! Answers that are not dealt to reviewers at once.

use crate::domain::{
    Instant,
    time::{HOUR, SignedDuration},
};
use std::sync::atomic::{AtomicI64, Ordering};

/// Answers of tests that hide names are dealt together, at the beginning of each period.
pub const PERIOD: SignedDuration = HOUR;

/// The period whose beginning was dealt to last.
#[derive(Default)]
pub struct DeferredAnswers(AtomicI64);

impl DeferredAnswers {
    /// The beginning of the period at `now`, unless all from before it was dealt.
    #[must_use]
    pub fn due(&self, now: Instant) -> Option<Instant> {
        let period = now.period(PERIOD);
        (self.0.load(Ordering::Relaxed) != period).then(|| Instant::of_period(period, PERIOD))
    }

    /// All that was submitted before this instant is dealt.
    pub fn dealt(&self, until: Instant) {
        self.0.store(until.period(PERIOD), Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::time::MINUTE;

    #[test]
    fn each_period_is_due_once() {
        let (held, begin) = (DeferredAnswers::default(), Instant::EPOCH.plus(3 * HOUR));
        assert_eq!(held.due(begin.plus(20 * MINUTE)), Some(begin), "after a start");
        held.dealt(begin);
        assert_eq!(held.due(begin.plus(59 * MINUTE)), None);
        assert_eq!(held.due(begin.plus(HOUR)), Some(begin.plus(HOUR)));
    }
}
