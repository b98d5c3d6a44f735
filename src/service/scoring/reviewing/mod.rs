//! Reviewing by several people (`docs/behaviour/results.md#reviewing`). [`assigning`] says who scores what; [`dealer`]
//! gives each answer that waits to a person, at once when it is submitted, or in batches after a change of the assignments
//! ([`dealing`]). People read and score theirs in [`queue`] and [`marks`]; [`marking_sync`] keeps them in step with what
//! administrators do.

pub mod agreement;
pub mod assigning;
pub mod dealer;
pub mod dealing;
pub mod marking_sync;
pub mod marks;
pub mod queue;
