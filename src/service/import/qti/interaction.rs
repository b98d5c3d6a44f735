//! The interactions that questions are made of.

use super::{parts::PackageParts as _, reader::QtiReader, response::Response, text::gap_id, xml::XmlElement};
use crate::{
    domain::{
        question::{ChoiceDraft, GapDraft, GapKind, Numeral, Scoring, ToleranceDraft, decimal::Decimal},
        test::{QuestionDraft, QuestionKind},
    },
    service::import::kinds,
};

type ReadResult = Result<QuestionDraft, &'static str>;

const PENALTY_LOST: &str = "Penalties for wrong answers are not imported: set a penalty instead.";

/// An option of an interaction.
struct QtiChoice<'e> {
    id: &'e str,
    text: String,
    /// Keeps its place where options are shuffled.
    is_fixed: bool,
}

fn choices<'e>(
    below: &'e XmlElement,
    name: &str,
    reader: &mut QtiReader<'_>,
) -> Result<Vec<QtiChoice<'e>>, &'static str> {
    choices_by(below, name, |element| reader.text(element))
}

fn choices_by<'e>(
    below: &'e XmlElement,
    name: &str,
    mut text: impl FnMut(&XmlElement) -> String,
) -> Result<Vec<QtiChoice<'e>>, &'static str> {
    let elements = below.all(name);
    if elements.len() > kinds::MAX_PARTS {
        return Err("it has more than 200 choices");
    }
    let choice = |element: &'e XmlElement| QtiChoice {
        id: element.attribute("identifier").unwrap_or_default().trim(),
        text: text(element),
        is_fixed: element.attribute("fixed") == Some("true"),
    };
    Ok(elements.into_iter().map(choice).collect())
}

/// Equal shares for each right part where a mapping gives points, otherwise all or nothing.
fn scoring(response: &Response<'_>) -> Scoring {
    if response.has_mapping() { Scoring::Partial } else { Scoring::AllOrNothing }
}

pub fn choice(
    response: &Response<'_>,
    interaction: &XmlElement,
    text: String,
    reader: &mut QtiReader<'_>,
) -> ReadResult {
    let choices = choices(interaction, "simplechoice", reader)?;
    let right = response.right();
    if !response.is_single() {
        if right.is_empty() {
            return Err("it does not declare the correct answers");
        }
        let fixed = choices.iter().enumerate().filter(|(_, choice)| choice.is_fixed);
        let pinned_options = fixed.map(|(place, _)| kinds::option_id(place)).collect();
        if response.has_mapping() {
            let mapped = response.mapped();
            let weight = |id: &str| mapped.iter().find(|e| e.key.trim() == id).map_or(0.0, |e| e.value);
            let is_right = |choice: &&QtiChoice<'_>| right.iter().any(|id| id == choice.id);
            let (of_right, of_wrong): (Vec<_>, Vec<_>) = choices.iter().partition(is_right);
            let weights = |choices: Vec<&QtiChoice<'_>>| choices.iter().map(|c| weight(c.id)).collect::<Vec<_>>();
            let lost = kinds::lost_weights(&weights(of_right), &weights(of_wrong));
            reader.left_out.extend(lost.map(|what| (response.line(), what.to_owned())));
        }
        let options = choices.into_iter().map(|choice| {
            let is_right = right.iter().any(|id| id == choice.id);
            (choice.text, is_right)
        });
        return Ok(QuestionDraft { pinned_options, ..kinds::several(text, options.collect(), scoring(response)) });
    }
    let best = best(response);
    let [right] = best.as_slice() else {
        return Err("it does not declare exactly one correct answer");
    };
    if response.mapped().iter().any(|entry| entry.value > 0.0 && entry.key.trim() != right) {
        reader.left_out.push((response.line(), kinds::PART.into()));
    }
    if response.mapped().iter().any(|entry| entry.value < 0.0) {
        reader.left_out.push((response.line(), PENALTY_LOST.into()));
    }
    let pinned_options = choices.iter().filter(|choice| choice.is_fixed).map(|choice| choice.text.clone()).collect();
    let correct = choices.iter().find(|choice| choice.id == right).map(|choice| choice.text.clone());
    let options = choices.into_iter().map(|choice| choice.text).collect();
    Ok(QuestionDraft { pinned_options, ..kinds::choice(text, 1, options, correct) })
}

/// The correct values, or those that a mapping gives most points for.
fn best(response: &Response<'_>) -> Vec<String> {
    let correct = response.correct();
    if !correct.is_empty() {
        return correct;
    }
    let mapped = response.mapped();
    let most = mapped.iter().map(|entry| entry.value).fold(0.0, f64::max);
    let best = mapped.iter().filter(|entry| most > 0.0 && entry.value >= most);
    best.map(|entry| entry.key.trim().to_owned()).collect()
}

pub fn order(
    response: &Response<'_>,
    interaction: &XmlElement,
    text: String,
    reader: &mut QtiReader<'_>,
) -> ReadResult {
    let choices = choices(interaction, "simplechoice", reader)?;
    let order = response.correct();
    let text_of = |id: &String| choices.iter().find(|choice| choice.id == id).map(|choice| choice.text.clone());
    let in_order: Vec<String> = order.iter().filter_map(text_of).collect();
    if in_order.len() != choices.len() {
        return Err("its correct order does not have every choice");
    }
    Ok(kinds::ordering(text, in_order))
}

pub fn matching(
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
    Ok(kinds::matching(text, paired, distractors, scoring(response)))
}

/// Answers that a text entry accepts.
enum AcceptedText {
    Number(Decimal, Option<ToleranceDraft>),
    Text { accepted: Vec<String>, case_sensitive: bool },
}

fn accepted(response: &Response<'_>, reader: &mut QtiReader<'_>) -> Result<AcceptedText, &'static str> {
    let mut right = best(response);
    if response.is_number() {
        let number =
            right.first().and_then(|number| kinds::decimal(number)).ok_or("its correct number cannot be read")?;
        return Ok(AcceptedText::Number(number, response.tolerance()));
    }
    let mapped = response.mapped();
    let most = mapped.iter().map(|entry| entry.value).fold(0.0, f64::max);
    for entry in mapped.iter().filter(|entry| entry.value > 0.0) {
        let key = entry.key.trim().to_owned();
        if entry.value < most {
            reader.left_out.push((response.line(), kinds::PART.into()));
        } else if !right.contains(&key) {
            right.push(key);
        }
    }
    if right.is_empty() {
        return Err("it does not declare the correct answer");
    }
    let is_sensitive =
        if mapped.is_empty() { !response.ignores_case() } else { mapped.iter().any(|e| e.case_sensitive) };
    Ok(AcceptedText::Text { accepted: right, case_sensitive: is_sensitive })
}

pub fn entry(response: &Response<'_>, text: String, reader: &mut QtiReader<'_>) -> ReadResult {
    Ok(match accepted(response, reader)? {
        AcceptedText::Text { accepted, case_sensitive } => kinds::short_text(text, accepted, case_sensitive),
        AcceptedText::Number(number, tolerance) => kinds::number(text, &number, tolerance),
    })
}

/// Entries and choices within a text, whose marks are there already.
pub fn gaps(root: &XmlElement, inline: &[&XmlElement], text: String, reader: &mut QtiReader<'_>) -> ReadResult {
    let mut gaps = Vec::new();
    for (number, interaction) in (1..).zip(inline) {
        gaps.push(gap(&Response::of(root, interaction)?, interaction, gap_id(number), reader)?);
    }
    // Processing that joins the gaps by a condition gives points for all of them together.
    let is_joined = inline.len() > 1 && !root.all("and").is_empty();
    let scoring = if is_joined { Scoring::AllOrNothing } else { Scoring::Partial };
    Ok(QuestionDraft { gaps, scoring: Some(scoring), ..QuestionDraft::new(QuestionKind::Gaps, text) })
}

fn gap(
    response: &Response<'_>,
    interaction: &XmlElement,
    id: String,
    reader: &mut QtiReader<'_>,
) -> Result<GapDraft, &'static str> {
    if interaction.name != "inlinechoiceinteraction" {
        return Ok(match accepted(response, reader)? {
            AcceptedText::Text { accepted, case_sensitive } => {
                GapDraft { accepted, case_sensitive, ..GapDraft::new(id, GapKind::Text) }
            }
            AcceptedText::Number(number, tolerance) => GapDraft {
                correct_number: Some(Numeral(number.as_str().to_owned())),
                tolerance,
                ..GapDraft::new(id, GapKind::Number)
            },
        });
    }
    let choices = choices_by(interaction, "inlinechoice", |element| reader.plain(element))?;
    let best = best(response);
    let place = match best.as_slice() {
        [right] => choices.iter().position(|choice| choice.id == right),
        _ => None,
    };
    let place = place.ok_or("a gap does not declare exactly one correct answer")?;
    let option = |(place, choice): (usize, QtiChoice<'_>)| ChoiceDraft::WithId {
        id: kinds::option_id(place),
        text: choice.text,
    };
    Ok(GapDraft {
        correct_answer: Some(kinds::option_id(place)),
        options: choices.into_iter().enumerate().map(option).collect(),
        ..GapDraft::new(id, GapKind::Choice)
    })
}
