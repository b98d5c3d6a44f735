//! A score without rounding.

use super::question::Thousandths;

/// Points earned of all points: a score without rounding.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PointShare {
    pub earned: Thousandths,
    pub points: u32,
}

impl PointShare {
    /// Whether the score is at least `percent`, as it is, or as it is shown (`score`, in hundredths of a percent).
    #[must_use]
    pub fn is_from(self, percent: f64, score: u32) -> bool {
        f64::from(score) / 100.0 >= percent || self.exact() >= percent
    }

    /// Like [`Self::is_from`], for at most `percent`.
    #[must_use]
    pub fn is_to(self, percent: f64, score: u32) -> bool {
        f64::from(score) / 100.0 <= percent || self.exact() <= percent
    }

    fn exact(self) -> f64 {
        if self.points == 0 { 0.0 } else { self.earned.as_points().max(0.0) * 100.0 / f64::from(self.points) }
    }
}
