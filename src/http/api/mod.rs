//! API handlers and wire types: a folder per capability, as in `service`, with one file per resource.

pub mod account;
pub mod ai;
pub mod ats;
pub mod attempt;
pub mod events;
pub mod invite;
pub mod list;
pub mod lti;
pub mod monitor;
pub mod notifications;
pub mod operate;
pub mod points;
pub mod result;
pub mod session;
pub mod settings;
pub mod test;
pub mod webhook;
