//! The runner of candidates' programs: a process of its own, which judges jobs in a [`sandbox`]. It knows neither tests nor
//! people: a [`job::Job`] holds source code, inputs and expected outputs.
//!
//! The server connects to its socket ([`client`], [`wire`], [`server`]); jobs wait in a queue that is fair between candidates
//! ([`queue`]) and are judged in slots ([`judge`]). `docs/sandbox.md` describes what holds a program.

pub mod checker;
pub mod client;
pub mod job;
pub mod judge;
pub mod language;
pub mod privileges;
pub mod queue;
pub mod sandbox;
pub mod server;
pub mod socket;
pub mod wire;
