//! Stored form of a history: the chain of an attempt and an entry for each save.

use super::{
    Arrival, Head, HistoryMode,
    chain::ChainLink,
    edits::{Edits, TextDifference},
};
use crate::domain::{AttemptId, Instant};
use serde::{Deserialize, Serialize};

/// Bytes of edits kept for an attempt; of further saves, only the texts are kept.
pub const MAX_EDITS: u64 = 2 * 1024 * 1024;
/// Bytes kept for an attempt, with [`ENTRY_COST`] for each save; further saves only move the head.
pub const MAX_KEPT: u64 = 6 * 1024 * 1024;
/// Cost of an entry beside its content.
pub const ENTRY_COST: u64 = 64;

/// Where an entry is logged: its time and number, with its attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LogPosition {
    pub at: Instant,
    pub number: u64,
}

/// An entry in the log of all attempts, until it is packed. The log is ordered by time, so that the saves of one commit
/// are written beside each other.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Logged {
    pub entry: HistoryEntry,
    /// The entry of the attempt before this one.
    pub before: Option<LogPosition>,
    /// The chain after this entry; `None` in a log of an earlier version.
    pub state: Option<ChainState>,
}

/// State of a chain after an entry. A save stores it instead of the chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChainState {
    pub head: Head,
    pub cost: u64,
    pub edits: u64,
}

/// How an entry keeps its text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum KeptContent {
    /// [`Edits`] that lead to it from the text before.
    Edits(Vec<u8>),
    /// The [`TextDifference`] to the text before.
    Difference(Vec<u8>),
    Whole(String),
}

impl KeptContent {
    const fn size(&self) -> u64 {
        match self {
            Self::Edits(bytes) | Self::Difference(bytes) => bytes.len() as u64,
            Self::Whole(text) => text.len() as u64,
        }
    }

    /// Its size towards [`MAX_EDITS`].
    const fn edits(&self) -> u64 {
        if let Self::Edits(_) = self { self.size() } else { 0 }
    }
}

/// A save.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HistoryEntry {
    pub attempt_id: AttemptId,
    /// From 1, in the order of arrival.
    pub number: u64,
    pub question_id: String,
    /// The journal's number.
    pub seq: u64,
    pub at: Instant,
    pub arrival: Arrival,
    pub content: KeptContent,
}

impl HistoryEntry {
    /// Its size towards [`MAX_KEPT`].
    #[must_use]
    pub fn cost(&self) -> u64 {
        self.content.size() + self.question_id.len() as u64 + ENTRY_COST
    }

    /// Its size towards [`MAX_EDITS`].
    #[must_use]
    pub const fn edits(&self) -> u64 {
        self.content.edits()
    }

    /// The text, given the one of this question before; `None` if the content does not fit.
    pub(super) fn text(&self, before: &str) -> Option<String> {
        match &self.content {
            KeptContent::Edits(bytes) => Edits::read(bytes)?.apply(before),
            KeptContent::Difference(bytes) => TextDifference::read(bytes)?.apply(before),
            KeptContent::Whole(text) => Some(text.clone()),
        }
    }

    pub(super) fn link<'l>(&'l self, text: &'l str) -> ChainLink<'l> {
        let edits = if let KeptContent::Edits(bytes) = &self.content { bytes.as_slice() } else { &[] };
        let Self { question_id, seq, at, arrival, .. } = self;
        ChainLink { question_id, seq: *seq, text, edits, at: *at, arrival: *arrival }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum HistoryStage {
    Running,
    /// Its entries wait to be packed.
    Ended,
    /// They are packed, but still in the log.
    Packing,
    Packed,
}

/// The chain of an attempt. A save of a running attempt is not stored here, but as the [`ChainState`] of its entry: the
/// newest one in the log continues the stored chain.
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
    /// The last entry in the log. It leads to those before it.
    pub last: Option<LogPosition>,
}

/// A text that arrives.
#[derive(Clone, Copy, Debug)]
pub struct Arrived<'a> {
    pub question_id: &'a str,
    pub seq: u64,
    pub text: &'a str,
    /// As sent by the page; empty without.
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
        let cost = self.cost + entry.cost();
        if !is_whole || cost > MAX_KEPT {
            self.kept_head.get_or_insert(before);
            return None;
        }
        self.cost = cost;
        self.edits += entry.edits();
        self.entries = self.links;
        Some(entry)
    }

    /// Continues the log of this attempt with `entry`.
    #[must_use]
    pub const fn log(&mut self, entry: HistoryEntry) -> Logged {
        let place = LogPosition { at: entry.at, number: entry.number };
        Logged { entry, before: self.last.replace(place), state: Some(self.state()) }
    }

    #[must_use]
    pub const fn state(&self) -> ChainState {
        ChainState { head: self.head, cost: self.cost, edits: self.edits }
    }

    /// Continues a stored chain with its newest entry in the log.
    pub const fn resume(&mut self, newest: &Logged) {
        let Logged { entry, state, .. } = newest;
        let Some(state) = state else { return };
        if entry.number <= self.links {
            return;
        }
        ChainState { head: self.head, cost: self.cost, edits: self.edits } = *state;
        (self.links, self.entries) = (entry.number, entry.number);
        self.last = Some(LogPosition { at: entry.at, number: entry.number });
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
