//! Keys that sign evidence (`docs/evidence.md#keys`).

use crate::domain::{Instant, hex};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::fmt;

/// SHA-256 of a public key; 64 hexadecimal digits as text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fingerprint(pub [u8; 32]);

impl Fingerprint {
    #[must_use]
    pub fn of(public: &[u8; 32]) -> Self {
        Self(Sha256::digest(public).into())
    }
}

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex::encode(&self.0))
    }
}

/// An Ed25519 key pair. Public keys are kept forever: files that they verify are elsewhere.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EvidenceKey {
    pub fingerprint: Fingerprint,
    pub public: [u8; 32],
    /// The private key; only until the key is retired.
    pub sealed: Option<Vec<u8>>,
    pub created_at: Instant,
    pub retired_at: Option<Instant>,
}

impl EvidenceKey {
    #[must_use]
    pub fn new(public: [u8; 32], sealed: Vec<u8>, created_at: Instant) -> Self {
        Self { fingerprint: Fingerprint::of(&public), public, sealed: Some(sealed), created_at, retired_at: None }
    }

    /// The key without its private part.
    #[must_use]
    pub fn retired(self, at: Instant) -> Self {
        Self { sealed: None, retired_at: self.retired_at.or(Some(at)), ..self }
    }
}
