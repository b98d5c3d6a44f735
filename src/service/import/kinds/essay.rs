//! Essays.

use crate::domain::test::{QuestionDraft, QuestionKind};

/// An essay question, scored by a reviewer.
pub fn essay(text: String, points: i64) -> QuestionDraft {
    QuestionDraft { points, ..QuestionDraft::new(QuestionKind::Essay, text) }
}
