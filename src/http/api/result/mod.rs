//! Results: scores, reviews, decisions, evidence.

pub mod changes;
pub mod deciding;
pub mod evidence;
pub mod export;
pub mod history;
pub mod judging;
pub mod repairs;
pub mod result_list;
pub mod results;
pub mod review_queue;
pub mod reviewing;
pub mod rubrics;
pub mod scoring;
pub mod sharing;
pub mod similarity;
pub mod statistics;
