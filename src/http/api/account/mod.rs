//! Accounts of staff and applicants.

pub mod accounts;
pub mod admins;
pub mod applicants;
