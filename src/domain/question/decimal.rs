//! Exact decimal numbers of authors: no value passes through a binary float.

use bigdecimal::{BigDecimal, num_bigint::BigInt};
use serde::{Deserialize, Serialize};

/// Digits of a number. It bounds, with [`MAX_EXPONENT`], what a comparison costs.
pub(super) const MAX_DIGITS: usize = 60;
pub(super) const MAX_EXPONENT: i64 = 400;

/// A decimal as it was written, such as `3.50` or `6.022e23`, with its exact value.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Decimal {
    text: String,
    value: BigDecimal,
}

impl Decimal {
    /// Reads an optional minus, digits with an optional decimal point, and an optional exponent; at most 60 digits and
    /// exponents of 400.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        let (mantissa, exponent) = match text.split_once(['e', 'E']) {
            Some((mantissa, exponent)) => (mantissa, exponent_of(exponent)?),
            None => (text, 0),
        };
        let (is_negative, digits) = mantissa.strip_prefix('-').map_or((false, mantissa), |rest| (true, rest));
        let (whole, decimals) = digits.split_once('.').unwrap_or((digits, ""));
        if whole.is_empty() || (digits.contains('.') && decimals.is_empty()) {
            return None;
        }
        let value = exact(is_negative, &format!("{whole}{decimals}"), decimals.len(), exponent)?;
        Some(Self { text: text.to_owned(), value })
    }

    /// `None` for a value that no author could write.
    #[must_use]
    pub fn of(value: &BigDecimal) -> Option<Self> {
        let (digits, scale) = value.as_bigint_and_exponent();
        Self::parse(&value.to_plain_string()).or_else(|| Self::parse(&format!("{digits}e{}", -scale)))
    }

    #[must_use]
    pub const fn value(&self) -> &BigDecimal {
        &self.value
    }

    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }
}

/// The written form counts: a form shows again what was typed.
impl PartialEq for Decimal {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

impl Eq for Decimal {}

impl TryFrom<String> for Decimal {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        Self::parse(&text).ok_or("not a decimal number")
    }
}

impl From<Decimal> for String {
    fn from(decimal: Decimal) -> Self {
        decimal.text
    }
}

/// `digits`, of which the last `decimals` follow the point, times ten to the `exponent`.
pub(super) fn exact(is_negative: bool, digits: &str, decimals: usize, exponent: i64) -> Option<BigDecimal> {
    let is_number = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
    if !is_number || digits.len() > MAX_DIGITS || exponent.abs() > MAX_EXPONENT {
        return None;
    }
    let mantissa: BigInt = digits.parse().ok()?;
    let value = BigDecimal::new(mantissa, i64::try_from(decimals).ok()? - exponent);
    Some(if is_negative { -value } else { value })
}

/// A signed whole number of at most four digits.
pub(super) fn exponent_of(text: &str) -> Option<i64> {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    let is_number = (1..=4).contains(&digits.len()) && digits.bytes().all(|b| b.is_ascii_digit());
    if is_number { text.parse().ok() } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_are_exact_and_keep_their_form() {
        let value = |text: &str| Decimal::parse(text).map(|d| d.value().clone());
        assert_eq!(value("0.1").unwrap() + value("0.2").unwrap(), value("0.3").unwrap());
        assert_eq!(value("6.022e23"), value("602200000000000000000000"));
        assert_eq!(value("-1.50E-3"), value("-0.0015"));
        assert_eq!(value("1e400").unwrap() * value("1e-400").unwrap(), value("1").unwrap());
        assert_eq!(Decimal::parse(" 3.50 ").unwrap().as_str(), "3.50");
    }

    #[test]
    fn other_texts_are_refused() {
        let long = "1".repeat(61);
        for wrong in
            ["", "-", ".5", "5.", "1,5", "+1", "1 000", "0x10", "1e", "1e401", "1e99999", "NaN", "inf", "1_0", &long]
        {
            assert!(Decimal::parse(wrong).is_none(), "{wrong}");
        }
    }
}
