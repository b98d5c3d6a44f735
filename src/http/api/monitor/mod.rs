//! Running attempts, as those who watch see them.

pub mod asking;
pub mod broadcast;
pub mod incidents;
pub mod list;
pub mod messages;
pub mod outages;
pub mod pausing;
pub mod presence;
pub mod proctor;
pub mod timeline;
pub mod webrtc;
