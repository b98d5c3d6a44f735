//! Integration tests: the API through its router, the command line, stored bytes, attacks, faults, and source rules.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a panic fails the test")]

mod api;
mod assurance;
mod asvs;
mod attacks;
mod bounds;
mod cli;
mod directory;
mod faults;
mod front;
mod mail_servers;
mod packaging;
mod previous_version;
mod server;
mod support;
