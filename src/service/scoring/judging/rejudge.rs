//! Judging all submitted code of a test again, on the tests that it has now (`docs/behaviour/code.md#judging`).

use super::rejudge_job::{self, RejudgeJob};
use crate::{
    app::App,
    domain::{
        AttemptId, Error, JobId, QuestionId, Result, TestId,
        background_job::JobKind,
        bank::{BankQuestion, QuestionVersion},
        judging::{Judging, JudgingState},
        list::Scope,
        paper::{Paper, PaperHash},
        question::{Coding, Question, code::TestSet},
        submission::Submission,
        test::Test,
    },
    service::{
        actor::Scorer,
        operate::background_jobs::NewJob,
        query::{history::are_answers_gone, plans},
        scoring::scores,
        work::Work,
    },
    state::dry_runs::DryRunReport,
    store::{Encoded, Read, Snapshot, records::SUBMISSIONS_BY_TIME},
};
use sha2::{Digest, Sha256};
use std::{
    collections::{BTreeMap, HashMap},
    sync::Arc,
};

/// Submissions per transaction, so that candidates' saves do not wait.
const BATCH: usize = 25;

/// Answers of a test by what judging them again means.
#[derive(Clone, Copy, Debug, Default)]
pub struct RejudgePreview {
    /// Number of answers that have verdicts, and get new ones.
    pub judged: usize,
    pub waiting: usize,
    /// Set aside: they are tried again.
    pub failed: usize,
    /// Number of these answers whose tests have changed since they were submitted.
    pub outdated: usize,
    /// Number of these answers that keep the tests they have: their current question has none that could judge them.
    pub kept: usize,
    /// Progress of a dry run, in percent; `None` if none waits or runs.
    pub dry_run_percent: Option<usize>,
    /// The last one, if it was on the tests of today.
    pub dry_run: Option<DryRunReport>,
}

/// A submission with its paper, and the one that has the tests of today.
type SubmittedCode = (AttemptId, PaperHash, Option<Arc<Paper>>);

/// Papers of submissions, each with the one that has the tests of today.
pub(super) struct Papers<'a> {
    app: &'a App,
    test: TestId,
    /// The questions of the test, and those that its pools may draw.
    questions: Vec<Question>,
    newer: HashMap<PaperHash, Option<Arc<Paper>>>,
}

impl Papers<'_> {
    /// The paper with the tests of today; `None` if they are the same.
    ///
    /// # Errors
    /// Storage only.
    pub fn newer(&mut self, read: &Snapshot, hash: &PaperHash) -> Result<Option<Arc<Paper>>> {
        if let Some(known) = self.newer.get(hash) {
            return Ok(known.clone());
        }
        let newer = self.app.caches.papers.get(read, self.test, hash)?.retested(&self.questions).map(Arc::new);
        self.newer.insert(*hash, newer.clone());
        Ok(newer)
    }

    /// The question as it is today.
    fn today(&self, id: &str) -> Option<&Coding> {
        self.questions.iter().find(|question| question.id == id).and_then(Question::coding)
    }

    /// SHA-256 of the tests of today.
    pub fn test_sets(&self) -> [u8; 32] {
        let sets =
            self.questions.iter().filter_map(|question| Some((question.id.as_str(), question.coding()?.test_set())));
        let sets: BTreeMap<&str, TestSet> = sets.collect();
        let mut sum = Sha256::new();
        for (id, set) in sets {
            // Ids have no zero byte.
            sum.update(id);
            sum.update([0]);
            sum.update(set);
        }
        sum.finalize().into()
    }
}

/// # Errors
/// 404; storage.
pub(super) fn papers<'a>(app: &'a App, read: &Snapshot, id: TestId) -> Result<Papers<'a>> {
    let test: Test = read.get(id)?.ok_or_else(|| Error::not_found("test"))?;
    let planned = plans::current(app, read, &test)?;
    let mut questions = planned.map_or(test.questions, |planned| planned.plan.template.questions.clone());
    // A question that its pool has no more: its newest version.
    for asked in plans::ever_asked(read, id)? {
        if asked.coding().is_some() && questions.iter().all(|known| known.id != asked.id) {
            questions.extend(newest(read, &asked.id)?);
        }
    }
    Ok(Papers { app, test: id, questions, newer: HashMap::new() })
}

/// The newest version of a question of the bank.
fn newest(read: &Snapshot, id: &str) -> Result<Option<Question>> {
    let Ok(id) = id.parse::<QuestionId>() else { return Ok(None) };
    let Some(head) = read.get::<BankQuestion>(id)? else { return Ok(None) };
    let version: Option<QuestionVersion> = read.get((id, head.version))?;
    Ok(version.map(|version| version.question))
}

/// Submissions with code that tests judge.
///
/// # Errors
/// Storage only.
pub(super) fn judged(read: &Snapshot, test: TestId) -> Result<Vec<(Submission, Vec<Judging>)>> {
    let all: Vec<Submission> = read.linked(SUBMISSIONS_BY_TIME.under(Scope::Test(test)))?;
    let mut found = Vec::new();
    for submission in all {
        let judgings: Vec<Judging> = read.children(submission.id)?;
        if !judgings.is_empty() && !are_answers_gone(read, submission.id)? {
            found.push((submission, judgings));
        }
    }
    Ok(found)
}

/// Whether a question is judged by other tests on another paper.
pub(super) fn has_other_tests(paper: &Paper, newer: &Paper, question: &str) -> bool {
    let set = |paper: &Paper| paper.question(question)?.1.coding().map(Coding::test_set);
    set(paper) != set(newer)
}

/// # Errors
/// 404; storage.
pub fn preview(app: &App, _: &Scorer, id: TestId) -> Result<RejudgePreview> {
    let read = app.store.read()?;
    let mut papers = papers(app, &read, id)?;
    let test_sets = papers.test_sets();
    let mut preview = RejudgePreview {
        dry_run_percent: app.jobs.dry_runs.jobs.percent(id),
        dry_run: app.jobs.dry_runs.report(id, &test_sets),
        ..RejudgePreview::default()
    };
    for (submission, judgings) in judged(&read, id)? {
        let paper = app.caches.papers.get(&read, id, &submission.paper)?;
        let newer = papers.newer(&read, &submission.paper)?;
        for judging in judgings {
            let is_outdated = newer.as_ref().is_some_and(|newer| has_other_tests(&paper, newer, &judging.question_id));
            preview.outdated += usize::from(is_outdated);
            let has = paper.question(&judging.question_id).and_then(|(_, question)| question.coding());
            let differs = |now: &Coding| has.is_some_and(|has| has.test_set() != now.test_set());
            preview.kept += usize::from(!is_outdated && papers.today(&judging.question_id).is_some_and(differs));
            match judging.state {
                JudgingState::Waiting => preview.waiting += 1,
                JudgingState::Done => preview.judged += 1,
                JudgingState::Failed => preview.failed += 1,
            }
        }
    }
    Ok(preview)
}

/// Judges all submitted code of a test on the tests that it has now, as a background job. Answers that wait on the same tests
/// keep their place. Returns how many answers were queued; a repeated call continues one that was interrupted.
///
/// # Errors
/// 404; storage.
pub async fn rejudge(app: &App, by: &Scorer, id: TestId) -> Result<usize> {
    let (mut batches, mut encoded) = (Vec::new(), BTreeMap::new());
    {
        let read = app.store.read()?;
        let mut papers = papers(app, &read, id)?;
        let mut rows: Vec<SubmittedCode> = Vec::new();
        for (submission, _) in judged(&read, id)? {
            let newer = papers.newer(&read, &submission.paper)?;
            if let Some(paper) = &newer
                && !encoded.contains_key(&paper.hash)
            {
                encoded.insert(paper.hash, Arc::new(Encoded::of(&**paper)?));
            }
            rows.push((submission.id, submission.paper, newer));
        }
        batches.extend(rows.chunks(BATCH).map(<[_]>::to_vec));
    }
    if batches.is_empty() {
        return Ok(0);
    }
    let new = NewJob { kind: JobKind::Rejudge, test: Some(id), subject: String::new() };
    let (account, by) = (by.id(), by.clone());
    let queue = move |app: App, job: RejudgeJob| async move {
        let mut queued = 0;
        for batch in batches {
            let (encoded, job_id) = (encoded.clone(), job.id());
            let write = move |w: &mut Work<'_, '_>| queue_batch(w, (id, job_id), batch, &encoded);
            let answers = app.write_paced(app.now(), &by, write).await?;
            job.queued(answers);
            queued += answers;
        }
        // What a dry run would change, it changes now.
        app.jobs.dry_runs.forget(id);
        Ok::<_, Error>(queued)
    };
    rejudge_job::run(app, account, new, queue).await
}

/// Returns how many answers were queued for a job.
fn queue_batch(
    w: &mut Work<'_, '_>,
    (test, job): (TestId, Option<JobId>),
    batch: Vec<SubmittedCode>,
    encoded: &BTreeMap<PaperHash, Arc<Encoded<Paper>>>,
) -> Result<usize> {
    let mut queued = 0;
    for (submission, paper, newer) in batch {
        let now: Option<Submission> = w.get(submission)?;
        // Erased, or judged again by another admin meanwhile.
        if now.is_none_or(|now| now.paper != paper) {
            continue;
        }
        if let Some(newer) = &newer
            && !w.has::<Paper>((test, &newer.hash))?
            && let Some(encoded) = encoded.get(&newer.hash)
        {
            w.put_encoded(encoded)?;
        }
        queued += scores::judge_on(w, submission, newer.as_ref(), job)?;
    }
    Ok(queued)
}
