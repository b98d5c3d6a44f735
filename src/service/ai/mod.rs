//! Questions and reviews by the AI service, and its settings.

pub mod ai_settings;
pub mod generation;
pub mod review;
