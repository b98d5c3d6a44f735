//! Authoring tests.

pub mod authoring;
