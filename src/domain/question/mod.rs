//! Questions of all kinds: what an author may enter, how an answer is read, and what it earns. Pure functions; the rules
//! with their sources are in `docs/scoring.md`.
//!
//! An author's [`QuestionDraft`] is checked into a [`Question`], which holds the key. A [`Scorer`] of it turns the one string that
//! a candidate's answer is into a [`Mark`], exact in thousandths of a point.

pub mod answer;
mod basic;
mod check;
pub mod code;
pub mod decimal;
mod draft;
pub mod draw;
pub(in crate::domain) mod field;
pub mod number;
mod points;
mod rekey;
pub mod render;
mod scoring;
mod shown;
mod spec;
pub mod text;
mod trees;
mod typography;

#[cfg(test)]
mod tests;

pub use answer::ParsedAnswer;
pub use basic::{LANGUAGES, OPTIONS, POINTS};
pub use code::{CodeChecker, Coding};
pub use draft::{ChoiceDraft, GapDraft, GapKind, Numeral, QuestionDraft, ToleranceDraft};
pub use points::{Share, Thousandths};
pub use scoring::{GradeStatus, Mark, Scorer, attempt_points};
pub use shown::shuffled;
pub use spec::{
    Choice, Gap, GapKey, NumberKey, Question, QuestionContent, QuestionKind, Scoring, TextKey, Tolerance, ToleranceKind,
};
pub use trees::{Tree, Trees};

/// The sum of all points.
#[must_use]
pub fn total_points(questions: &[Question]) -> u32 {
    questions.iter().map(|question| question.points).sum()
}
