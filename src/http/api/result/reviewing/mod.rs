//! Reviewing by several people (docs/behaviour/results.md#reviewing): assignments and agreement for administrators, and the calls of
//! those who score.

pub mod agreement;
pub mod assignments;
pub mod queue;
