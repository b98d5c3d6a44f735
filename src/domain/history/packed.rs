//! The entries of an ended attempt in one compressed record.

use super::{
    entry::{HistoryEntry, KeptContent},
    varint::{self, VarintReader},
};
use crate::domain::{AttemptId, Instant};
use flate2::{Compression, read::ZlibDecoder, write::ZlibEncoder};
use serde::{Deserialize, Serialize};
use std::io::{Read, Write};

const VERSION: u8 = 1;
/// Limit above what [`super::kept::MAX_KEPT`] allows: a damaged record does not take all memory.
const MAX_UNPACKED: u64 = 32 * 1024 * 1024;

/// All entries of an attempt up to its end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PackedHistory {
    pub attempt_id: AttemptId,
    /// Number of entries.
    pub entries: u64,
    pub bytes: Vec<u8>,
}

fn put(out: &mut Vec<u8>, entry: &HistoryEntry, before: &mut i64) {
    varint::put_bytes(out, entry.question_id.as_bytes());
    varint::put(out, entry.seq);
    // The clock of the server may have been set back: the low bit is the sign.
    let (at, step) = (entry.at.as_millis(), entry.at.as_millis().wrapping_sub(*before));
    varint::put(out, step.unsigned_abs() << 1 | u64::from(step < 0));
    *before = at;
    entry.put_content(out);
}

fn take(from: &mut VarintReader<'_>, (attempt_id, number): (AttemptId, u64), before: &mut i64) -> Option<HistoryEntry> {
    let question_id = from.text()?.to_owned();
    let (seq, step) = (from.number()?, from.number()?);
    let length = i64::try_from(step >> 1).ok()?;
    *before = before.checked_add(if step & 1 == 1 { -length } else { length })?;
    let (arrival, content) = KeptContent::take(from)?;
    Some(HistoryEntry { attempt_id, number, question_id, seq, at: Instant::from_millis(*before), arrival, content })
}

impl PackedHistory {
    /// Packs entries, which are numbered from 1; `None` if memory cannot be written to, which does not happen.
    #[must_use]
    pub fn of(attempt_id: AttemptId, entries: &[HistoryEntry]) -> Option<Self> {
        let mut plain = vec![VERSION];
        let mut before = 0;
        for entry in entries {
            put(&mut plain, entry, &mut before);
        }
        let mut out = ZlibEncoder::new(Vec::new(), Compression::default());
        out.write_all(&plain).ok()?;
        Some(Self { attempt_id, entries: entries.len() as u64, bytes: out.finish().ok()? })
    }

    /// The entries; `None` if they are damaged.
    #[must_use]
    pub fn unpack(&self) -> Option<Vec<HistoryEntry>> {
        let mut plain = Vec::new();
        ZlibDecoder::new(self.bytes.as_slice()).take(MAX_UNPACKED).read_to_end(&mut plain).ok()?;
        let mut from = VarintReader(&plain);
        if from.byte()? != VERSION {
            return None;
        }
        let mut before = 0;
        let entries: Option<Vec<HistoryEntry>> =
            (1..=self.entries).map(|number| take(&mut from, (self.attempt_id, number), &mut before)).collect();
        entries.filter(|_| from.is_at_end())
    }
}
