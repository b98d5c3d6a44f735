//! From where an account signed in before, since the start.

use crate::domain::{Instant, network::Network};
use std::collections::HashMap;

/// Pairs of account and network that are remembered; the one unused for longest makes room.
pub(crate) const REMEMBERED: usize = 10_000;
/// Networks of one account, so that none takes the places of others.
pub(crate) const OF_ONE_ACCOUNT: usize = 32;

#[derive(Default)]
pub(crate) struct Known(HashMap<(Account, Network), Instant>);

impl Known {
    pub(crate) fn holds(&self, pair: &(Account, Network)) -> bool {
        self.0.contains_key(pair)
    }

    pub(crate) fn note(&mut self, pair: (Account, Network), now: Instant) {
        if let Some(last) = self.0.get_mut(&pair) {
            *last = now;
            return;
        }
        let own = |(account, _): &(Account, Network)| *account == pair.0;
        if self.0.keys().filter(|known| own(known)).count() >= OF_ONE_ACCOUNT {
            self.forget_oldest(own);
        } else if self.0.len() >= REMEMBERED {
            self.forget_oldest(|_| true);
        }
        self.0.insert(pair, now);
    }

    fn forget_oldest(&mut self, among: impl Fn(&(Account, Network)) -> bool) {
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

/// An account as typed, by a hash whose key is this process's own: nobody can make two of them meet.
pub(crate) type Account = u64;
