//! The API through its router, one file per resource.

mod accounts;
mod invites;
mod links;
mod mail;
mod openapi;
mod reminders;
mod take;
mod tests;
