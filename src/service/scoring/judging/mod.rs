//! Judging of submitted code on all tests of its question (`docs/behaviour/code.md#judging`).
//!
//! A [`Judging`](crate::domain::judging::Judging) is written with the submission, and is the queue. The worker sends what
//! is due to the runner; its outcome is written once, with the points that it earns.

pub mod dry_run;
pub mod held;
pub mod job;
pub mod outcome;
pub mod queue;
pub mod rejudge;
pub(in crate::service) mod rejudge_job;
pub mod solutions;
pub mod worker;
