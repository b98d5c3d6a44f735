//! Audit log: a hash chain of actions. Each entry's hash covers the previous one, so that a deleted or changed entry is
//! detected. It contains ids, never names or addresses, so that erasing a person leaves the chain intact
//! (`docs/behaviour/data.md#audit-log`).

use super::{Instant, UserId};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AuditEntry {
    pub number: u64,
    pub at: Instant,
    /// `None`: the operator at the command line, or the system.
    pub actor: Option<UserId>,
    /// Dotted action: `test.create`, `attempt.release`.
    pub action: String,
    /// Id of the action's target, as text.
    pub target: String,
    /// The reason given, or a short machine-readable note.
    pub note: String,
    pub hash: [u8; 32],
}

impl AuditEntry {
    /// SHA-256 over the previous entry's hash and this entry's content.
    #[must_use]
    pub fn chained(mut self, previous: &[u8; 32]) -> Self {
        let mut hash = Sha256::new();
        hash.update(previous);
        hash.update(self.number.to_be_bytes());
        hash.update(self.at.as_millis().to_be_bytes());
        hash.update(self.actor.map_or([0; 16], |id| id.0.into_bytes()));
        for part in [&self.action, &self.target, &self.note] {
            hash.update((part.len() as u64).to_be_bytes());
            hash.update(part.as_bytes());
        }
        self.hash = hash.finalize().into();
        self
    }
}
