//! Exam sessions: sessions, their people, check-in, the common start (`docs/behaviour/sessions.md`).

pub mod admit;
pub mod announcing;
pub mod check_in;
pub mod choices;
pub(super) mod holding;
pub mod identity;
pub mod pausing;
pub mod people;
pub mod pictures_asked;
pub mod rehearsal;
mod room;
pub mod seats;
pub mod sessions;
pub mod share;
pub mod start;
