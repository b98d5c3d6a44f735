//! History of answers: the chain of an attempt, the log of all entries, and those of an ended attempt in one record.

use super::{Index, IndexEntry, Record, Table};
use crate::{
    domain::{
        AttemptId, Instant,
        attempt::Answer,
        history::{
            ChainState, EntryBytes, Head, HistoryChain, HistoryEntry, HistoryMode, HistoryStage, LogPosition, Logged,
            PackedHistory, RecentState,
        },
    },
    store::{IdRange, Read, StoreError, Tx, decode_body},
};
use serde::{Deserialize, Serialize};
use std::{collections::BTreeSet, ops::ControlFlow, slice};

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
    key!(self: AttemptId = self.attempt_id);
    fn index_entries(&self) -> Vec<IndexEntry> {
        match self.stage {
            HistoryStage::Ended | HistoryStage::Packing => vec![CHAINS_TO_PACK.entry(self.attempt_id)],
            HistoryStage::Running | HistoryStage::Packed | HistoryStage::Deleting => vec![],
        }
    }
    fn upgrade(version: u8, body: &[u8]) -> Result<Self, StoreError> {
        if version != 1 {
            return Err(StoreError::unknown_version(version));
        }
        let old: ChainV1 = decode_body(body)?;
        let ChainV1 { attempt_id, mode, salt, since, head, links, entries, entries_head, cost, edits, stage } = old;
        let kept_head = (entries_head != head).then_some(entries_head);
        Ok(Self { attempt_id, mode, salt, since, head, links, entries, kept_head, cost, edits, stage, last: None })
    }
}

/// Before entries of an answer shared a row, and while an entry had the state of its running chain.
#[derive(Clone, Serialize, Deserialize)]
struct SingleLogged {
    entry: HistoryEntry,
    before: Option<LogPosition>,
    state: Option<SingleState>,
}

#[derive(Clone, Copy, Serialize, Deserialize)]
struct SingleState {
    head: Head,
    cost: u64,
    edits: u64,
}

/// Before entries had the state of their chain.
#[derive(Deserialize)]
struct SingleLoggedV1 {
    entry: HistoryEntry,
    before: Option<LogPosition>,
}

impl Record for SingleLogged {
    const TABLE: Table = Logged::TABLE;
    const VERSION: u8 = 2;
    key!(self: <Logged as Record>::Id<'k> = (self.entry.at, self.entry.attempt_id, self.entry.number));
    fn upgrade(version: u8, body: &[u8]) -> Result<Self, StoreError> {
        if version != 1 {
            return Err(StoreError::unknown_version(version));
        }
        let SingleLoggedV1 { entry, before } = decode_body(body)?;
        Ok(Self { entry, before, state: None })
    }
}

impl Record for Logged {
    const TABLE: Table = Table("history_log");
    const VERSION: u8 = 3;
    key!(self: (Instant, AttemptId, u64) = (self.place.at, self.attempt_id, self.place.number));
    fn upgrade(version: u8, body: &[u8]) -> Result<Self, StoreError> {
        let SingleLogged { entry, before, .. } =
            if version == SingleLogged::VERSION { decode_body(body)? } else { SingleLogged::upgrade(version, body)? };
        let place = LogPosition { at: entry.at, number: entry.number };
        let entries = EntryBytes::of(slice::from_ref(&entry));
        Ok(Self { attempt_id: entry.attempt_id, place, question_id: entry.question_id, entries, before })
    }
}

impl Record for PackedHistory {
    const TABLE: Table = Table("history_packed");
    const VERSION: u8 = 1;
    key!(self: AttemptId = self.attempt_id);
}

/// An entry before the log: in a table that was ordered by attempt.
#[derive(Clone, Serialize, Deserialize)]
struct SingleEntry(HistoryEntry);

impl Record for SingleEntry {
    const TABLE: Table = Table("history_entries");
    const VERSION: u8 = 1;
    key!(self: (AttemptId, u64) = (self.0.attempt_id, self.0.number));
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
                tx.put(&chain.store_apart(&entry))?;
            }
        }
        tx.put(&chain)?;
    }
    Ok(())
}

/// Stores the chains of running attempts, which an entry of the log continued: the newest one, found by the time of its
/// answer.
///
/// # Errors
/// Storage; a row that does not decode.
pub(super) fn store_chains(tx: &mut Tx<'_>) -> Result<(), StoreError> {
    let running = tx.records::<HistoryChain>()?.into_iter().filter(|chain| chain.stage == HistoryStage::Running);
    for mut chain in running {
        let (id, answers) = (chain.attempt_id, tx.children::<Answer>(chain.attempt_id)?);
        let saved: BTreeSet<Instant> = answers.iter().map(|answer| answer.saved_at).collect();
        let mut newest: Option<LogPosition> = None;
        for at in saved {
            tx.scan_ids::<SingleLogged>(IdRange::under((at, id)), true, &mut |place| {
                let (at, _, number) = place?;
                if newest.map_or(chain.links, |newest| newest.number) < number {
                    newest = Some(LogPosition { at, number });
                }
                Ok(ControlFlow::Break(()))
            })?;
        }
        let Some(place) = newest else { continue };
        let logged = tx.get::<SingleLogged>((place.at, id, place.number))?;
        let Some(SingleState { head, cost, edits }) = logged.and_then(|logged| logged.state) else { continue };
        let state = ChainState { head, cost, edits };
        chain.resume(&RecentState { number: place.number, state, last: Some(place) });
        tx.put(&chain)?;
    }
    Ok(())
}
