//! Numbers as candidates write them (`docs/scoring.md`, "Numbers").

use super::{
    decimal::{Decimal, exact, exponent_of},
    field::longer,
    typography::{is_dash, is_hyphen, usual_width},
};
use crate::domain::invisible::{is_invisible, is_joiner};
use bigdecimal::BigDecimal;
use icu_normalizer::ComposingNormalizerBorrowed;
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
    /// Unit in the form that [`fold_unit`] returns; empty without one.
    pub unit: String,
}

/// Reads sign, digits, exponent and unit.
#[must_use]
pub fn read(text: &str) -> Option<Reading> {
    if longer(text, MAX_LENGTH) {
        return None;
    }
    let text = fold(text);
    // As in a spreadsheet, or at the end of a calculation: `= 3.5`.
    let text = text.trim();
    let (sign, rest) = split_sign(text.strip_prefix('=').map_or(text, str::trim_start));
    let (currency, rest) = split_currency(rest);
    let (sign, rest) = if sign.is_none() { split_sign(rest) } else { (sign, rest) };
    let is_negative = sign == Some('-');
    let (mantissa, rest) = split_mantissa(rest.trim_start());
    // `10^5` alone is a power, not a mantissa with a unit.
    let (mantissa, (exponent, rest)) = match (mantissa, power(rest)) {
        ("10", Some(power)) => ("1", power),
        _ => (mantissa, split_exponent(rest)),
    };
    let rest = after_whole_price(mantissa, rest);
    // A sentence may end with the number: `3.5.`
    let values = mantissas(mantissa)
        .or_else(|| mantissas(mantissa.strip_suffix('.')?))?
        .into_iter()
        .map(|(digits, decimals)| exact(is_negative, &digits, decimals, exponent))
        .collect::<Option<Vec<_>>>()?;
    let unit = rest.trim_start();
    let begins_unit = |c: char| c.is_alphabetic() || "%‰°˚∘℃℉\"'".contains(c) || is_currency(c) || is_square(c);
    let is_unit = unit.chars().next().is_none_or(begins_unit);
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

/// One form for each character that is written in several: digits of all scripts, spaces, minus signs, apostrophes,
/// full-width forms, exponents; without characters that are not seen.
fn fold(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    let mut is_raised = false;
    for c in text.chars().filter(|c| !is_invisible(*c) && !is_joiner(*c)) {
        let raised = raised(c);
        if raised.is_some() && !is_raised {
            folded.push('^');
        }
        is_raised = raised.is_some();
        folded.push(raised.unwrap_or(match c {
            _ if c.is_whitespace() => ' ',
            _ if is_minus(c) => '-',
            // Accents, which keyboards have beside the apostrophe; primes; Arabic thousands separator.
            '\u{b4}' | '\u{2b9}' | '\u{2bb}' | '\u{2bc}' | '\u{384}' | '\u{66c}' | '\u{2018}' | '\u{2019}'
            | '\u{201b}' | '\u{2032}' => '\'',
            '\u{2ba}' | '\u{201c}' | '\u{201d}' | '\u{201f}' | '\u{2033}' => '"',
            // Arabic decimal separator, ideographic full stop, small forms.
            '\u{66b}' | '\u{2024}' | '\u{3002}' | '\u{fe52}' | '\u{ff61}' => '.',
            // Arabic and ideographic commas, and a quotation mark that looks like one.
            '\u{60c}' | '\u{201a}' | '\u{3001}' | '\u{fe50}' | '\u{fe51}' | '\u{ff64}' => ',',
            '\u{66a}' | '\u{fe6a}' => '%',
            '\u{2795}' | '\u{fe62}' => '+',
            _ => usual(c),
        }));
    }
    folded.replace("**", "^")
}

/// Zeros of the scripts of the world, each followed by its other nine digits (Unicode, Nd).
#[rustfmt::skip]
const ZEROS: [u32; 76] = [
    0x0660, 0x06f0, 0x07c0, 0x0966, 0x09e6, 0x0a66, 0x0ae6, 0x0b66, 0x0be6, 0x0c66, 0x0ce6, 0x0d66, 0x0de6, 0x0e50,
    0x0ed0, 0x0f20, 0x1040, 0x1090, 0x17e0, 0x1810, 0x1946, 0x19d0, 0x1a80, 0x1a90, 0x1b50, 0x1bb0, 0x1c40, 0x1c50,
    0xa620, 0xa8d0, 0xa900, 0xa9d0, 0xa9f0, 0xaa50, 0xabf0, 0xff10, 0x104a0, 0x10d30, 0x10d40, 0x11066, 0x110f0, 0x11136,
    0x111d0, 0x112f0, 0x11450, 0x114d0, 0x11650, 0x116c0, 0x116d0, 0x116da, 0x11730, 0x118e0, 0x11950, 0x11bf0, 0x11c50, 0x11d50,
    0x11da0, 0x11de0, 0x11f50, 0x16130, 0x16a60, 0x16ac0, 0x16b50, 0x16d70, 0x1ccf0, 0x1d7ce, 0x1d7d8, 0x1d7e2, 0x1d7ec, 0x1d7f6,
    0x1e140, 0x1e2f0, 0x1e4f0, 0x1e5f1, 0x1e950, 0x1fbf0,
];

/// The ASCII form of a character that was typed in full width, or as a digit of another script.
#[must_use]
pub fn usual(c: char) -> char {
    usual_width(c).or_else(|| digit(c)).unwrap_or(c)
}

/// The ASCII digit of the same value.
fn digit(c: char) -> Option<char> {
    let value = ZEROS.iter().find_map(|zero| u32::from(c).checked_sub(*zero).filter(|value| *value < 10))?;
    char::from_digit(value, 10)
}

/// A minus, or what keyboards have in its place: a hyphen, a dash, a line of boxes, in Japan the mark of long vowels, in Korea
/// a vowel.
const fn is_minus(c: char) -> bool {
    is_hyphen(c) || is_dash(c) || matches!(c, '\u{2500}' | '\u{30fc}' | '\u{3161}' | '\u{ff70}')
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

/// Units in one character, of East Asian keyboards: `㎏`, `㎡`, `㎧`, `㍍`.
const fn is_square(c: char) -> bool {
    matches!(c, '\u{32cc}'..='\u{32ce}' | '\u{3300}'..='\u{3357}' | '\u{3371}'..='\u{337a}' | '\u{3380}'..='\u{33df}' | '\u{33ff}')
}

/// Signs of multiplication, and what is typed in their place: letters, also Cyrillic ones, and points.
const TIMES: [char; 13] = ['×', '✕', '✖', '*', '\u{2217}', 'x', 'X', '\u{445}', '\u{425}', '·', '⋅', '∙', '•'];

/// Currencies that are written before the number, beside signs and the codes of ISO 4217.
const CURRENCIES: [&str; 12] = ["Rs.", "Rs", "kr.", "kr", "Fr.", "SFr.", "Kč", "zł", "Ft", "Lei", "руб.", "руб"];

fn split_sign(text: &str) -> (Option<char>, &str) {
    let sign = text.chars().next().filter(|c| matches!(c, '+' | '-'));
    (sign, text.get(usize::from(sign.is_some())..).unwrap_or_default().trim_start())
}

/// `$ 5`, `US$ 5` and `USD 5` have their unit in front, and in Turkish `%5`.
fn split_currency(text: &str) -> (&str, &str) {
    let end = text.find(|c: char| c.is_ascii_digit() || c.is_whitespace() || "+-.,".contains(c)).unwrap_or(text.len());
    // `Rs.` ends with a point that does not begin a number.
    let end = CURRENCIES.iter().find(|name| text.starts_with(**name)).map_or(end, |name| name.len());
    let (front, rest) = text.split_at(end);
    let is_code = front.len() == 3 && front.bytes().all(|b| b.is_ascii_uppercase());
    let is_sign = front.chars().next_back().is_some_and(is_currency) && front.chars().count() <= 3;
    let is_sign = is_sign && front.chars().rev().skip(1).all(|c| c.is_ascii_uppercase());
    if is_code || is_sign || front == "%" || CURRENCIES.contains(&front) {
        (front, rest.trim_start())
    } else {
        ("", text)
    }
}

/// Returns the text behind a price without decimals, which may end with a dash: `5.-`, `5,--`, in India `5/-`.
fn after_whole_price<'t>(mantissa: &str, rest: &'t str) -> &'t str {
    let after_mark = || {
        let dash = rest.strip_prefix("--").or_else(|| rest.strip_prefix('-'))?;
        mantissa.ends_with(['.', ',']).then_some(dash)
    };
    rest.strip_prefix("/-").or_else(after_mark).unwrap_or(rest)
}

/// The longest start of digits, marks, and spaces or apostrophes between two digits.
fn split_mantissa(text: &str) -> (&str, &str) {
    let bytes = text.as_bytes();
    let is_digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    let end = (0..bytes.len()).find(|&at| match bytes[at] {
        b' ' | b'\'' | b'_' => !(at > 0 && is_digit(at - 1) && is_digit(at + 1)),
        b'.' | b',' => false,
        _ => !is_digit(at),
    });
    text.split_at(end.unwrap_or(text.len()))
}

/// `e3`, also with blanks beside the `e`, or `×10^3` with its other spellings; 0 without one.
fn split_exponent(text: &str) -> (i64, &str) {
    if let Some(tail) = text.trim_start().strip_prefix(['e', 'E'])
        && let Some(found) = split_signed(tail.trim_start())
    {
        return found;
    }
    let times = text.trim_start().strip_prefix(TIMES);
    let raised = times.and_then(|rest| rest.trim_start().strip_prefix("10")).and_then(power);
    raised.unwrap_or((0, text))
}

/// `^3`, `^-3`, `^(-3)` or `^{-3}`, with or without blanks beside the `^`.
fn power(text: &str) -> Option<(i64, &str)> {
    let rest = text.trim_start().strip_prefix('^')?.trim_start();
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
    joined(&groups, fits || is_indian(first, others))
}

/// `12,34,567`: three digits at the end, two in each group before.
fn is_indian(first: &str, others: &[&str]) -> bool {
    let Some((last, between)) = others.split_last() else { return false };
    (1..=2).contains(&first.len()) && last.len() == 3 && between.iter().all(|group| group.len() == 2)
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

/// One form for the spellings of a unit: without spaces, `^` and the full stop of an abbreviation, with plain digits for raised
/// ones, letters for square signs, and one character where Unicode has several. Upper and lower case differ: mW is not MW.
#[must_use]
pub fn fold_unit(unit: &str) -> String {
    let unit = unsquared(fold(unit));
    let one_form = |c: char| match c {
        '\u{b5}' => '\u{3bc}',
        '\u{2126}' => '\u{3a9}',
        '\u{212a}' => 'K',
        '\u{212b}' => '\u{c5}',
        '⋅' | '∙' | '•' | '*' | '\u{2217}' | '×' => '·',
        '\u{2113}' => 'l',
        'º' | '˚' | '∘' => '°',
        // Fraction slash, division slash.
        '\u{2044}' | '\u{2215}' => '/',
        other => other,
    };
    let kept = unit.chars().filter(|c| !c.is_whitespace() && *c != '^').map(one_form);
    let mut unit = kept.collect::<String>().replace('℃', "°C").replace('℉', "°F").replace("''", "\"");
    if unit.ends_with('.') {
        unit.pop();
    }
    unit
}

/// `㎏` as `kg`. Only these signs: the normal form of others, such as `″`, is another unit.
fn unsquared(unit: String) -> String {
    if !unit.contains(is_square) {
        return unit;
    }
    let normalizer = ComposingNormalizerBorrowed::new_nfkc();
    let mut letters = String::with_capacity(2 * unit.len());
    for c in unit.chars() {
        if is_square(c) {
            letters.push_str(&normalizer.normalize(c.encode_utf8(&mut [0; 4])));
        } else {
            letters.push(c);
        }
    }
    letters
}

#[cfg(test)]
#[path = "number_tests.rs"]
mod tests;
