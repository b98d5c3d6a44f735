//! Numbers as candidates write them (`docs/scoring.md`, "Numbers").

use super::{
    decimal::{Decimal, exact, exponent_of},
    field::longer,
};
use bigdecimal::BigDecimal;
use serde::{Deserialize, Serialize};

/// Characters of an answer that is read as a number.
const MAX_LENGTH: usize = 200;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NumberKey {
    pub correct_number: Decimal,
    /// Absent: the number itself is required.
    pub tolerance: Option<Tolerance>,
    /// Required in the answer where it is set; an answer has none where it is not.
    pub unit: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tolerance {
    pub kind: ToleranceKind,
    /// Not negative. Relative: a share from 0 to 1 of the correct number.
    pub value: Decimal,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ToleranceKind {
    Absolute,
    Relative,
}

/// A number that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    /// One value, or two where a mark may separate decimals or thousands: `1,500`.
    pub values: Vec<BigDecimal>,
    /// In the form that [`fold_unit`] returns; empty without one.
    pub unit: String,
}

/// Reads sign, digits, exponent and unit.
#[must_use]
pub fn read(text: &str) -> Option<Reading> {
    if longer(text, MAX_LENGTH) {
        return None;
    }
    let text = fold(text);
    let (currency, rest) = split_currency(text.trim());
    let (is_negative, rest) = rest.strip_prefix('-').map_or((false, rest), |rest| (true, rest));
    let rest = if is_negative { rest } else { rest.strip_prefix('+').unwrap_or(rest) };
    let (mantissa, rest) = split_mantissa(rest.trim_start());
    // `10^5` alone is a power, not a mantissa with a unit.
    let (mantissa, (exponent, rest)) = match (mantissa, power(rest)) {
        ("10", Some(power)) => ("1", power),
        _ => (mantissa, split_exponent(rest)),
    };
    let values = mantissas(mantissa)?
        .into_iter()
        .map(|(digits, decimals)| exact(is_negative, &digits, decimals, exponent))
        .collect::<Option<Vec<_>>>()?;
    let unit = rest.trim_start();
    let is_unit = unit.chars().next().is_none_or(|c| c.is_alphabetic() || "%‰°℃℉′″\"'".contains(c) || is_currency(c));
    let is_single = currency.is_empty() || unit.is_empty();
    (is_unit && is_single).then(|| Reading { values, unit: fold_unit(&format!("{currency}{unit}")) })
}

impl Reading {
    /// Whether a value is the key's, within its tolerance. The unit is not compared.
    #[must_use]
    pub fn is_within(&self, key: &NumberKey) -> bool {
        let correct = key.correct_number.value();
        let allowed = match &key.tolerance {
            None => BigDecimal::from(0),
            Some(tolerance) if tolerance.kind == ToleranceKind::Absolute => tolerance.value.value().clone(),
            Some(tolerance) => tolerance.value.value() * correct.abs(),
        };
        self.values.iter().any(|value| (value - correct).abs() <= allowed)
    }
}

/// One form for each character that is written in several: spaces, minus signs, apostrophes, full-width forms,
/// exponents.
fn fold(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    let mut is_raised = false;
    for c in text.chars() {
        let raised = raised(c);
        if raised.is_some() && !is_raised {
            folded.push('^');
        }
        is_raised = raised.is_some();
        folded.push(raised.unwrap_or(match c {
            _ if c.is_whitespace() => ' ',
            '\u{2010}'..='\u{2013}' | '\u{2212}' => '-',
            '\u{2018}' | '\u{2019}' | '\u{02bc}' => '\'',
            '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(c) - 0xfee0).unwrap_or(c),
            _ => c,
        }));
    }
    folded.replace("**", "^")
}

/// The character that a superscript raises.
const fn raised(c: char) -> Option<char> {
    Some(match c {
        '⁰' => '0',
        '¹' => '1',
        '²' => '2',
        '³' => '3',
        '⁴' => '4',
        '⁵' => '5',
        '⁶' => '6',
        '⁷' => '7',
        '⁸' => '8',
        '⁹' => '9',
        '⁻' => '-',
        '⁺' => '+',
        _ => return None,
    })
}

const fn is_currency(c: char) -> bool {
    matches!(c, '$' | '\u{a2}'..='\u{a5}' | '\u{20a0}'..='\u{20cf}')
}

/// `$ 5` has its unit in front.
fn split_currency(text: &str) -> (&str, &str) {
    match text.chars().next() {
        Some(c) if is_currency(c) => {
            let (currency, rest) = text.split_at(c.len_utf8());
            (currency, rest.trim_start())
        }
        _ => ("", text),
    }
}

/// The longest start of digits, marks, and spaces or apostrophes between two digits.
fn split_mantissa(text: &str) -> (&str, &str) {
    let bytes = text.as_bytes();
    let is_digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    let end = (0..bytes.len()).find(|&at| match bytes[at] {
        b' ' | b'\'' => !(at > 0 && is_digit(at - 1) && is_digit(at + 1)),
        b'.' | b',' => false,
        _ => !is_digit(at),
    });
    text.split_at(end.unwrap_or(text.len()))
}

/// `e3`, or `×10^3` with its other spellings; 0 without one.
fn split_exponent(text: &str) -> (i64, &str) {
    if let Some(tail) = text.strip_prefix(['e', 'E'])
        && let Some(found) = split_signed(tail)
    {
        return found;
    }
    let times = text.trim_start().strip_prefix(['×', 'x', 'X', '*', '·', '⋅']);
    let raised = times.and_then(|rest| rest.trim_start().strip_prefix("10")).and_then(power);
    raised.unwrap_or((0, text))
}

/// `^3`, `^-3`, `^(-3)` or `^{-3}`.
fn power(text: &str) -> Option<(i64, &str)> {
    let rest = text.strip_prefix('^')?;
    let (open, close) = match rest.chars().next()? {
        '(' => ("(", ")"),
        '{' => ("{", "}"),
        _ => ("", ""),
    };
    let (exponent, rest) = split_signed(rest.strip_prefix(open)?)?;
    Some((exponent, rest.strip_prefix(close)?))
}

fn split_signed(text: &str) -> Option<(i64, &str)> {
    let signed = usize::from(text.starts_with(['+', '-']));
    let digits = text.bytes().skip(signed).take_while(u8::is_ascii_digit).count();
    let (number, rest) = text.split_at(signed + digits);
    Some((exponent_of(number)?, rest))
}

/// Digits and the number of decimals among them, in each way that `text` can be read.
fn mantissas(text: &str) -> Option<Vec<(String, usize)>> {
    let (points, commas) = (text.matches('.').count(), text.matches(',').count());
    let last = text.rfind(['.', ',']);
    let decimal_mark = match (points, commas) {
        (1, 0) | (0, 1) => last,
        // Several of one mark separate thousands.
        (_, 0) | (0, _) => None,
        // Of both, the last one is the decimal mark.
        _ => {
            let mark = &text[last?..=last?];
            if text.matches(mark).count() > 1 {
                return None;
            }
            last
        }
    };
    let (whole, decimals) = decimal_mark.map_or((text, ""), |at| (&text[..at], &text[at + 1..]));
    let digits = format!("{}{}", ungroup(whole)?, ungroup_decimals(decimals)?);
    let count = digits.len() - ungroup(whole)?.len();
    let mut found = vec![(digits.clone(), count)];
    if points + commas == 1 && may_be_thousands(whole, decimals) {
        found.push((digits, 0));
    }
    Some(found)
}

/// `1,500`: one to three digits that begin with no zero, and three more.
fn may_be_thousands(whole: &str, decimals: &str) -> bool {
    let is_digits = |part: &str| part.bytes().all(|b| b.is_ascii_digit());
    let is_head = (1..=3).contains(&whole.len()) && !whole.starts_with('0');
    is_head && decimals.len() == 3 && is_digits(whole) && is_digits(decimals)
}

/// Removes one kind of separator between groups of three digits.
fn ungroup(text: &str) -> Option<String> {
    let Some(separator) = text.chars().find(|c| !c.is_ascii_digit()) else { return Some(text.to_owned()) };
    let groups: Vec<&str> = text.split(separator).collect();
    let (first, others) = groups.split_first()?;
    let fits = (1..=3).contains(&first.len()) && others.iter().all(|group| group.len() == 3);
    joined(&groups, fits)
}

/// Removes spaces after every third decimal.
fn ungroup_decimals(text: &str) -> Option<String> {
    let groups: Vec<&str> = text.split(' ').collect();
    let (last, others) = groups.split_last()?;
    let fits = others.is_empty() || (others.iter().all(|group| group.len() == 3) && (1..=3).contains(&last.len()));
    joined(&groups, fits)
}

fn joined(groups: &[&str], fits: bool) -> Option<String> {
    let digits = groups.concat();
    (fits && digits.bytes().all(|b| b.is_ascii_digit())).then_some(digits)
}

/// One form for the spellings of a unit: without spaces and `^`, with plain digits for raised ones, and one character
/// where Unicode has several. Upper and lower case differ: mW is not MW.
#[must_use]
pub fn fold_unit(unit: &str) -> String {
    let unit = fold(unit);
    let one_form = |c: char| match c {
        '\u{b5}' => '\u{3bc}',
        '\u{2126}' => '\u{3a9}',
        '\u{212a}' => 'K',
        '\u{212b}' => '\u{c5}',
        '⋅' | '∙' | '*' | '×' => '·',
        'º' | '˚' => '°',
        other => other,
    };
    let kept = unit.chars().filter(|c| !c.is_whitespace() && *c != '^').map(one_form);
    kept.collect::<String>().replace('℃', "°C").replace('℉', "°F")
}

#[cfg(test)]
#[path = "number_tests.rs"]
mod tests;
