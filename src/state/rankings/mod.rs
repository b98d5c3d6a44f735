//! Rankings of tests in memory. Built from the store when one is asked for, then kept current: a commit names the
//! submissions it changed, and the next reader reads these again.

mod query;
mod table;

pub use query::{Filter, Query, Sort};
pub use table::{Mark, Marker, Place, Row, Table};

use crate::{
    domain::{AttemptId, TestId},
    sync::{Mutex, MutexGuard},
};
use std::{
    collections::{HashMap, HashSet},
    mem,
    sync::{Arc, PoisonError},
};

/// Tests in memory.
const MAX_TESTS: usize = 16;
/// Submissions in memory, of all tests: some 300 bytes each, and 24 for each answer. The latest test is kept even beyond it.
const MAX_ROWS: u64 = 400_000;
/// Changed submissions up to which a ranking is updated; beyond it, it is built again.
const MAX_CHANGED: usize = 10_000;

#[derive(Default)]
pub struct Rankings {
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    kept: HashMap<TestId, Kept>,
    uses: u64,
}

#[derive(Default)]
struct Kept {
    /// `None` before the first reader and while one updates it.
    table: Option<Arc<Table>>,
    /// Submissions that changed since they were read.
    changed: HashSet<AttemptId>,
    /// More changed than can be named.
    overflowed: bool,
    /// How often the store had been opened again when the table was built: a commit with an unknown outcome names
    /// nothing.
    reopens: u64,
    used: u64,
    /// Owned by the reader that updates it: the others wait for it and take no thread.
    reading: Arc<tokio::sync::Mutex<()>>,
}

impl Kept {
    fn is_fresh(&self, reopens: u64) -> bool {
        self.changed.is_empty() && !self.overflowed && self.reopens == reopens
    }
}

impl Rankings {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The ranking, if no submission has changed since it was read.
    pub fn fresh(&self, test: TestId, reopens: u64) -> Option<Arc<Table>> {
        let mut state = self.state();
        state.uses += 1;
        let used = state.uses;
        let kept = state.kept.get_mut(&test).filter(|kept| kept.is_fresh(reopens))?;
        kept.used = used;
        kept.table.clone()
    }

    /// The lock of the reader that updates the ranking. From now on changes are recorded.
    pub fn reading(&self, test: TestId) -> Arc<tokio::sync::Mutex<()>> {
        self.state().kept.entry(test).or_default().reading.clone()
    }

    /// Takes the ranking out for an update, with what changed; `None` if it is to be built. By the owner of
    /// [`Self::reading`] alone, before the store is read.
    pub fn begin(&self, test: TestId, reopens: u64) -> (Option<Arc<Table>>, HashSet<AttemptId>) {
        let mut state = self.state();
        let kept = state.kept.entry(test).or_default();
        let is_usable = !kept.overflowed && kept.reopens == reopens;
        (kept.overflowed, kept.reopens) = (false, reopens);
        let (table, changed) = (kept.table.take(), mem::take(&mut kept.changed));
        // A large table takes milliseconds to drop, and the writer's thread needs this lock.
        drop(state);
        (table.filter(|_| is_usable), changed)
    }

    /// Puts a ranking back.
    pub fn keep(&self, test: TestId, table: Arc<Table>) {
        let mut state = self.state();
        state.uses += 1;
        let used = state.uses;
        if let Some(kept) = state.kept.get_mut(&test) {
            (kept.table, kept.used) = (Some(table), used);
        }
        let evicted = state.evict(test);
        drop(state);
        drop(evicted);
    }

    /// All names of a test have changed.
    pub fn renamed(&self, test: TestId) {
        if let Some(kept) = self.state().kept.get_mut(&test) {
            kept.overflowed = true;
        }
    }

    /// A submission, or what a ranking shows of it, has changed or was deleted.
    pub fn changed(&self, test: TestId, id: AttemptId) {
        let mut state = self.state();
        let Some(kept) = state.kept.get_mut(&test).filter(|kept| !kept.overflowed) else { return };
        if kept.changed.len() < MAX_CHANGED {
            kept.changed.insert(id);
        } else {
            kept.changed = HashSet::new();
            kept.overflowed = true;
        }
    }
}

impl State {
    /// Takes out the rankings that were not used for longest, but not `latest`.
    fn evict(&mut self, latest: TestId) -> Vec<Arc<Table>> {
        let mut evicted = Vec::new();
        loop {
            let tables = || self.kept.iter().filter_map(|(test, kept)| Some((test, kept, kept.table.as_ref()?)));
            let rows: u64 = tables().map(|(_, _, table)| table.len()).sum();
            if tables().count() <= MAX_TESTS && rows <= MAX_ROWS {
                return evicted;
            }
            let oldest = tables().filter(|(test, ..)| **test != latest).min_by_key(|(_, kept, _)| kept.used);
            let Some(test) = oldest.map(|(test, ..)| *test) else { return evicted };
            let Some(kept) = self.kept.get_mut(&test) else { return evicted };
            evicted.extend(kept.table.take());
            // Not while a reader waits for its lock.
            if Arc::strong_count(&kept.reading) == 1 {
                self.kept.remove(&test);
            }
        }
    }
}

#[cfg(test)]
mod tests;
