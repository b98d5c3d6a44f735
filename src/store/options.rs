//! How a store is opened.

#[cfg(test)]
use super::CommitSink;
use super::{Backing, Replica};

/// Options of [`super::Store::open`].
#[derive(Debug, Clone)]
pub struct StoreOptions {
    /// Where the data is stored.
    pub backing: Backing,
    /// Size of redb's cache, in bytes.
    pub cache_bytes: usize,
    /// Queue depth: writes that may wait. Further ones are refused with [`StoreError::Busy`] (backpressure).
    pub queue: usize,
    /// Maximum number of writes in one commit.
    pub max_batch: usize,
    /// Receives the changes of each commit.
    #[cfg(test)]
    pub commit_sink: Option<CommitSink>,
    /// Where each commit is appended before it is made.
    pub log: Option<Replica>,
}

impl StoreOptions {
    /// Defaults for one server: 128 MiB of cache, a queue of 2,048 writes, 1,024 writes per commit.
    #[must_use]
    pub fn new(backing: Backing) -> Self {
        Self {
            backing,
            cache_bytes: 128 << 20,
            queue: 2048,
            max_batch: 1024,
            #[cfg(test)]
            commit_sink: None,
            log: None,
        }
    }
}
