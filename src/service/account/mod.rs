//! Accounts: sign-in, registration, forgotten passwords, sessions, second factors, administrators, applicants.

pub mod accounts;
pub mod admins;
pub mod applicants;
pub mod credentials;
pub mod directory;
pub mod erasure;
pub mod grants;
pub mod registration;
pub mod reset;
pub mod second_factor;
pub mod sessions;
pub mod tokens;
