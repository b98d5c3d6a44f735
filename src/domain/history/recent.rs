//! The newest entries of an answer, which are stored with it: a save writes one row. A full row of them moves into the log.

use super::{
    Head,
    entry::HistoryEntry,
    kept::{ChainState, HistoryChain},
    logged::{self, EntryBytes, LogPosition, Logged},
    varint::{self, VarintReader},
};
use crate::domain::{AttemptId, Instant};
use serde::{Deserialize, Serialize};

/// Entries stored with an answer, at most.
pub const MAX_RECENT: u64 = 16;
/// Bytes of them at which they move into the log.
pub const MAX_RECENT_BYTES: usize = 2048;

/// The chain after the newest entry of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RecentState {
    /// Number of that entry.
    pub number: u64,
    pub state: ChainState,
    /// The last row of the attempt in the log.
    pub last: Option<LogPosition>,
}

/// The newest entries of an answer, and the [`RecentState`] after them. Empty before the first, and once they are packed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecentEntries(#[serde(with = "serde_bytes")] Vec<u8>);

/// [`RecentEntries`], decoded up to its entries.
struct Parts<'b> {
    after: RecentState,
    count: u64,
    entries: &'b [u8],
}

impl RecentEntries {
    fn of(after: &RecentState, count: u64, (older, entry): (&[u8], &HistoryEntry)) -> Self {
        let RecentState { number, state: ChainState { head, cost, edits }, last } = after;
        let mut bytes = Vec::with_capacity(older.len() + 256);
        bytes.extend_from_slice(&head.0);
        for field in [*cost, *edits, *number, count, last.map_or(0, |last| last.number)] {
            varint::put(&mut bytes, field);
        }
        if let Some(last) = last {
            varint::put(&mut bytes, last.at.as_millis().cast_unsigned());
        }
        bytes.extend_from_slice(older);
        logged::put(&mut bytes, entry);
        Self(bytes)
    }

    fn parts(&self) -> Option<Parts<'_>> {
        let (head, rest) = self.0.split_first_chunk()?;
        let mut from = VarintReader(rest);
        let state = ChainState { head: Head(*head), cost: from.number()?, edits: from.number()? };
        let (number, count) = (from.number()?, from.number()?);
        let last = match from.number()? {
            0 => None,
            number => Some(LogPosition { at: Instant::from_millis(from.number()?.cast_signed()), number }),
        };
        Some(Parts { after: RecentState { number, state, last }, count, entries: from.0 })
    }

    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The chain after them; `None` if there are none, or if they are damaged.
    #[must_use]
    pub fn after(&self) -> Option<RecentState> {
        self.parts().map(|parts| parts.after)
    }

    /// The entries; `None` if they are damaged.
    #[must_use]
    pub fn read(&self, attempt_id: AttemptId, question_id: &str) -> Option<Vec<HistoryEntry>> {
        if self.is_empty() {
            return Some(Vec::new());
        }
        let parts = self.parts()?;
        let entries = logged::read(parts.entries, attempt_id, question_id)?;
        let is_whole = entries.len() as u64 == parts.count;
        let is_newest = entries.last().is_some_and(|newest| newest.number == parts.after.number);
        (is_whole && is_newest).then_some(entries)
    }
}

impl HistoryChain {
    /// Stores the entry that was appended last with its answer, behind the entries that are already there. Returns also
    /// the row of the log that these have become, if they are enough.
    #[must_use]
    pub fn store(&mut self, entry: &HistoryEntry, recent: &RecentEntries) -> (RecentEntries, Option<Logged>) {
        let (count, older, moved) = match recent.parts() {
            Some(Parts { count, entries, .. }) if count < MAX_RECENT && entries.len() < MAX_RECENT_BYTES => {
                (count, entries, None)
            }
            Some(Parts { after, entries, .. }) => (0, [].as_slice(), Some((after.number, entries))),
            None if recent.is_empty() => (0, [].as_slice(), None),
            // Damaged: they are kept as they are, so that the check of the data reports them.
            None => (0, [].as_slice(), Some((entry.number, recent.0.as_slice()))),
        };
        let logged = moved.map(|(number, entries)| {
            let place = LogPosition { at: entry.at, number };
            self.log(place, entry.question_id.clone(), EntryBytes(entries.to_owned()))
        });
        let after = RecentState { number: entry.number, state: self.state(), last: self.last };
        (RecentEntries::of(&after, count + 1, (older, entry)), logged)
    }

    /// Moves an entry into the log that is not the last one of an answer.
    #[must_use]
    pub fn store_apart(&mut self, entry: &HistoryEntry) -> Logged {
        let place = LogPosition { at: entry.at, number: entry.number };
        self.log(place, entry.question_id.clone(), EntryBytes::of(std::slice::from_ref(entry)))
    }

    fn log(&mut self, place: LogPosition, question_id: String, entries: EntryBytes) -> Logged {
        Logged { attempt_id: self.attempt_id, place, question_id, entries, before: self.last.replace(place) }
    }

    /// Continues a stored chain with the newest entry of its answers.
    pub const fn resume(&mut self, newest: &RecentState) {
        let RecentState { number, state, last } = *newest;
        if number > self.links {
            ChainState { head: self.head, cost: self.cost, edits: self.edits } = state;
            (self.links, self.entries, self.last) = (number, number, last);
        }
    }
}
