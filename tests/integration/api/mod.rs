//! The API through its router, one file per resource.

mod accounts;
mod admins;
mod ai;
mod applicants;
mod audit;
mod auto_review;
mod canary;
mod events;
mod ground;
mod invite_bulk;
mod invites;
mod links;
mod mail;
mod mine;
mod notifications;
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
