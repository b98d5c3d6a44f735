//! Holds, and what is left of results that ended.

use super::{IndexEntry, Record, Table};
use crate::{
    domain::{
        HoldId, TestId,
        retention::{Hold, PastFigures},
    },
    store::Index,
};

/// Holds by the id of what is held.
pub const HOLDS_BY_SUBJECT: Index<Hold, &str> = Index::plain("holds_by_subject");

impl Record for Hold {
    const TABLE: Table = Table("holds");
    const VERSION: u8 = 1;
    key!(self: HoldId = self.id);
    fn index_entries(&self) -> Vec<IndexEntry> {
        vec![HOLDS_BY_SUBJECT.entry(&self.subject.key())]
    }
}

impl Record for PastFigures {
    const TABLE: Table = Table("past_figures");
    const VERSION: u8 = 1;
    key!(self: TestId = self.test_id);
}
