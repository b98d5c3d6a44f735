//! Calls of the AI model.

pub mod agreement;
pub mod models;
