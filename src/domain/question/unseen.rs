//! Patterns that ask for characters that are not seen: answers lose these, so that nothing matches.

use super::text::normal_pattern;
use crate::domain::invisible::{is_invisible, is_joiner};
use regex_syntax::hir::{Class, Hir, HirKind};

/// Whether every text that a pattern matches has a character that is not seen. `false` for a pattern that does not compile.
#[must_use]
pub fn needs_unseen(pattern: &str) -> bool {
    regex_syntax::parse(&normal_pattern(pattern)).is_ok_and(|parsed| !matches_seen(&parsed))
}

fn matches_seen(pattern: &Hir) -> bool {
    let is_seen = |c: char| !is_invisible(c) && !is_joiner(c);
    match pattern.kind() {
        HirKind::Empty | HirKind::Look(_) | HirKind::Class(Class::Bytes(_)) => true,
        HirKind::Literal(literal) => String::from_utf8_lossy(&literal.0).chars().all(is_seen),
        HirKind::Class(Class::Unicode(class)) => {
            class.ranges().iter().any(|range| (range.start()..=range.end()).any(is_seen))
        }
        HirKind::Repetition(repeated) => repeated.min == 0 || matches_seen(&repeated.sub),
        HirKind::Capture(group) => matches_seen(&group.sub),
        HirKind::Concat(parts) => parts.iter().all(matches_seen),
        HirKind::Alternation(parts) => parts.iter().any(matches_seen),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_that_nothing_visible_matches() {
        for pattern in [r"a\x{200b}b", r"\u{feff}", r"(a\u200E)+", r"[\x{200B}-\x{200F}]x", r"a\xadb|\x{2060}"] {
            assert!(needs_unseen(pattern), "{pattern}");
        }
        // Written as they are, they are taken off the pattern, too.
        for pattern in ["colou?r", r"a\x{200b}?b", r"a|\x{200b}", r"\s*\d+", "a\u{200b}b", r".*", r"[^a]", "(", ""] {
            assert!(!needs_unseen(pattern), "{pattern}");
        }
    }
}
