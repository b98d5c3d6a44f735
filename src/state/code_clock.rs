//! How codes of second factors compare with this server's clock. They come from many phones and computers, most of whose clocks
//! are right. In memory only.

use crate::{
    domain::{Instant, time::DAY},
    sync::Mutex,
};
use std::{collections::VecDeque, sync::PoisonError};

/// Codes that are remembered, the latest.
const CODES: usize = 20;
/// Fewer codes say nothing: one may have been typed slowly.
const ENOUGH: usize = 3;

#[derive(Default)]
pub struct CodeClock(Mutex<VecDeque<(Instant, i64)>>);

impl CodeClock {
    /// Notes by how many steps of time a code was ahead of this server's clock (negative: behind).
    pub fn note(&self, steps: i64, now: Instant) {
        let mut codes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        codes.push_back((now, steps));
        if codes.len() > CODES {
            codes.pop_front();
        }
    }

    /// The steps by which most codes of the last day were off, if typing does not explain it.
    #[must_use]
    pub fn off(&self, now: Instant) -> Option<i64> {
        let mut steps: Vec<i64> = {
            let codes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            codes.iter().filter(|(at, _)| at.is_within(DAY, now)).map(|(_, steps)| *steps).collect()
        };
        steps.sort_unstable();
        let middle = steps.get(steps.len() / 2).copied().filter(|_| steps.len() >= ENOUGH)?;
        // Who types slowly sends the code of the step before; no one sends one of a step to come.
        (!(-1..=0).contains(&middle)).then_some(middle)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::time::HOUR;

    fn after(steps: &[i64]) -> Option<i64> {
        let (clock, now) = (CodeClock::default(), Instant::EPOCH.plus(HOUR));
        for steps in steps {
            clock.note(*steps, now);
        }
        assert_eq!(clock.off(now.plus(DAY)), None, "a day later");
        clock.off(now)
    }

    #[test]
    fn most_codes_say_whether_the_clock_is_off() {
        assert_eq!((after(&[]), after(&[4, 4])), (None, None), "too few");
        assert_eq!(after(&[0, -1, -1, -1]), None, "typed slowly");
        assert_eq!(after(&[0, 9, 0]), None, "one phone is wrong");
        assert_eq!((after(&[1, 1, 0]), after(&[2, 1, 2])), (Some(1), Some(2)));
        assert_eq!(after(&[-2, -3, -2]), Some(-2));
        let corrected: Vec<i64> = [5; 20].into_iter().chain([0; 12]).collect();
        assert_eq!(after(&corrected), None, "of the latest 20");
    }
}
