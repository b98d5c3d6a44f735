//! Numbers of a template: a body is written from 64-bit values, which do not hold all that JSON can write.

use bigdecimal::BigDecimal;
use serde_json::Value;
use std::str::FromStr;

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
        let exact = BigDecimal::from_str(number).ok();
        let sent = serde_json::from_str::<Value>(number).ok();
        let sent = sent.and_then(|value| BigDecimal::from_str(&value.to_string()).ok());
        if exact.is_none() || exact != sent {
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
