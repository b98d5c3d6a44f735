//! Rankings of tests in memory. Built from the store when one is asked for, then kept current: a commit names the
//! submissions it changed, and the next reader reads these again.

mod query;
mod table;

pub use query::{RankingConditions, RankingTableQuery, RankingTableSort};
pub use table::{AnswerScore, Marker, RankCounts, RankingEntry, RankingTable};

use super::derived_table::DerivedTable;
use crate::{
    domain::{AttemptId, TestId},
    sync::{Mutex, MutexGuard},
};
use std::{
    collections::{HashMap, HashSet},
    sync::{Arc, PoisonError},
};

/// Tests in memory.
const MAX_TESTS: usize = 16;
/// Submissions in memory, of all tests: some 300 bytes each, and 24 for each answer. The latest test is kept even beyond it.
const MAX_ROWS: u64 = 400_000;

#[derive(Default)]
pub struct Rankings {
    state: Mutex<RankingsState>,
}

#[derive(Default)]
struct RankingsState {
    kept: HashMap<TestId, Ranked>,
    uses: u64,
}

#[derive(Default)]
struct Ranked {
    kept: DerivedTable<RankingTable>,
    used: u64,
    /// Owned by the reader that updates it: the others wait for it and take no thread.
    reading: Arc<tokio::sync::Mutex<()>>,
}

impl Rankings {
    fn state(&self) -> MutexGuard<'_, RankingsState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The ranking, if no submission has changed since it was read.
    pub fn fresh(&self, test: TestId, reopens: u64) -> Option<Arc<RankingTable>> {
        let mut state = self.state();
        state.uses += 1;
        let used = state.uses;
        let ranked = state.kept.get_mut(&test).filter(|ranked| ranked.kept.is_fresh(reopens))?;
        ranked.used = used;
        ranked.kept.fresh(reopens)
    }

    /// The lock of the reader that updates the ranking. From now on changes are recorded.
    pub fn reading(&self, test: TestId) -> Arc<tokio::sync::Mutex<()>> {
        self.state().kept.entry(test).or_default().reading.clone()
    }

    /// Takes the ranking out for an update, with what changed; `None` if it is to be built. By the owner of
    /// [`Self::reading`] alone, before the store is read.
    pub fn begin(&self, test: TestId, reopens: u64) -> (Option<Arc<RankingTable>>, HashSet<AttemptId>) {
        let mut state = self.state();
        let (table, changed, is_usable) = state.kept.entry(test).or_default().kept.begin(reopens);
        // A large table takes milliseconds to drop, and the writer's thread needs this lock.
        drop(state);
        (table.filter(|_| is_usable), changed)
    }

    /// Puts a ranking back.
    pub fn keep(&self, test: TestId, table: Arc<RankingTable>) {
        let mut state = self.state();
        state.uses += 1;
        let used = state.uses;
        if let Some(ranked) = state.kept.get_mut(&test) {
            (ranked.kept.table, ranked.used) = (Some(table), used);
        }
        let evicted = state.evict(test);
        drop(state);
        drop(evicted);
    }

    /// All names of a test have changed.
    pub fn renamed(&self, test: TestId) {
        if let Some(ranked) = self.state().kept.get_mut(&test) {
            ranked.kept.overflowed = true;
        }
    }

    /// A submission, or what a ranking shows of it, has changed or was deleted.
    pub fn changed(&self, test: TestId, id: AttemptId) {
        if let Some(ranked) = self.state().kept.get_mut(&test) {
            ranked.kept.note(id);
        }
    }
}

impl RankingsState {
    /// Takes out the rankings that were not used for longest, but not `latest`.
    fn evict(&mut self, latest: TestId) -> Vec<Arc<RankingTable>> {
        let mut evicted = Vec::new();
        loop {
            let tables = || self.kept.iter().filter_map(|(test, of)| Some((test, of, of.kept.table.as_ref()?)));
            let rows: u64 = tables().map(|(_, _, table)| table.len()).sum();
            if tables().count() <= MAX_TESTS && rows <= MAX_ROWS {
                return evicted;
            }
            let oldest = tables().filter(|(test, ..)| **test != latest).min_by_key(|(_, ranked, _)| ranked.used);
            let Some(test) = oldest.map(|(test, ..)| *test) else { return evicted };
            let Some(Ranked { kept, reading, .. }) = self.kept.get_mut(&test) else { return evicted };
            evicted.extend(kept.table.take());
            // Not while a reader waits for its lock.
            if Arc::strong_count(reading) == 1 {
                self.kept.remove(&test);
            }
        }
    }
}

#[cfg(test)]
mod tests;
