//! Keys that only characters can meet which are not seen, and which answers lose: a warning for the author.

use super::lost::Lost;
use crate::domain::{question::needs_unseen, test::QuestionDraft};

pub(super) fn unseen_keys(question: &QuestionDraft) -> Vec<Lost> {
    let of_gaps = question.gaps.iter().filter_map(|gap| gap.pattern.as_deref());
    let patterns = question.pattern.as_deref().into_iter().chain(of_gaps);
    let said = |pattern: &str| {
        let pattern: String = pattern.chars().take(80).collect();
        Lost::scores(format!(
            "The pattern '{pattern}' asks for a character that is not seen. Answers lose such characters, so that none matches it."
        ))
    };
    patterns.filter(|pattern| needs_unseen(pattern)).map(said).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::{
        question::{GapDraft, GapKind},
        test::QuestionKind,
    };

    #[test]
    fn keys_that_nothing_visible_meets_are_named() {
        let pattern = |pattern: &str| Some(pattern.to_owned());
        let short =
            |it: &str| QuestionDraft { pattern: pattern(it), ..QuestionDraft::new(QuestionKind::ShortText, "Q") };
        assert_eq!(unseen_keys(&short("colou?r")), []);
        assert!(unseen_keys(&short(r"a\x{200b}"))[0].message.contains(r"'a\x{200b}'"));
        let gap = GapDraft { pattern: pattern(r"\u{feff}"), ..GapDraft::new("g1", GapKind::Text) };
        let gaps = QuestionDraft { gaps: vec![gap], ..QuestionDraft::new(QuestionKind::Gaps, "[[g1]]") };
        assert_eq!(unseen_keys(&gaps).len(), 1);
    }
}
