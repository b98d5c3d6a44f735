//! Mails: the queue, its delivery, their text, and email verification.

pub mod deliver;
mod delivery;
pub mod digest;
pub mod held;
mod letter;
pub mod notice;
mod outcome;
pub mod queue;
pub mod render;
pub mod reset;
pub mod sample;
pub mod standing;
pub mod verify;
pub mod waiting;
