//! Exact points: whole thousandths, and the shares that are rounded to them.

use serde::{Deserialize, Serialize};
use std::{fmt, iter};

const PER_POINT: i64 = 1_000;
/// Decimals of a point.
const DECIMALS: usize = 3;
/// Digits of a whole number of points, far above any real one.
const MAX_DIGITS: usize = 12;

/// Points of a partly right answer (`docs/scoring.md`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Scoring {
    /// Nothing.
    #[default]
    AllOrNothing,
    /// A share of the points.
    Partial,
}

/// Points in thousandths of a point.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Thousandths(pub i64);

impl Thousandths {
    #[must_use]
    pub fn of_points(points: u32) -> Self {
        Self(i64::from(points) * PER_POINT)
    }

    /// Reads `1`, `0.25` or `-2.5`: at most three decimals, so that nothing is rounded.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let (sign, digits) = text.strip_prefix('-').map_or((1, text), |rest| (-1, rest));
        let (whole, decimals) = digits.split_once('.').unwrap_or((digits, "0"));
        let is_number = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
        let fits = whole.len() <= MAX_DIGITS && decimals.len() <= DECIMALS;
        if !is_number(whole) || !is_number(decimals) || !fits {
            return None;
        }
        let scaled: i64 = format!("{whole}{decimals:0<DECIMALS$}").parse().ok()?;
        Some(Self(sign * scaled))
    }

    /// The inverse of [`Self::as_points`]; half points of reviewers are exact too.
    #[must_use]
    #[expect(clippy::cast_possible_truncation, reason = "points are far below 2^53 thousandths")]
    pub fn nearest(points: f64) -> Self {
        Self((points * 1_000.0).round() as i64)
    }

    /// The nearest double, which prints as the same decimal.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "a sum of points is far below 2^53 thousandths")]
    pub fn as_points(self) -> f64 {
        self.0 as f64 / PER_POINT as f64
    }
}

impl fmt::Display for Thousandths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let (whole, rest) = (self.0.unsigned_abs() / 1_000, self.0.unsigned_abs() % 1_000);
        if rest == 0 {
            return write!(f, "{sign}{whole}");
        }
        let decimals = format!("{rest:03}");
        write!(f, "{sign}{whole}.{}", decimals.trim_end_matches('0'))
    }
}

impl iter::Sum for Thousandths {
    fn sum<I: Iterator<Item = Self>>(parts: I) -> Self {
        Self(parts.map(|part| part.0).sum())
    }
}

/// An exact share of a question's points, from none to all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    part: u32,
    whole: u32,
}

impl Share {
    pub const NONE: Self = Self { part: 0, whole: 1 };
    pub const ALL: Self = Self { part: 1, whole: 1 };

    /// `part / whole`, at most all; none where `whole` is 0.
    #[must_use]
    pub fn new(part: usize, whole: usize) -> Self {
        let (part, whole) = (u32::try_from(part), u32::try_from(whole));
        match (part, whole) {
            (Ok(part), Ok(whole)) if whole > 0 => Self { part: part.min(whole), whole },
            _ => Self::NONE,
        }
    }

    #[must_use]
    pub const fn all_if(is_right: bool) -> Self {
        if is_right { Self::ALL } else { Self::NONE }
    }

    #[must_use]
    pub const fn is_none(self) -> bool {
        self.part == 0
    }

    #[must_use]
    pub const fn is_all(self) -> bool {
        self.part == self.whole
    }

    /// This share of `points`, rounded half up to thousandths.
    #[must_use]
    pub fn of(self, points: u32) -> Thousandths {
        let (part, whole) = (i64::from(self.part), i64::from(self.whole));
        let doubled = 2 * part * i64::from(points) * PER_POINT;
        Thousandths((doubled + whole) / (2 * whole))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_read_exactly_and_printed_alike() {
        for (text, value) in [("0", 0), ("1", 1_000), ("0.25", 250), ("12.5", 12_500), ("-0.333", -333)] {
            assert_eq!(Thousandths::parse(text), Some(Thousandths(value)), "{text}");
            assert_eq!(Thousandths(value).to_string(), text);
            assert_eq!(format!("{}", Thousandths(value).as_points()), text);
        }
        for wrong in ["", ".5", "5.", "0.1234", "1e3", "+1", "--1", "1,5", " 1", "9999999999999", "NaN"] {
            assert_eq!(Thousandths::parse(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn shares_are_rounded_half_up_once() {
        assert_eq!(Share::new(1, 3).of(1), Thousandths(333));
        assert_eq!(Share::new(2, 3).of(1), Thousandths(667));
        assert_eq!(Share::new(1, 16).of(1), Thousandths(63), "62.5 is rounded up");
        assert_eq!(Share::new(1, 400).of(1), Thousandths(3), "2.5 is rounded up");
        assert_eq!(Share::new(5, 4), Share::new(4, 4));
        assert!(Share::new(5, 4).is_all() && Share::new(0, 0).is_none());
        assert_eq!(Share::new(usize::MAX, usize::MAX), Share::NONE);
    }
}
