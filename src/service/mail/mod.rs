//! Mails: the queue, its delivery, their text, and email verification.

pub mod deliver;
mod letter;
pub mod queue;
pub mod render;
pub mod sample;
pub mod verify;
pub mod waiting;
