//! Short texts.

use super::row::{self, KeyCells};
use crate::domain::test::{QuestionDraft, QuestionKind};

/// Accepted answers; case counts or not.
pub fn short_text(text: String, accepted: Vec<String>, case_sensitive: bool) -> QuestionDraft {
    QuestionDraft { accepted, case_sensitive, ..QuestionDraft::new(QuestionKind::ShortText, text) }
}

/// The accepted answers.
pub fn of_row(text: String, cells: &KeyCells<'_>) -> QuestionDraft {
    let is_sensitive = cells.case_sensitive.and_then(row::truth).unwrap_or_default();
    short_text(text, cells.several(), is_sensitive)
}
