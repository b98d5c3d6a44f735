//! A finding of an import: what is wrong with a file or not imported of it, and where.

use super::lost::{Effect, Lost, capital};
use std::fmt;

/// Position in a file or package.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    /// The file within a package.
    pub entry: Option<String>,
    /// Line of the file, counted from 1.
    pub line: Option<u64>,
}

impl Position {
    pub(super) const fn line(line: u64) -> Self {
        Self { entry: None, line: Some(line) }
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.entry, self.line) {
            (Some(entry), Some(line)) => write!(f, "{entry}, line {line}"),
            (Some(entry), None) => f.write_str(entry),
            (None, Some(line)) => write!(f, "line {line}"),
            (None, None) => f.write_str("file"),
        }
    }
}

/// Severity of a finding, the worst first: the order in which findings are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum FindingLevel {
    /// Prevents the import of the whole file.
    Error,
    /// Part of the file is not imported.
    LeftOut(Effect),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImportFinding {
    pub level: FindingLevel,
    pub place: Position,
    /// Path into the list of tests (`[0].questions[2].points`), if known.
    pub field: Option<String>,
    /// Index of its test in the plan.
    pub test: Option<usize>,
    /// Number in the test, from 0, of the question that the message names first.
    pub question: Option<usize>,
    pub message: String,
    /// Name of the element, attribute or field that no rule read, if it is about one.
    pub part: Option<String>,
}

impl ImportFinding {
    /// About the whole file.
    pub(super) fn new(level: FindingLevel, place: Position, message: impl Into<String>) -> Self {
        Self { level, place, field: None, test: None, question: None, message: message.into(), part: None }
    }

    /// A part of the file that is not imported.
    pub(super) fn lost(place: Position, lost: Lost) -> Self {
        Self { part: lost.part, ..Self::new(FindingLevel::LeftOut(lost.effect), place, lost.message) }
    }

    /// An error in a field of the test of this index.
    pub(super) fn of_field(place: &Position, index: usize, field: &str, message: &str) -> Self {
        let field = Some(format!("[{index}].{field}"));
        Self { field, ..Self::new(FindingLevel::Error, place.clone(), message).of_test(index) }
    }

    /// About the test of this index.
    pub(super) fn of_test(self, index: usize) -> Self {
        Self { test: Some(index), ..self }
    }

    /// Names the question of this number, from 0, first.
    pub(super) fn of_question(self, number: usize) -> Self {
        Self { message: format!("{}: {}", named(number), self.message), question: Some(number), ..self }
    }

    /// The message without the number of its question.
    pub(super) fn sentence(&self) -> &str {
        self.after_number().and_then(|rest| rest.strip_prefix(": ")).unwrap_or(&self.message)
    }

    /// Gives its question another number; without one, it names none.
    pub(super) fn renumber(&mut self, number: Option<usize>) {
        let Some(rest) = self.after_number() else { return };
        let message = match number {
            Some(number) => format!("{}{rest}", named(number)),
            None => capital(rest.trim_start_matches([':', ',', ' '])),
        };
        (self.question, self.message) = (number, message);
    }

    fn after_number(&self) -> Option<&str> {
        self.message.strip_prefix(&named(self.question?))
    }

    /// Effect of a difference from the file; `None` for an error.
    #[must_use]
    pub const fn effect(&self) -> Option<Effect> {
        match self.level {
            FindingLevel::Error => None,
            FindingLevel::LeftOut(effect) => Some(effect),
        }
    }

    /// `line 12: Question 3: Points must be between 1 and 100`.
    #[must_use]
    pub fn in_words(&self) -> String {
        if self.place == Position::default() {
            self.message.clone()
        } else {
            format!("{}: {}", self.place, self.message)
        }
    }
}

/// How messages name the question of a number from 0.
pub(super) fn named(number: usize) -> String {
    format!("Question {}", number + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_finding_keeps_its_sentence_under_another_number() {
        let mut finding = ImportFinding::lost(Position::line(3), Lost::reads("It has a colour: red.")).of_question(11);
        assert_eq!(
            (finding.message.as_str(), finding.sentence()),
            ("Question 12: It has a colour: red.", "It has a colour: red.")
        );
        finding.renumber(Some(1));
        assert_eq!((finding.message.as_str(), finding.question), ("Question 2: It has a colour: red.", Some(1)));
        finding.renumber(None);
        assert_eq!((finding.message.as_str(), finding.question), ("It has a colour: red.", None));
        finding.renumber(Some(4));
        assert_eq!(finding.message, "It has a colour: red.");
    }

    #[test]
    fn a_part_of_a_question_stays_named() {
        let field = Lost::reads("Question 4, gap 1: Unknown field 'x'.");
        let mut finding = ImportFinding { question: Some(3), ..ImportFinding::lost(Position::default(), field) };
        assert_eq!(finding.sentence(), "Question 4, gap 1: Unknown field 'x'.");
        finding.renumber(Some(2));
        assert_eq!(finding.message, "Question 3, gap 1: Unknown field 'x'.");
        finding.renumber(None);
        assert_eq!(finding.message, "Gap 1: Unknown field 'x'.");
    }
}
