//! Reads of a candidate's whole work for callers without an account: of one or two at a time, so that as many as a link
//! allows do not hold hundreds of megabytes.

use crate::domain::{Error, Result};
use std::sync::Arc;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Such reads at the same time.
const MAX_READS: usize = 2;

#[derive(Clone)]
pub struct LargeReads(Arc<Semaphore>);

impl Default for LargeReads {
    fn default() -> Self {
        Self(Arc::new(Semaphore::new(MAX_READS)))
    }
}

impl LargeReads {
    /// Waits for a place, to be kept until the reply is made.
    ///
    /// # Errors
    /// None in practice: the places are never closed.
    pub async fn place(&self) -> Result<OwnedSemaphorePermit> {
        self.0.clone().acquire_owned().await.map_err(Error::internal)
    }
}
