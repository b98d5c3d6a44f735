//! The watchdog's decision, without threads and clocks: which thread has made no progress for too long.

use super::pulse::{Expected, PulseSnapshot};
use std::time::Duration;

/// Thresholds.
#[derive(Clone, Copy, Debug)]
pub struct StallLimits {
    /// A thread without progress for this long hangs.
    pub hang: Duration,
    /// Interval between two checks.
    pub tick: Duration,
    /// A disk call longer than this excuses all threads: it is unknown which of them wait for it.
    pub slow_disk: Duration,
}

impl StallLimits {
    /// Derives all thresholds from the one documented limit.
    #[must_use]
    pub fn of(hang: Duration) -> Self {
        Self { hang, tick: hang / 40, slow_disk: hang / 10 }
    }
}

/// One observation of one thread.
#[derive(Clone, Copy, Debug)]
pub struct Sample {
    pub seen: PulseSnapshot,
    /// Work is queued for it.
    pub queued: bool,
    /// Multiple of the limit that applies to it.
    pub limit_factor: u32,
}

/// Time without progress per thread.
#[derive(Debug)]
pub struct StallJudge {
    limits: StallLimits,
    stalls: Vec<(Option<u64>, Duration)>,
}

impl StallJudge {
    #[must_use]
    pub const fn new(limits: StallLimits) -> Self {
        Self { limits, stalls: Vec::new() }
    }

    /// Checks the samples taken `gap` after the previous ones; returns the index of a thread that hangs or has died.
    /// New threads are appended.
    pub fn check(&mut self, gap: Duration, disk: Duration, samples: &[Sample]) -> Option<usize> {
        self.stalls.resize(samples.len(), (None, Duration::ZERO));
        // A check that is far too late means the whole process was stopped (SIGSTOP, a paused or overloaded machine):
        // no thread could make progress, so all get the full time again. `Instant`'s clock stops during suspend anyway.
        let was_stopped = gap > self.limits.tick * 8;
        let excused = was_stopped || disk >= self.limits.slow_disk;
        let mut hangs = None;
        for (number, (sample, (last, stalled))) in samples.iter().zip(&mut self.stalls).enumerate() {
            let progressed = *last != Some(sample.seen.state);
            *last = Some(sample.seen.state);
            let must_progress = match sample.seen.place.expected() {
                Expected::Progress => true,
                Expected::Work => sample.queued,
                Expected::Unbounded | Expected::Nothing => false,
                Expected::Running => {
                    hangs = hangs.or(Some(number));
                    false
                }
            };
            if progressed || excused || !must_progress {
                *stalled = Duration::ZERO;
            } else if !sample.seen.in_disk_call {
                *stalled += gap;
            }
            if *stalled >= self.limits.hang * sample.limit_factor {
                hangs = hangs.or(Some(number));
            }
        }
        hangs
    }

    /// Returns how long this thread has made no progress.
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

    fn sample(state: u64, place: Place) -> Sample {
        Sample { seen: PulseSnapshot { state, place, in_disk_call: false }, queued: false, limit_factor: 1 }
    }

    fn judge() -> StallJudge {
        StallJudge::new(StallLimits::of(Duration::from_secs(10)))
    }

    /// Number of checks until a hang is reported; `None` if there is none within a minute.
    fn reported_after(each: impl Fn(u64) -> (Duration, Duration, Sample)) -> Option<u64> {
        let mut judge = judge();
        (0..240).find(|n| {
            let (gap, disk, sample) = each(*n);
            judge.check(gap, disk, &[sample]).is_some()
        })
    }

    #[test]
    fn a_thread_without_progress_is_reported_after_ten_seconds() {
        assert_eq!(reported_after(|_| (TICK, NONE, sample(1, Place::Write))), Some(40));
        assert_eq!(reported_after(|n| (TICK, NONE, sample(n / 30, Place::Write))), None, "it progresses every 7.5 s");
        let patient = Sample { limit_factor: 3, ..sample(1, Place::Write) };
        assert_eq!(reported_after(|_| (TICK, NONE, patient)), Some(120));
        assert_eq!(reported_after(|_| (TICK, NONE, sample(1, Place::Died))), Some(0));
    }

    #[test]
    fn waiting_for_work_the_disk_or_a_declared_operation_is_no_hang() {
        for place in [Place::Idle, Place::Rebuild, Place::Reopening, Place::NotStarted, Place::Ended] {
            assert_eq!(reported_after(|_| (TICK, NONE, sample(1, place))), None, "{place:?}");
        }
        let queued = Sample { queued: true, ..sample(1, Place::Idle) };
        let in_call = PulseSnapshot { in_disk_call: true, ..sample(1, Place::Write).seen };
        assert_eq!(reported_after(|_| (TICK, NONE, Sample { seen: in_call, ..queued })), None);
        let slow = Duration::from_secs(2);
        assert_eq!(reported_after(|_| (TICK, slow, sample(1, Place::Write))), None, "a call of another thread");
        assert_eq!(reported_after(|_| (TICK, NONE, queued)), Some(40), "a lost wake-up");
    }

    #[test]
    fn time_in_which_the_process_was_stopped_does_not_count() {
        let stops = |n| if n % 39 == 38 { Duration::from_mins(1) } else { TICK };
        assert_eq!(reported_after(|n| (stops(n), NONE, sample(1, Place::Write))), None);
        let mut judge = judge();
        judge.check(TICK, NONE, &[sample(1, Place::Write)]);
        assert_eq!(judge.check(Duration::from_mins(1), NONE, &[sample(1, Place::Write)]), None);
        assert_eq!(judge.stalled(0), NONE);
    }
}
