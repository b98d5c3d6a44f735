//! Moments at which connections are called.

use std::time::{Duration, Instant};

/// Calls that connections ask for in the future fall on moments this far apart: a thousand are no thousand wake-ups.
const TURN: Duration = Duration::from_millis(10);

/// Moments that many connections share, counted from this one.
pub struct Turns(pub Instant);

impl Turns {
    /// The first of them that is not before `at`; what is due already is not put off.
    pub fn after(&self, at: Instant, now: Instant) -> Instant {
        if at <= now {
            return at;
        }
        let beyond = at.saturating_duration_since(self.0).as_nanos() % TURN.as_nanos();
        let beyond = Duration::from_nanos(u64::try_from(beyond).unwrap_or_default());
        if beyond.is_zero() { at } else { at + TURN.saturating_sub(beyond) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_share_moments_that_are_never_in_the_past_however_long_the_server_runs() {
        let start = Instant::now();
        let turns = Turns(start);
        for days in [0, 1, 497, 498, 600, 40_000] {
            let now = start + Duration::from_hours(24 * days);
            let at = now + Duration::from_millis(3);
            let turn = turns.after(at, now);
            assert!(turn >= at && turn - at < TURN, "after {days} days");
            assert_eq!(turns.after(at + Duration::from_millis(1), now), turn);
            assert_eq!(turns.after(now, now), now, "due already");
        }
    }
}
