//! Scoring: by people with rubrics, by an AI, by running code, and again after a repair.

pub mod judging;
pub mod repairs;
pub mod rescoring;
pub mod review_queue;
pub mod reviewing;
pub mod rubrics;
pub mod scored;
pub mod scores;
pub mod under_review;
