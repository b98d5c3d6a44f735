//! Dry runs: the code of a test on the tests that it has now, without storing a verdict, to count whose score would change
//! (`docs/behaviour/code.md#judging`).

use super::{
    held,
    rejudge::{self, RejudgePreview},
    solutions::{self, Manner},
};
use crate::{
    app::App,
    domain::{
        AttemptId, Error, ErrorCode, ErrorKind, Result, TestId,
        attempt::Answer,
        background_job::JobKind,
        judging::{Judging, JudgingState},
        paper::Paper,
        question::{Question, Share, code::Solution},
        submission::{ScoreChanges, Submission},
        time::SignedDuration,
    },
    runner::{client::RunnerStatus, job::Verdict},
    service::{
        actor::Scorer,
        operate::background_jobs,
        result::deciding::passing::Passing,
        scoring::{repairs::rescore::Rescored, scores::OpenSubmission},
    },
    state::{dry_runs::DryRunReport, test_jobs::TestJob},
    store::Read,
};
use futures_util::{StreamExt, stream};
use std::{sync::Arc, time::Duration};
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

/// Answers of all dry runs take one turn of the runner's queue.
const QUEUE_KEY: &str = "dry runs";
/// Answers that are run at the same time: authors' solutions have their places beside them.
const MAX_CONCURRENT: usize = 8;
/// Time for one answer, its wait for a slot included.
const TIMEOUT: SignedDuration = SignedDuration::from_mins(10);
/// Pause where the runner takes no more.
const PAUSE: Duration = Duration::from_secs(2);

/// An answer to be run, and what it counts for.
struct DryRunAnswer {
    submission: AttemptId,
    paper: Arc<Paper>,
    questions: Vec<String>,
}

/// Points of an answer; `None` without a verdict.
type EarnedShare = (String, Option<Share>);

/// Asks for a dry run of a test; one that waits or runs already is the one that was asked for.
///
/// # Errors
/// 404; 409 `no_code` if there is nothing to run, `attempts_run`; 429 `too_many_dry_runs`; 503 `no_runner`.
pub fn ask(app: &App, by: &Scorer, test: TestId) -> Result<RejudgePreview> {
    let preview = rejudge::preview(app, by, test)?;
    if preview.judged + preview.waiting + preview.failed == 0 {
        return Err(Error::conflict(ErrorCode::NoCode, "No code has been submitted to this test yet."));
    }
    held::check(app, test)?;
    if !matches!(app.code.runner.status(), RunnerStatus::Ready(_)) {
        return Err(solutions::no_runner(app));
    }
    app.jobs.dry_runs.jobs.ask(test, by.id())?;
    Ok(RejudgePreview { dry_run_percent: app.jobs.dry_runs.jobs.percent(test), ..preview })
}

/// Ends a dry run. Returns whether there was one.
pub fn cancel(app: &App, _: &Scorer, test: TestId) -> bool {
    app.jobs.dry_runs.jobs.cancel(test)
}

/// Makes dry runs until `stop`.
pub async fn work(app: App, stop: CancellationToken) {
    app.jobs.dry_runs.jobs.serve(stop, || pass(&app)).await;
}

/// Makes all dry runs that wait.
pub async fn pass(app: &App) {
    while let Some(asked) = app.jobs.dry_runs.jobs.begin() {
        let test = asked.test;
        let work = run(app, asked.clone());
        match background_jobs::of_test(app, JobKind::DryRun, &asked, work).await {
            Some(Ok(report)) => app.jobs.dry_runs.keep(report),
            Some(Err(error)) => tracing::warn!(%test, %error, "a dry run has failed"),
            None => {}
        }
        app.jobs.dry_runs.jobs.end();
    }
}

async fn run(app: &App, TestJob { test, progress, .. }: TestJob) -> Result<DryRunReport> {
    let (rows, unchanged, test_sets) = app.blocking(move |app| rows(app, test)).await?;
    progress.expect(rows.iter().map(|row| row.questions.len()).sum());
    let slots = match app.code.runner.status() {
        RunnerStatus::Ready(welcome) => welcome.slots.clamp(1, MAX_CONCURRENT),
        _ => 1,
    };
    let mut report = DryRunReport {
        test,
        test_sets,
        at: app.now(),
        answers: 0,
        no_verdict: 0,
        changes: ScoreChanges { unchanged, ..ScoreChanges::default() },
    };
    let progress = &progress;
    let judged = |row: DryRunAnswer| async move {
        let mut earned: Vec<EarnedShare> = Vec::with_capacity(row.questions.len());
        for question in &row.questions {
            earned.push((question.clone(), judge(app, test, &row, question).await?));
            progress.advance(1);
        }
        Ok::<_, Error>((row, earned))
    };
    let mut running = stream::iter(rows).map(judged).buffer_unordered(slots);
    while let Some(done) = running.next().await {
        let (row, earned) = done?;
        report.answers += earned.len();
        report.no_verdict += earned.iter().filter(|(_, share)| share.is_none()).count();
        let counted = report.changes;
        report.changes = app.blocking(move |app| count(app, &row, &earned, counted)).await?;
    }
    report.at = app.now();
    Ok(report)
}

/// The answers whose tests have changed, or all of them if none have; and how many submissions have none of these.
fn rows(app: &App, test: TestId) -> Result<(Vec<DryRunAnswer>, u64, [u8; 32])> {
    let read = app.store.read()?;
    let mut papers = rejudge::papers(app, &read, test)?;
    let (mut changed, mut all) = (Vec::new(), Vec::new());
    for (submission, judgings) in rejudge::judged(&read, test)? {
        let paper = app.caches.papers.get(&read, test, &submission.paper)?;
        let questions: Vec<String> = judgings.into_iter().map(|judging| judging.question_id).collect();
        if let Some(newer) = papers.newer(&read, &submission.paper)? {
            let is_outdated = |id: &&String| rejudge::has_other_tests(&paper, &newer, id);
            let outdated: Vec<String> = questions.iter().filter(is_outdated).cloned().collect();
            if !outdated.is_empty() {
                changed.push(DryRunAnswer { submission: submission.id, paper: newer.clone(), questions: outdated });
            }
        }
        all.push(DryRunAnswer { submission: submission.id, paper, questions });
    }
    let rest = if changed.is_empty() { 0 } else { all.len() - changed.len() };
    Ok((if changed.is_empty() { all } else { changed }, rest as u64, papers.test_sets()))
}

/// Runs one answer; `None` without a verdict, which none has while an attempt runs that began after the dry run.
async fn judge(app: &App, of_test: TestId, row: &DryRunAnswer, question: &str) -> Result<Option<Share>> {
    let Some(coding) = row.paper.question(question).and_then(|(_, asked)| asked.coding()) else { return Ok(None) };
    if held::is_held(app, &app.store.read()?, of_test)? {
        return Ok(None);
    }
    let answer: Option<Answer> = app.store.read()?.get((row.submission, question))?;
    let text = answer.map(|answer| answer.text).unwrap_or_default();
    let code = coding.read(&text);
    if code.refused.is_some() {
        return Ok(Some(coding.share(&[])));
    }
    let language = code.language.unwrap_or_default().to_owned();
    let solution = Solution { language, source: code.source.into_owned() };
    let end = Instant::now() + TIMEOUT.unsigned_abs();
    let manner = Manner { turn: QUEUE_KEY, stops_at_failure: false, end };
    loop {
        match solutions::run(app, coding, &solution, manner).await {
            Ok(outcome) if outcome.verdict == Verdict::Ie => return Ok(None),
            Ok(outcome) => {
                let passed: Vec<bool> = outcome.tests.iter().map(|test| test.verdict == Verdict::Ac).collect();
                return Ok(Some(coding.share(&passed)));
            }
            Err(error) if error.kind == ErrorKind::Unavailable && Instant::now() < end => {
                tokio::time::sleep(PAUSE).await;
            }
            Err(error) if error.kind == ErrorKind::Unavailable => return Ok(None),
            Err(error) => return Err(error),
        }
    }
}

/// Counts a submission, too, with the points that its answers would have.
fn count(app: &App, row: &DryRunAnswer, earned: &[EarnedShare], mut counted: ScoreChanges) -> Result<ScoreChanges> {
    let read = app.store.read()?;
    // Erased meanwhile.
    let Some(before) = read.get::<Submission>(row.submission)? else { return Ok(counted) };
    let mut open = OpenSubmission::of(app, &read, row.submission)?;
    open.set_paper(row.paper.clone());
    let mut judgings: Vec<Judging> = read.children(row.submission)?;
    let mut changed = Vec::new();
    for (id, share) in earned {
        let Some(share) = *share else { continue };
        let asked: Option<(usize, Question)> = open.place(id).map(|(at, asked)| (at, asked.clone()));
        let Some((at, asked)) = asked else { continue };
        if open.grades[at].judge(share, &asked) {
            changed.push(at);
        }
        for judging in judgings.iter_mut().filter(|judging| judging.question_id == *id) {
            judging.state = JudgingState::Done;
        }
    }
    open.tally(&read, &changed)?;
    let OpenSubmission { mut submission, grades, .. } = open;
    submission.count_judgings(&judgings, &grades);
    let changed = changed.into_iter().map(|at| grades[at].clone()).collect();
    let after = Rescored { submission, changed };
    let mut passing = Passing::of(&read, before.test_id)?;
    counted.add(app, &read, &before, Some(&after), passing.as_mut())?;
    Ok(counted)
}
