//! Short texts: what counts as equal, and patterns (`docs/scoring.md`, "Short texts").

use super::{field::longer, spec::TextKey};
use crate::domain::invisible::is_invisible;
use icu_normalizer::ComposingNormalizerBorrowed;
use regex::{Regex, RegexBuilder};
use regex_syntax::ast::parse::ParserBuilder;
use std::{borrow::Cow, collections::HashSet, sync::OnceLock};

/// Characters of an answer that can be right. Bounds, with [`PATTERN_SIZE`], what a match costs.
const MAX_LENGTH: usize = 1_000;
/// Bytes of a compiled pattern.
const PATTERN_SIZE: usize = 256 * 1024;
/// Nested groups of a pattern.
const PATTERN_NESTING: u32 = 32;

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
}

impl Pattern {
    /// It compiled when the question was checked; one that no longer does matches nothing.
    fn is_match(&self, text: &str) -> bool {
        let compile = || {
            let pattern = normal(&self.source, true);
            // Alone, as `compile` does: an unbalanced group would be balanced by that around it.
            ParserBuilder::new().nest_limit(PATTERN_NESTING).build().parse(&pattern).ok()?;
            build(&whole(&pattern), self.case_sensitive).ok()
        };
        self.compiled.get_or_init(compile).as_ref().is_some_and(|pattern| pattern.is_match(text))
    }
}

impl TextMatcher {
    #[must_use]
    pub fn new(key: &TextKey) -> Self {
        let pattern = |source: &String| Pattern {
            source: source.clone(),
            case_sensitive: key.case_sensitive,
            compiled: OnceLock::new(),
        };
        let mut matcher = Self {
            accepted: HashSet::new(),
            pattern: key.pattern.as_ref().map(pattern),
            case_sensitive: key.case_sensitive,
            space_sensitive: key.space_sensitive,
        };
        matcher.accepted = key.accepted.iter().map(|text| matcher.folded(&matcher.normal(text))).collect();
        matcher
    }

    #[must_use]
    pub fn is_right(&self, answer: &str) -> bool {
        if longer(answer, MAX_LENGTH) {
            return false;
        }
        let answer = self.normal(answer);
        self.accepted.contains(&self.folded(&answer)) || self.pattern.as_ref().is_some_and(|p| p.is_match(&answer))
    }

    fn normal(&self, text: &str) -> String {
        normal(text, self.space_sensitive)
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
    let pattern = &normal(pattern, true);
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

/// One form for characters that Unicode has several of (NFC), and for quotation marks, which phones replace. Unless
/// spaces count, those around the text are dropped and those within are single.
#[must_use]
pub fn normal(text: &str, space_sensitive: bool) -> String {
    let composed = ComposingNormalizerBorrowed::new_nfc().normalize(text);
    let marks = composed.chars().filter(|c| !is_invisible(*c)).map(|c| match c {
        '\u{2018}' | '\u{2019}' | '\u{201b}' | '\u{2bc}' => '\'',
        '\u{201c}'..='\u{201f}' => '"',
        _ if c.is_whitespace() && !space_sensitive => ' ',
        other => other,
    });
    let text: String = marks.collect();
    if space_sensitive { text } else { single_spaces(&text).into_owned() }
}

fn single_spaces(text: &str) -> Cow<'_, str> {
    let trimmed = text.trim();
    if !trimmed.contains("  ") {
        return Cow::Borrowed(trimmed);
    }
    Cow::Owned(trimmed.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// Without differences of upper and lower case. By way of the upper case, so that `ß` equals `SS` and `ς` equals `σ`.
#[must_use]
pub fn fold_case(text: &str) -> String {
    text.chars().flat_map(char::to_uppercase).flat_map(char::to_lowercase).collect()
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
        assert!(is_right(&exact_spaces, "A B"));
        for wrong in [" a b", "a  b", "a\u{a0}b", "a b\n"] {
            assert!(!is_right(&exact_spaces, wrong), "{wrong}");
        }
    }

    #[test]
    fn characters_with_several_forms_are_equal() {
        for (accepted, answer) in [
            ("caf\u{e9}", "CAFE\u{301}"),
            ("Straße", "STRASSE"),
            ("ΟΔΟΣ", "οδος"),
            ("don't", "don\u{2019}t"),
            ("say \"hi\"", "say \u{201c}hi\u{201d}"),
            ("soft\u{ad}ware", "software"),
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
