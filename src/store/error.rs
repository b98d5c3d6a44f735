//! What can go wrong below the rules of the product.

use crate::domain::Error as Refusal;
use std::{io, sync::Arc};

/// A failure of the store itself, as opposed to a refusal by a rule.
///
/// It is `Clone` because one failed commit answers every closure that was part of it.
#[derive(Debug, Clone, thiserror::Error)]
pub enum StoreError {
    /// The queue of waiting writes is full; nothing was done, the caller may repeat.
    #[error("too many writes are waiting")]
    Busy,
    /// Storage failed and is being reopened. For a write the outcome is unknown: repeat it only if
    /// it is idempotent or carries a sequence number.
    #[error("storage is unavailable for the moment")]
    Unavailable,
    /// The store was closed.
    #[error("the store is closed")]
    Closed,
    /// The closure panicked; its changes were undone.
    #[error("a write panicked and was undone")]
    Panicked,
    /// Another process (or another `Store`) has the file.
    #[error("the database is in use by another process")]
    Locked,
    /// The file was written by a later version of the program.
    #[error("the database has schema version {found}, this program knows up to {supported}")]
    Newer {
        /// Version in the file.
        found: u32,
        /// Latest version this program knows.
        supported: u32,
    },
    /// A unique index already leads to another record; the put was undone.
    #[error("another record has this key in {index}")]
    Duplicate {
        /// Name of the index's table.
        index: &'static str,
    },
    /// A record is larger than the codec would ever read back.
    #[error("a record of {bytes} bytes is above the limit of {limit}")]
    TooLarge {
        /// Encoded size.
        bytes: usize,
        /// Largest size allowed, in bytes.
        limit: usize,
    },
    /// The store's own rules of use were broken; a mistake in the program.
    #[error("{0}")]
    Misused(&'static str),
    /// Stored bytes do not mean what they should.
    #[error("corrupt data: {0}")]
    Corrupt(String),
    /// The file itself is damaged: the engine cannot read it.
    #[error("the database is damaged: {0}; restore a backup")]
    Damaged(String),
    /// A migration failed; the file is as it was before it.
    #[error("migration {to} ({name}) failed: {cause}")]
    Migration {
        /// Version the migration leads to.
        to: u32,
        /// Its name.
        name: &'static str,
        /// Why.
        cause: Box<StoreError>,
    },
    /// The operating system refused.
    #[error("storage: {0}")]
    Io(Arc<io::Error>),
}

impl StoreError {
    /// Whether there is no room left on the disk (or in the quota).
    pub(super) fn is_full(&self) -> bool {
        use io::ErrorKind::{QuotaExceeded, StorageFull};
        matches!(self, Self::Io(e) if matches!(e.kind(), StorageFull | QuotaExceeded))
    }
}

impl From<io::Error> for StoreError {
    fn from(error: io::Error) -> Self {
        Self::Io(Arc::new(error))
    }
}

impl From<redb::Error> for StoreError {
    fn from(error: redb::Error) -> Self {
        match error {
            redb::Error::Io(e) => e.into(),
            redb::Error::PreviousIo | redb::Error::DatabaseClosed => Self::Unavailable,
            redb::Error::DatabaseAlreadyOpen => Self::Locked,
            redb::Error::Corrupted(what) => Self::Damaged(what),
            other => Self::Corrupt(other.to_string()),
        }
    }
}

/// Turns any of redb's many error types into ours.
pub(super) fn storage(error: impl Into<redb::Error>) -> StoreError {
    error.into().into()
}

/// What callers of the API are told.
impl From<StoreError> for Refusal {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Busy => Self::unavailable("The server is busy. Please try again in a moment.", 1),
            StoreError::Unavailable | StoreError::Closed => {
                Self::unavailable("The server cannot store data at the moment. Please try again.", 2)
            }
            other => Self::internal(other),
        }
    }
}
