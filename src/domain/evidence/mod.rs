//! Evidence of a result: the file that holds it, who signed it, and what it proves (`docs/evidence.md`).

pub mod archive;
pub mod documents;
mod key;
mod manifest;
mod proof;

pub use key::{EvidenceKey, Fingerprint};
pub use manifest::{EvidenceManifest, ListedFile, MANIFEST, SIGNATURE};
pub use proof::{Proof, prove};

use serde::Serialize;

/// Defect of evidence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct EvidenceFinding {
    pub code: &'static str,
    pub text: String,
}

impl EvidenceFinding {
    #[must_use]
    pub fn new(code: &'static str, text: impl Into<String>) -> Self {
        Self { code, text: text.into() }
    }
}
