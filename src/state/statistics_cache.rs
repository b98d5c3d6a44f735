//! Cache of the statistics of a test, invalidated by the commit that changes one of its results.

use crate::{
    domain::{
        TestId,
        statistics::{MeasuredQuestion, Statistics},
        statistics_by_language::FiguresByLanguage,
        usage::TestUsage,
    },
    sync::{Mutex, MutexGuard},
};
use std::{
    collections::HashMap,
    sync::{Arc, PoisonError},
};

/// Tests whose figures are kept.
const MAX_TESTS: usize = 32;
/// Tests whose figures by question are kept.
const MAX_USAGES: usize = 64;

/// Statistics of tests that were asked for, each until one of its results changes.
#[derive(Default)]
pub struct StatisticsCache {
    state: Mutex<StatisticsCacheState>,
    /// Held while results are read: many who look at once make one of them read, and the others take no thread.
    pub reading: Arc<tokio::sync::Mutex<()>>,
}

impl StatisticsCache {
    fn state(&self) -> MutexGuard<'_, StatisticsCacheState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn changes(&self, test: TestId) -> u64 {
        self.state().changes.get(&test).copied().unwrap_or(0)
    }

    pub fn get(&self, test: TestId, questions: &[MeasuredQuestion]) -> Option<Arc<StatisticsOfTest>> {
        let state = self.state();
        let changes = state.changes.get(&test).copied().unwrap_or(0);
        let kept = state.kept.get(&test)?;
        (kept.changes == changes && kept.questions == questions).then(|| kept.figures.clone())
    }

    pub fn keep(&self, test: TestId, kept: Cached) {
        let mut state = self.state();
        if state.kept.len() >= MAX_TESTS {
            state.kept.clear();
        }
        state.kept.insert(test, kept);
    }

    /// Figures of the questions of a test from its results, for all tests that have them.
    pub fn usage(&self, test: TestId) -> Option<Arc<TestUsage>> {
        let state = self.state();
        let changes = state.changes.get(&test).copied().unwrap_or(0);
        state.usages.get(&test).filter(|(at, _)| *at == changes).map(|(_, usage)| usage.clone())
    }

    pub fn keep_usage(&self, test: TestId, changes: u64, usage: Arc<TestUsage>) {
        let mut state = self.state();
        if state.usages.len() >= MAX_USAGES {
            state.usages.clear();
        }
        state.usages.insert(test, (changes, usage));
    }

    /// A result of the test has changed.
    pub fn invalidate(&self, test: TestId) {
        let mut state = self.state();
        *state.changes.entry(test).or_default() += 1;
        state.kept.remove(&test);
        state.usages.remove(&test);
    }
}

#[derive(Default)]
struct StatisticsCacheState {
    /// How often the results of a test have changed since this process began.
    changes: HashMap<TestId, u64>,
    kept: HashMap<TestId, Cached>,
    usages: HashMap<TestId, (u64, Arc<TestUsage>)>,
}

/// Figures of a test, for all candidates together and by the language in which they read it.
pub struct StatisticsOfTest {
    pub all: Statistics,
    pub languages: FiguresByLanguage,
}

#[derive(Clone)]
pub struct Cached {
    pub changes: u64,
    pub questions: Vec<MeasuredQuestion>,
    pub figures: Arc<StatisticsOfTest>,
}
