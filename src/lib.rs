//! Invigil.
pub mod mail;
pub mod secrets;
pub mod store;
