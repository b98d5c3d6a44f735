//! Exam sessions (docs/behaviour/sessions.md).

pub mod check_in;
pub mod people;
pub mod sessions;
