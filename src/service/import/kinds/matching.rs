//! Matching.

use super::row::ARROW;
use crate::{
    domain::{
        question::{ChoiceDraft, Scoring},
        test::{QuestionDraft, QuestionKind},
    },
    service::import::qti::{
        interaction::{QtiChoice, ReadResult, choices, scoring},
        reader::QtiReader,
        response::Response,
        xml::XmlElement,
    },
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

pub fn from_qti(
    response: &Response<'_>,
    interaction: &XmlElement,
    text: String,
    reader: &mut QtiReader<'_>,
) -> ReadResult {
    let sets = interaction.all("simplematchset");
    let [left, right] = sets.as_slice() else {
        return Err("it does not have two sets to match");
    };
    let prompts = choices(left, "simpleassociablechoice", reader)?;
    let options = choices(right, "simpleassociablechoice", reader)?;
    let right = response.right();
    let pairs: Vec<(&str, &str)> = right.iter().filter_map(|pair| pair.trim().split_once(' ')).collect();
    let mut paired = Vec::new();
    for prompt in &prompts {
        // The order of a pair is that of the sets, but not every program keeps to it.
        let of_prompt = pairs.iter().filter_map(|(a, b)| match prompt.id {
            id if id == *a => Some(b.trim()),
            id if id == b.trim() => Some(*a),
            _ => None,
        });
        let found: Vec<_> = of_prompt.filter_map(|id| options.iter().find(|option| option.id == id)).collect();
        let [option] = found.as_slice() else {
            return Err("a prompt is matched with no option or with several");
        };
        paired.push((prompt.text.clone(), option.text.clone()));
    }
    let is_paired = |option: &QtiChoice<'_>| paired.iter().any(|(_, text)| *text == option.text);
    let distractors = options.iter().filter(|option| !is_paired(option)).map(|option| option.text.clone()).collect();
    Ok(matching(text, paired, distractors, scoring(response)))
}
