//! Characters that phones, word processors and input methods substitute for typed ones (`docs/scoring.md`, "Short texts").

use icu_normalizer::ComposingNormalizerBorrowed;
use std::borrow::Cow;

/// The hyphens that a dash was typed as.
#[derive(Clone, Copy)]
pub enum Dash {
    Hyphen,
    TwoHyphens,
}

/// Whether the text has a dash that may stand for two hyphens.
#[must_use]
pub fn has_dash(text: &str) -> bool {
    text.contains(is_dash)
}

/// Dashes, which word processors substitute for hyphens.
#[must_use]
pub const fn is_dash(c: char) -> bool {
    matches!(c, '\u{2013}'..='\u{2015}')
}

/// The text as it was typed: straight quotation marks, hyphens, three points, forms of usual width, plain spaces.
#[must_use]
pub fn as_typed(text: &str, dash: Dash) -> String {
    folded(text, dash, false)
}

/// The text with straight quotation marks and apostrophes, and all else as it was written.
#[must_use]
pub fn with_straight_quotes(text: &str) -> String {
    let straight = |c| match c {
        '\u{2018}' | '\u{2019}' | '\u{201b}' | '\u{2bc}' => '\'',
        '\u{201c}'..='\u{201f}' => '"',
        other => other,
    };
    text.chars().map(straight).collect()
}

/// A regular expression with each such character as a literal. One after a backslash stays as it is: it has no meaning there.
#[must_use]
pub fn escaped_as_typed(pattern: &str) -> String {
    folded(pattern, Dash::Hyphen, true)
}

fn folded(text: &str, dash: Dash, is_pattern: bool) -> String {
    let mut folded = String::with_capacity(text.len());
    let mut is_escaped = false;
    for c in text.chars() {
        let is_kept = c.is_ascii() || is_escaped;
        is_escaped = is_pattern && c == '\\' && !is_escaped;
        if is_kept {
            folded.push(c);
            continue;
        }
        let typed = match c {
            '\u{b4}' | '\u{2bc}' | '\u{2018}'..='\u{201b}' | '\u{2032}' | '\u{2039}' | '\u{203a}' => Some("'"),
            '\u{ab}' | '\u{bb}' | '\u{201c}'..='\u{201f}' | '\u{2033}' => Some("\""),
            '\u{2026}' => Some("..."),
            _ if is_dash(c) && matches!(dash, Dash::TwoHyphens) => Some("--"),
            _ if is_dash(c) || is_hyphen(c) => Some("-"),
            '\u{a0}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{205f}' | '\u{3000}' => Some(" "),
            _ => None,
        };
        let mut usual = [0; 4];
        match typed.or_else(|| usual_width(c).map(|c| &*c.encode_utf8(&mut usual))) {
            Some(typed) if is_pattern => folded.push_str(&regex_syntax::escape(typed)),
            Some(typed) => folded.push_str(typed),
            None => folded.push(c),
        }
    }
    folded
}

/// Hyphens and minus signs of Unicode.
#[must_use]
pub const fn is_hyphen(c: char) -> bool {
    matches!(c, '\u{2010}'..='\u{2012}' | '\u{2212}' | '\u{2796}' | '\u{2d7}' | '\u{fe58}' | '\u{fe63}')
}

/// The text with half-width letters of Japanese in their usual width: a sound mark joins the letter before it.
#[must_use]
pub fn with_usual_kana(text: &str) -> Cow<'_, str> {
    let is_narrow = |c: char| matches!(c, '\u{ff61}'..='\u{ff9f}');
    if !text.contains(is_narrow) {
        return text.into();
    }
    let normalizer = ComposingNormalizerBorrowed::new_nfkc();
    let mut usual = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find(is_narrow) {
        let (before, narrow) = rest.split_at(start);
        let (narrow, after) = narrow.split_at(narrow.find(|c| !is_narrow(c)).unwrap_or(narrow.len()));
        usual.extend([before, &*normalizer.normalize(narrow)]);
        rest = after;
    }
    (usual + rest).into()
}

/// The character of usual width for a full-width form.
#[must_use]
pub fn usual_width(c: char) -> Option<char> {
    match c {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(c) - 0xfee0),
        '\u{ffe0}' => Some('\u{a2}'),
        '\u{ffe1}' => Some('\u{a3}'),
        '\u{ffe5}' => Some('\u{a5}'),
        '\u{ffe6}' => Some('\u{20a9}'),
        _ => None,
    }
}
