//! Similar answers within a test (`docs/behaviour/results.md#similarity`): a list for a person to read, never a verdict.

pub mod job;
pub mod report;
mod side_by_side;

pub use side_by_side::{AnswerOrigin, Side, beside};
