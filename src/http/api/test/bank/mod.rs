//! The question bank (docs/behaviour/tests.md#question-bank).

pub mod body;
pub mod figures;
pub mod files;
mod flat;
pub mod papers;
pub mod questions;
pub mod sections;
pub mod tests;
