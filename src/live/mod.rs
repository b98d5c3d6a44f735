//! Server push (the event hub) and live video (the media plane).

mod hub;
pub mod media;
mod staff_event;
mod throttle;
pub mod webm;

pub use hub::{Audience, Event, Hub, MAX_TOTAL, PER_ACCOUNT, PER_ATTEMPT, StreamMessage, Subscription, TURNS};
pub use staff_event::{StaffEvent, audiences};
pub use throttle::{AboutPerson, Numbered};
