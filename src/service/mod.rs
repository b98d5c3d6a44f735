//! Use cases, one file per capability: `(&App, permission, input) -> Result<output>`. Each mutation is one write
//! transaction; mails and events follow after the commit.

pub mod account;
pub mod actor;
pub mod ai;
pub mod attempt;
pub mod events;
pub mod export;
pub mod import;
pub mod invite;
pub mod mail;
pub mod monitor;
pub mod notifications;
pub mod operate;
pub mod query;
pub mod result;
pub mod scoring;
pub mod settings;
pub mod test;
pub mod webhook;
pub mod work;
