//! Server push (the event hub) and live video (the media plane).

mod hub;
pub mod media;
mod pace;

pub use hub::{Audience, Event, Hub, IN_ALL, PER_ACCOUNT, PER_ATTEMPT, StreamMessage, Subscription, TURNS};
pub use pace::Numbered;
