//! Fields of a file that its question's type does not have.

use super::lost::Lost;
use crate::domain::test::QuestionDraft;

/// Drops them. Returns messages about them.
pub(super) fn strip(question: &mut QuestionDraft) -> Vec<Lost> {
    let is_text = |text: Option<String>| text.is_some_and(|text| !text.trim().is_empty());
    let mut dropped = Vec::new();
    let has = |field: &str| question.kind.fields().contains(&field);
    let (has_options, has_answer) = (has("options"), has("correct_answer"));
    let has_language = has("expected_language");
    if !has_options && std::mem::take(&mut question.options).iter().any(|option| !option.text().trim().is_empty()) {
        dropped.push(Lost::reads("Only multiple choice questions have options."));
    }
    if !has_answer && is_text(question.correct_answer.take()) {
        dropped.push(Lost::scores("Only multiple choice questions have a correct answer."));
    }
    if !has_language && is_text(question.expected_language.take()) {
        dropped.push(Lost::reads("Only coding questions have an expected language."));
    }
    dropped.extend(foreign(question).map(|field| Lost::scores(format!("Questions of this type have no {field}."))));
    dropped
}

/// Names of the fields of other kinds, which validation ignores.
fn foreign(question: &QuestionDraft) -> impl Iterator<Item = &'static str> {
    let kind = question.kind;
    let of_keys = question.key_fields().into_iter();
    let of_other_kinds = of_keys.map(move |(name, is_set)| (name, is_set && !kind.fields().contains(&name)));
    let marks = [
        ("scoring", question.scoring.is_some() && !kind.has_part_marks()),
        ("penalty", question.penalty.is_some() && !kind.is_auto()),
    ];
    of_other_kinds.chain(marks).filter(|(_, is_foreign)| *is_foreign).map(|(name, _)| name)
}
