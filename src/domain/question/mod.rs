//! Questions of all kinds: what an author may enter, how an answer is read, and what it earns. Pure functions; the rules
//! with their sources are in `docs/scoring.md`.
//!
//! An author's [`QuestionDraft`] is checked into a [`Question`], which holds the key. A [`Scorer`] of it turns the one
//! string that a candidate's answer is into a [`Mark`], exact in thousandths of a point.

// A new kind of questions must not fall into an arm that was written for the others.
#![cfg_attr(not(test), deny(clippy::wildcard_enum_match_arm))]

pub mod answer;
mod basic;
mod check;
mod choices;
pub mod decimal;
mod draft;
mod draft_parts;
pub mod draw;
pub(in crate::domain) mod field;
pub mod kinds;
pub mod number;
mod points;
mod rekey;
pub mod render;
mod scoring;
mod shown;
mod spec;
pub mod text;
mod translated;
mod trees;
mod typography;
mod unseen;

#[cfg(test)]
mod tests;

pub use answer::ParsedAnswer;
pub use basic::{LANGUAGES, MAX_TEXT as MAX_QUESTION_TEXT, POINTS};
pub use check::MAX_NOTES;
pub(in crate::domain) use choices::reorder;
pub use choices::{Choice, MAX_TEXT as MAX_OPTION_TEXT, ShownOptions};
pub use draft::{ChoiceDraft, GapDraft, GapKind, KeyInRow, Numeral, QuestionDraft, QuestionKind, ToleranceDraft};
pub use kinds::{
    Counterpart, Gap, GapKey, MatchingKey, MultipleChoiceKey, MultipleResponseKey, OPTIONS, OrderingKey, Quality,
    QuestionContent, TranslatedTexts,
    coding::{self as code, CodeChecker, Coding},
};
pub use number::{NumberKey, Tolerance, ToleranceKind};
pub use points::{Scoring, Share, Thousandths};
pub use scoring::{GradeStatus, Mark, Scorer, attempt_points};
pub use shown::shuffled;
pub use spec::Question;
pub use text::TextKey;
pub use translated::QuestionTexts;
pub use trees::{Tree, Trees};
pub use unseen::needs_unseen;

/// The sum of all points.
#[must_use]
pub fn total_points(questions: &[Question]) -> u32 {
    questions.iter().map(|question| question.points).sum()
}
