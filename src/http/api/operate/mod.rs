//! The state of the server and its code runners.

pub mod daily;
pub mod doctor;
pub mod jobs;
pub mod operations;
pub mod overview;
pub mod runner_calls;
pub mod runners;
pub mod sentence;
