//! Invitations and their links.

pub mod actions;
pub mod agreed;
pub mod bulk;
pub mod invites;
pub mod link;
pub mod list;
pub mod my_invites;
pub mod orders;
pub mod panel_calendar;
pub mod people_list;
