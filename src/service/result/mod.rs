//! Results: lists, review, scores, statistics.

pub mod deciding;
pub mod evidence;
pub mod history;
pub mod judging;
pub mod late_answers;
pub mod repairs;
pub mod rescoring;
pub mod result_list;
pub mod results;
pub mod review_queue;
pub mod reviewing;
pub mod rubrics;
pub mod scored;
pub mod scoring;
pub mod sharing;
pub mod similarity;
pub mod statistics;
pub mod under_review;
pub mod usage;
pub mod warming;
