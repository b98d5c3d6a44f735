//! The changes of a commit, in a form that a second copy of the data could follow.
//!
//! Rows are given away instead of closures, because closures draw random ids and tokens. Index rows and counters are rows
//! too, so a follower needs no record types.

use super::{BatchHead, row_log::RowLog};
use sha2::{Digest, Sha256};
use std::{
    fmt,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
};

/// Begins what is hashed, and names its layout.
const LABEL: &[u8] = b"invigil-batch-1";
/// Kind of a change set with rows; the kind of any other is the number of its [`Reseed`].
const ROWS: u8 = 0;

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
    Rows(RowLog),
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
                hash.update(rows.bytes());
            }
        }
        Self { before, head: BatchHead { epoch, batch, hash: hash.finalize().into() }, changes }
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
