//! The changes of a commit, in a form that a second copy of the data can follow.
//!
//! Rows are given away instead of closures, because closures draw random ids and tokens. Index rows and counters are rows
//! too, so a follower needs no record types.

use super::{BatchHead, row_log::RowLog};
use sha2::{Digest, Sha256};

/// Begins what is hashed, and names its layout.
const LABEL: &[u8] = b"invigil-batch-1";
/// Kind of a change set with rows; the kind of any other is the number of its [`Reseed`].
const ROWS: u8 = 0;
const RESEEDS: [Reseed; 4] = [Reseed::Created, Reseed::Migrated, Reseed::Rebuilt, Reseed::Restored];

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

impl Changes {
    /// Its kind and its rows, as they are hashed.
    #[must_use]
    pub fn parts(&self) -> (u8, &[u8]) {
        match self {
            Self::Rows(rows) => (ROWS, rows.bytes()),
            Self::Reseed(reseed) => (*reseed as u8, &[]),
        }
    }

    /// The changes of which these are the [`Changes::parts`]; `None` if they are malformed.
    #[must_use]
    pub fn of_parts(kind: u8, rows: &[u8]) -> Option<Self> {
        if kind == ROWS {
            return RowLog::parse(rows).map(Self::Rows);
        }
        let reseed = RESEEDS.into_iter().find(|reseed| *reseed as u8 == kind)?;
        rows.is_empty().then_some(Self::Reseed(reseed))
    }
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
        Self::led(before, changes, 0)
    }

    /// The same by the leader of a log, whose epoch is the least that its batches have.
    #[must_use]
    pub fn led(before: BatchHead, changes: Changes, by: u64) -> Self {
        let restored = u64::from(changes == Changes::Reseed(Reseed::Restored));
        let epoch = before.epoch.saturating_add(restored).max(by);
        let batch = before.batch.saturating_add(1);
        let mut hash = Sha256::new_with_prefix(LABEL);
        hash.update(before.hash);
        hash.update(epoch.to_be_bytes());
        hash.update(batch.to_be_bytes());
        let (kind, rows) = changes.parts();
        hash.update([kind]);
        hash.update(rows);
        Self { before, head: BatchHead { epoch, batch, hash: hash.finalize().into() }, changes }
    }
}
