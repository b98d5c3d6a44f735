//! Judges the clock: whether the time can be trusted, and whether a time of day that the machine was set to is believed
//! (`docs/behaviour/taking.md#time`). The server's time counts on by the monotonic clock; this decides when it follows the
//! machine's time of day, and when what cannot be undone waits. In memory only.

use crate::{
    domain::{
        Instant,
        time::{MINUTE, SECOND, SignedDuration},
    },
    sync::{Mutex, MutexGuard},
};
use std::{ops::Range, sync::PoisonError};

/// Difference above which the machine's clock counts as set; adjustments by a time service are smaller.
pub const CLOCK_STEP: SignedDuration = SECOND;
/// A set clock is believed after this time without another change; as long, after a gap, actions that cannot be undone
/// wait.
pub const STEADY_FOR: SignedDuration = SignedDuration::from_mins(5);
/// Time between two looks above which the server did not run: the machine slept, or the process was stopped.
const GAP: SignedDuration = MINUTE;

/// One look at the clocks.
#[derive(Clone, Copy, Debug)]
pub struct ClockLook {
    /// Time that no setting of the clock moves.
    pub continuous: Instant,
    /// The server's time.
    pub now: Instant,
    /// How far the machine's time of day is ahead of the server's.
    pub ahead: SignedDuration,
    /// An attempt is running.
    pub is_busy: bool,
    /// An attempt is running that began by a time which is not proven ([`ClockJudge::unproven_since`]).
    pub has_begun: bool,
}

/// The conclusion from a look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClockVerdict {
    /// Nothing new.
    Same,
    /// The machine's clock was set by this much; the server's time stays.
    Set(SignedDuration),
    /// The machine's clock is back where the server's is, after it was off by this much.
    Returned(SignedDuration),
    /// The server follows the machine's clock by this much from now on.
    Follow(SignedDuration),
    /// The server did not run for this long.
    Gap(SignedDuration),
}

#[derive(Clone, Copy, Debug)]
struct ClockStep {
    ahead: SignedDuration,
    since: Instant,
}

/// The last time that the machine's clock was set, for the doctor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LastClockStep {
    pub at: Instant,
    pub ahead: SignedDuration,
    /// The server follows it.
    pub is_followed: bool,
}

#[derive(Debug, Default)]
struct State {
    looked: Option<Instant>,
    step: Option<ClockStep>,
    /// Time until which the clock may turn out to be wrong.
    unsteady_until: Option<Instant>,
    /// The time of the start is not proven until then, and is never before [`State::floor`].
    unproven_until: Option<Instant>,
    floor: Option<Instant>,
    /// Time at which the time of the start was corrected.
    corrected_at: Option<Instant>,
    /// End of the last time in which the server did not run.
    back_at: Option<Instant>,
    last: Option<LastClockStep>,
}

#[derive(Debug, Default)]
pub struct ClockJudge(Mutex<State>);

impl ClockJudge {
    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The machine was started since the server ran last, at `seen`: how much time has passed is known from the time of
    /// day alone, which a time service may still correct.
    pub fn begin_unproven(&self, continuous: Instant, seen: Instant) {
        let mut state = self.state();
        state.unsteady_until = Some(continuous.plus(STEADY_FOR));
        state.unproven_until = state.unsteady_until;
        state.floor = Some(seen);
    }

    /// Whether actions that cannot be undone may rely on the time.
    #[must_use]
    pub fn is_steady(&self) -> bool {
        self.state().unsteady_until.is_none()
    }

    /// Since when attempts begin by a time that is not proven; `started` is the start of the server.
    #[must_use]
    pub fn unproven_since(&self, started: Instant) -> Option<Instant> {
        let state = self.state();
        state.unproven_until.map(|_| state.corrected_at.unwrap_or(started))
    }

    /// The last step that was seen.
    #[must_use]
    pub fn last_step(&self) -> Option<LastClockStep> {
        self.state().last
    }

    /// How long an attempt whose time ran out while the server did not run waits: from the end of that time on, as long
    /// as the operator wants, and until the time is steady. `started` is the start of the server.
    #[must_use]
    pub fn deadline_wait(&self, started: Instant, wanted: SignedDuration) -> Range<Instant> {
        let state = self.state();
        let from = state.back_at.unwrap_or(started);
        let wait = if state.unsteady_until.is_some() { wanted.max(STEADY_FOR + MINUTE) } else { wanted };
        from..from.plus(wait)
    }

    /// Judges one look, about one a second. After [`ClockVerdict::Follow`] the caller adopts the machine's clock.
    pub fn look(&self, look: ClockLook) -> ClockVerdict {
        let mut state = self.state();
        let ClockLook { continuous, now, ahead, is_busy, has_begun } = look;
        let gap = state.looked.replace(continuous).map_or(SignedDuration::ZERO, |last| continuous.since(last));
        if gap > GAP || gap.is_negative() {
            state.unsteady_until = Some(continuous.plus(STEADY_FOR));
            state.back_at = Some(now);
            // How long it has been set is not known either.
            state.step = state.step.map(|step| ClockStep { since: continuous, ..step });
            return ClockVerdict::Gap(gap);
        }
        let is_over = |until: &mut Instant| *until <= continuous;
        let _ = state.unsteady_until.take_if(is_over);
        let _ = state.unproven_until.take_if(is_over);
        if ahead.abs() <= CLOCK_STEP {
            let before = state.step.take();
            return before.map_or(ClockVerdict::Same, |step| ClockVerdict::Returned(step.ahead));
        }
        // A first reading that is corrected was never right; but the time of an attempt that began by it counts.
        let is_after_floor = state.floor.is_some_and(|floor| now.plus(ahead) >= floor);
        if state.unproven_until.is_some() && is_after_floor && !has_begun {
            state.back_at = Some(now.plus(ahead));
            state.corrected_at = state.back_at;
            return state.follow(ahead, now);
        }
        match state.step {
            Some(step) if (ahead - step.ahead).abs() <= CLOCK_STEP => {
                if continuous.since(step.since) < STEADY_FOR || is_busy {
                    return ClockVerdict::Same;
                }
                state.follow(ahead, now)
            }
            _ => {
                state.step = Some(ClockStep { ahead, since: continuous });
                state.last = Some(LastClockStep { at: now, ahead, is_followed: false });
                ClockVerdict::Set(ahead)
            }
        }
    }
}

impl State {
    fn follow(&mut self, ahead: SignedDuration, now: Instant) -> ClockVerdict {
        self.step = None;
        self.last = Some(LastClockStep { at: now.plus(ahead), ahead, is_followed: true });
        ClockVerdict::Follow(ahead)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::time::{DAY, HOUR};

    /// A server that is looked at once a second.
    struct Server {
        judge: ClockJudge,
        continuous: Instant,
        now: Instant,
        ahead: SignedDuration,
        is_busy: bool,
        has_begun: bool,
    }

    impl Server {
        fn new() -> Self {
            let at = Instant::parse("2026-03-02T08:00:00Z").unwrap();
            let server = Self {
                judge: ClockJudge::default(),
                continuous: at,
                now: at,
                ahead: SignedDuration::ZERO,
                is_busy: false,
                has_begun: false,
            };
            assert_eq!(server.look(), ClockVerdict::Same);
            server
        }

        fn look(&self) -> ClockVerdict {
            let Self { continuous, now, ahead, is_busy, has_begun, .. } = *self;
            self.judge.look(ClockLook { continuous, now, ahead, is_busy, has_begun })
        }

        fn pass(&mut self, time: SignedDuration) {
            self.continuous = self.continuous.plus(time);
            self.now = self.now.plus(time);
        }

        fn set(&mut self, by: SignedDuration) {
            self.ahead += by;
        }

        /// The verdicts of the next seconds.
        fn after(&mut self, seconds: i64) -> Vec<ClockVerdict> {
            let mut seen = Vec::new();
            for _ in 0..seconds {
                self.pass(SECOND);
                let verdict = self.look();
                if let ClockVerdict::Follow(by) = verdict {
                    self.now = self.now.plus(by);
                    self.ahead = SignedDuration::ZERO;
                }
                if verdict != ClockVerdict::Same {
                    seen.push(verdict);
                }
            }
            seen
        }
    }

    #[test]
    fn a_clock_that_is_set_for_seconds_is_seen_and_not_followed() {
        for by in [-400 * DAY, -HOUR, -2 * SECOND, 2 * SECOND, 61 * SECOND, 30 * DAY, 400 * DAY] {
            let mut server = Server::new();
            server.set(by);
            assert_eq!(server.after(299), [ClockVerdict::Set(by)], "{by}");
            server.set(-by);
            assert_eq!(server.after(600), [ClockVerdict::Returned(by)], "{by}");
            assert_eq!(server.judge.last_step().map(|last| last.is_followed), Some(false));
            assert!(server.judge.is_steady());
        }
    }

    #[test]
    fn a_clock_that_stays_is_followed_once_no_attempt_runs() {
        let mut server = Server::new();
        server.set(HOUR);
        server.is_busy = true;
        assert_eq!(server.after(3_600), [ClockVerdict::Set(HOUR)]);
        server.is_busy = false;
        assert_eq!(server.after(600), [ClockVerdict::Follow(HOUR)]);
        server.set(-HOUR);
        assert_eq!(server.after(301), [ClockVerdict::Set(-HOUR), ClockVerdict::Follow(-HOUR)]);
    }

    #[test]
    fn a_clock_that_wanders_is_never_followed() {
        let mut server = Server::new();
        for minute in 0..60 {
            server.set(if minute % 2 == 0 { DAY } else { -2 * DAY });
            assert!(!server.after(60).iter().any(|seen| matches!(seen, ClockVerdict::Follow(_))));
        }
    }

    #[test]
    fn after_a_gap_actions_wait_until_the_time_was_steady() {
        let mut server = Server::new();
        server.pass(30 * DAY);
        let (started, back) = (server.now.plus(-40 * DAY), server.now);
        assert_eq!(server.look(), ClockVerdict::Gap(30 * DAY));
        assert!(!server.judge.is_steady());
        assert_eq!(server.judge.deadline_wait(started, SignedDuration::ZERO), back..back.plus(6 * MINUTE));
        // A monotonic clock that goes back was no clock.
        server.pass(-30 * DAY);
        assert_eq!(server.look(), ClockVerdict::Gap(-30 * DAY));
        assert_eq!(server.after(299), []);
        assert!(!server.judge.is_steady());
        assert_eq!(server.after(1), []);
        assert!(server.judge.is_steady());
    }

    #[test]
    fn a_first_reading_is_corrected_at_once_but_not_to_a_time_before_the_last_one_known() {
        for (by, is_followed) in [(-HOUR, true), (40 * MINUTE, true), (-3 * HOUR, false)] {
            let mut server = Server::new();
            server.judge.begin_unproven(server.continuous, server.now.plus(-2 * HOUR));
            server.is_busy = true;
            assert!(!server.judge.is_steady());
            assert_eq!(server.after(60), []);
            server.set(by);
            let seen = if is_followed { ClockVerdict::Follow(by) } else { ClockVerdict::Set(by) };
            assert_eq!(server.after(60), [seen], "{by}");
            assert_eq!(server.after(180), []);
            assert!(server.judge.is_steady());
            // From now on the time is proven.
            server.set(HOUR);
            assert!(server.after(600).iter().all(|seen| !matches!(seen, ClockVerdict::Follow(_))));
        }
    }

    #[test]
    fn a_first_reading_by_which_an_attempt_began_is_kept_until_it_has_ended() {
        for by in [-HOUR, 2 * HOUR] {
            let mut server = Server::new();
            server.judge.begin_unproven(server.continuous, server.now.plus(-2 * HOUR));
            let started = server.now;
            assert_eq!(server.judge.unproven_since(started), Some(started));
            (server.is_busy, server.has_begun) = (true, true);
            server.set(by);
            assert_eq!(server.after(3_600), [ClockVerdict::Set(by)]);
            assert_eq!(server.judge.unproven_since(started), None);
            (server.is_busy, server.has_begun) = (false, false);
            assert_eq!(server.after(1), [ClockVerdict::Follow(by)]);
        }
    }

    #[test]
    fn attempts_that_begin_after_a_correction_began_by_the_time_of_then() {
        let mut server = Server::new();
        server.judge.begin_unproven(server.continuous, server.now.plus(-2 * HOUR));
        let started = server.now;
        server.set(-HOUR);
        assert_eq!(server.after(1), [ClockVerdict::Follow(-HOUR)]);
        assert_eq!(server.judge.unproven_since(started), Some(server.now));
    }
}
