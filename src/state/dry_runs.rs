//! Dry runs of a test's code on the tests that it has now (`docs/behaviour/code.md#judging`), and what the last ones found. In
//! memory only.

use super::test_jobs::TestJobs;
use crate::{
    domain::{ErrorCode, Instant, TestId, submission::ScoreChanges},
    sync::{Mutex, MutexGuard},
};
use std::{collections::VecDeque, sync::PoisonError};

/// Reports that are kept; a new one evicts the oldest.
const MAX_REPORTS: usize = 50;

/// Report of a dry run.
#[derive(Clone, Copy, Debug)]
pub struct DryRunReport {
    pub test: TestId,
    /// SHA-256 of the test sets that were run: those of other tests say nothing.
    pub test_sets: [u8; 32],
    pub at: Instant,
    /// Answers that were run, and of them those without a verdict.
    pub answers: usize,
    pub no_verdict: usize,
    /// Submissions by what becomes of their scores.
    pub changes: ScoreChanges,
}

pub struct DryRuns {
    pub jobs: TestJobs,
    reports: Mutex<VecDeque<DryRunReport>>,
}

impl Default for DryRuns {
    fn default() -> Self {
        Self { jobs: TestJobs::new(ErrorCode::TooManyDryRuns, "dry runs"), reports: Mutex::default() }
    }
}

impl DryRuns {
    fn reports(&self) -> MutexGuard<'_, VecDeque<DryRunReport>> {
        self.reports.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Keeps a report instead of an earlier one about the same test.
    pub fn keep(&self, report: DryRunReport) {
        let mut reports = self.reports();
        reports.retain(|known| known.test != report.test);
        reports.push_back(report);
        if reports.len() > MAX_REPORTS {
            reports.pop_front();
        }
    }

    pub fn forget(&self, test: TestId) {
        self.reports().retain(|known| known.test != test);
    }

    /// The report about these test sets.
    pub fn report(&self, test: TestId, test_sets: &[u8; 32]) -> Option<DryRunReport> {
        self.reports().iter().find(|report| report.test == test && report.test_sets == *test_sets).copied()
    }
}
