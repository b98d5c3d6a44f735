//! Invites: create, list, revoke, the page behind an invite link, an applicant's own.

pub mod actions;
pub mod agreed;
pub mod bulk;
pub mod invites;
pub mod link;
pub mod list;
pub mod lti;
pub mod my_invites;
pub mod orders;
pub mod panel_calendar;
pub mod people_list;
pub mod reminders;
