//! Rubrics (`docs/behaviour/results.md#rubrics`): what points consist of, chosen item by item. A change of one takes effect
//! at once for what is scored from then on; [`job`] scores the answers that were scored by it before.

pub mod choice;
pub mod edit;
pub mod job;
pub mod preview;
mod rescore;
