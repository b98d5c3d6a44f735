//! Authoring tests.

pub mod anonymity;
pub mod archive;
pub mod authoring;
pub mod bank;
pub mod force_deletion;
pub mod funnel;
pub mod pictures;
pub mod readiness;
pub mod sections;
pub mod solution_checks;
pub mod staged_import;
mod translated_files;
pub mod translations;
pub mod trial;
