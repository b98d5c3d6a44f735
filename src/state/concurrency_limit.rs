//! Concurrency limit in total and per account, for calls whose duration an external service determines.

use crate::{
    domain::{Error, ErrorCode, ErrorKind, Result, UserId},
    sync::Mutex,
};
use std::{
    collections::HashMap,
    sync::{Arc, PoisonError},
};

/// Seconds after which a rejected call may be retried.
const RETRY_AFTER: u32 = 10;

/// Owner of slots; all command line operators count as one account.
type SlotOwner = Option<UserId>;

/// Concurrency limiter. Clones share the slots.
#[derive(Clone, Debug)]
pub struct ConcurrencyLimit {
    max_total: usize,
    max_each: usize,
    taken: Arc<Mutex<HashMap<SlotOwner, usize>>>,
}

/// One slot, released on drop.
#[derive(Debug)]
pub struct ConcurrencyPermit {
    taken: Arc<Mutex<HashMap<SlotOwner, usize>>>,
    account: SlotOwner,
}

impl ConcurrencyLimit {
    #[must_use]
    pub fn new(max_total: usize, max_each: usize) -> Self {
        Self { max_total, max_each, taken: Arc::default() }
    }

    /// # Errors
    /// 429 with `full` as its text if all slots of the account, or all slots in total, are taken.
    pub fn take(&self, account: SlotOwner, full: &str) -> Result<ConcurrencyPermit> {
        {
            let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
            let (all, own) = (taken.values().sum::<usize>(), taken.get(&account).copied().unwrap_or_default());
            if all >= self.max_total || own >= self.max_each {
                let refusal = Error::new(ErrorKind::TooMany, ErrorCode::TooMany, full);
                return Err(Error { retry_after: Some(RETRY_AFTER), ..refusal });
            }
            taken.insert(account, own + 1);
        }
        // Created after the lock is released: its `Drop` takes the lock.
        Ok(ConcurrencyPermit { taken: self.taken.clone(), account })
    }
}

impl Drop for ConcurrencyPermit {
    fn drop(&mut self) {
        let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        match taken.get_mut(&self.account) {
            Some(own) if *own > 1 => *own -= 1,
            _ => {
                taken.remove(&self.account);
            }
        }
    }
}

/// Concurrent requests to the AI service. Each may take 100 s, and costs money.
pub const MAX_REQUESTS: usize = 32;

/// Concurrent requests per account.
pub const MAX_REQUESTS_EACH: usize = 8;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slots_are_limited_per_account_and_in_total() {
        let account = |n| Some(UserId(uuid::Uuid::from_u128(n)));
        let places = ConcurrencyLimit::new(5, 2);
        let own: Vec<ConcurrencyPermit> = (0..2).map(|_| places.take(account(1), "full").unwrap()).collect();
        let refused = places.take(account(1), "full").unwrap_err();
        assert_eq!(
            (refused.kind, refused.detail.as_str(), refused.retry_after),
            (ErrorKind::TooMany, "full", Some(10))
        );
        let others: Vec<ConcurrencyPermit> = (0..3).map(|n| places.take(account(2 + n / 2), "full").unwrap()).collect();
        assert!(places.take(None, "full").is_err(), "all are taken");
        drop(own);
        assert!(places.take(account(1), "full").is_ok() && places.take(None, "full").is_ok());
        drop(others);
        assert!(places.taken.lock().unwrap().is_empty(), "an account without slots takes no memory");
    }
}
