//! Keys that sign evidence.

use super::{Record, Table};
use crate::domain::evidence::EvidenceKey;

impl Record for EvidenceKey {
    const TABLE: Table = Table("evidence_keys");
    const VERSION: u8 = 1;
    type Id<'k> = [u8; 32];
    fn id(&self) -> Self::Id<'_> {
        self.fingerprint.0
    }
}
