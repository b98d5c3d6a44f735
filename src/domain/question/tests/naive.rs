//! The arithmetic of the reference: fractions of whole numbers without any limit, never reduced.

use bigdecimal::num_bigint::BigInt;
use std::cmp::Ordering;

/// A numerator over a positive denominator.
#[derive(Clone, Debug)]
pub struct Fraction(pub BigInt, pub BigInt);

impl Fraction {
    pub fn new(part: usize, whole: usize) -> Self {
        assert!(whole > 0);
        Self(BigInt::from(part), BigInt::from(whole))
    }

    pub fn zero() -> Self {
        Self::new(0, 1)
    }

    /// `digits` with an optional minus, times ten to the `exponent`.
    pub fn scaled(digits: &str, exponent: i32) -> Self {
        let power = BigInt::from(10).pow(exponent.unsigned_abs());
        let digits: BigInt = digits.parse().unwrap();
        if exponent < 0 { Self(digits, power) } else { Self(digits * power, BigInt::from(1)) }
    }

    pub fn plus(&self, other: &Self) -> Self {
        Self(&self.0 * &other.1 + &other.0 * &self.1, &self.1 * &other.1)
    }

    pub fn minus(&self, other: &Self) -> Self {
        self.plus(&Self(-&other.0, other.1.clone()))
    }

    pub fn times(&self, other: &Self) -> Self {
        Self(&self.0 * &other.0, &self.1 * &other.1)
    }

    pub fn size(&self) -> Self {
        if self.0 < BigInt::from(0) { Self(-&self.0, self.1.clone()) } else { self.clone() }
    }

    pub fn compare(&self, other: &Self) -> Ordering {
        (&self.0 * &other.1).cmp(&(&other.0 * &self.1))
    }

    /// Thousandths by long division of a number that is not negative: up where the rest is half or more.
    pub fn thousandths(&self) -> i64 {
        let whole = &self.0 / &self.1;
        let mut rest = &self.0 % &self.1;
        let mut digits = whole.to_string();
        for _ in 0..3 {
            rest *= 10;
            digits.push_str(&(&rest / &self.1).to_string());
            rest %= &self.1;
        }
        let down: i64 = digits.parse().unwrap();
        if rest * 2 >= self.1 { down + 1 } else { down }
    }
}
