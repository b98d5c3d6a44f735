//! One file per resource: its wire types and its handlers.

pub mod accounts;
pub mod attempts;
pub mod events;
pub mod invites;
pub mod links;
pub mod list;
pub mod mine;
pub mod overview;
pub mod results;
pub mod settings;
pub mod signals;
pub mod take;
pub mod tests;
