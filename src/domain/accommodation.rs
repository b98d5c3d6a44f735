//! Accommodations: extra time agreed on before the test (WCAG 2.2, 2.2.1; `docs/behaviour/taking.md#accommodations`).

use super::{Error, Result, error::FieldChecker};
use serde::{Deserialize, Serialize};

/// Stored by variant position: append new variants at the end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Accommodation {
    #[default]
    None,
    Minutes(u32),
    /// Percent of the test's duration, rounded up to whole minutes.
    Percent(u32),
}

/// Extra minutes; the same maximum as for time added to a running attempt.
const MAX_MINUTES: i64 = 480;
/// Extra percent: three times the duration in total.
const MAX_PERCENT: i64 = 200;

impl Accommodation {
    /// Validates extra time; 0 and `None` mean none.
    ///
    /// # Errors
    /// 422 `invalid` for both at once, and outside 0 to 480 minutes or 0 to 200 percent.
    pub fn new(minutes: Option<i64>, percent: Option<i64>) -> Result<Self> {
        let (minutes, percent) = (minutes.unwrap_or(0), percent.unwrap_or(0));
        let mut check = FieldChecker::default();
        let range = |max: i64| 0..=max;
        check.require(
            range(MAX_MINUTES).contains(&minutes),
            "extra_minutes",
            "Extra time must be between 0 and 480 minutes.",
        );
        check.require(
            range(MAX_PERCENT).contains(&percent),
            "extra_percent",
            "Extra time must be between 0 and 200 percent.",
        );
        check.require(
            minutes == 0 || percent == 0,
            "extra_percent",
            "Extra time is given in minutes or in percent, not in both.",
        );
        check.finish(&["extra_minutes", "extra_percent"])?;
        let whole = |n: i64| u32::try_from(n).map_err(Error::internal);
        Ok(match (minutes, percent) {
            (0, 0) => Self::None,
            (0, percent) => Self::Percent(whole(percent)?),
            (minutes, _) => Self::Minutes(whole(minutes)?),
        })
    }

    /// Extra minutes for a test of `duration` minutes.
    #[must_use]
    pub fn minutes(self, duration: u32) -> u32 {
        match self {
            Self::None => 0,
            Self::Minutes(minutes) => minutes,
            Self::Percent(percent) => duration.saturating_mul(percent).div_ceil(100),
        }
    }

    #[must_use]
    pub const fn in_minutes(self) -> Option<u32> {
        match self {
            Self::Minutes(minutes) => Some(minutes),
            _ => None,
        }
    }

    #[must_use]
    pub const fn percent(self) -> Option<u32> {
        match self {
            Self::Percent(percent) => Some(percent),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percent_is_rounded_up_to_whole_minutes() {
        let minutes = |percent, duration| Accommodation::new(None, Some(percent)).unwrap().minutes(duration);
        assert_eq!((minutes(25, 60), minutes(25, 45), minutes(1, 1), minutes(200, 480)), (15, 12, 1, 960));
        assert_eq!(Accommodation::new(Some(30), None).unwrap().minutes(5), 30);
        assert_eq!(Accommodation::new(Some(0), Some(0)).unwrap(), Accommodation::None);
    }

    #[test]
    fn invalid_extra_time_is_rejected() {
        for (minutes, percent, field) in [
            (Some(481), None, "extra_minutes"),
            (Some(-1), None, "extra_minutes"),
            (None, Some(201), "extra_percent"),
            (None, Some(i64::MIN), "extra_percent"),
            (Some(5), Some(5), "extra_percent"),
        ] {
            let refusal = Accommodation::new(minutes, percent).unwrap_err();
            assert!(refusal.fields.contains_key(field), "{minutes:?} {percent:?} {refusal:?}");
        }
    }
}
