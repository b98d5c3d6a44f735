//! Numbers of a template: a body is written from 64-bit values, which do not hold all that JSON can write.

use serde_json::Value;

/// The first number of a JSON text that would be sent as another one.
pub(super) fn first_changed(json: &str) -> Option<&str> {
    let mut rest = json;
    loop {
        let begin = rest.find(|c: char| c == '"' || c == '-' || c.is_ascii_digit())?;
        rest = rest.split_at(begin).1;
        if let Some(text) = rest.strip_prefix('"') {
            rest = behind(text);
            continue;
        }
        let is_over = |c: char| !c.is_ascii_digit() && !matches!(c, '-' | '+' | '.' | 'e' | 'E');
        let (number, others) = rest.split_at(rest.find(is_over).unwrap_or(rest.len()));
        let is_kept = serde_json::from_str::<Value>(number)
            .is_ok_and(|value| Decimal::read(number) == Decimal::read(&value.to_string()));
        if !is_kept {
            return Some(number);
        }
        rest = others;
    }
}

/// The rest behind the end of a text, whose first quotation mark has been read.
fn behind(text: &str) -> &str {
    let mut is_escaped = false;
    let end = text.find(|c: char| {
        let is_end = c == '"' && !is_escaped;
        is_escaped = c == '\\' && !is_escaped;
        is_end
    });
    end.and_then(|end| text.split_at(end).1.strip_prefix('"')).unwrap_or_default()
}

/// The value of a JSON number, however it is written.
#[derive(Default, PartialEq, Eq)]
struct Decimal {
    is_negative: bool,
    /// Without zeros at either end; blank for 0.
    digits: String,
    /// The power of ten that the last digit counts.
    power: i64,
}

impl Decimal {
    fn read(number: &str) -> Self {
        let (mantissa, exponent) = number.split_once(['e', 'E']).unwrap_or((number, "0"));
        let (is_negative, mantissa) = mantissa.strip_prefix('-').map_or((false, mantissa), |rest| (true, rest));
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let all = format!("{whole}{fraction}");
        let digits = all.trim_matches('0').to_owned();
        if digits.is_empty() {
            return Self::default();
        }
        let count = |text: &str| i64::try_from(text.len()).unwrap_or(i64::MAX);
        let zeros = count(&all).saturating_sub(count(all.trim_end_matches('0')));
        let exponent: i64 = exponent.parse().unwrap_or(i64::MAX);
        Self { is_negative, digits, power: exponent.saturating_sub(count(fraction)).saturating_add(zeros) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_that_64_bits_do_not_hold_are_found() {
        for kept in [
            "0",
            "-0",
            "0.0e9",
            "18446744073709551615",
            "-9223372036854775808",
            "87.50",
            "1E5",
            "1e+22",
            "0.1",
            "-12.5e-3",
            r#""12345678901234567890123""#,
            r#"{"a \" 12345678901234567890123": [1, 2.5, "\\", -3]}"#,
            "[]",
        ] {
            assert_eq!(first_changed(kept), None, "{kept}");
        }
        for (json, changed) in [
            (r#"{"n":12345678901234567890123}"#, "12345678901234567890123"),
            ("18446744073709551616", "18446744073709551616"),
            ("-9223372036854775809", "-9223372036854775809"),
            (r#"["\\", 1, 0.12345678901234567890123, 2]"#, "0.12345678901234567890123"),
            ("1e-400", "1e-400"),
        ] {
            assert_eq!(first_changed(json), Some(changed), "{json}");
        }
    }
}
