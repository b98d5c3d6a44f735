//! Multiple response.

use super::{
    parts::{choices as numbered, option_id},
    row::KeyCells,
};
use crate::domain::{
    question::Scoring,
    test::{QuestionDraft, QuestionKind},
};

/// The finding where all options are right, and each of them earns a part of the points in the file.
pub const ALL_RIGHT: &str =
    "All of its options are right: some of them earn a part of the points there, and none here.";

/// Whether each option is right.
pub fn are_all_right(options: &[(String, bool)]) -> bool {
    options.len() > 1 && options.iter().all(|(_, is_right)| *is_right)
}

/// Options with whether they are right.
pub fn several(text: String, options: Vec<(String, bool)>, scoring: Scoring) -> QuestionDraft {
    let right = options.iter().enumerate().filter(|(_, (_, is_right))| *is_right);
    let correct_answers: Vec<String> = right.map(|(place, _)| option_id(place)).collect();
    // Part marks need a wrong option.
    let scoring = if correct_answers.len() < options.len() { scoring } else { Scoring::AllOrNothing };
    QuestionDraft {
        correct_answers,
        scoring: Some(scoring),
        options: numbered(options.into_iter().map(|(text, _)| text)),
        ..QuestionDraft::new(QuestionKind::MultipleResponse, text)
    }
}

/// The choices, and texts or letters of the right ones.
pub fn of_row(text: String, cells: KeyCells<'_>) -> QuestionDraft {
    let right: Vec<String> = cells.several().iter().map(|one| cells.option(one)).collect();
    let options = cells.options.into_iter().map(|option| {
        let is_right = right.contains(&option);
        (option, is_right)
    });
    several(text, options.collect(), Scoring::AllOrNothing)
}
