//! Tests, questions and their files.

pub mod anonymity;
pub mod bank;
pub mod files;
pub mod funnel;
pub mod pictures;
pub mod questions;
pub mod readiness;
pub mod solution_checks;
pub mod tests;
pub mod translations;
pub mod trials;
