//! Changed rows in one buffer, in the layout that is hashed and given away: no allocation for each row, and one pass of the
//! hash over all of them.

use super::Table;
use std::{
    collections::HashMap,
    hash::{BuildHasher, BuildHasherDefault, Hasher, RandomState},
};

/// Length of the value of a deleted row.
const DELETED: u32 = u32::MAX;
/// Lengths of table, key and value, 4 bytes each, big-endian.
const LENGTHS_BYTES: usize = 12;

/// Changed rows, each as the lengths of table, key and value, and their bytes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RowLog(Vec<u8>);

/// A row as it is after a commit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RowChange<'l> {
    pub table: &'l str,
    pub key: &'l [u8],
    /// `None` for a deletion. The row may never have existed: it was inserted and deleted in one batch.
    pub value: Option<&'l [u8]>,
}

/// Position of a row.
pub(super) type RowAt = usize;

impl RowLog {
    pub(super) fn with_capacity(bytes: usize) -> Self {
        Self(Vec::with_capacity(bytes))
    }

    /// Appends a row; returns its position.
    pub(super) fn push(&mut self, table: Table, key: &[u8], value: Option<&[u8]>) -> RowAt {
        // The codec's limit of a record is far below 4 GiB.
        let length = |bytes: &[u8]| u32::try_from(bytes.len()).unwrap_or(DELETED).to_be_bytes();
        let (at, table) = (self.0.len(), table.0.as_bytes());
        self.0.extend_from_slice(&length(table));
        self.0.extend_from_slice(&length(key));
        self.0.extend_from_slice(&value.map_or(DELETED.to_be_bytes(), length));
        self.0.extend_from_slice(table);
        self.0.extend_from_slice(key);
        self.0.extend_from_slice(value.unwrap_or_default());
        at
    }

    /// Removes the rows from this position on.
    pub(super) fn truncate(&mut self, at: RowAt) {
        self.0.truncate(at);
    }

    pub(super) fn bytes(&self) -> &[u8] {
        &self.0
    }

    /// A log from its bytes; `None` if they are not rows to the end.
    pub(super) fn parse(bytes: &[u8]) -> Option<Self> {
        let log = Self(bytes.to_vec());
        let mut at = 0;
        while at < bytes.len() {
            (_, at) = log.row(at)?;
        }
        Some(log)
    }

    /// The key of the row at this position.
    pub(super) fn key(&self, at: RowAt) -> &[u8] {
        self.row(at).map_or(&[], |(row, _)| row.key)
    }

    /// The row at a position, and the position of the next one; `None` after the last.
    fn row(&self, at: RowAt) -> Option<(RowChange<'_>, RowAt)> {
        let rest = self.0.get(at + LENGTHS_BYTES..)?;
        let (table, rest) = rest.split_at_checked(self.length(at, 0)? as usize)?;
        let (key, rest) = rest.split_at_checked(self.length(at, 1)? as usize)?;
        let (value, rest) = match self.length(at, 2)? {
            DELETED => (None, rest),
            length => rest.split_at_checked(length as usize).map(|(value, rest)| (Some(value), rest))?,
        };
        Some((RowChange { table: str::from_utf8(table).ok()?, key, value }, self.0.len() - rest.len()))
    }

    /// The rows, each once.
    pub fn iter(&self) -> impl Iterator<Item = RowChange<'_>> {
        let mut at = 0;
        std::iter::from_fn(move || {
            let (row, next) = self.row(at)?;
            at = next;
            Some(row)
        })
    }

    fn length(&self, at: RowAt, part: usize) -> Option<u32> {
        Some(u32::from_be_bytes(*self.0.get(at + 4 * part..)?.first_chunk()?))
    }

    /// Table and key, whose bytes follow one another.
    fn name(&self, at: RowAt) -> &[u8] {
        let [table, key] = [0, 1].map(|part| self.length(at, part).unwrap_or_default() as usize);
        let start = at + LENGTHS_BYTES;
        self.0.get(start..start + table + key).unwrap_or_default()
    }

    fn is_deletion(&self, at: RowAt) -> bool {
        self.length(at, 2) == Some(DELETED)
    }
}

/// Which rows of a log are the last of their key.
pub(super) struct LastRows {
    keys: RandomState,
    latest: HashMap<u64, RowAt, BuildHasherDefault<HashedAlready>>,
    /// Rows that are the first of their key and not in `latest` yet: a batch that only inserts looks nothing up.
    first: Vec<RowAt>,
    has_deletions: bool,
    /// Positions of rows that a later one replaced.
    replaced: Vec<RowAt>,
}

impl LastRows {
    pub fn with_capacity(rows: usize) -> Self {
        Self {
            keys: RandomState::new(),
            latest: HashMap::default(),
            first: Vec::with_capacity(rows),
            has_deletions: false,
            replaced: Vec::new(),
        }
    }

    pub fn is_empty(&self) -> bool {
        self.latest.is_empty() && self.first.is_empty()
    }

    /// Notes a row, which is later than all noted before. One that did not exist before this change can only have been
    /// deleted by an earlier one.
    pub fn note(&mut self, log: &RowLog, at: RowAt, existed: bool) {
        if !existed && !self.has_deletions {
            self.first.push(at);
            return;
        }
        self.has_deletions |= log.is_deletion(at);
        for first in std::mem::take(&mut self.first) {
            self.look_up(log, first);
        }
        self.look_up(log, at);
    }

    fn look_up(&mut self, log: &RowLog, at: RowAt) {
        let name = log.name(at);
        let mut hash = self.keys.hash_one(name);
        // Another row has the same hash by chance alone.
        while let Some(earlier) = self.latest.get_mut(&hash) {
            if log.name(*earlier) == name && log.key(*earlier) == log.key(at) {
                self.replaced.push(std::mem::replace(earlier, at));
                return;
            }
            hash = hash.wrapping_add(1);
        }
        self.latest.insert(hash, at);
    }

    /// The log without the rows that a later one replaced.
    pub fn compact(mut self, log: RowLog) -> RowLog {
        if self.replaced.is_empty() {
            return log;
        }
        self.replaced.sort_unstable();
        let (mut kept, mut from) = (Vec::with_capacity(log.0.len()), 0);
        for at in self.replaced {
            kept.extend_from_slice(log.0.get(from..at).unwrap_or_default());
            from = log.row(at).map_or(log.0.len(), |(_, next)| next);
        }
        kept.extend_from_slice(log.0.get(from..).unwrap_or_default());
        RowLog(kept)
    }
}

/// Passes a number through that is a hash.
#[derive(Default)]
struct HashedAlready(u64);

impl Hasher for HashedAlready {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        // Not used: the keys are numbers.
        self.0 = bytes.iter().fold(self.0, |hash, byte| hash.rotate_left(8) ^ u64::from(*byte));
    }

    fn write_u64(&mut self, hash: u64) {
        self.0 = hash;
    }
}
