//! Everything above single modules: the API through its router, the command line, stored bytes, and the shape of the source.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]

mod api;
mod asvs;
mod attacks;
mod bounds;
mod cli;
mod faults;
mod front;
mod packaging;
mod previous_version;
mod server;
mod support;
