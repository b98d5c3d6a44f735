//! One file per resource: its wire types and its handlers.

pub mod accounts;
pub mod admins;
pub mod ai;
pub mod applicants;
pub mod attempts;
pub mod doctor;
pub mod events;
pub mod export;
pub mod incidents;
pub mod invite_bulk;
pub mod invites;
pub mod links;
pub mod list;
pub mod mine;
pub mod notifications;
pub mod overview;
pub mod results;
pub mod review;
pub mod scoring;
pub mod settings;
pub mod signals;
pub mod statistics;
pub mod take;
pub mod tests;
pub mod timeline;
pub mod webrtc;
