//! Push instead of polls. The media plane of live video has its place here too.

mod hub;

pub use hub::{Audience, Event, Hub, Numbered, Subscription, TURNS, Told};
