//! Exam sessions (docs/behaviour/sessions.md).

pub mod admit;
pub mod announcing;
pub mod check_in;
pub mod choices;
pub mod identity;
pub mod pausing;
pub mod people;
pub mod rehearsal;
pub mod sessions;
