//! Answers and keys as readable text, for people and spreadsheets.

use super::{answer::ParsedAnswer, kinds::Labels, spec::Question};

/// The answer in words; `None` where the stored text is readable itself: a text, a number, a blank or another form.
#[must_use]
pub fn answer_text(question: &Question, text: &str) -> Option<String> {
    question.body.answer_text(ParsedAnswer::read(&question.body, text), Labels(question.trees.as_ref()))
}

/// The key in words; `None` where there is none, and for a plain option, which is readable itself.
#[must_use]
pub fn key_text(question: &Question) -> Option<String> {
    question.body.key_text(Labels(question.trees.as_ref()))
}

/// Whether the answer is of another form than its question asks for.
#[must_use]
pub fn is_unreadable(question: &Question, text: &str) -> bool {
    ParsedAnswer::read(&question.body, text) == ParsedAnswer::Unreadable
}
