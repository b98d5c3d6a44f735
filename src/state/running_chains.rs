//! Cache of the chains of running attempts, as they are after the last commit: a save neither reads nor writes the stored
//! one. Only the writer thread uses it.

use crate::{
    domain::{AttemptId, history::HistoryChain},
    sync::{Mutex, MutexGuard},
};
use std::{collections::HashMap, sync::PoisonError};

/// Cached chains; for further ones, all are read again.
const MAX_CHAINS: usize = 50_000;

#[derive(Default)]
pub struct RunningChains(Mutex<HashMap<AttemptId, HistoryChain>>);

impl RunningChains {
    fn table(&self) -> MutexGuard<'_, HashMap<AttemptId, HistoryChain>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Removes and returns a chain. A transaction that fails leaves none behind, and one that follows in the same commit
    /// finds none: it is read again.
    #[must_use]
    pub fn take(&self, id: AttemptId) -> Option<HistoryChain> {
        self.table().remove(&id)
    }

    /// Updates the cache after a commit.
    pub fn keep(&self, chain: HistoryChain) {
        let mut table = self.table();
        if table.len() >= MAX_CHAINS {
            table.clear();
        }
        table.insert(chain.attempt_id, chain);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::history::HistoryMode;
    use uuid::Uuid;

    #[test]
    fn a_chain_is_taken_once() {
        let chains = RunningChains::default();
        let id = AttemptId::from(Uuid::from_u128(1));
        assert_eq!(chains.take(id), None);
        let chain = HistoryChain::new(id, HistoryMode::Saves, [1; 32], None);
        chains.keep(chain.clone());
        assert_eq!((chains.take(id), chains.take(id)), (Some(chain), None));
    }

    #[test]
    fn the_cache_is_bounded() {
        let chains = RunningChains::default();
        for number in 0..=MAX_CHAINS as u128 {
            chains.keep(HistoryChain::new(Uuid::from_u128(number).into(), HistoryMode::Saves, [1; 32], None));
        }
        assert_eq!(chains.table().len(), 1);
    }
}
