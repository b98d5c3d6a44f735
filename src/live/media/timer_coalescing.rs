//! Timer coalescing for session timeouts.

use std::time::{Duration, Instant};

/// Future timeouts are rounded up to multiples of this, so that a thousand sessions do not cost a thousand wake-ups.
const SLOT: Duration = Duration::from_millis(10);

/// Timer slots shared by all sessions, counted from this instant.
pub struct TimerSlots(pub Instant);

impl TimerSlots {
    /// Returns the first slot not before `at`; a timeout that is already due is not delayed.
    pub fn after(&self, at: Instant, now: Instant) -> Instant {
        if at <= now {
            return at;
        }
        let remainder = at.saturating_duration_since(self.0).as_nanos() % SLOT.as_nanos();
        let remainder = Duration::from_nanos(u64::try_from(remainder).unwrap_or_default());
        if remainder.is_zero() { at } else { at + SLOT.saturating_sub(remainder) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn timeouts_share_slots_that_are_never_in_the_past_whatever_the_uptime() {
        let start = Instant::now();
        let turns = TimerSlots(start);
        for days in [0, 1, 497, 498, 600, 40_000] {
            let now = start + Duration::from_hours(24 * days);
            let at = now + Duration::from_millis(3);
            let turn = turns.after(at, now);
            assert!(turn >= at && turn - at < SLOT, "after {days} days");
            assert_eq!(turns.after(at + Duration::from_millis(1), now), turn);
            assert_eq!(turns.after(now, now), now, "already due");
        }
    }
}
