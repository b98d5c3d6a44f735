//! One line of the doctor's report.

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
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DoctorFinding {
    /// Stable name for machines: `disk`, `mail`.
    pub topic: &'static str,
    pub state: Severity,
    /// The finding, as a sentence for a person.
    pub said: String,
    /// The fix, as a sentence; for a line that is ok or a note, good to know.
    pub fix: Option<String>,
}

impl DoctorFinding {
    pub(super) fn ok(topic: &'static str, said: impl Into<String>) -> Self {
        Self { topic, state: Severity::Ok, said: said.into(), fix: None }
    }

    pub(super) fn note(topic: &'static str, said: impl Into<String>) -> Self {
        Self { state: Severity::Note, ..Self::ok(topic, said) }
    }

    pub(super) fn warning(topic: &'static str, said: impl Into<String>, fix: impl Into<String>) -> Self {
        Self { topic, state: Severity::Warning, said: said.into(), fix: Some(fix.into()) }
    }

    pub(super) fn problem(topic: &'static str, said: impl Into<String>, fix: impl Into<String>) -> Self {
        Self { topic, state: Severity::Problem, said: said.into(), fix: Some(fix.into()) }
    }

    pub(super) fn with_hint(self, hint: impl Into<String>) -> Self {
        Self { fix: Some(hint.into()), ..self }
    }
}
