//! Fields of a file that its question's type does not have.

use crate::domain::{question::QuestionKind, test::QuestionDraft};

/// Drops them. Returns messages about them.
pub(super) fn strip(question: &mut QuestionDraft) -> Vec<String> {
    let is_text = |text: Option<String>| text.is_some_and(|text| !text.trim().is_empty());
    let mut dropped = Vec::new();
    let has_options =
        [QuestionKind::MultipleChoice, QuestionKind::MultipleResponse, QuestionKind::Ordering, QuestionKind::Matching];
    if !has_options.contains(&question.kind)
        && std::mem::take(&mut question.options).iter().any(|option| !option.text().trim().is_empty())
    {
        dropped.push("Only multiple choice questions have options.".to_owned());
    }
    if question.kind != QuestionKind::MultipleChoice && is_text(question.correct_answer.take()) {
        dropped.push("Only multiple choice questions have a correct answer.".to_owned());
    }
    if question.kind != QuestionKind::Coding && is_text(question.expected_language.take()) {
        dropped.push("Only coding questions have an expected language.".to_owned());
    }
    dropped.extend(foreign(question).map(|field| format!("Questions of this type have no {field}.")));
    dropped
}

/// Names of the fields of other kinds, which validation ignores.
fn foreign(question: &QuestionDraft) -> impl Iterator<Item = &'static str> {
    let kind = question.kind;
    let fields: [(bool, &[QuestionKind], &str); 22] = [
        (!question.correct_answers.is_empty(), &[QuestionKind::MultipleResponse], "correct_answers"),
        (question.correct_number.is_some(), &[QuestionKind::Numeric], "correct_number"),
        (question.tolerance.is_some(), &[QuestionKind::Numeric], "tolerance"),
        (question.unit.is_some(), &[QuestionKind::Numeric], "unit"),
        (!question.accepted.is_empty(), &[QuestionKind::ShortText], "accepted"),
        (question.case_sensitive, &[QuestionKind::ShortText], "case_sensitive"),
        (question.space_sensitive, &[QuestionKind::ShortText], "space_sensitive"),
        (question.pattern.is_some(), &[QuestionKind::ShortText], "pattern"),
        (!question.order.is_empty(), &[QuestionKind::Ordering], "order"),
        (!question.prompts.is_empty(), &[QuestionKind::Matching], "prompts"),
        (!question.pairs.is_empty(), &[QuestionKind::Matching], "pairs"),
        (!question.gaps.is_empty(), &[QuestionKind::Gaps], "gaps"),
        (!question.languages.is_empty(), &[QuestionKind::Coding], "languages"),
        (question.starter_code.is_some(), &[QuestionKind::Coding], "starter_code"),
        (!question.tests.is_empty(), &[QuestionKind::Coding], "tests"),
        (question.checker.is_some() || question.checker_tolerance.is_some(), &[QuestionKind::Coding], "checker"),
        (question.time_limit_ms.is_some(), &[QuestionKind::Coding], "time_limit_ms"),
        (question.memory_limit_mb.is_some(), &[QuestionKind::Coding], "memory_limit_mb"),
        (!question.reference_solutions.is_empty(), &[QuestionKind::Coding], "reference_solutions"),
        (question.review, &[QuestionKind::Coding], "review"),
        (!question.wrong_solutions.is_empty(), &[QuestionKind::Coding], "wrong_solutions"),
        (
            !question.pinned_options.is_empty(),
            &[QuestionKind::MultipleChoice, QuestionKind::MultipleResponse],
            "pinned_options",
        ),
    ];
    let marks = [
        (question.scoring.is_some() && !kind.has_part_marks(), "scoring"),
        (question.penalty.is_some() && !kind.is_auto(), "penalty"),
    ];
    let of_other_kinds = fields.into_iter().map(move |(is_set, kinds, name)| (is_set && !kinds.contains(&kind), name));
    of_other_kinds.chain(marks).filter(|(is_foreign, _)| *is_foreign).map(|(_, name)| name)
}
