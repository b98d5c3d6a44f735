//! Records of lost time.

use super::{Index, IndexEntry, Record, Table};
use crate::domain::{
    AttemptId, Instant, OutageId,
    outage::{Loss, Outage},
};

pub const OUTAGES_BY_TIME: Index<Outage, Instant> = Index::plain("outages_by_time");
pub const LOSSES_BY_ATTEMPT: Index<Loss, AttemptId> = Index::plain("losses_by_attempt");

impl Record for Outage {
    const TABLE: Table = Table("outages");
    const VERSION: u8 = 1;
    key!(self: OutageId = self.id);
    fn index_entries(&self) -> Vec<IndexEntry> {
        vec![OUTAGES_BY_TIME.entry(self.cut.from)]
    }
}

impl Record for Loss {
    const TABLE: Table = Table("losses");
    const VERSION: u8 = 1;
    key!(self: (OutageId, AttemptId) = (self.outage_id, self.attempt_id));
    fn index_entries(&self) -> Vec<IndexEntry> {
        vec![LOSSES_BY_ATTEMPT.entry(self.attempt_id)]
    }
}
