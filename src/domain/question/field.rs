//! Messages by field for one question, and checks of plain texts.

use crate::domain::error::FieldChecker;
pub(in crate::domain) use crate::domain::invisible::is_text;

/// Names the fields of one question, or of a part of it, in messages: `questions[2].gaps[0].options`.
pub(in crate::domain) struct QuestionFields<'c> {
    check: &'c mut FieldChecker,
    path: String,
    label: String,
}

impl<'c> QuestionFields<'c> {
    /// The fields of the question at `index`, from 0.
    pub(in crate::domain) fn of_question(index: usize, check: &'c mut FieldChecker) -> Self {
        Self { check, path: format!("questions[{index}]."), label: format!("Question {}: ", index + 1) }
    }

    /// The fields of a part of the same question.
    pub(super) fn inside(&mut self, path: &str, label: &str) -> QuestionFields<'_> {
        QuestionFields {
            path: format!("{}{path}.", self.path),
            label: format!("{}{label}: ", self.label),
            check: &mut *self.check,
        }
    }

    pub(super) fn require(&mut self, ok: bool, field: &str, message: &str) {
        if !ok {
            self.check.require(false, format!("{}{field}", self.path), format!("{}{message}", self.label));
        }
    }
}

pub(in crate::domain) fn longer(text: &str, limit: usize) -> bool {
    text.chars().count() > limit
}
