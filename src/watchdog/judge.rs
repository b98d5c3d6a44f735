//! The watchdog's judgement, without threads and clocks: who has got no further for too long.

use super::pulse::{Expected, Seen};
use std::time::Duration;

/// What is judged.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Nobody may get no further for that long.
    pub hang: Duration,
    /// Between two looks.
    pub tick: Duration,
    /// A call to the disk that takes longer excuses everybody: who waits for whom cannot be seen.
    pub slow_disk: Duration,
}

impl Limits {
    /// Fractions of the one limit that an operator is told of.
    #[must_use]
    pub fn of(hang: Duration) -> Self {
        Self { hang, tick: hang / 40, slow_disk: hang / 10 }
    }
}

/// One look at one thread.
#[derive(Clone, Copy, Debug)]
pub struct Look {
    pub seen: Seen,
    /// Work waits for it.
    pub queued: bool,
    /// How many times the limit it has.
    pub patience: u32,
}

/// How long each thread has got no further.
#[derive(Debug)]
pub struct Judge {
    limits: Limits,
    stalls: Vec<(Option<u64>, Duration)>,
}

impl Judge {
    #[must_use]
    pub const fn new(limits: Limits) -> Self {
        Self { limits, stalls: Vec::new() }
    }

    /// Judges what is seen `gap` after the last look; answers the number of a thread that hangs or has died. Threads that
    /// are new stand last.
    pub fn look(&mut self, gap: Duration, disk: Duration, looks: &[Look]) -> Option<usize> {
        self.stalls.resize(looks.len(), (None, Duration::ZERO));
        // After a look that came far too late the whole process has stood still (SIGSTOP, a paused machine, a
        // machine without a moment to spare): nobody could get on, and everybody has the full time again. Sleep of the
        // machine does not even pass, on the clock that Rust takes.
        let stood_still = gap > self.limits.tick * 8;
        let excused = stood_still || disk >= self.limits.slow_disk;
        let mut hangs = None;
        for (number, (look, (last, stalled))) in looks.iter().zip(&mut self.stalls).enumerate() {
            let gets_on = *last != Some(look.seen.state);
            *last = Some(look.seen.state);
            let waits = match look.seen.place.expected() {
                Expected::Progress => true,
                Expected::Work => look.queued,
                Expected::Patience | Expected::Nothing => false,
                Expected::Life => {
                    hangs = hangs.or(Some(number));
                    false
                }
            };
            if gets_on || excused || !waits {
                *stalled = Duration::ZERO;
            } else if !look.seen.in_disk_call {
                *stalled += gap;
            }
            if *stalled >= self.limits.hang * look.patience {
                hangs = hangs.or(Some(number));
            }
        }
        hangs
    }

    /// For how long this thread has got no further.
    #[must_use]
    pub fn stalled(&self, number: usize) -> Duration {
        self.stalls.get(number).map_or(Duration::ZERO, |(_, stalled)| *stalled)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::watchdog::pulse::Place;

    const TICK: Duration = Duration::from_millis(250);
    const NONE: Duration = Duration::ZERO;

    fn look(state: u64, place: Place) -> Look {
        Look { seen: Seen { state, place, in_disk_call: false }, queued: false, patience: 1 }
    }

    fn judge() -> Judge {
        Judge::new(Limits::of(Duration::from_secs(10)))
    }

    /// The number of looks until a hang is told; `None` for none within a minute.
    fn told_after(each: impl Fn(u64) -> (Duration, Duration, Look)) -> Option<u64> {
        let mut judge = judge();
        (0..240).find(|n| {
            let (gap, disk, look) = each(*n);
            judge.look(gap, disk, &[look]).is_some()
        })
    }

    #[test]
    fn a_thread_that_gets_no_further_is_told_after_ten_seconds() {
        assert_eq!(told_after(|_| (TICK, NONE, look(1, Place::Write))), Some(40));
        assert_eq!(told_after(|n| (TICK, NONE, look(n / 30, Place::Write))), None, "it gets on every 7.5 s");
        let patient = Look { patience: 3, ..look(1, Place::Write) };
        assert_eq!(told_after(|_| (TICK, NONE, patient)), Some(120));
        assert_eq!(told_after(|_| (TICK, NONE, look(1, Place::Died))), Some(0));
    }

    #[test]
    fn waiting_for_work_for_the_disk_and_for_a_declared_operation_is_no_hang() {
        for place in [Place::Idle, Place::Rebuild, Place::Reopening, Place::Unborn, Place::Ended] {
            assert_eq!(told_after(|_| (TICK, NONE, look(1, place))), None, "{place:?}");
        }
        let queued = Look { queued: true, ..look(1, Place::Idle) };
        let in_call = Seen { in_disk_call: true, ..look(1, Place::Write).seen };
        assert_eq!(told_after(|_| (TICK, NONE, Look { seen: in_call, ..queued })), None);
        let slow = Duration::from_secs(2);
        assert_eq!(told_after(|_| (TICK, slow, look(1, Place::Write))), None, "somebody else's call");
        assert_eq!(told_after(|_| (TICK, NONE, queued)), Some(40), "a lost wake-up");
    }

    #[test]
    fn time_in_which_the_process_stood_still_does_not_count() {
        let stops = |n| if n % 39 == 38 { Duration::from_mins(1) } else { TICK };
        assert_eq!(told_after(|n| (stops(n), NONE, look(1, Place::Write))), None);
        let mut judge = judge();
        judge.look(TICK, NONE, &[look(1, Place::Write)]);
        assert_eq!(judge.look(Duration::from_mins(1), NONE, &[look(1, Place::Write)]), None);
        assert_eq!(judge.stalled(0), NONE);
    }
}
