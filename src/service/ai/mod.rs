//! Questions and reviews by the AI service, and its settings.

pub mod agreement;
pub mod ai_settings;
pub mod exchange;
pub mod generation;
pub mod review;
