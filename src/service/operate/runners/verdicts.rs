//! Verdicts of a machine, and judging them again.

use crate::{
    app::App,
    domain::{AttemptId, Result, RunnerTokenId, TestId, submission::Submission},
    service::{actor::Custodian, scoring::scores},
    store::{
        Read,
        records::{JUDGED_BY, TestHead},
    },
};
use std::collections::{BTreeMap, BTreeSet};

/// Submissions per transaction, so that candidates' saves do not wait.
const BATCH: usize = 25;

/// Verdicts of a machine on the answers of a test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TestRunnerVerdicts {
    pub test_id: TestId,
    pub title: String,
    pub answers: usize,
}

/// Verdicts that count, by test.
///
/// # Errors
/// Storage only.
pub async fn by_test(app: &App, _: &Custodian, machine: RunnerTokenId) -> Result<Vec<TestRunnerVerdicts>> {
    app.blocking(move |app| {
        let read = app.store.read()?;
        let mut tests: BTreeMap<TestId, usize> = BTreeMap::new();
        for judging in read.linked(JUDGED_BY.under(machine))? {
            if let Some(submission) = read.get::<Submission>(judging.attempt_id)? {
                *tests.entry(submission.test_id).or_default() += 1;
            }
        }
        let of_test = |(test_id, answers): (TestId, usize)| -> Result<TestRunnerVerdicts> {
            let head: Option<TestHead> = read.head(test_id)?;
            Ok(TestRunnerVerdicts { test_id, title: head.map(|head| head.title).unwrap_or_default(), answers })
        };
        tests.into_iter().map(of_test).collect()
    })
    .await
}

/// Judges again what a machine judged. Returns how many answers were queued; a repeated call continues one that was
/// interrupted.
///
/// # Errors
/// Storage only.
pub async fn rejudge(app: &App, by: &Custodian, machine: RunnerTokenId) -> Result<usize> {
    let find = move |app: &App| -> Result<BTreeSet<AttemptId>> {
        let judgings = app.store.read()?.linked(JUDGED_BY.under(machine))?;
        Ok(judgings.into_iter().map(|judging| judging.attempt_id).collect())
    };
    let submissions: Vec<AttemptId> = app.blocking(find).await?.into_iter().collect();
    let mut queued = 0;
    for batch in submissions.chunks(BATCH) {
        let batch = batch.to_vec();
        let write = app.write_paced(app.now(), by, move |w| {
            let mut queued = 0;
            for submission in batch {
                // Erased meanwhile.
                if w.has::<Submission>(submission)? {
                    queued += scores::rejudge_machine(w, submission, machine)?;
                }
            }
            Ok(queued)
        });
        queued += write.await?;
    }
    Ok(queued)
}
