//! The chain of batches: each commit has a number and a hash over its changes and the hash before, stored with it.
//!
//! Two files with the same head hold the same rows, as long as the file began or was seeded with the same rows, and no version
//! without batch numbers has written to it since: that one leaves the head as it is. A chain begins with random bytes, so that
//! the heads of two installations are never equal by chance.

use super::{Rows, StoreError, read::META};
use std::io;

pub(super) const HEAD_KEY: &[u8] = b"batch_head";
const VERSION: u8 = 1;
/// Version, epoch, batch and hash.
const ENCODED_BYTES: usize = 1 + 8 + 8 + 32;

/// The epoch of the last batch; 0 before the first one. A restore raises it, and so does a second machine that takes over.
///
/// # Errors
/// As a read.
pub fn epoch(read: &impl Rows) -> Result<u64, StoreError> {
    match BatchHead::stored(read) {
        Ok(head) => Ok(head.map_or(0, |head| head.epoch)),
        // The next batch begins a new chain.
        Err(StoreError::Corrupt(_)) => Ok(0),
        Err(error) => Err(error),
    }
}

/// The last batch of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BatchHead {
    /// Rises where another line of batches begins with numbers that the earlier line may have used: at a restore.
    pub epoch: u64,
    /// Number of the commit, without holes.
    pub batch: u64,
    /// SHA-256 over the hash before, the numbers and the changes.
    pub hash: [u8; 32],
}

impl BatchHead {
    /// The head before the first batch.
    fn begin() -> Result<Self, StoreError> {
        let mut hash = [0; 32];
        getrandom::fill(&mut hash).map_err(io::Error::other)?;
        Ok(Self { epoch: 1, batch: 0, hash })
    }

    pub(super) fn encode(&self) -> [u8; ENCODED_BYTES] {
        let mut bytes = [VERSION; ENCODED_BYTES];
        bytes[1..9].copy_from_slice(&self.epoch.to_be_bytes());
        bytes[9..17].copy_from_slice(&self.batch.to_be_bytes());
        bytes[17..].copy_from_slice(&self.hash);
        bytes
    }

    pub(super) fn decode(bytes: &[u8]) -> Option<Self> {
        let (version, rest) = bytes.split_first()?;
        let (epoch, rest) = rest.split_first_chunk()?;
        let (batch, hash) = rest.split_first_chunk()?;
        let head =
            Self { epoch: u64::from_be_bytes(*epoch), batch: u64::from_be_bytes(*batch), hash: hash.try_into().ok()? };
        (*version == VERSION && head.epoch > 0 && head.batch > 0).then_some(head)
    }

    /// The stored head; `None` in a file that only versions without batch numbers have written to.
    ///
    /// # Errors
    /// [`StoreError::Corrupt`] if it does not decode, else as a read.
    pub(super) fn stored(read: &impl Rows) -> Result<Option<Self>, StoreError> {
        let malformed = || StoreError::Corrupt("the number of the last batch cannot be read".into());
        read.row(META, HEAD_KEY)?.map(|bytes| Self::decode(&bytes).ok_or_else(malformed)).transpose()
    }

    /// The head that the next batch continues. Bytes that do not decode must not fail a write, so a new chain begins after
    /// them, whose hash no follower knows; the integrity check reports them.
    pub(super) fn to_continue(read: &impl Rows) -> Result<Self, StoreError> {
        match Self::stored(read) {
            Ok(Some(head)) => Ok(head),
            Ok(None) => Self::begin(),
            Err(StoreError::Corrupt(what)) => {
                tracing::error!("{what}; the batches are counted from 1 again");
                Self::begin()
            }
            Err(error) => Err(error),
        }
    }
}
