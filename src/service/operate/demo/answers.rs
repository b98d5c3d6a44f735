//! Answers of the demo's candidates.

use crate::domain::question::{GapKey, Question, QuestionContent, TextKey};
use serde_json::json;
use std::collections::{BTreeMap, HashMap};

/// Answers of each written question by its id: a strong, a fair and a weak one.
pub type WrittenAnswers = HashMap<String, [String; 3]>;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quality {
    Strong,
    Fair,
    Weak,
}

/// The answer of that quality; `None`: left blank.
pub fn answer(question: &Question, quality: Quality, written: &WrittenAnswers) -> Option<String> {
    let is_right = quality == Quality::Strong;
    Some(match &question.body {
        QuestionContent::Essay | QuestionContent::Coding(_) => written.get(&question.id)?[quality as usize].clone(),
        QuestionContent::MultipleChoice { options, correct_answer } => {
            let wrong =
                options.iter().filter(|option| *option != correct_answer).nth(usize::from(quality == Quality::Weak));
            if is_right { correct_answer.clone() } else { wrong.or(options.first())?.clone() }
        }
        QuestionContent::MultipleResponse { options, correct_answers } => match quality {
            Quality::Strong => json!(correct_answers),
            Quality::Fair => json!([correct_answers.first()?]),
            Quality::Weak => json!([options.last()?.id]),
        }
        .to_string(),
        QuestionContent::Numeric(key) if is_right => {
            let number = String::from(key.correct_number.clone());
            key.unit.as_ref().map_or(number.clone(), |unit| format!("{number} {unit}"))
        }
        QuestionContent::Numeric(_) => "12".into(),
        QuestionContent::ShortText(key) => text(key, is_right)?,
        QuestionContent::Ordering { order, .. } => {
            let mut order = order.clone();
            match quality {
                Quality::Strong => {}
                Quality::Fair => order.swap(0, 1),
                Quality::Weak => order.reverse(),
            }
            json!(order).to_string()
        }
        QuestionContent::Matching { pairs, options, .. } => {
            let mut pairs = pairs.clone();
            if !is_right && let Some(mut first) = pairs.first_entry() {
                first.insert(options.last()?.id.clone());
            }
            json!(pairs).to_string()
        }
        QuestionContent::Gaps(gaps) => {
            let filled = gaps.iter().enumerate().filter_map(|(place, gap)| {
                let is_right = is_right || (quality == Quality::Fair && place == 0);
                Some((gap.id.clone(), gap_text(&gap.key, is_right)?))
            });
            json!(filled.collect::<BTreeMap<String, String>>()).to_string()
        }
    })
}

fn text(key: &TextKey, is_right: bool) -> Option<String> {
    if is_right { key.accepted.first().cloned() } else { Some("not sure".into()) }
}

fn gap_text(key: &GapKey, is_right: bool) -> Option<String> {
    match key {
        GapKey::Choice { correct_answer, .. } if is_right => Some(correct_answer.clone()),
        GapKey::Choice { options, .. } => options.last().map(|option| option.id.clone()),
        GapKey::Text(key) => text(key, is_right),
        GapKey::Number(key) => Some(if is_right { key.correct_number.clone().into() } else { "12".into() }),
    }
}
