//! Throttles large writes of administrators (large tests, long lists of invites), which would keep the writer thread
//! busy. One of them is in the store's queue at a time; after each, the writer is free for other writes for a multiple
//! of the time that it took. Accounts take turns: one write of each waits for the permit, its others wait before it.

use super::account_writes::AccountWrites;
use crate::domain::{Error, Result, UserId};
use std::{sync::Arc, time::Duration};
use tokio::{
    sync::Semaphore,
    time::{Instant, sleep},
};

/// Texts of a test, in bytes, from which its write is throttled.
pub const LARGE: usize = 64 * 1024;
/// Pause after a batch, as a multiple of its duration.
pub const BATCH_PAUSE: u32 = 1;
/// Pause after a large test or picture, which occupies the writer for some milliseconds, as a multiple of its duration.
pub const LARGE_PAUSE: u32 = 20;
const MAX_REST: Duration = Duration::from_secs(1);

pub struct WritePacing {
    accounts: AccountWrites,
    permit: Arc<Semaphore>,
}

impl Default for WritePacing {
    fn default() -> Self {
        Self { accounts: AccountWrites::new(1), permit: Arc::new(Semaphore::new(1)) }
    }
}

impl WritePacing {
    /// Waits for the account's turn and for the permit, then for `write`; releases the permit after `rest` times the
    /// duration of `write`. `write` must wait for nothing but the store's queue.
    ///
    /// # Errors
    /// Those of `write`.
    pub async fn write<T>(
        &self,
        account: Option<UserId>,
        rest: u32,
        write: impl Future<Output = Result<T>>,
    ) -> Result<T> {
        let _turn = match account {
            Some(account) => Some(self.accounts.place(account).await?),
            None => None,
        };
        let permit = self.permit.clone().acquire_owned().await.map_err(Error::internal)?;
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
    use std::sync::{
        Mutex,
        atomic::{AtomicUsize, Ordering::SeqCst},
    };

    #[tokio::test]
    async fn writes_are_serialised() {
        let (pacing, inside) = (WritePacing::default(), AtomicUsize::new(0));
        let write = || async {
            assert_eq!(inside.fetch_add(1, SeqCst), 0);
            tokio::task::yield_now().await;
            inside.fetch_sub(1, SeqCst);
            Ok(())
        };
        let all = (0..5).map(|_| pacing.write(None, 1, write()));
        assert!(futures_util::future::join_all(all).await.iter().all(Result::is_ok));
    }

    #[tokio::test]
    async fn accounts_take_turns() {
        let (pacing, order) = (WritePacing::default(), Mutex::new(Vec::new()));
        let (busy, other) = (account(1), account(2));
        let write = |by: UserId| {
            let order = &order;
            pacing.write(Some(by), 1, async move {
                tokio::task::yield_now().await;
                order.lock().unwrap().push(by);
                Ok(())
            })
        };
        let all = [busy, busy, busy, busy, other].map(write);
        assert!(futures_util::future::join_all(all).await.iter().all(Result::is_ok));
        assert_eq!(*order.lock().unwrap(), [busy, other, busy, busy, busy]);
    }

    fn account(number: u128) -> UserId {
        UserId(uuid::Uuid::from_u128(number))
    }
}
