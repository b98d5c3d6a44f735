//! History of answers: the chain of an attempt, the log of all entries, and those of an ended attempt in one record.

use super::{Index, IndexEntry, Record, Table};
use crate::{
    domain::{
        AttemptId, Instant,
        history::{Head, HistoryChain, HistoryEntry, HistoryMode, HistoryStage, LogPosition, Logged, PackedHistory},
    },
    store::{Read, StoreError, Tx, decode_body},
};
use serde::{Deserialize, Serialize};

/// Chains whose entries wait to be packed, or to be deleted from the log.
pub const CHAINS_TO_PACK: Index<HistoryChain, AttemptId> = Index::plain("chains_to_pack");

/// Before entries were logged together.
#[derive(Deserialize)]
struct ChainV1 {
    attempt_id: AttemptId,
    mode: HistoryMode,
    salt: [u8; 32],
    since: Option<Instant>,
    head: Head,
    links: u64,
    entries: u64,
    entries_head: Head,
    cost: u64,
    edits: u64,
    stage: HistoryStage,
}

impl Record for HistoryChain {
    const TABLE: Table = Table("history_chains");
    const VERSION: u8 = 2;
    type Id<'k> = AttemptId;
    fn id(&self) -> Self::Id<'_> {
        self.attempt_id
    }
    fn index_entries(&self) -> Vec<IndexEntry> {
        match self.stage {
            HistoryStage::Ended | HistoryStage::Packing => vec![CHAINS_TO_PACK.entry(self.attempt_id)],
            HistoryStage::Running | HistoryStage::Packed => vec![],
        }
    }
    fn upgrade(version: u8, body: &[u8]) -> Result<Self, StoreError> {
        if version != 1 {
            return Err(StoreError::Corrupt(format!("version {version} is not known")));
        }
        let old: ChainV1 = decode_body(body)?;
        let ChainV1 { attempt_id, mode, salt, since, head, links, entries, entries_head, cost, edits, stage } = old;
        let kept_head = (entries_head != head).then_some(entries_head);
        Ok(Self { attempt_id, mode, salt, since, head, links, entries, kept_head, cost, edits, stage, last: None })
    }
}

/// Before entries had the state of their chain.
#[derive(Deserialize)]
struct LoggedV1 {
    entry: HistoryEntry,
    before: Option<LogPosition>,
}

impl Record for Logged {
    const TABLE: Table = Table("history_log");
    const VERSION: u8 = 2;
    type Id<'k> = (Instant, AttemptId, u64);
    fn id(&self) -> Self::Id<'_> {
        (self.entry.at, self.entry.attempt_id, self.entry.number)
    }
    fn upgrade(version: u8, body: &[u8]) -> Result<Self, StoreError> {
        if version != 1 {
            return Err(StoreError::Corrupt(format!("version {version} is not known")));
        }
        let LoggedV1 { entry, before } = decode_body(body)?;
        Ok(Self { entry, before, state: None })
    }
}

impl Record for PackedHistory {
    const TABLE: Table = Table("history_packed");
    const VERSION: u8 = 1;
    type Id<'k> = AttemptId;
    fn id(&self) -> Self::Id<'_> {
        self.attempt_id
    }
}

/// An entry before the log: in a table that was ordered by attempt.
#[derive(Clone, Serialize, Deserialize)]
struct SingleEntry(HistoryEntry);

impl Record for SingleEntry {
    const TABLE: Table = Table("history_entries");
    const VERSION: u8 = 1;
    type Id<'k> = (AttemptId, u64);
    fn id(&self) -> Self::Id<'_> {
        (self.0.attempt_id, self.0.number)
    }
}

/// Moves the entries of all attempts into the log.
///
/// # Errors
/// Storage; a row that does not decode.
pub(super) fn log_entries(tx: &mut Tx<'_>) -> Result<(), StoreError> {
    for mut chain in tx.records::<HistoryChain>()? {
        let id = chain.attempt_id;
        let entries: Vec<SingleEntry> = tx.children(id)?;
        if entries.is_empty() {
            continue;
        }
        let packed = tx.get::<PackedHistory>(id)?.map_or(0, |packed| packed.entries);
        for SingleEntry(entry) in entries {
            tx.discard::<SingleEntry>((id, entry.number))?;
            // Packed ones wait for their deletion.
            if entry.number > packed {
                // The stored chain is that of all entries.
                let logged = Logged { state: None, ..chain.log(entry) };
                tx.put(&logged)?;
            }
        }
        tx.put(&chain)?;
    }
    Ok(())
}
