//! The chain of an attempt, which decides how each save is kept.

use super::{
    Arrival, Head, HistoryMode,
    edits::{Edits, TextDifference},
    entry::{HistoryEntry, KeptContent},
    logged::LogPosition,
};
use crate::domain::{AttemptId, Instant};
use serde::{Deserialize, Serialize};

/// Bytes of edits kept for an attempt; of further saves, only the texts are kept.
pub const MAX_EDITS: u64 = 2 * 1024 * 1024;
/// Bytes kept for an attempt, with [`ENTRY_COST`](super::entry::ENTRY_COST) for each save; further saves only move the head.
pub const MAX_KEPT: u64 = 6 * 1024 * 1024;

/// State of a chain after an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChainState {
    pub head: Head,
    pub cost: u64,
    pub edits: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum HistoryStage {
    Running,
    /// Its entries wait to be packed.
    Ended,
    /// The entries are packed, but still in the log.
    Packing,
    Packed,
    /// The entries are being deleted together with the attempt.
    Deleting,
}

/// The chain of an attempt. A save of a running attempt is not stored here, but with its answer: the newest of its
/// [`RecentState`](super::RecentState)s continues the stored chain.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HistoryChain {
    pub attempt_id: AttemptId,
    pub mode: HistoryMode,
    pub salt: [u8; 32],
    /// Set if the attempt began before history was kept.
    pub since: Option<Instant>,
    pub head: Head,
    /// Number of saves.
    pub links: u64,
    /// Number of entries: as many, unless they would exceed [`MAX_KEPT`].
    pub entries: u64,
    /// The head after the last entry, if saves after it were not kept.
    pub kept_head: Option<Head>,
    pub cost: u64,
    pub edits: u64,
    pub stage: HistoryStage,
    /// The last row in the log. It leads to those before it.
    pub last: Option<LogPosition>,
}

/// A text that arrives.
#[derive(Clone, Copy, Debug)]
pub struct Arrived<'a> {
    pub question_id: &'a str,
    pub seq: u64,
    pub text: &'a str,
    /// Edits as the page sent them; empty without any.
    pub edits: &'a [u8],
    pub at: Instant,
    pub arrival: Arrival,
}

impl HistoryChain {
    #[must_use]
    pub fn new(attempt_id: AttemptId, mode: HistoryMode, salt: [u8; 32], since: Option<Instant>) -> Self {
        let head = Head::first(&salt, attempt_id, mode, since);
        Self {
            attempt_id,
            mode,
            salt,
            since,
            head,
            links: 0,
            entries: 0,
            kept_head: None,
            cost: 0,
            edits: 0,
            stage: HistoryStage::Running,
            last: None,
        }
    }

    /// Chains a text that replaces `before`, the counted text of this question and its number. Returns the entry to be
    /// kept, if it is within the limits.
    #[must_use]
    pub fn append(&mut self, arrived: &Arrived<'_>, before: Option<(&str, u64)>) -> Option<HistoryEntry> {
        let content = self.content(arrived, before.unwrap_or_default());
        let Arrived { question_id, seq, text, at, arrival, .. } = *arrived;
        let entry = HistoryEntry {
            attempt_id: self.attempt_id,
            number: self.links + 1,
            question_id: question_id.to_owned(),
            seq,
            at,
            arrival,
            content,
        };
        let before = self.head;
        self.head = self.head.next(&entry.link(text));
        let is_whole = self.entries == self.links;
        self.links += 1;
        let cost = self.cost.saturating_add(entry.cost());
        if !is_whole || cost > MAX_KEPT {
            self.kept_head.get_or_insert(before);
            return None;
        }
        self.cost = cost;
        self.edits = self.edits.saturating_add(entry.edits());
        self.entries = self.links;
        Some(entry)
    }

    #[must_use]
    pub const fn state(&self) -> ChainState {
        ChainState { head: self.head, cost: self.cost, edits: self.edits }
    }

    /// Marks it as being deleted, and deletes its salt: from then on its heads say nothing about texts.
    pub const fn forget(&mut self) {
        self.stage = HistoryStage::Deleting;
        self.salt = [0; 32];
    }

    #[must_use]
    pub fn is_forgotten(&self) -> bool {
        self.stage == HistoryStage::Deleting && self.salt == [0; 32]
    }

    /// The head after the last entry.
    #[must_use]
    pub fn entries_head(&self) -> Head {
        self.kept_head.unwrap_or(self.head)
    }

    fn content(&self, arrived: &Arrived<'_>, (before, before_seq): (&str, u64)) -> KeptContent {
        if arrived.arrival != Arrival::Counted {
            return KeptContent::Whole(arrived.text.to_owned());
        }
        let is_wanted = self.mode == HistoryMode::Keystrokes && self.edits + arrived.edits.len() as u64 <= MAX_EDITS;
        let fits = |edits: &Edits| {
            let starts = edits.base_seq == before_seq || (edits.base_seq == 0 && before.is_empty());
            starts && edits.are_timely() && edits.lead(before, arrived.text)
        };
        if is_wanted && !arrived.edits.is_empty() && Edits::read(arrived.edits).as_ref().is_some_and(fits) {
            return KeptContent::Edits(arrived.edits.to_owned());
        }
        KeptContent::Difference(TextDifference::between(before, arrived.text).to_bytes())
    }
}
