//! Results: lists, decisions, evidence, statistics.

pub mod changes;
pub mod deciding;
pub mod evidence;
pub mod history;
pub mod late_answers;
pub mod result_list;
pub mod results;
pub mod sharing;
pub mod similarity;
pub mod statistics;
pub mod usage;
pub mod warming;
