//! Compares the answers of a test, off the request threads. A stop loses what was not stored yet: it is asked for again.

use crate::{
    app::App,
    domain::{
        AttemptId, Result, TestId,
        attempt::Answer,
        background_job::JobKind,
        list::Scope,
        question::{Question, QuestionContent},
        similarity::{
            AnswerPair, Corpus, MAX_PAIRS, MIN_SIMILARITY, PairKey, ReportedPair, SimilarityReport, TextKind, line,
        },
        submission::Submission,
    },
    service::{
        events,
        operate::background_jobs,
        query,
        result::{
            deciding::ranking,
            results::{self, SubmissionFilter},
        },
        work::By,
    },
    state::test_jobs::{TestJob, TestJobProgress},
    store::Read,
};
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};
use tokio_util::sync::CancellationToken;

/// Answers whose pairs are computed between two checks whether the server stops.
const ROWS: usize = 50;

/// Compares until `stop`.
pub async fn work(app: App, stop: CancellationToken) {
    app.jobs.comparisons.serve(stop, || pass(&app)).await;
}

/// Makes all comparisons that wait.
pub async fn pass(app: &App) {
    while let Some(asked) = app.jobs.comparisons.begin() {
        let test = asked.test;
        let work = compare(app, asked.clone());
        if let Some(Err(error)) = background_jobs::of_test(app, JobKind::Comparison, &asked, work).await {
            tracing::warn!(%test, %error, "answers cannot be compared");
        }
        app.jobs.comparisons.end();
    }
}

async fn compare(app: &App, asked: TestJob) -> Result<()> {
    let TestJob { test, by, progress, .. } = asked;
    let read = move |app: &App| {
        let mut submissions = Vec::new();
        results::each(app, SubmissionFilter { scope: Scope::Test(test), submitted: None }, |submission| {
            submissions.push(submission.id);
            Ok(())
        })?;
        Ok((written(app, test)?, Arc::new(submissions)))
    };
    let (questions, submissions) = app.blocking(read).await?;
    progress.expect(questions.len() * submissions.len() * 2);
    let (mut answers, mut pairs) = (0, Vec::new());
    for versions in questions {
        let (ids, steps) = (submissions.clone(), progress.clone());
        let id = versions[0].id.clone();
        let groups = app.blocking(move |app| groups(app, &versions, &ids, &steps)).await?;
        // Those without an answer to this question have none that is compared.
        let compared: usize = groups.values().map(|group| group.ids.len()).sum();
        progress.advance(submissions.len() - compared);
        for (kind, group) in groups {
            answers += group.ids.len();
            pairs.extend(similar(app, &id, &kind, group, &progress).await?);
        }
    }
    // Before the writer checks each.
    pairs.sort_by_key(|pair: &ReportedPair| std::cmp::Reverse(pair.score));
    pairs.truncate(MAX_PAIRS);
    let answers = u32::try_from(answers).unwrap_or(u32::MAX);
    app.write(By::Server, move |w| {
        // Deleted with all its results meanwhile.
        if !ranking::exists(&**w, test)? {
            return Ok(());
        }
        // Erased or withdrawn meanwhile.
        let mut report = SimilarityReport { test_id: test, version: 1, by, at: w.now, answers, pairs };
        let gone = missing(&**w, report.submissions())?;
        report.pairs.retain(|pair| !pair.key.is_of_any(&gone));
        let before: Option<SimilarityReport> = w.get(test)?;
        let known = before.as_ref().map(SimilarityReport::submissions).unwrap_or_default();
        let report = report.following(before, &missing(&**w, known)?);
        w.put(&report)?;
        w.audit("test.similarity", test, &format!("{answers} answers, {} pairs", report.pairs.len()))?;
        events::similarity_changed(w, test);
        Ok(())
    })
    .await
}

/// The attempts without a submission: withdrawn, or erased.
pub(super) fn missing(read: &impl Read, mut ids: BTreeSet<AttemptId>) -> Result<BTreeSet<AttemptId>> {
    for id in ids.clone() {
        if read.has::<Submission>(id)? {
            ids.remove(&id);
        }
    }
    Ok(ids)
}

/// The questions that were answered in writing, each in all its versions.
fn written(app: &App, test: TestId) -> Result<Vec<Vec<Question>>> {
    let mut found: Vec<Vec<Question>> = Vec::new();
    for question in query::plans::papers_of(&app.store.read()?, test)?.into_iter().flat_map(|paper| paper.questions) {
        if !matches!(question.body, QuestionContent::Essay | QuestionContent::Coding(_)) {
            continue;
        }
        match found.iter_mut().find(|versions| versions[0].id == question.id) {
            Some(versions) if versions.contains(&question) => {}
            Some(versions) => versions.push(question),
            None => found.push(vec![question]),
        }
    }
    Ok(found)
}

/// The kind of text that an answer is compared as, and the text.
pub(super) fn read_answer(question: &Question, answer: &str) -> (TextKind, String) {
    match &question.body {
        QuestionContent::Coding(coding) => {
            let code = coding.read(answer);
            (TextKind::Code(code.language.unwrap_or_default().to_owned()), code.source.into_owned())
        }
        _ => (TextKind::Words, answer.to_owned()),
    }
}

/// Texts that all candidates had.
pub(super) fn given(question: &Question) -> Vec<String> {
    let mut given = vec![question.plain_text().into_owned()];
    if let QuestionContent::Coding(coding) = &question.body {
        given.extend(coding.starter_code.values().cloned());
    }
    given
}

/// The answers in one language.
struct LanguageGroup {
    ids: Vec<AttemptId>,
    corpus: Corpus,
}

fn groups(
    app: &App,
    versions: &[Question],
    submissions: &[AttemptId],
    progress: &TestJobProgress,
) -> Result<BTreeMap<TextKind, LanguageGroup>> {
    let given: Vec<String> = versions.iter().flat_map(given).collect();
    let mut groups: BTreeMap<TextKind, LanguageGroup> = BTreeMap::new();
    for ids in submissions.chunks(ROWS) {
        let read = app.store.read()?;
        for id in ids {
            let Some(answer) = read.get::<Answer>((*id, versions[0].id.as_str()))? else { continue };
            let (kind, text) = read_answer(&versions[0], &answer.text);
            let corpus = || LanguageGroup { ids: Vec::new(), corpus: Corpus::new(kind.clone(), &given) };
            let group = groups.entry(kind.clone()).or_insert_with(corpus);
            if group.corpus.add(&text) {
                group.ids.push(*id);
            }
        }
        progress.advance(ids.len());
    }
    Ok(groups)
}

/// The pairs of a group with the highest scores.
async fn similar(
    app: &App,
    question: &str,
    kind: &TextKind,
    group: LanguageGroup,
    progress: &TestJobProgress,
) -> Result<Vec<ReportedPair>> {
    let LanguageGroup { ids, corpus } = group;
    let weighted = Arc::new(app.blocking(move |_| Ok(corpus.weighted())).await?);
    let mut found = Vec::new();
    for from in (0..weighted.len()).step_by(ROWS) {
        let rows = from..weighted.len().min(from + ROWS);
        progress.advance(rows.len());
        let answers = weighted.clone();
        let pairs =
            move |_: &App| Ok(rows.flat_map(|row| answers.pairs_of(row, MIN_SIMILARITY)).collect::<Vec<AnswerPair>>());
        found.extend(app.blocking(pairs).await?);
        found.sort_by(|a, b| b.score.total_cmp(&a.score));
        found.truncate(MAX_PAIRS);
    }
    let reported = found.into_iter().map(|pair| {
        let key = PairKey::new(question.to_owned(), ids[pair.first], ids[pair.second]);
        ReportedPair::new(key, pair, line(kind))
    });
    Ok(reported.collect())
}
