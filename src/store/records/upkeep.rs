//! Records of backups and of the audit log.

use super::Single;
use crate::{
    domain::{audit::AuditEntry, audit_out::AuditPosition, upkeep::Upkeep},
    store::{Record, Table},
};

impl Record for Upkeep {
    const TABLE: Table = Table("upkeep");
    const VERSION: u8 = 1;
    type Id<'k> = Single;
    fn id(&self) -> Single {
        Single
    }
}

impl Record for AuditEntry {
    const TABLE: Table = Table("audit");
    const VERSION: u8 = 1;
    type Id<'k> = u64;
    fn id(&self) -> Self::Id<'_> {
        self.number
    }
}

impl Record for AuditPosition {
    const TABLE: Table = Table("audit_positions");
    const VERSION: u8 = 1;
    type Id<'k> = &'k str;
    fn id(&self) -> Self::Id<'_> {
        &self.target
    }
}
