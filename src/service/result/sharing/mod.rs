//! Read-only links to results (`docs/behaviour/results.md#sharing`).

pub(in crate::service) mod of_order;
mod open;
pub mod shares;

pub use open::{SharedResult, SharedResults, open};
