//! Runs the solutions of a test's own questions, so that the test can say which of its tests they do not prove
//! (`docs/behaviour/code.md#judging`). Those of the bank ran when their question became ready.

use crate::{
    app::App,
    domain::{
        Result, TestId,
        question::{Coding, Question},
        test::Test,
    },
    runner::client::RunnerStatus,
    service::{actor::TestReader, scoring::judging::solutions},
    state::test_jobs::TestJob,
    store::Read,
};
use tokio_util::sync::CancellationToken;

/// A question whose solutions do not do what they are for.
pub struct FailedSolutions {
    /// Text of the question in one line.
    pub question: String,
    pub objection: String,
}

/// Outcomes of the solutions of a test's own questions, as far as they were run.
#[derive(Default)]
pub struct SolutionsFound {
    pub failed: Vec<FailedSolutions>,
    /// Some are being run, or wait for it.
    pub are_running: bool,
}

/// Solutions that were not run yet are, if a runner offers their languages.
pub fn of_test(app: &App, by: &TestReader, test: &Test) -> SolutionsFound {
    let mut found = SolutionsFound::default();
    for (question, coding) in with_solutions(test) {
        match app.code.solution_checks.finding(&coding.solutions_hash()) {
            Some(Some(objection)) => {
                found.failed.push(FailedSolutions { question: question.summary().into_owned(), objection });
            }
            Some(None) => {}
            None => found.are_running |= is_offered(app, coding),
        }
    }
    // With too many in the queue, the next call asks again.
    if found.are_running && app.code.solution_checks.jobs.ask(test.id, by.id()).is_err() {
        tracing::debug!(test = %test.id, "too many solutions wait to be run");
    }
    found
}

fn with_solutions(test: &Test) -> impl Iterator<Item = (&Question, &Coding)> {
    let coding = test.questions.iter().filter_map(|question| Some((question, question.coding()?)));
    coding.filter(|(_, coding)| {
        coding.is_judged() && (!coding.reference_solutions.is_empty() || !coding.wrong_solutions.is_empty())
    })
}

/// Whether a runner offers the languages of all solutions.
fn is_offered(app: &App, coding: &Coding) -> bool {
    let RunnerStatus::Ready(welcome) = app.code.runner.status() else { return false };
    let mut all = coding.reference_solutions.iter().chain(&coding.wrong_solutions);
    all.all(|solution| solutions::is_offered(&welcome, &solution.language))
}

/// Runs solutions until `stop`.
pub async fn work(app: App, stop: CancellationToken) {
    app.code.solution_checks.jobs.serve(stop, || pass(&app)).await;
}

/// Runs the solutions of all tests that wait.
pub async fn pass(app: &App) {
    while let Some(asked) = app.code.solution_checks.jobs.begin() {
        let test = asked.test;
        if let Err(error) = run(app, asked).await {
            tracing::warn!(%test, %error, "the solutions of a test cannot be run");
        }
        app.code.solution_checks.jobs.end();
    }
}

async fn run(app: &App, TestJob { test, .. }: TestJob) -> Result<()> {
    let questions = app.blocking(move |app| questions(app, test)).await?;
    for coding in questions {
        let hash = coding.solutions_hash();
        if app.code.solution_checks.finding(&hash).is_some() || !is_offered(app, &coding) {
            continue;
        }
        let outcomes = solutions::outcomes(app, &coding).await?;
        // Not one that the runner did not finish: it is run again when the test is asked again.
        if !outcomes.is_unfinished() {
            app.code.solution_checks.keep(hash, outcomes.objection());
        }
    }
    Ok(())
}

/// The questions with code of a test, which may have been deleted meanwhile.
fn questions(app: &App, id: TestId) -> Result<Vec<Coding>> {
    let test: Option<Test> = app.store.read()?.get(id)?;
    Ok(test.iter().flat_map(with_solutions).map(|(_, coding)| coding.clone()).collect())
}
