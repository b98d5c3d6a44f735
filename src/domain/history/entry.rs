//! A save, as it is kept.

use super::{
    Arrival,
    chain::ChainLink,
    edits::{Edits, TextDifference},
    varint::{self, VarintReader},
};
use crate::domain::{AttemptId, Instant};
use serde::{Deserialize, Serialize};

/// Cost of an entry beside its content.
pub const ENTRY_COST: u64 = 64;

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

    /// Its size towards [`super::MAX_EDITS`].
    const fn edits(&self) -> u64 {
        if let Self::Edits(_) = self { self.size() } else { 0 }
    }

    /// Reads what [`HistoryEntry::put_content`] has appended.
    pub(super) fn take(from: &mut VarintReader<'_>) -> Option<(Arrival, Self)> {
        let kind = from.byte()?;
        let content = match kind & 3 {
            0 => Self::Edits(from.bytes()?.to_owned()),
            1 => Self::Difference(from.bytes()?.to_owned()),
            2 => Self::Whole(from.text()?.to_owned()),
            _ => return None,
        };
        Some((*Arrival::ALL.get(usize::from(kind >> 2))?, content))
    }
}

/// A save.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HistoryEntry {
    pub attempt_id: AttemptId,
    /// Number of the save in the order of arrival, counted from 1.
    pub number: u64,
    pub question_id: String,
    /// The journal's number.
    pub seq: u64,
    pub at: Instant,
    pub arrival: Arrival,
    pub content: KeptContent,
}

impl HistoryEntry {
    /// Its size towards [`super::MAX_KEPT`].
    #[must_use]
    pub fn cost(&self) -> u64 {
        self.content.size() + self.question_id.len() as u64 + ENTRY_COST
    }

    /// Its size towards [`super::MAX_EDITS`].
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

    /// Appends arrival and content.
    pub(super) fn put_content(&self, out: &mut Vec<u8>) {
        let (kind, content) = match &self.content {
            KeptContent::Edits(bytes) => (0, bytes.as_slice()),
            KeptContent::Difference(bytes) => (1, bytes.as_slice()),
            KeptContent::Whole(text) => (2, text.as_bytes()),
        };
        out.push((self.arrival as u8) << 2 | kind);
        varint::put_bytes(out, content);
    }
}
