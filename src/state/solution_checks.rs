//! Runs of the solutions of a test's own questions (`docs/behaviour/code.md#judging`), and what the last ones found. In memory
//! only.

use super::test_jobs::TestJobs;
use crate::{
    domain::ErrorCode,
    sync::{Mutex, MutexGuard},
};
use std::{collections::VecDeque, sync::PoisonError};

/// Findings that are kept; a new one evicts the oldest.
const MAX_FINDINGS: usize = 2_000;

/// The outcome of a question's solutions.
#[derive(Clone, Debug)]
struct Finding {
    /// SHA-256 of its tests and solutions.
    question: [u8; 32],
    objection: Option<String>,
}

pub struct SolutionChecks {
    pub jobs: TestJobs,
    findings: Mutex<VecDeque<Finding>>,
}

impl Default for SolutionChecks {
    fn default() -> Self {
        Self { jobs: TestJobs::new(ErrorCode::TooManySolutionChecks, "solutions"), findings: Mutex::default() }
    }
}

impl SolutionChecks {
    fn findings(&self) -> MutexGuard<'_, VecDeque<Finding>> {
        self.findings.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Keeps why the solutions of a question say nothing for its tests; `None` if they do.
    pub fn keep(&self, question: [u8; 32], objection: Option<String>) {
        let mut findings = self.findings();
        findings.retain(|known| known.question != question);
        findings.push_back(Finding { question, objection });
        if findings.len() > MAX_FINDINGS {
            findings.pop_front();
        }
    }

    /// `None` if it was not run yet.
    pub fn finding(&self, question: &[u8; 32]) -> Option<Option<String>> {
        self.findings().iter().find(|known| known.question == *question).map(|known| known.objection.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_finding_is_forgotten() {
        let checks = SolutionChecks::default();
        let question = |n: usize| {
            let mut id = [0; 32];
            id[..8].copy_from_slice(&n.to_le_bytes());
            id
        };
        for n in 0..=MAX_FINDINGS {
            checks.keep(question(n), (n % 2 == 1).then(|| n.to_string()));
        }
        assert_eq!(checks.finding(&question(0)), None);
        assert_eq!(checks.finding(&question(1)), Some(Some("1".to_owned())));
        checks.keep(question(1), None);
        assert_eq!(checks.finding(&question(1)), Some(None));
    }
}
