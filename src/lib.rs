#![doc = include_str!("../docs/architecture.md")]

pub mod ai;
pub mod app;
pub mod audit_out;
pub mod cli;
pub mod directory;
pub mod domain;
pub mod http;
pub mod live;
mod lookup;
pub mod mail;
pub mod picture;
pub mod rehearse;
pub mod runner;
pub mod secrets;
pub mod service;
pub mod state;
pub mod store;
mod sync;
pub mod twin;
pub mod watchdog;
pub mod webhook_out;
