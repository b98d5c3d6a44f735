//! Matching.

use super::row::ARROW;
use crate::domain::{
    question::{ChoiceDraft, Scoring},
    test::{QuestionDraft, QuestionKind},
};

/// Prompts with their options, and options that no prompt has. Equal options are one.
pub fn matching(
    text: String,
    pairs: Vec<(String, String)>,
    distractors: Vec<String>,
    scoring: Scoring,
) -> QuestionDraft {
    let mut question = QuestionDraft { scoring: Some(scoring), ..QuestionDraft::new(QuestionKind::Matching, text) };
    let mut right: Vec<String> = Vec::new();
    let mut place_of = |option: String| {
        let place = right.iter().position(|known| *known == option);
        place.unwrap_or_else(|| {
            right.push(option);
            right.len() - 1
        })
    };
    for (place, (prompt, option)) in pairs.into_iter().enumerate() {
        question.prompts.push(ChoiceDraft::Text(prompt));
        question.pairs.insert(format!("l{}", place + 1), format!("r{}", place_of(option) + 1));
    }
    for option in distractors {
        place_of(option);
    }
    question.options = right.into_iter().map(ChoiceDraft::Text).collect();
    question
}

/// `prompt -> option`; an option alone is a distractor.
pub fn of_row(text: String, options: Vec<String>) -> QuestionDraft {
    let (mut pairs, mut distractors) = (Vec::new(), Vec::new());
    for option in options {
        match option.split_once(ARROW) {
            Some((prompt, right)) if !prompt.trim().is_empty() => {
                pairs.push((prompt.trim().to_owned(), right.trim().to_owned()));
            }
            Some((_, right)) => distractors.push(right.trim().to_owned()),
            None => distractors.push(option),
        }
    }
    matching(text, pairs, distractors, Scoring::AllOrNothing)
}
