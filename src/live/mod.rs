//! Push instead of polls, and live video: the event hub and the media plane.

mod hub;
pub mod media;
mod pace;

pub use hub::{Audience, Event, Hub, IN_ALL, PER_ACCOUNT, PER_ATTEMPT, Subscription, TURNS, Told};
pub use pace::Numbered;
