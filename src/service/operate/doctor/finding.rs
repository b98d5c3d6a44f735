//! One line of the doctor's report.

use crate::domain::sentence::Sentence;
use serde::Serialize;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    Ok,
    /// Nothing is wrong, and something is not there, or not known.
    Note,
    /// Works, but not as well or not forever.
    Warning,
    /// Something that candidates or administrators need does not work.
    Problem,
}

/// One finding of the report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DoctorFinding {
    /// Stable name for machines: `disk`, `mail`.
    pub topic: &'static str,
    pub state: Severity,
    pub said: Sentence,
    /// The fix; for a line that is ok or a note, good to know.
    pub fix: Option<Sentence>,
}

impl DoctorFinding {
    pub(super) fn ok(topic: &'static str, said: Sentence) -> Self {
        Self { topic, state: Severity::Ok, said, fix: None }
    }

    pub(super) fn note(topic: &'static str, said: Sentence) -> Self {
        Self { state: Severity::Note, ..Self::ok(topic, said) }
    }

    pub(super) fn warning(topic: &'static str, said: Sentence, fix: Sentence) -> Self {
        Self { topic, state: Severity::Warning, said, fix: Some(fix) }
    }

    pub(super) fn problem(topic: &'static str, said: Sentence, fix: Sentence) -> Self {
        Self { topic, state: Severity::Problem, said, fix: Some(fix) }
    }

    pub(super) fn with_hint(self, hint: Sentence) -> Self {
        Self { fix: Some(hint), ..self }
    }
}
