//! Keys: what refers to an option, and right numbers and texts.

use crate::domain::question::{
    decimal::Decimal,
    draft::{Numeral, ToleranceDraft},
    field::{QuestionFields, is_text, longer},
    number,
    spec::{Choice, NumberKey, Scoring, TextKey, Tolerance, ToleranceKind},
    text::compile,
};
use bigdecimal::BigDecimal;
use std::collections::{BTreeMap, HashSet};

const MAX_ACCEPTED: usize = 50;
const MAX_TEXT: usize = 500;
const MAX_UNIT: usize = 40;

fn has(choices: &[Choice], id: &str) -> bool {
    choices.iter().any(|choice| choice.id == id)
}

/// The right options of multiple response, in the order of the options.
pub(super) fn check_several(
    correct: &[String],
    options: &[Choice],
    scoring: Scoring,
    fields: &mut QuestionFields,
) -> Vec<String> {
    let distinct: HashSet<&str> = correct.iter().map(String::as_str).collect();
    let mut require = |ok: bool, message: &str| fields.require(ok, "correct_answers", message);
    require(!correct.is_empty(), "Please select at least one correct answer");
    let unknown = correct.iter().find(|id| !has(options, id));
    require(unknown.is_none(), &not_an_option(unknown));
    require(distinct.len() == correct.len(), "a correct answer is given twice.");
    // Otherwise choosing everything would earn all points.
    let has_wrong_option = scoring == Scoring::AllOrNothing || distinct.len() < options.len();
    require(has_wrong_option, "with part marks, at least one option must be wrong.");
    options.iter().map(|option| option.id.clone()).filter(|id| distinct.contains(id.as_str())).collect()
}

fn not_an_option(id: Option<&String>) -> String {
    format!("'{}' is not the id of an option.", id.map_or("", String::as_str))
}

pub(super) fn check_order(order: &[String], options: &[Choice], fields: &mut QuestionFields) {
    let unknown = order.iter().find(|id| !has(options, id));
    fields.require(!order.is_empty(), "order", "Please put the options in order");
    fields.require(unknown.is_none(), "order", &not_an_option(unknown));
    let distinct: HashSet<&String> = order.iter().collect();
    let is_whole = distinct.len() == order.len() && order.len() == options.len();
    fields.require(is_whole, "order", "the order must have every option exactly once.");
}

pub(super) fn check_pairs(
    pairs: &BTreeMap<String, String>,
    prompts: &[Choice],
    options: &[Choice],
    fields: &mut QuestionFields,
) {
    let alone = prompts.iter().find(|prompt| !pairs.contains_key(&prompt.id));
    let message = format!("the prompt '{}' has no pair.", alone.map_or("", |prompt| &prompt.text));
    fields.require(alone.is_none(), "pairs", &message);
    let unknown = pairs.keys().find(|id| !has(prompts, id));
    let message = format!("'{}' is not the id of a prompt.", unknown.map_or("", String::as_str));
    fields.require(unknown.is_none(), "pairs", &message);
    let unknown = pairs.values().find(|id| !has(options, id));
    fields.require(unknown.is_none(), "pairs", &not_an_option(unknown));
}

/// Correct number, tolerance and unit of a draft.
type NumberDraft<'d> = (Option<&'d Numeral>, Option<&'d ToleranceDraft>, Option<&'d str>);

pub(super) fn check_number((number, tolerance, unit): NumberDraft, fields: &mut QuestionFields) -> Option<NumberKey> {
    let number = number.map(|number| number.0.trim()).filter(|text| !text.is_empty());
    fields.require(number.is_some(), "correct_number", "Please enter the correct number");
    let correct_number = number.and_then(Decimal::parse);
    let message = "the correct number must have digits and a decimal point only, such as 3.5 or 6.02e23.";
    fields.require(correct_number.is_some(), "correct_number", message);
    let tolerance = tolerance.map(|draft| check_tolerance(draft, correct_number.as_ref(), fields));
    let unit = unit.map(str::trim).filter(|unit| !unit.is_empty()).map(|unit| check_unit(unit, fields));
    let tolerance = match tolerance {
        None => None,
        Some(checked) => Some(checked?),
    };
    Some(NumberKey { correct_number: correct_number?, tolerance, unit })
}

fn check_tolerance(draft: &ToleranceDraft, number: Option<&Decimal>, fields: &mut QuestionFields) -> Option<Tolerance> {
    let value = Decimal::parse(&draft.value.0);
    let (zero, one) = (BigDecimal::from(0), BigDecimal::from(1));
    let is_zero = |number: &Decimal| *number.value() == zero;
    let is_number = value.as_ref().is_some_and(|value| *value.value() >= zero);
    fields.require(is_number, "tolerance", "the tolerance must be 0 or a positive number, such as 0.05.");
    if draft.kind == ToleranceKind::Relative {
        let is_share = value.as_ref().is_none_or(|value| *value.value() <= one);
        fields.require(is_share, "tolerance", "a relative tolerance must be from 0 to 1: 0.05 is 5 %.");
        let message = "a relative tolerance of the number 0 is always 0. Use an absolute one.";
        let is_useful = value.as_ref().is_none_or(is_zero) || !number.is_some_and(is_zero);
        fields.require(is_useful, "tolerance", message);
    }
    Some(Tolerance { kind: draft.kind, value: value? })
}

fn check_unit(unit: &str, fields: &mut QuestionFields) -> String {
    fields.require(!longer(unit, MAX_UNIT), "unit", "the unit is too long (40 characters at most).");
    fields.require(is_text(unit), "unit", "the unit contains control characters.");
    // Read as a candidate would write it.
    let read = number::read(&format!("1 {unit}"));
    let is_unit = read.is_some_and(|reading| reading.unit == number::fold_unit(unit));
    fields.require(is_unit, "unit", "the unit must begin with a letter or a sign such as %, ° or €.");
    unit.to_owned()
}

/// `by_choice`: whether case counts, and whether spaces do.
pub(super) fn check_text(
    accepted: &[String],
    by_choice: (bool, bool),
    pattern: Option<String>,
    fields: &mut QuestionFields,
) -> TextKey {
    let (case_sensitive, space_sensitive) = by_choice;
    let mut texts: Vec<String> = Vec::new();
    for text in accepted.iter().filter(|text| !text.trim().is_empty()) {
        let text = if space_sensitive { text.as_str() } else { text.trim() };
        if texts.len() <= MAX_ACCEPTED && !texts.iter().any(|known| known == text) {
            texts.push(text.to_owned());
        }
    }
    let pattern = pattern.filter(|pattern| !pattern.trim().is_empty());
    let is_key = !texts.is_empty() || pattern.is_some();
    fields.require(is_key, "accepted", "Please enter at least one accepted answer or a pattern");
    fields.require(texts.len() <= MAX_ACCEPTED, "accepted", "there are more than 50 accepted answers.");
    let fit = texts.iter().all(|text| !longer(text, MAX_TEXT));
    fields.require(fit, "accepted", "an accepted answer is too long (500 characters at most).");
    let are_texts = texts.iter().all(|text| is_text(text));
    fields.require(are_texts, "accepted", "an accepted answer contains control characters.");
    if let Some(pattern) = &pattern {
        check_pattern(pattern, case_sensitive, fields);
    }
    TextKey { accepted: texts, case_sensitive, space_sensitive, pattern }
}

fn check_pattern(pattern: &str, case_sensitive: bool, fields: &mut QuestionFields) {
    if longer(pattern, MAX_TEXT) {
        fields.require(false, "pattern", "the pattern is too long (500 characters at most).");
        return;
    }
    let message = match compile(pattern, case_sensitive) {
        Ok(_) => return,
        Err(regex::Error::CompiledTooBig(_)) => "the pattern is too large: repeat less.".to_owned(),
        Err(error) => {
            let text = error.to_string();
            let last = text.lines().last().unwrap_or_default();
            format!("the pattern is not valid: {}.", last.trim_start_matches("error: "))
        }
    };
    fields.require(false, "pattern", &message);
}
