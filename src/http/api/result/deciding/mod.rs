//! Deciding: the ranking of a test, its matrix, pass mark, decisions, notes, letters and comparisons
//! (docs/behaviour/results.md#deciding). For admins alone.

pub mod comparison;
pub mod decisions;
pub mod letters;
pub mod matrix;
pub mod notes;
pub mod pass_mark;
pub mod ranking;
mod row;

pub use decisions::{DecisionBody, ToldBody, sent};
pub use row::FlagCounts;
