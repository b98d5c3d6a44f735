//! The API through its router, one file per resource.

mod accounts;
mod invites;
mod links;
mod mail;
mod openapi;
mod take;
mod tests;
