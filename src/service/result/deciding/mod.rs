//! Deciding: whom to invite of all who took a test (`docs/behaviour/results.md#deciding`). For administrators alone.

pub mod comparison;
pub mod decided;
pub mod decisions;
pub mod detail;
pub mod flags;
pub mod letters;
pub mod matrix;
pub mod notes;
pub mod pass_mark;
pub(in crate::service) mod passing;
pub mod ranking;
pub mod rows;
pub mod section_points;
pub mod standings;
pub mod table;
pub mod test_questions;
