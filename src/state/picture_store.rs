//! Pictures of questions: who may use the decoder, and when unused pictures are looked for.

use crate::{
    domain::{
        Error, ErrorCode, ErrorKind, Instant, Result,
        time::{HOUR, SignedDuration},
    },
    sync::Mutex,
};
use std::{
    sync::{Arc, PoisonError},
    time::Duration,
};
use tokio::{
    sync::{OwnedSemaphorePermit, Semaphore},
    time::timeout,
};

/// A picture that waits longer for the decoder is refused.
const READ_TIMEOUT: Duration = Duration::from_secs(20);
/// Time between two searches for unused pictures, which read all tests.
const PAUSE: SignedDuration = HOUR;

pub struct PictureStore {
    decoder: Arc<Semaphore>,
    searched: Mutex<Option<Instant>>,
}

impl Default for PictureStore {
    fn default() -> Self {
        Self { decoder: Arc::new(Semaphore::new(1)), searched: Mutex::default() }
    }
}

impl PictureStore {
    /// Waits for the decoder, which takes seconds of processor time and 170 MiB at the limits, and admits one picture at a
    /// time. The place moves into the work, so that work whose client has gone still counts.
    ///
    /// # Errors
    /// 503 `busy`.
    pub async fn decoder(&self) -> Result<OwnedSemaphorePermit> {
        let busy = || {
            Error::new(ErrorKind::Unavailable, ErrorCode::Busy, "Many pictures are being uploaded. Please try again.")
        };
        let place = timeout(READ_TIMEOUT, self.decoder.clone().acquire_owned()).await.map_err(|_| busy())?;
        place.map_err(Error::internal)
    }

    /// Whether to look for unused pictures now. A search that fails is not repeated at once.
    #[must_use]
    pub fn is_search_due(&self, now: Instant) -> bool {
        let mut searched = self.searched.lock().unwrap_or_else(PoisonError::into_inner);
        // A clock that was set back does not delay it.
        let is_due = searched.is_none_or(|last| now.since(last) >= PAUSE || now < last);
        if is_due {
            *searched = Some(now);
        }
        is_due
    }
}
