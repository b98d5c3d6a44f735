//! The code runner as a process: attacks on its sandbox, faults, verdicts on bad input, its command line.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a panic fails the test")]

mod attacks;
mod client;
mod command_line;
mod delegated;
mod kills;
mod languages;
mod neighbours;
mod priority;
mod protocol;
mod sabotage;
mod site;
mod survey;
mod verdicts;
