//! History of answers: the chain of an attempt, its entries, and these in one record once it has ended.

use super::{Entry as IndexEntry, Index, Record, Table};
use crate::domain::{
    AttemptId,
    history::{Chain, Entry, Packed, Stage},
};

/// Chains whose entries wait to be packed.
pub const CHAINS_TO_PACK: Index<Chain, AttemptId> = Index::plain("chains_to_pack");

impl Record for Chain {
    const TABLE: Table = Table("history_chains");
    const VERSION: u8 = 1;
    type Id<'k> = AttemptId;
    fn id(&self) -> Self::Id<'_> {
        self.attempt_id
    }
    fn index_entries(&self) -> Vec<IndexEntry> {
        match self.stage {
            Stage::Ended | Stage::Packing => vec![CHAINS_TO_PACK.entry(self.attempt_id)],
            Stage::Running | Stage::Packed => vec![],
        }
    }
}

impl Record for Entry {
    const TABLE: Table = Table("history_entries");
    const VERSION: u8 = 1;
    type Id<'k> = (AttemptId, u64);
    fn id(&self) -> Self::Id<'_> {
        (self.attempt_id, self.number)
    }
}

impl Record for Packed {
    const TABLE: Table = Table("history_packed");
    const VERSION: u8 = 1;
    type Id<'k> = AttemptId;
    fn id(&self) -> Self::Id<'_> {
        self.attempt_id
    }
}
