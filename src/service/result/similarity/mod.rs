//! Similar answers within a test (`docs/behaviour.md#similarity`): a list for a person to read, never a verdict.

mod beside;
pub mod job;
pub mod report;

pub use beside::{Origin, Side, beside};
