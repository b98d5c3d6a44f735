//! Results: lists, review, scores, statistics.

pub mod deciding;
pub mod history;
pub mod judging;
pub mod repairs;
pub mod results;
pub mod review_queue;
pub mod scoring;
pub mod statistics;
pub mod under_review;
