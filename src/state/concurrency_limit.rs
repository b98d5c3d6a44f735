//! How much of one kind runs at once, in total and for each account: for what lasts as long as somebody outside wants.

use crate::{
    domain::{Error, Kind, Result, UserId},
    sync::Mutex,
};
use std::{
    collections::HashMap,
    sync::{Arc, PoisonError},
};

/// Seconds until a refused call may well be taken.
const RETRY_AFTER: u32 = 10;

/// Whose places; the operator at the command line counts as one account.
type Account = Option<UserId>;

/// Clones share the places.
#[derive(Clone, Debug)]
pub struct Places {
    in_all: usize,
    each: usize,
    taken: Arc<Mutex<HashMap<Account, usize>>>,
}

/// One place, until it is dropped.
#[derive(Debug)]
pub struct Place {
    taken: Arc<Mutex<HashMap<Account, usize>>>,
    account: Account,
}

impl Places {
    #[must_use]
    pub fn new(in_all: usize, each: usize) -> Self {
        Self { in_all, each, taken: Arc::default() }
    }

    /// # Errors
    /// 429 in these words, where the account has all of its places, or everybody together has all there are.
    pub fn take(&self, account: Account, full: &str) -> Result<Place> {
        {
            let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
            let (all, own) = (taken.values().sum::<usize>(), taken.get(&account).copied().unwrap_or_default());
            if all >= self.in_all || own >= self.each {
                let refusal = Error::new(Kind::TooMany, "too_many", full);
                return Err(Error { retry_after: Some(RETRY_AFTER), ..refusal });
            }
            taken.insert(account, own + 1);
        }
        // Made after the lock is released: its `Drop` takes the lock.
        Ok(Place { taken: self.taken.clone(), account })
    }
}

impl Drop for Place {
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

/// Requests to the AI service at once. Each may last 100 seconds, and costs money.
pub const MAX_REQUESTS: usize = 32;

/// The same of one account.
pub const MAX_REQUESTS_EACH: usize = 8;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neither_one_account_nor_all_together_take_more_than_there_is() {
        let account = |n| Some(UserId(uuid::Uuid::from_u128(n)));
        let places = Places::new(5, 2);
        let own: Vec<Place> = (0..2).map(|_| places.take(account(1), "full").unwrap()).collect();
        let refused = places.take(account(1), "full").unwrap_err();
        assert_eq!((refused.kind, refused.detail.as_str(), refused.retry_after), (Kind::TooMany, "full", Some(10)));
        let others: Vec<Place> = (0..3).map(|n| places.take(account(2 + n / 2), "full").unwrap()).collect();
        assert!(places.take(None, "full").is_err(), "all are taken");
        drop(own);
        assert!(places.take(account(1), "full").is_ok() && places.take(None, "full").is_ok());
        drop(others);
        assert!(places.taken.lock().unwrap().is_empty(), "who has none takes no memory");
    }
}
