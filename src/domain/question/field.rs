//! Messages by field for one question, and checks of plain texts.

use crate::domain::error::Checker;

/// Names the fields of one question, or of a part of it, in messages: `questions[2].gaps[0].options`.
pub(in crate::domain) struct Fields<'c> {
    check: &'c mut Checker,
    path: String,
    label: String,
}

impl<'c> Fields<'c> {
    /// Of the question at `index`, from 0.
    pub(in crate::domain) fn of_question(index: usize, check: &'c mut Checker) -> Self {
        Self { check, path: format!("questions[{index}]."), label: format!("Question {}: ", index + 1) }
    }

    /// Of a part of the same question.
    pub(super) fn inside(&mut self, path: &str, label: &str) -> Fields<'_> {
        Fields {
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

/// Whether the text has no control characters other than line breaks and tabs.
pub(in crate::domain) fn is_text(text: &str) -> bool {
    !text.chars().any(|c| c.is_control() && !matches!(c, '\n' | '\r' | '\t'))
}

pub(in crate::domain) fn longer(text: &str, limit: usize) -> bool {
    text.chars().count() > limit
}
