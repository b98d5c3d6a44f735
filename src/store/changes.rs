//! The changes of a commit, in a form that a second copy of the data could follow.
//!
//! Rows are given away instead of closures, because closures draw random ids and tokens. Index rows and counters are rows
//! too, so a follower needs no record types.

use super::{BatchHead, Table};
use bytes::Bytes;
use sha2::{Digest, Sha256};
use std::{
    collections::{HashMap, hash_map::Entry},
    fmt,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
};

/// Begins what is hashed, and names its layout.
const LABEL: &[u8] = b"invigil-batch-1";
/// Kind of a change set with rows; the kind of any other is the number of its [`Reseed`].
const ROWS: u8 = 0;
/// Length of the value of a deleted row.
const DELETED: u32 = u32::MAX;

/// A row as it is after a commit. It shares its bytes with the write, so that it costs no copy of a large value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RowChange {
    pub table: Table,
    pub key: Arc<[u8]>,
    /// `None` for a deletion. The row may never have existed: it was inserted and deleted in one batch.
    pub value: Option<Bytes>,
}

/// Why a follower needs a copy of the whole file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum Reseed {
    /// The file was created.
    Created = 1,
    /// The schema was migrated.
    Migrated = 2,
    /// Index rows and counters were rebuilt.
    Rebuilt = 3,
    /// The file was made from a backup.
    Restored = 4,
}

/// The changes of one commit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Changes {
    /// Each changed row once, with its last value.
    Rows(Vec<RowChange>),
    /// A bulk change, which has no list of rows.
    Reseed(Reseed),
}

/// A commit: its changes and its place in the chain of batches.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChangeSet {
    /// The batch before, which a follower must have.
    pub before: BatchHead,
    pub head: BatchHead,
    pub changes: Changes,
}

impl ChangeSet {
    /// The batch that changes the data after `before`.
    #[must_use]
    pub fn after(before: BatchHead, changes: Changes) -> Self {
        let epoch = before.epoch.saturating_add(u64::from(changes == Changes::Reseed(Reseed::Restored)));
        let batch = before.batch.saturating_add(1);
        let mut hash = Sha256::new_with_prefix(LABEL);
        hash.update(before.hash);
        hash.update(epoch.to_be_bytes());
        hash.update(batch.to_be_bytes());
        match &changes {
            Changes::Reseed(reseed) => hash.update([*reseed as u8]),
            Changes::Rows(rows) => {
                hash.update([ROWS]);
                rows.iter().for_each(|row| add_row(&mut hash, row));
            }
        }
        Self { before, head: BatchHead { epoch, batch, hash: hash.finalize().into() }, changes }
    }
}

/// Each part has its length before it.
fn add_row(hash: &mut Sha256, row: &RowChange) {
    let length = |bytes: &[u8]| u32::try_from(bytes.len()).unwrap_or(DELETED).to_be_bytes();
    let table = row.table.0.as_bytes();
    hash.update(length(table));
    hash.update(length(&row.key));
    hash.update(row.value.as_deref().map_or(DELETED.to_be_bytes(), length));
    hash.update(table);
    hash.update(&row.key);
    if let Some(value) = &row.value {
        hash.update(value);
    }
}

/// Receives the change set of each commit, in order, after the commit and before the replies to its callers. It runs on
/// the writer thread: it must be quick and must not wait for the store.
#[derive(Clone)]
pub struct CommitSink(Arc<dyn Fn(ChangeSet) + Send + Sync>);

impl CommitSink {
    #[must_use]
    pub fn new(receive: impl Fn(ChangeSet) + Send + Sync + 'static) -> Self {
        Self(Arc::new(receive))
    }

    /// A panic of the receiver must not fail a commit that is durable.
    pub(super) fn give(&self, set: ChangeSet) {
        if catch_unwind(AssertUnwindSafe(|| (self.0)(set))).is_err() {
            tracing::error!("the receiver of a commit's changes panicked");
        }
    }
}

impl fmt::Debug for CommitSink {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("CommitSink")
    }
}

/// Collects the rows that the closures of a batch changed; the last write of a row wins.
pub(super) struct BatchChanges {
    rows: Vec<RowChange>,
    /// Positions in `rows`.
    positions: HashMap<(Table, Arc<[u8]>), usize>,
}

impl BatchChanges {
    pub fn with_capacity(rows: usize) -> Self {
        Self { rows: Vec::with_capacity(rows), positions: HashMap::with_capacity(rows) }
    }

    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    pub fn into_changes(self) -> Changes {
        Changes::Rows(self.rows)
    }
}

impl Extend<RowChange> for BatchChanges {
    fn extend<T: IntoIterator<Item = RowChange>>(&mut self, changes: T) {
        for change in changes {
            match self.positions.entry((change.table, Arc::clone(&change.key))) {
                Entry::Vacant(position) => {
                    position.insert(self.rows.len());
                    self.rows.push(change);
                }
                Entry::Occupied(position) => {
                    if let Some(row) = self.rows.get_mut(*position.get()) {
                        row.value = change.value;
                    }
                }
            }
        }
    }
}
