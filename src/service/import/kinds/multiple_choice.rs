//! Multiple choice.

use super::{
    parts::PART,
    row::{self, KeyCells},
};
use crate::{
    domain::test::{QuestionDraft, QuestionKind},
    service::import::{
        qti::{
            interaction::{ReadResult, best, choices},
            reader::QtiReader,
            response::Response,
            xml::XmlElement,
        },
        shape::default_points,
    },
};

const PENALTY_LOST: &str = "Penalties for wrong answers are not imported: set a penalty instead.";

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
    let correct = cells.correct.map(|given| row::correct(given, &cells.options));
    choice(text, default_points(), cells.options, correct)
}

pub fn from_qti(
    response: &Response<'_>,
    interaction: &XmlElement,
    text: String,
    reader: &mut QtiReader<'_>,
) -> ReadResult {
    let choices = choices(interaction, "simplechoice", reader)?;
    let best = best(response);
    let [right] = best.as_slice() else {
        return Err("it does not declare exactly one correct answer");
    };
    if response.mapped().iter().any(|entry| entry.value > 0.0 && entry.key.trim() != right) {
        reader.left_out.push((response.line(), PART.into()));
    }
    if response.mapped().iter().any(|entry| entry.value < 0.0) {
        reader.left_out.push((response.line(), PENALTY_LOST.into()));
    }
    let pinned_options = choices.iter().filter(|choice| choice.is_fixed).map(|choice| choice.text.clone()).collect();
    let correct = choices.iter().find(|choice| choice.id == right).map(|choice| choice.text.clone());
    let options = choices.into_iter().map(|choice| choice.text).collect();
    Ok(QuestionDraft { pinned_options, ..choice(text, 1, options, correct) })
}
