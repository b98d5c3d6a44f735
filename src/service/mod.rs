//! Use-cases, one file per capability. Each is `(&App, permission, input) -> Result<output>`, and each that changes
//! anything is one write transaction; mails and events follow from it after the commit.

pub mod accounts;
pub mod actor;
pub mod admins;
pub mod ai_settings;
pub mod answers_file;
pub mod applicants;
pub mod attempts;
pub mod audit;
pub mod auto_review;
pub mod demo;
pub mod events;
pub mod export;
pub mod finish;
pub mod generation;
pub mod invites;
pub mod journal;
pub mod letters;
pub mod links;
pub mod mailbox;
pub mod notifications;
pub mod outbox;
pub mod overview;
pub mod page;
pub mod papers;
pub mod people;
pub mod proctor;
mod removal;
pub mod results;
pub mod resume;
pub mod review_queue;
pub mod scoring;
pub mod settings;
pub mod sign_in_guard;
pub mod signals;
pub mod sweeper;
pub mod tests;
