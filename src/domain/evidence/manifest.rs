//! The manifest: hashes of all other files, and the key that signs them.

use super::Fingerprint;
use crate::domain::hex;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

pub const MANIFEST: &str = "manifest.json";
pub const SIGNATURE: &str = "manifest.sig";
const VERSION: u32 = 1;
const LABEL: &[u8] = b"invigil-evidence-manifest-1\n";

/// A file by its hash.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListedFile {
    pub name: String,
    pub size: u64,
    pub sha256: String,
}

impl ListedFile {
    #[must_use]
    pub fn of(name: &str, content: &[u8]) -> Self {
        Self { name: name.to_owned(), size: content.len() as u64, sha256: hex::encode(&Sha256::digest(content)) }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EvidenceManifest {
    pub version: u32,
    /// The program that wrote it.
    pub product: String,
    pub created: String,
    pub attempt: String,
    /// Head of the history's chain; `None` if no history was kept.
    pub head: Option<String>,
    pub public_key: String,
    pub fingerprint: String,
    /// Files of the archive, in its order.
    pub files: Vec<ListedFile>,
}

impl EvidenceManifest {
    /// A manifest without files.
    #[must_use]
    pub fn new(created: String, attempt: String, head: Option<String>, public: &[u8; 32]) -> Self {
        Self {
            version: VERSION,
            product: concat!("Invigil ", env!("CARGO_PKG_VERSION")).to_owned(),
            created,
            attempt,
            head,
            public_key: hex::encode(public),
            fingerprint: Fingerprint::of(public).to_string(),
            files: Vec::new(),
        }
    }

    /// `None` unless it is a manifest of a known version.
    #[must_use]
    pub fn read(bytes: &[u8]) -> Option<Self> {
        serde_json::from_slice(bytes).ok().filter(|manifest: &Self| manifest.version == VERSION)
    }

    /// The key that it names, if the fingerprint is the key's.
    #[must_use]
    pub fn public_key(&self) -> Option<[u8; 32]> {
        let public = hex::decode32(&self.public_key)?;
        (Fingerprint::of(&public).to_string() == self.fingerprint).then_some(public)
    }

    /// The bytes that are signed.
    #[must_use]
    pub fn signed(manifest: &[u8]) -> Vec<u8> {
        [LABEL, manifest].concat()
    }
}
