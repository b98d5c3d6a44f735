//! Short texts: what counts as equal, and patterns (`docs/scoring.md`, "Short texts").

use super::{
    field::longer,
    typography::{self, Dash},
};
use crate::domain::invisible::without_invisible;
use icu_normalizer::ComposingNormalizerBorrowed;
use regex::{Regex, RegexBuilder};
use regex_syntax::ast::parse::ParserBuilder;
use serde::{Deserialize, Serialize};
use std::{borrow::Cow, collections::HashSet, sync::OnceLock};

/// Characters of an answer that can be right. Bounds, with [`PATTERN_SIZE`], what a match costs.
const MAX_LENGTH: usize = 1_000;
/// Bytes of a compiled pattern.
const PATTERN_SIZE: usize = 256 * 1024;
/// Nested groups of a pattern.
const PATTERN_NESTING: u32 = 32;

/// Right is a text that equals one of `accepted`, or that `pattern` matches as a whole.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TextKey {
    pub accepted: Vec<String>,
    pub case_sensitive: bool,
    pub space_sensitive: bool,
    /// A regular expression of the `regex` crate's syntax.
    pub pattern: Option<String>,
}

/// A key that is ready for many answers.
#[derive(Debug)]
pub struct TextMatcher {
    accepted: HashSet<String>,
    pattern: Option<Pattern>,
    case_sensitive: bool,
    space_sensitive: bool,
}

/// A pattern that is compiled for the first answer that needs it: that may take a millisecond.
#[derive(Debug)]
struct Pattern {
    source: String,
    case_sensitive: bool,
    compiled: OnceLock<Option<Regex>>,
    /// Like [`normal_as_written`] has it.
    as_written: OnceLock<Option<Regex>>,
}

impl Pattern {
    fn is_match(&self, text: &str) -> bool {
        self.matches(&self.compiled, || normal_pattern(&self.source), text)
    }

    /// Whether the pattern matches the text as both were written: within a class, before a quantifier or as an escape, a
    /// character of typography is not what it was typed as.
    fn is_match_as_written(&self, text: &str) -> bool {
        self.matches(&self.as_written, || normal_as_written(&self.source, true), text)
    }

    /// It compiled when the question was checked; one that no longer does matches nothing.
    fn matches(&self, compiled: &OnceLock<Option<Regex>>, pattern: impl FnOnce() -> String, text: &str) -> bool {
        let compile = || {
            let pattern = pattern();
            // Alone, as `compile` does: an unbalanced group would be balanced by that around it.
            ParserBuilder::new().nest_limit(PATTERN_NESTING).build().parse(&pattern).ok()?;
            build(&whole(&pattern), self.case_sensitive).ok()
        };
        compiled.get_or_init(compile).as_ref().is_some_and(|pattern| pattern.is_match(text))
    }
}

impl TextMatcher {
    #[must_use]
    pub fn new(key: &TextKey) -> Self {
        let pattern = |source: &String| Pattern {
            source: source.clone(),
            case_sensitive: key.case_sensitive,
            compiled: OnceLock::new(),
            as_written: OnceLock::new(),
        };
        let mut matcher = Self {
            accepted: HashSet::new(),
            pattern: key.pattern.as_ref().map(pattern),
            case_sensitive: key.case_sensitive,
            space_sensitive: key.space_sensitive,
        };
        let forms = key.accepted.iter().flat_map(|text| matcher.forms(text));
        matcher.accepted = forms.map(|form| matcher.folded(&form)).collect();
        matcher
    }

    #[must_use]
    pub fn is_right(&self, answer: &str) -> bool {
        if longer(answer, MAX_LENGTH) {
            return false;
        }
        let is_accepted = self.forms(answer).iter().any(|answer| {
            self.accepted.contains(&self.folded(answer)) || self.pattern.as_ref().is_some_and(|p| p.is_match(answer))
        });
        is_accepted
            || self.pattern.as_ref().is_some_and(|pattern| {
                let is_plain = answer.is_ascii() && pattern.source.is_ascii();
                !is_plain && pattern.is_match_as_written(&normal_as_written(answer, self.space_sensitive))
            })
    }

    /// A dash is one hyphen or, where a keyboard has joined them, two.
    fn forms(&self, text: &str) -> Vec<String> {
        let visible = visible(text);
        let form = |dash| spaced(typography::as_typed(&visible, dash), self.space_sensitive);
        let double = typography::has_dash(&visible).then(|| form(Dash::TwoHyphens));
        std::iter::once(form(Dash::Hyphen)).chain(double).collect()
    }

    fn folded(&self, text: &str) -> String {
        if self.case_sensitive { text.to_owned() } else { fold_case(text) }
    }
}

/// Compiles a pattern that has to match a whole text, in the form of [`normal`]. The engine is linear in the length of
/// the text.
///
/// # Errors
/// The engine's, for a syntax error, or a pattern that is too large or nested too deep.
pub fn compile(pattern: &str, case_sensitive: bool) -> Result<Regex, regex::Error> {
    let pattern = &normal_pattern(pattern);
    // Alone first: `a)|(b` is valid only within the group.
    build(pattern, case_sensitive)?;
    build(&whole(pattern), case_sensitive)
}

fn whole(pattern: &str) -> String {
    format!(r"\A(?:{pattern})\z")
}

fn build(pattern: &str, case_sensitive: bool) -> Result<Regex, regex::Error> {
    RegexBuilder::new(pattern)
        .case_insensitive(!case_sensitive)
        .size_limit(PATTERN_SIZE)
        .dfa_size_limit(PATTERN_SIZE)
        .nest_limit(PATTERN_NESTING)
        .build()
}

/// One form for characters that Unicode has several of (NFC), and for those that phones and word processors substitute for
/// typed ones ([`typography`]); without characters that are not seen. Unless spaces count, those around the text are dropped
/// and those within are single.
#[must_use]
pub fn normal(text: &str, space_sensitive: bool) -> String {
    spaced(typography::as_typed(&visible(text), Dash::Hyphen), space_sensitive)
}

/// The form of a text of which only quotation marks are those that were typed.
fn normal_as_written(text: &str, space_sensitive: bool) -> String {
    spaced(typography::with_straight_quotes(&visible(text)), space_sensitive)
}

/// The same as [`normal`] for a pattern, in which a substitute for a typed character stays a literal.
pub(super) fn normal_pattern(pattern: &str) -> String {
    typography::escaped_as_typed(&visible(pattern))
}

fn visible(text: &str) -> String {
    let usual = typography::with_usual_kana(text);
    without_invisible(&ComposingNormalizerBorrowed::new_nfc().normalize(&usual)).into_owned()
}

fn spaced(text: String, space_sensitive: bool) -> String {
    if space_sensitive { text } else { single_spaces(&text.replace(char::is_whitespace, " ")).into_owned() }
}

fn single_spaces(text: &str) -> Cow<'_, str> {
    let trimmed = text.trim();
    if !trimmed.contains("  ") {
        return Cow::Borrowed(trimmed);
    }
    Cow::Owned(trimmed.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// Removes differences of upper and lower case. It converts to upper case on the way, so that `ß` equals `SS` and `ς` equals
/// `σ`, and to lower case before, so that `ẞ` equals `ß`.
#[must_use]
pub fn fold_case(text: &str) -> String {
    let lower = text.chars().flat_map(char::to_lowercase);
    lower.flat_map(char::to_uppercase).flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(accepted: &[&str]) -> TextKey {
        TextKey {
            accepted: accepted.iter().map(|text| (*text).to_owned()).collect(),
            case_sensitive: false,
            space_sensitive: false,
            pattern: None,
        }
    }

    fn is_right(key: &TextKey, answer: &str) -> bool {
        TextMatcher::new(key).is_right(answer)
    }

    #[test]
    fn case_and_spaces_by_choice() {
        let lenient = key(&["New York", "NYC"]);
        for right in ["new york", "  New\u{a0} York\n", "nyc", "NEW\t YORK"] {
            assert!(is_right(&lenient, right), "{right}");
        }
        assert!(!is_right(&lenient, "newyork") && !is_right(&lenient, ""));
        let exact_case = TextKey { case_sensitive: true, ..key(&["New York"]) };
        assert!(is_right(&exact_case, " New  York ") && !is_right(&exact_case, "new york"));
        let exact_spaces = TextKey { space_sensitive: true, ..key(&["a b"]) };
        assert!(is_right(&exact_spaces, "A B") && is_right(&exact_spaces, "a\u{a0}b"));
        for wrong in [" a b", "a  b", "a\tb", "a b\n"] {
            assert!(!is_right(&exact_spaces, wrong), "{wrong}");
        }
    }

    #[test]
    fn characters_with_several_forms_are_equal() {
        for (accepted, answer) in [
            ("caf\u{e9}", "CAFE\u{301}"),
            ("Straße", "STRASSE"),
            ("Straße", "STRA\u{1e9e}E"),
            ("ΟΔΟΣ", "οδος"),
            ("don't", "don\u{2019}t"),
            ("say \"hi\"", "say \u{201c}hi\u{201d}"),
            ("soft\u{ad}ware", "software"),
            ("\u{202a}left\u{202c} to\u{2060} right", "left to right"),
            ("well-known", "well\u{2011}known"),
            ("well-known", "well\u{2010}known"),
            ("2010-2020", "2010\u{2013}2020"),
            ("--verbose", "\u{2014}verbose"),
            ("--verbose", "\u{2013}verbose"),
            ("a...b", "a\u{2026}b"),
            ("\"hi\"", "\u{ab}hi\u{bb}"),
            ("5'", "5\u{2032}"),
            ("file of offices", "\u{fb01}le of o\u{fb03}ces"),
            ("(c)", "\u{a9}"),
            ("x->y", "x\u{2192}y"),
            ("a<=b", "a\u{2264}b"),
            ("1/2", "\u{bd}"),
            ("2 1/2", "2\u{bd}"),
            ("a/b", "a\u{2044}b"),
            ("a*b", "a\u{2217}b"),
            ("~x", "\u{223c}x"),
            ("a...b", "a\u{22ef}b"),
            ("O'ahu", "O\u{2bb}ahu"),
            ("well-known", "well\u{2043}known"),
            ("\u{845b}\u{57ce}", "\u{845b}\u{e0100}\u{57ce}"),
            ("ガイド・Aト", "ｶﾞｲﾄﾞ･Aﾄ"),
            ("ABC-12", "\u{ff21}\u{ff22}\u{ff23}\u{ff0d}\u{ff11}\u{ff12}"),
        ] {
            assert!(is_right(&key(&[accepted]), answer), "{accepted} {answer}");
            assert!(is_right(&key(&[answer]), accepted), "{answer} {accepted}");
        }
    }

    #[test]
    fn a_pattern_matches_the_whole_text() {
        let pattern = |p: &str| TextKey { pattern: Some(p.to_owned()), ..key(&[]) };
        assert!(is_right(&pattern("colou?r"), " Colour "));
        assert!(!is_right(&pattern("colou?r"), "colours"));
        assert!(is_right(&pattern("a|b"), "b") && !is_right(&pattern("a|b"), "ab"));
        assert!(!is_right(&TextKey { case_sensitive: true, ..pattern("colou?r") }, "Colour"));
        assert!(is_right(&TextKey { accepted: vec!["hue".into()], ..pattern("colou?r") }, "Hue"));
        assert!(!is_right(&pattern("a)|(b"), "a"), "does not compile");
        assert!(is_right(&pattern("(?x) a b # ab\n"), "ab"));
        assert!(is_right(&pattern("don\u{2019}?t"), "don't"), "a pattern has the same form as the texts");
    }

    #[test]
    fn one_hyphen_is_not_two() {
        assert!(!is_right(&key(&["--verbose"]), "-verbose") && !is_right(&key(&["-v"]), "--v"));
    }

    #[test]
    fn typographic_characters_of_a_pattern_are_literals() {
        let pattern = |p: &str| TextKey { pattern: Some(p.to_owned()), ..key(&[]) };
        assert!(is_right(&pattern("a\u{2026}"), "a...") && !is_right(&pattern("a\u{2026}"), "abcd"));
        assert!(is_right(&pattern("f\u{ff08}x\u{ff09}"), "f(x)"));
        assert!(is_right(&pattern("[a\u{2013}c]"), "-") && !is_right(&pattern("[a\u{2013}c]"), "b"));
        assert!(is_right(&pattern("--?help"), "\u{2014}help"));
        // As they were written.
        assert!(is_right(&pattern("Well\u{2026}?"), "Well") && is_right(&pattern("Ja[.!\u{2026}]"), "Ja\u{2026}"));
        assert!(
            is_right(&pattern("\u{2026}+"), "\u{2026}\u{2026}") && is_right(&pattern(r"10\u{2013}20"), "10\u{2013}20")
        );
        assert!(is_right(&pattern("a.b"), "a\u{2026}b") && is_right(&pattern(r"[\u{ff10}-\u{ff19}]+"), "\u{ff11}"));
        assert!(is_right(&pattern("[\u{bc}\u{bd}]"), "\u{bd}") && !is_right(&pattern("[\u{bc}\u{bd}]"), "1"));
        assert!(is_right(&pattern("[12]/2"), "\u{bd}"));
        assert!(compile("a\\\u{2013}", false).is_err(), "an escape that means nothing");
    }

    #[test]
    fn patterns_are_bounded() {
        let nested = format!("{}a{}", "(".repeat(40), ")".repeat(40));
        for wrong in ["(", "a{2,1}", "(?=a)", r"(a)\1", "a)|(b", r"\w{1000}{100}", "(a{100}){100}{100}", &nested] {
            assert!(compile(wrong, false).is_err(), "{wrong}");
        }
        // Exponential in an engine that backtracks.
        let slow = TextKey { pattern: Some("(a*)*b".into()), ..key(&[]) };
        assert!(!is_right(&slow, &"a".repeat(MAX_LENGTH)));
        assert!(!is_right(&TextKey { pattern: Some("a*".into()), ..key(&[]) }, &"a".repeat(MAX_LENGTH + 1)));
    }
}
