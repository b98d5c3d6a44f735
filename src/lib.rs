#![doc = include_str!("../docs/architecture.md")]

pub mod cli;
pub mod http;

pub use invigil_core::{
    ai, app, audit_out, directory, domain, live, lookup, mail, picture, rehearse, runner, secrets, sentence, service,
    state, store, sync, twin, watchdog, webhook_out,
};
