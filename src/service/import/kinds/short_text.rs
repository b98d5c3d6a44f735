//! Short texts.

use super::row::KeyCells;
use crate::domain::test::{QuestionDraft, QuestionKind};

/// Accepted answers; case counts or not.
pub fn short_text(text: String, accepted: Vec<String>, case_sensitive: bool) -> QuestionDraft {
    QuestionDraft { accepted, case_sensitive, ..QuestionDraft::new(QuestionKind::ShortText, text) }
}

/// The accepted answers.
pub fn of_row(text: String, cells: &KeyCells<'_>) -> QuestionDraft {
    let is_sensitive = |cell: &str| matches!(&*cell.to_ascii_lowercase(), "true" | "yes" | "1");
    short_text(text, cells.several(), cells.case_sensitive.is_some_and(is_sensitive))
}
