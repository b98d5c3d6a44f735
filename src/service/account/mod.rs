//! Accounts: sign-in, registration, administrators, applicants.

pub mod accounts;
pub mod admins;
pub mod applicants;
pub mod erasure;
pub mod registration;
