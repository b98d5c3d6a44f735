//! Multiple choice.

use super::row::KeyCells;
use crate::{
    domain::test::{QuestionDraft, QuestionKind},
    service::import::shape::default_points,
};

/// A multiple-choice question, scored automatically.
pub fn choice(text: String, points: i64, options: Vec<String>, correct: Option<String>) -> QuestionDraft {
    QuestionDraft {
        points,
        options: options.into_iter().map(Into::into).collect(),
        correct_answer: correct,
        ..QuestionDraft::new(QuestionKind::MultipleChoice, text)
    }
}

/// The choices, and the text of one or its letter.
pub fn of_row(text: String, cells: KeyCells<'_>) -> QuestionDraft {
    let correct = cells.correct.map(|given| cells.option(given));
    choice(text, default_points(), cells.options, correct)
}
