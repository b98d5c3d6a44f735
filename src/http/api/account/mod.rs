//! Accounts of staff and applicants.

pub mod accounts;
pub mod admins;
pub mod applicants;
pub mod digest;
pub mod grants;
pub mod providers;
pub mod resets;
pub mod second_factor;
pub mod sessions;
pub mod tokens;
