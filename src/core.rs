//! All of Invigil but its HTTP interface and its command line, which are the crate `invigil` above it. Apart from them, a
//! change of a handler or of a command compiles a fifth of the code; see the crate `invigil` for the architecture.

pub mod ai;
pub mod app;
pub mod audit_out;
pub mod directory;
pub mod domain;
pub mod live;
pub mod lookup;
pub mod mail;
pub mod picture;
pub mod rehearse;
pub mod runner;
pub mod secrets;
pub mod service;
pub mod state;
pub mod store;
pub mod sync;
pub mod twin;
pub mod watchdog;
pub mod webhook_out;
