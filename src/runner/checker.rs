//! Compares a program's output with the expected one. Works on bytes: output need not be UTF-8.

use bigdecimal::{ToPrimitive, num_bigint::BigInt};
use serde::{Deserialize, Serialize};

/// Longest number, and longest exponent of ten of a whole one, in digits. Longer ones are compared as words.
const MAX_DIGITS: usize = 1_000;

#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Checker {
    /// Line by line. Style of line ends, blanks at the end of a line and blank lines at the end do not count: they are
    /// invisible to the candidate.
    #[default]
    Exact,
    /// The same sequence of words, whatever separates them.
    Tokens,
    /// The same sequence of words, where numbers may differ by `tolerance`, absolute or relative to the expected one. Whole
    /// numbers are compared exactly. The brackets, commas and colons of JSON are words of their own.
    Numbers { tolerance: f64 },
}

impl Checker {
    /// Whether `actual` is as good as `expected`.
    pub fn accepts(&self, expected: &[u8], actual: &[u8]) -> bool {
        match *self {
            Self::Exact => lines(expected).eq(lines(actual)),
            Self::Tokens => tokens(expected).eq(tokens(actual)),
            Self::Numbers { tolerance } => same_numbers(expected, actual, tolerance),
        }
    }
}

fn trim_end(bytes: &[u8]) -> &[u8] {
    bytes.trim_ascii_end()
}

fn lines(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    trim_end(bytes).split(|byte| *byte == b'\n').map(trim_end)
}

fn tokens(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    bytes.split(u8::is_ascii_whitespace).filter(|token| !token.is_empty())
}

/// Words, and each mark of JSON between them.
fn parts(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    let is_mark = |byte: &u8| b"[]{},:\"".contains(byte);
    tokens(bytes).flat_map(move |token| token.chunk_by(move |a, b| !is_mark(a) && !is_mark(b)))
}

fn same_numbers(expected: &[u8], actual: &[u8], tolerance: f64) -> bool {
    let (mut expected, mut actual) = (parts(expected), parts(actual));
    loop {
        match (expected.next(), actual.next()) {
            (None, None) => return true,
            (Some(e), Some(a)) if e == a || is_close(e, a, tolerance) => {}
            _ => return false,
        }
    }
}

/// Decimal numbers only: "inf", "nan" and "0x10" are compared as words. Where a whole number is expected (digits alone), one that
/// is printed has to be the same, however it is written; a tolerance of 1 or more counts as a difference.
fn is_close(expected: &[u8], actual: &[u8], tolerance: f64) -> bool {
    if let (Some(whole), Some(other)) = (whole(expected), whole(actual)) {
        if whole == other {
            return true;
        }
        if is_digits(expected) {
            let difference = (whole - other).magnitude().to_f64();
            return difference.is_some_and(|difference| difference <= tolerance);
        }
    }
    let (Some(expected), Some(actual)) = (float(expected), float(actual)) else { return false };
    let difference = (expected - actual).abs();
    difference <= tolerance || difference <= tolerance * expected.abs()
}

fn float(token: &[u8]) -> Option<f64> {
    let text = std::str::from_utf8(token).ok().filter(|text| text.len() <= MAX_DIGITS)?;
    text.parse::<f64>().ok().filter(|number| number.is_finite())
}

/// Splits a sign from a number.
fn signed(token: &[u8]) -> (bool, &[u8]) {
    match token {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        _ => (false, token),
    }
}

fn is_digits(token: &[u8]) -> bool {
    let (_, digits) = signed(token);
    !digits.is_empty() && digits.iter().all(u8::is_ascii_digit)
}

/// The whole number that a token represents, such as `7`, `+7`, `7.0` or `7e3`, exactly.
fn whole(token: &[u8]) -> Option<BigInt> {
    if token.len() > MAX_DIGITS {
        return None;
    }
    let (is_negative, number) = signed(token);
    let (number, exponent) = match number.iter().position(|byte| matches!(byte, b'e' | b'E')) {
        Some(at) => (number.get(..at)?, std::str::from_utf8(number.get(at + 1..)?).ok()?.parse::<i64>().ok()?),
        None => (number, 0),
    };
    let point = number.iter().position(|byte| *byte == b'.');
    let (before, after) = point.map_or((number, &[][..]), |at| (&number[..at], &number[at + 1..]));
    let mut digits = [before, after].concat();
    if !is_digits(&digits) || digits.starts_with(b"+") || digits.starts_with(b"-") {
        return None;
    }
    let shift = exponent.checked_sub(i64::try_from(after.len()).ok()?)?;
    if digits.iter().all(|digit| *digit == b'0') {
        return Some(BigInt::ZERO);
    }
    if shift < 0 {
        let kept = digits.len().checked_sub(usize::try_from(shift.unsigned_abs()).ok()?)?;
        if digits.drain(kept..).any(|digit| digit != b'0') {
            return None;
        }
    } else {
        let zeros = usize::try_from(shift).ok().filter(|zeros| *zeros <= MAX_DIGITS)?;
        digits.resize(digits.len() + zeros, b'0');
    }
    let whole = BigInt::parse_bytes(&digits, 10)?;
    Some(if is_negative { -whole } else { whole })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const NUMBERS: Checker = Checker::Numbers { tolerance: 1e-6 };

    #[test]
    fn exact_ignores_only_what_is_invisible() {
        for (expected, actual, same) in [
            ("a\nb\n", "a\r\nb", true),
            ("a\nb", "a  \nb\n\n", true),
            ("", "\n", true),
            ("a b", "a  b", false),
            ("a", " a", false),
            ("a\n\nb", "a\nb", false),
            ("a", "A", false),
            ("a", "", false),
        ] {
            assert_eq!(Checker::Exact.accepts(expected.as_bytes(), actual.as_bytes()), same, "{expected:?} {actual:?}");
        }
        assert!(Checker::Exact.accepts(b"\xff\0\n", b"\xff\0"));
        assert!(!Checker::Exact.accepts("\u{fffd}".as_bytes(), b"\xff"), "compared as bytes, not as shown");
    }

    #[test]
    fn numbers_accept_a_tolerance_and_nothing_else() {
        for (expected, actual, same) in [
            ("1.0 2", "1.0000001\n2.0", true),
            ("1000000000.0", "1000000100", true),
            ("1000000000", "1000000100", false),
            ("1", "1.1", false),
            ("0", "1e-7", true),
            ("x 1", "x 1.0", true),
            ("x", "y", false),
            ("1 2", "1", false),
            ("1", "1 2", false),
            ("nan", "nan", true),
            ("1", "nan", false),
            ("1", "inf", false),
            ("inf", "infinity", false),
            ("[0.3,1]", "[0.30000000000000004, 1]", true),
            ("[0.3,1]", "[0.3,2]", false),
            ("[0.3,1]", "[0.3],1", false),
            ("{\"a\":1}", "{\"a\": 1.0}", true),
            ("{\"a\":1}", "{\"b\":1}", false),
            ("(1.0,2)", "(1,2)", false),
        ] {
            assert_eq!(NUMBERS.accepts(expected.as_bytes(), actual.as_bytes()), same, "{expected:?} {actual:?}");
        }
    }

    #[test]
    fn large_whole_numbers_are_compared_exactly() {
        let exact = Checker::Numbers { tolerance: 0.0 };
        for (expected, actual, same) in [
            ("123456789012345678901", "123456789012345678901", true),
            ("123456789012345678901", "123456789012345678902", false),
            ("9007199254740993", "9007199254740992", false),
            ("-9007199254740993", "-9007199254740993", true),
            ("9007199254740993", "+9007199254740993", true),
            ("9007199254740992", "9007199254740992.0", true),
        ] {
            assert_eq!(exact.accepts(expected.as_bytes(), actual.as_bytes()), same, "{expected} {actual}");
        }
        for (expected, actual, same) in [
            ("10000000000000001", "10000000000000002", false),
            ("10000000000000001", "10000000000000002.0", false),
            ("10000000000000001", "1.0000000000000002e16", false),
            ("10000000000000001", "10000000000000001.000", true),
            ("1000000", "1000001", false),
            ("1000", "1e3", true),
            ("1e3", "1000", true),
            ("1000", "1000.0000001", true),
            ("3", "2.9999999", true),
            ("1", "1.0", true),
            ("1", "+01", true),
            ("0", "-0", true),
            ("0", "-0.0", true),
            ("0", "0e999999999999", true),
            // Floats as large as this are all whole.
            ("2.5e+20", "2.5000000000000003e+20", true),
            ("1e400", "1.0E+400", true),
            ("1e400", "1e401", false),
            ("1e400", "2e400", false),
            ("1e99999999999999999999", "1e99999999999999999998", false),
            ("1e999999999", "2e999999999", false),
            ("16", "0x10", false),
            ("1000", "1_000", false),
            ("1", "1.", true),
            ("5", ".5e1", true),
            ("5", ".", false),
            ("5", "e", false),
            ("5", "--5", false),
            ("5", "+-5", false),
            ("5", "5e", false),
            ("NaN", "nan", false),
        ] {
            assert_eq!(NUMBERS.accepts(expected.as_bytes(), actual.as_bytes()), same, "{expected} {actual}");
        }
        let near = Checker::Numbers { tolerance: 1.0 };
        assert!(near.accepts(b"123456789012345678901", b"123456789012345678902"));
        assert!(!Checker::Numbers { tolerance: 1e-30 }.accepts(b"123456789012345678901", b"123456789012345678903"));
    }

    fn bytes() -> impl Strategy<Value = Vec<u8>> {
        let special = prop::sample::select(&b" \n\r\t\0\xff1.-eax"[..]);
        prop::collection::vec(prop_oneof![3 => special, 1 => any::<u8>()], 0..60)
    }

    proptest! {
        #[test]
        fn every_checker_accepts_the_same_bytes_and_is_symmetric_in_words(a in bytes(), b in bytes()) {
            for checker in [Checker::Exact, Checker::Tokens, NUMBERS] {
                prop_assert!(checker.accepts(&a, &a));
            }
            prop_assert_eq!(Checker::Exact.accepts(&a, &b), Checker::Exact.accepts(&b, &a));
            prop_assert_eq!(Checker::Tokens.accepts(&a, &b), Checker::Tokens.accepts(&b, &a));
        }

        #[test]
        fn each_checker_accepts_what_a_stricter_one_does(a in bytes(), b in bytes()) {
            if Checker::Exact.accepts(&a, &b) {
                prop_assert!(Checker::Tokens.accepts(&a, &b));
            }
            if Checker::Tokens.accepts(&a, &b) {
                prop_assert!(NUMBERS.accepts(&a, &b));
            }
        }

        #[test]
        fn line_ends_and_final_newlines_never_count(lines in prop::collection::vec("[a-z ]{0,8}", 0..8), extra in 0_usize..4) {
            let unix = lines.join("\n");
            let dos = lines.join("\r\n") + &"\r\n".repeat(extra);
            prop_assert!(Checker::Exact.accepts(unix.as_bytes(), dos.as_bytes()));
        }

        #[test]
        fn numbers_within_half_the_tolerance_are_accepted_and_beyond_twice_refused(x in -1e9_f64..1e9, sign in prop::bool::ANY) {
            let unit = 1e-6 * x.abs().max(1.0) * if sign { 1.0 } else { -1.0 };
            let text = |number: f64| format!("{number:.12}").into_bytes();
            prop_assert!(NUMBERS.accepts(&text(x), &text(x + unit / 2.0)));
            prop_assert!(!NUMBERS.accepts(&text(x), &text(x + unit * 2.0)));
        }
    }
}
