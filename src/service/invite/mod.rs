//! Invites: create, list, revoke, the page behind an invite link, an applicant's own.

pub mod bulk;
pub mod invites;
pub mod link;
pub mod my_invites;
