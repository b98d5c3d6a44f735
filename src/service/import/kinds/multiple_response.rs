//! Multiple response.

use super::{
    parts::{choices as numbered, lost_weights, option_id},
    row::{self, KeyCells},
};
use crate::{
    domain::{
        question::Scoring,
        test::{QuestionDraft, QuestionKind},
    },
    service::import::qti::{
        interaction::{QtiChoice, ReadResult, choices, scoring},
        reader::QtiReader,
        response::Response,
        xml::XmlElement,
    },
};

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
    let right: Vec<String> = cells.several().iter().map(|one| row::correct(one, &cells.options)).collect();
    let options = cells.options.into_iter().map(|option| {
        let is_right = right.contains(&option);
        (option, is_right)
    });
    several(text, options.collect(), Scoring::AllOrNothing)
}

pub fn from_qti(
    response: &Response<'_>,
    interaction: &XmlElement,
    text: String,
    reader: &mut QtiReader<'_>,
) -> ReadResult {
    let choices = choices(interaction, "simplechoice", reader)?;
    let right = response.right();
    if right.is_empty() {
        return Err("it does not declare the correct answers");
    }
    let fixed = choices.iter().enumerate().filter(|(_, choice)| choice.is_fixed);
    let pinned_options = fixed.map(|(place, _)| option_id(place)).collect();
    if response.has_mapping() {
        let mapped = response.mapped();
        let weight = |id: &str| mapped.iter().find(|e| e.key.trim() == id).map_or(0.0, |e| e.value);
        let is_right = |choice: &&QtiChoice<'_>| right.iter().any(|id| id == choice.id);
        let (of_right, of_wrong): (Vec<_>, Vec<_>) = choices.iter().partition(is_right);
        let weights = |choices: Vec<&QtiChoice<'_>>| choices.iter().map(|c| weight(c.id)).collect::<Vec<_>>();
        let lost = lost_weights(&weights(of_right), &weights(of_wrong));
        reader.left_out.extend(lost.map(|what| (response.line(), what.to_owned())));
    }
    let options = choices.into_iter().map(|choice| {
        let is_right = right.iter().any(|id| id == choice.id);
        (choice.text, is_right)
    });
    Ok(QuestionDraft { pinned_options, ..several(text, options.collect(), scoring(response)) })
}
