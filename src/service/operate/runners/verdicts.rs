//! Verdicts of a machine, and judging them again.

use crate::{
    app::App,
    domain::{
        AttemptId, Error, Result, RunnerTokenId, TestId, background_job::JobKind, runner_token::RunnerToken,
        submission::Submission,
    },
    service::{
        actor::Custodian,
        operate::background_jobs::NewJob,
        scoring::{
            judging::rejudge_job::{self, RejudgeJob},
            scores,
        },
        work::Work,
    },
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

/// Judges again what a machine judged, as a background job. Returns how many answers were queued; a repeated call continues
/// one that was interrupted.
///
/// # Errors
/// Storage only.
pub async fn rejudge(app: &App, by: &Custodian, machine: RunnerTokenId) -> Result<usize> {
    let find = move |app: &App| -> Result<(String, BTreeSet<AttemptId>)> {
        let read = app.store.read()?;
        let (token, judgings) = (read.get::<RunnerToken>(machine)?, read.linked(JUDGED_BY.under(machine))?);
        let submissions = judgings.into_iter().map(|judging| judging.attempt_id).collect();
        Ok((token.map(|token| token.name).unwrap_or_default(), submissions))
    };
    let (subject, submissions) = app.blocking(find).await?;
    if submissions.is_empty() {
        return Ok(0);
    }
    let submissions: Vec<AttemptId> = submissions.into_iter().collect();
    let new = NewJob { kind: JobKind::Rejudge, test: None, subject };
    let (account, by) = (by.id(), by.clone());
    let queue = move |app: App, job: RejudgeJob| async move {
        let mut queued = 0;
        for batch in submissions.chunks(BATCH) {
            let (batch, job_id) = (batch.to_vec(), job.id());
            let write = move |w: &mut Work<'_, '_>| -> Result<usize> {
                let mut queued = 0;
                for submission in batch {
                    // Erased meanwhile.
                    if w.has::<Submission>(submission)? {
                        queued += scores::rejudge_machine(w, submission, machine, job_id)?;
                    }
                }
                Ok(queued)
            };
            let answers = app.write_paced(app.now(), &by, write).await?;
            job.queued(answers);
            queued += answers;
        }
        Ok::<_, Error>(queued)
    };
    rejudge_job::run(app, account, new, queue).await
}
