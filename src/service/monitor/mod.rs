//! Watching running attempts and acting on them.

pub mod acknowledgement;
pub mod asking;
pub mod broadcast;
pub(in crate::service) mod clip_marks;
pub mod clips;
mod extension;
pub mod incidents;
pub mod list;
pub mod messages;
pub mod outages;
pub mod pausing;
pub mod presence;
pub mod proctor;
pub mod reopen;
pub mod screenshots;
pub mod session;
pub mod still_frames;
pub mod video;
pub mod video_state;
