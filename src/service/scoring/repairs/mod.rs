//! Repairs of keys (`docs/behaviour/results.md#repairs`). The repairs of a test are one record. A change of it takes effect
//! at once for what is scored from then on; [`job`] scores what was scored before.

pub mod job;
pub mod list;
pub mod marks;
pub mod preview;
pub mod rescore;
