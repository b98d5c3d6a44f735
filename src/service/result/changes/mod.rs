//! Changes of results, for programs that keep a copy of them (`docs/behaviour/data.md#changes-of-results`).

pub(in crate::service) mod note;
pub mod parquet;
pub mod read;
mod row;

pub use row::{ChangedResult, SCHEMA_VERSION};
