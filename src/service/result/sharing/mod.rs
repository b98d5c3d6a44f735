//! Read-only links to results (`docs/behaviour/results.md#sharing`).

mod open;
pub mod shares;

pub use open::{SharedResult, SharedResults, open};
