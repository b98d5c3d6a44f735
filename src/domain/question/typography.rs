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
        // `2½` is two and a half, not 21 halves.
        if !is_pattern && fraction(c).is_some() && folded.ends_with(|before: char| before.is_ascii_digit()) {
            folded.push(' ');
        }
        let typed = match c {
            _ if is_dash(c) && matches!(dash, Dash::TwoHyphens) => Some("--"),
            _ if is_dash(c) || is_hyphen(c) => Some("-"),
            // Within brackets of a pattern, `½` would be one of three characters.
            _ if is_pattern => mark(c),
            _ => mark(c).or_else(|| fraction(c)).or_else(|| sign(c)),
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

/// Quotation marks, apostrophes, points and spaces.
const fn mark(c: char) -> Option<&'static str> {
    Some(match c {
        '\u{b4}'
        | '\u{2b9}'
        | '\u{2bb}'
        | '\u{2bc}'
        | '\u{384}'
        | '\u{2018}'..='\u{201b}'
        | '\u{2032}'
        | '\u{2039}'
        | '\u{203a}' => "'",
        '\u{ab}' | '\u{bb}' | '\u{2ba}' | '\u{201c}'..='\u{201f}' | '\u{2033}' => "\"",
        '\u{2024}' => ".",
        '\u{2025}' => "..",
        '\u{2026}' | '\u{22ef}' => "...",
        '\u{a0}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{205f}' | '\u{3000}' => " ",
        _ => return None,
    })
}

/// Fractions, for which word processors take `1/2` and its like.
const fn fraction(c: char) -> Option<&'static str> {
    Some(match c {
        '\u{bc}' => "1/4",
        '\u{bd}' => "1/2",
        '\u{be}' => "3/4",
        '\u{2153}' => "1/3",
        '\u{2154}' => "2/3",
        '\u{215b}' => "1/8",
        '\u{215c}' => "3/8",
        '\u{215d}' => "5/8",
        '\u{215e}' => "7/8",
        _ => return None,
    })
}

/// Signs, for which word processors take several characters, and those of typeset texts: joined letters, signs of formulas.
const fn sign(c: char) -> Option<&'static str> {
    Some(match c {
        '\u{a9}' => "(c)",
        '\u{ae}' => "(r)",
        '\u{2122}' => "(tm)",
        '\u{2190}' => "<-",
        '\u{2192}' => "->",
        '\u{2194}' => "<->",
        '\u{21d2}' => "=>",
        '\u{2260}' => "!=",
        '\u{2264}' => "<=",
        '\u{2265}' => ">=",
        '\u{fb00}' => "ff",
        '\u{fb01}' => "fi",
        '\u{fb02}' => "fl",
        '\u{fb03}' => "ffi",
        '\u{fb04}' => "ffl",
        '\u{fb05}' | '\u{fb06}' => "st",
        '\u{2044}' | '\u{2215}' => "/",
        '\u{2217}' => "*",
        '\u{2223}' => "|",
        '\u{2236}' => ":",
        '\u{223c}' | '\u{2dc}' => "~",
        '\u{2c6}' => "^",
        _ => return None,
    })
}

/// Hyphens and minus signs of Unicode.
#[must_use]
pub const fn is_hyphen(c: char) -> bool {
    matches!(
        c,
        '\u{5be}' | '\u{2010}'
            ..='\u{2012}' | '\u{2212}' | '\u{2796}' | '\u{2d7}' | '\u{2043}' | '\u{fe58}' | '\u{fe63}'
    )
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
