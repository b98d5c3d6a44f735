//! Errors of the store itself.

use crate::domain::Error as Refusal;
use std::{io, sync::Arc};

/// A failure of the store, as opposed to a refusal by a domain rule.
///
/// `Clone`, because one failed commit is reported to every closure of its batch.
#[derive(Debug, Clone, thiserror::Error)]
pub enum StoreError {
    /// The write queue is full (backpressure). Nothing was done; the caller may retry.
    #[error("too many writes are waiting")]
    Busy,
    /// Storage failed and is being reopened. The outcome of a write is unknown: retry it only if it is idempotent or
    /// has a sequence number.
    #[error("storage is temporarily unavailable")]
    Unavailable,
    /// The store was closed.
    #[error("the store is closed")]
    Closed,
    /// Another machine leads the log of commits, or may lead it. The outcome of a write is unknown.
    #[error("this server does not lead any more")]
    NotLeading,
    /// The closure panicked; its changes were rolled back.
    #[error("a write panicked and was rolled back")]
    Panicked,
    /// Another process (or another `Store`) has locked the file.
    #[error("the database is in use by another process")]
    Locked,
    /// A later version of the program has written the file.
    #[error("the database has schema version {found}, this program knows up to {supported}")]
    Newer {
        /// Schema version of the file.
        found: u32,
        /// Latest schema version that this program supports.
        supported: u32,
    },
    /// A unique index already points to another record; the put was rolled back.
    #[error("another record has this key in {index}")]
    Duplicate {
        /// Name of the index's table.
        index: &'static str,
    },
    /// A record is larger than the codec's limit.
    #[error("a record of {bytes} bytes exceeds the limit of {limit}")]
    TooLarge {
        /// Encoded size, in bytes.
        bytes: usize,
        /// Maximum size, in bytes.
        limit: usize,
    },
    /// The store's API was misused: a bug in the program.
    #[error("{0}")]
    Misused(&'static str),
    /// Stored bytes do not decode, or contradict each other.
    #[error("corrupt data: {0}")]
    Corrupt(String),
    /// The file itself is corrupted: redb cannot read it.
    #[error("the database is damaged: {0}; restore a backup")]
    Damaged(String),
    /// A migration failed and was rolled back.
    #[error("migration {to} ({name}) failed: {cause}")]
    Migration {
        /// Target schema version.
        to: u32,
        name: &'static str,
        /// Why.
        cause: Box<StoreError>,
    },
    /// I/O error of the operating system.
    #[error("storage: {0}")]
    Io(Arc<io::Error>),
}

impl StoreError {
    /// The error for a record of a version that never existed.
    #[must_use]
    pub fn unknown_version(version: u8) -> Self {
        Self::Corrupt(format!("version {version} is not known"))
    }

    /// Whether the disk or the quota is full.
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

/// Converts any of redb's error types.
pub(super) fn storage(error: impl Into<redb::Error>) -> StoreError {
    error.into().into()
}

/// The refusal that callers of the API get.
impl From<StoreError> for Refusal {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Busy => Self::unavailable("The server is busy. Please try again in a moment.", 1),
            StoreError::Unavailable | StoreError::Closed => {
                Self::unavailable("The server cannot store data at the moment. Please try again.", 2)
            }
            StoreError::NotLeading => {
                Self::unavailable("Another server is taking over. Please try again in a moment.", 2)
            }
            other => Self::internal(other),
        }
    }
}
