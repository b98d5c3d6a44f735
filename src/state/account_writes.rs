//! Keeps the writes of one account from standing before those of others: the store's writer serves its queue in order,
//! and one page, or a script with one session, may send hundreds of calls at once.

use crate::domain::{Error, Result, UserId};
use std::{array, sync::Arc};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Writes of one account in the store's queue.
pub const MAX_QUEUED: usize = 2;
/// Accounts share these places by their id.
const PLACES: usize = 64;

pub struct AccountWrites([Arc<Semaphore>; PLACES]);

impl Default for AccountWrites {
    fn default() -> Self {
        Self::new(MAX_QUEUED)
    }
}

impl AccountWrites {
    #[must_use]
    pub fn new(limit: usize) -> Self {
        Self(array::from_fn(|_| Arc::new(Semaphore::new(limit))))
    }

    /// Waits until a write of the account may be queued; those that wait are served in order. The permit belongs into the
    /// queued write, which is carried out even if its caller has gone.
    ///
    /// # Errors
    /// None in practice: the places are never closed.
    pub async fn place(&self, account: UserId) -> Result<OwnedSemaphorePermit> {
        let number = usize::from(account.0.as_bytes()[15]) % PLACES;
        Arc::clone(&self.0[number]).acquire_owned().await.map_err(Error::internal)
    }
}
