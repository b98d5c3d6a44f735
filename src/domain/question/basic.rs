//! Validation of what all kinds have, and of languages (`docs/behaviour/tests.md#tests-and-questions`).

use super::field::{QuestionFields, is_text, longer};
use crate::domain::invisible::is_blank;

pub const POINTS: std::ops::RangeInclusive<i64> = 1..=100;
pub const MAX_TEXT: usize = 20_000;
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
    fields.require(!is_blank(&text), "question", "Question text is required");
    fields.require(is_text(&text), "question", "the text contains control characters.");
    fields.require(!longer(&text, MAX_TEXT), "question", "the text is too long (20,000 characters at most).");
    fields.require(POINTS.contains(&points), "points", "Points must be between 1 and 100");
    let clean_id = id.as_deref().is_none_or(|id| !longer(id, MAX_ID) && !id.chars().any(char::is_control));
    fields.require(clean_id, "id", "the id is too long (64 characters at most) or contains control characters.");
    Frame { id, text, points: u32::try_from(points).unwrap_or_default() }
}

pub(super) fn check_language(language: Option<String>, fields: &mut QuestionFields) -> Option<String> {
    let given = language.map(|l| l.trim().to_owned()).filter(|l| !l.is_empty())?;
    let known = LANGUAGES.iter().find(|l| l.eq_ignore_ascii_case(&given));
    let message = || format!("'{given}' is not one of the languages: {}.", LANGUAGES.join(", "));
    fields.require(known.is_some(), "expected_language", &message());
    known.map(|l| (*l).to_owned())
}
