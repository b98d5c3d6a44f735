//! Push instead of polls, and live video: the event hub and the media plane.

mod hub;
pub mod media;

pub use hub::{Audience, Event, Hub, Numbered, Subscription, TURNS, Told};
