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
    key!(self: u64 = self.number);
}

impl Record for AuditPosition {
    const TABLE: Table = Table("audit_positions");
    const VERSION: u8 = 1;
    key!(self: &'k str = &self.target);
}
