//! Validation of what all kinds have, and of multiple choice and coding (`docs/behaviour/tests.md#tests-and-questions`).

use super::field::{QuestionFields, is_text, longer};
use std::collections::HashSet;

pub const POINTS: std::ops::RangeInclusive<i64> = 1..=100;
pub const OPTIONS: std::ops::RangeInclusive<usize> = 2..=6;
pub(super) const MAX_TEXT: usize = 20_000;
const MAX_OPTION: usize = 2_000;
const MAX_ID: usize = 64;

/// Languages of coding questions (`docs/behaviour/tests.md#tests-and-questions`).
pub const LANGUAGES: [&str; 12] =
    ["Python", "JavaScript", "Java", "C++", "C#", "Ruby", "Go", "Rust", "PHP", "Swift", "Kotlin", "TypeScript"];

/// The part that all kinds have.
pub(super) struct Frame {
    pub id: Option<String>,
    pub text: String,
    pub points: u32,
}

pub(super) fn check_frame(id: Option<&str>, text: &str, points: i64, fields: &mut QuestionFields) -> Frame {
    let text = text.trim().to_owned();
    let id = id.map(|id| id.trim().to_owned()).filter(|id| !id.is_empty());
    fields.require(!text.is_empty(), "question", "Question text is required");
    fields.require(is_text(&text), "question", "the text contains control characters.");
    fields.require(!longer(&text, MAX_TEXT), "question", "the text is too long (20,000 characters at most).");
    fields.require(POINTS.contains(&points), "points", "Points must be between 1 and 100");
    let clean_id = id.as_deref().is_none_or(|id| !longer(id, MAX_ID) && !id.chars().any(char::is_control));
    fields.require(clean_id, "id", "the id is too long (64 characters at most) or contains control characters.");
    Frame { id, text, points: u32::try_from(points).unwrap_or_default() }
}

/// Options of multiple choice: 2 to 6 texts; blank ones are dropped.
pub(super) fn check_options(options: &[String], fields: &mut QuestionFields) -> Vec<String> {
    let options: Vec<String> = options.iter().map(|o| o.trim().to_owned()).filter(|o| !o.is_empty()).collect();
    fields.require(options.len() >= *OPTIONS.start(), "options", "Multiple choice questions need at least 2 options");
    fields.require(options.len() <= *OPTIONS.end(), "options", "Multiple choice questions have at most 6 options");
    check_texts(options.iter().map(String::as_str), fields);
    options
}

/// Texts of options: not too long, without control characters, distinct.
pub(super) fn check_texts<'t>(texts: impl Iterator<Item = &'t str> + Clone, fields: &mut QuestionFields) {
    let fit = !texts.clone().any(|o| longer(o, MAX_OPTION));
    fields.require(fit, "options", "an option is too long (2,000 characters at most).");
    fields.require(texts.clone().all(is_text), "options", "an option contains control characters.");
    let distinct: HashSet<&str> = texts.clone().collect();
    fields.require(distinct.len() == texts.count(), "options", "two options are the same");
}

pub(super) fn check_correct_answer(
    answer: Option<String>,
    options: &[String],
    fields: &mut QuestionFields,
) -> Option<String> {
    let answer = answer.map(|a| a.trim().to_owned()).filter(|a| !a.is_empty());
    fields.require(answer.is_some(), "correct_answer", "Please select the correct answer");
    let matches = answer.as_ref().is_none_or(|a| options.contains(a));
    fields.require(matches, "correct_answer", "Selected correct answer must match one of the options");
    answer
}

pub(super) fn check_language(language: Option<String>, fields: &mut QuestionFields) -> Option<String> {
    let given = language.map(|l| l.trim().to_owned()).filter(|l| !l.is_empty())?;
    let known = LANGUAGES.iter().find(|l| l.eq_ignore_ascii_case(&given));
    let message = || format!("'{given}' is not one of the languages: {}.", LANGUAGES.join(", "));
    fields.require(known.is_some(), "expected_language", &message());
    known.map(|l| (*l).to_owned())
}
