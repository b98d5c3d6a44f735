//! Evidence of a result, signed by this installation (`docs/evidence.md`).

mod bundle;
mod gather;
pub mod keys;
mod report;
pub mod verify;

pub use bundle::{EvidenceRequest, order, write};
pub use report::pem;
