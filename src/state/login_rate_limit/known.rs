//! Networks from which an account has signed in since the start.

use crate::domain::{Instant, network::Network};
use std::collections::HashMap;

/// Pairs of account and network, with LRU eviction.
pub(crate) const MAX_PAIRS: usize = 10_000;
/// Networks per account, so that no account evicts the others.
pub(crate) const MAX_PER_ACCOUNT: usize = 32;

#[derive(Default)]
pub(crate) struct KnownNetworks(HashMap<(AddressHash, Network), Instant>);

impl KnownNetworks {
    pub(crate) fn contains(&self, pair: &(AddressHash, Network)) -> bool {
        self.0.contains_key(pair)
    }

    pub(crate) fn insert(&mut self, pair: (AddressHash, Network), now: Instant) {
        if let Some(last) = self.0.get_mut(&pair) {
            *last = now;
            return;
        }
        let own = |(account, _): &(AddressHash, Network)| *account == pair.0;
        if self.0.keys().filter(|known| own(known)).count() >= MAX_PER_ACCOUNT {
            self.evict_oldest(own);
        } else if self.0.len() >= MAX_PAIRS {
            self.evict_oldest(|_| true);
        }
        self.0.insert(pair, now);
    }

    fn evict_oldest(&mut self, among: impl Fn(&(AddressHash, Network)) -> bool) {
        let oldest = self.0.iter().filter(|(pair, _)| among(pair)).min_by_key(|(_, last)| **last);
        if let Some(pair) = oldest.map(|(pair, _)| *pair) {
            self.0.remove(&pair);
        }
    }

    #[cfg(test)]
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }
}

/// Hash of the email address as typed, with a random key per process, so that an attacker cannot find collisions.
pub(crate) type AddressHash = u64;
