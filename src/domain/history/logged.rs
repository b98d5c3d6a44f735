//! Rows of the log of all attempts, with several entries of an answer in each.

use super::{
    entry::{HistoryEntry, KeptContent},
    varint::{self, VarintReader},
};
use crate::domain::{AttemptId, Instant};
use serde::{Deserialize, Serialize};

/// Where a row of the log is, with its attempt: the time at which it was logged, and the number of its newest entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LogPosition {
    pub at: Instant,
    pub number: u64,
}

/// Entries of an answer in the log of all attempts, until they are packed. The log is ordered by time, so that the rows of
/// one commit are written beside each other.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Logged {
    pub attempt_id: AttemptId,
    pub place: LogPosition,
    pub question_id: String,
    pub entries: EntryBytes,
    /// The row of the attempt before this one.
    pub before: Option<LogPosition>,
}

impl Logged {
    /// Its entries; `None` if they are damaged.
    #[must_use]
    pub fn read(&self) -> Option<Vec<HistoryEntry>> {
        self.entries.read(self.attempt_id, &self.question_id)
    }
}

/// Entries of one answer, one after another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EntryBytes(#[serde(with = "serde_bytes")] pub(super) Vec<u8>);

impl EntryBytes {
    #[must_use]
    pub fn of(entries: &[HistoryEntry]) -> Self {
        let mut bytes = Vec::new();
        for entry in entries {
            put(&mut bytes, entry);
        }
        Self(bytes)
    }

    /// The size in bytes.
    #[must_use]
    pub const fn size(&self) -> usize {
        self.0.len()
    }

    /// The entries; `None` if they are damaged.
    #[must_use]
    pub fn read(&self, attempt_id: AttemptId, question_id: &str) -> Option<Vec<HistoryEntry>> {
        read(&self.0, attempt_id, question_id)
    }
}

pub(super) fn put(out: &mut Vec<u8>, entry: &HistoryEntry) {
    varint::put(out, entry.number);
    varint::put(out, entry.seq);
    varint::put(out, entry.at.as_millis().cast_unsigned());
    entry.put_content(out);
}

pub(super) fn read(bytes: &[u8], attempt_id: AttemptId, question_id: &str) -> Option<Vec<HistoryEntry>> {
    let (mut from, mut entries) = (VarintReader(bytes), Vec::new());
    while !from.is_at_end() {
        let (number, seq) = (from.number()?, from.number()?);
        let at = Instant::from_millis(from.number()?.cast_signed());
        let (arrival, content) = KeptContent::take(&mut from)?;
        entries.push(HistoryEntry {
            attempt_id,
            number,
            question_id: question_id.to_owned(),
            seq,
            at,
            arrival,
            content,
        });
    }
    Some(entries)
}
