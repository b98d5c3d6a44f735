//! The API through its router, one file per resource.

mod accommodations;
mod accounts;
mod ai;
mod audit;
mod auto_review;
mod canary;
mod events;
mod ground;
mod invites;
mod links;
mod mail;
mod mailbox;
mod mine;
mod openapi;
mod overview;
mod permissions;
mod reminders;
mod restart;
mod results;
mod review;
mod scoring;
mod settings;
mod take;
mod tests;
