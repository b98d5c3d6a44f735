//! Throttles large writes of administrators (large tests, long lists of invites), which would keep the writer thread
//! busy. One of them is in the store's queue at a time; after each, the writer is free for other writes for a multiple
//! of the time that it took.

use crate::domain::{Error, Result};
use std::{sync::Arc, time::Duration};
use tokio::{
    sync::Semaphore,
    time::{Instant, sleep},
};

/// Texts of a test, in bytes, from which its write is throttled.
pub const LARGE: usize = 64 * 1024;
const MAX_REST: Duration = Duration::from_secs(1);

#[derive(Clone)]
pub struct WritePacing(Arc<Semaphore>);

impl Default for WritePacing {
    fn default() -> Self {
        Self(Arc::new(Semaphore::new(1)))
    }
}

impl WritePacing {
    /// Waits for the permit, then for `write`; releases the permit after `rest` times the duration of `write`.
    ///
    /// # Errors
    /// Those of `write`.
    pub async fn write<T>(&self, rest: u32, write: impl Future<Output = Result<T>>) -> Result<T> {
        let permit = self.0.clone().acquire_owned().await.map_err(Error::internal)?;
        let start = Instant::now();
        let done = write.await;
        let rest = start.elapsed().saturating_mul(rest).min(MAX_REST);
        tokio::spawn(async move {
            sleep(rest).await;
            drop(permit);
        });
        done
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};

    #[tokio::test]
    async fn writes_are_serialised() {
        let (pacing, inside) = (WritePacing::default(), AtomicUsize::new(0));
        let write = || async {
            assert_eq!(inside.fetch_add(1, SeqCst), 0);
            tokio::task::yield_now().await;
            inside.fetch_sub(1, SeqCst);
            Ok(())
        };
        let all = (0..5).map(|_| pacing.write(1, write()));
        assert!(futures_util::future::join_all(all).await.iter().all(Result::is_ok));
    }
}
