//! Authoring tests.

pub mod authoring;
pub mod funnel;
pub mod pictures;
pub mod staged;
