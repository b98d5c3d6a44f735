//! The report of a test: asking for it, reading it, and what people found.

use crate::{
    app::App,
    domain::{
        AttemptId, Error, Instant, Result, TestId,
        similarity::{PairKey, RecordedFinding, ReportedPair, SimilarityFinding, SimilarityReport},
        submission::Submission,
    },
    service::{
        actor::{Decider, ResultReader},
        events, query,
        result::deciding::test_questions::{self, ListedTestQuestion, Shape},
        work::Work,
    },
    store::Read,
};
use std::cmp::Reverse;

pub struct NamedPair {
    pub pair: ReportedPair,
    /// `None` for a question that the test no longer has.
    pub question: Option<ListedTestQuestion>,
    pub first: Submission,
    pub second: Submission,
    /// Name of the person with the finding.
    pub found_by: Option<String>,
}

pub struct SimilarityRun {
    pub by: String,
    pub at: Instant,
    pub answers: u32,
}

pub struct Similarity {
    pub test_title: String,
    /// 0 before the first comparison.
    pub version: u32,
    /// `None` before the first comparison.
    pub made: Option<SimilarityRun>,
    /// Percent of a comparison that waits or runs.
    pub running: Option<usize>,
    /// Highest scores first.
    pub pairs: Vec<NamedPair>,
    pub total: usize,
}

/// Pairs to be shown.
#[derive(Clone, Copy, Debug)]
pub struct PairSelection {
    /// Whether to list the pairs below the line, too.
    pub all: bool,
    pub skip: usize,
    pub limit: usize,
}

/// # Errors
/// 404 for a test that does not exist and was never taken.
pub fn of_test(app: &App, _: &ResultReader, test: TestId, shown: PairSelection) -> Result<Similarity> {
    let read = app.store.read()?;
    let Shape { title: test_title, questions, .. } = test_questions::of(&read, test)?;
    let questions = test_questions::listed(&query::numbers::of(app, &read, test)?, &questions);
    let running = app.jobs.comparisons.percent(test);
    let none = Similarity { test_title, version: 0, made: None, running, pairs: Vec::new(), total: 0 };
    let Some(report) = read.get::<SimilarityReport>(test)? else { return Ok(none) };
    let made = SimilarityRun { by: query::person::name_of(&read, report.by)?, at: report.at, answers: report.answers };
    // Withdrawn, until the reopened attempt ends again.
    let missing = super::job::missing(&read, report.submissions())?;
    let is_shown = |pair: &ReportedPair| shown.all || pair.is_above_line || pair.found.is_some();
    let mut listed: Vec<ReportedPair> =
        report.pairs.into_iter().filter(|pair| is_shown(pair) && !pair.key.is_of_any(&missing)).collect();
    if query::naming::hides(&read, test)? {
        // Pairs of one score would stand in the order of their starts.
        let shown = |id| query::naming::alias(&read, id).ok().flatten().map(|alias| alias.review_id);
        listed.sort_by_cached_key(|pair| {
            let mut sides = [shown(pair.key.first), shown(pair.key.second)];
            sides.sort_unstable();
            (Reverse(pair.score), pair.key.question_id.clone(), sides)
        });
    }
    let total = listed.len();
    let page = listed.into_iter().skip(shown.skip).take(shown.limit);
    let mut pairs = Vec::new();
    for pair in page {
        pairs.extend(signed(&read, &questions, pair)?);
    }
    Ok(Similarity { version: report.version, made: Some(made), pairs, total, ..none })
}

/// A pair as it is stored, which a call may name by the aliases of its submissions.
///
/// # Errors
/// 404.
pub(super) fn own(read: &impl Read, key: PairKey) -> Result<PairKey> {
    let [first, second] = [key.first, key.second].map(|id| query::naming::named(read, id));
    Ok(PairKey::new(key.question_id, first?, second?))
}

/// `None` if one of the submissions is gone.
fn signed(read: &impl Read, questions: &[ListedTestQuestion], pair: ReportedPair) -> Result<Option<NamedPair>> {
    let (first, second) = (read.get::<Submission>(pair.key.first)?, read.get::<Submission>(pair.key.second)?);
    let (Some(first), Some(second)) = (first, second) else { return Ok(None) };
    let mut sides = [query::naming::of_result(read, first)?, query::naming::of_result(read, second)?];
    sides.sort_by_key(Submission::shown_id);
    let [first, second] = sides;
    let question = questions.iter().find(|question| question.id == pair.key.question_id).cloned();
    let found_by = pair.found.map(|found| query::person::name_of(read, found.by)).transpose()?;
    Ok(Some(NamedPair { pair, question, first, second, found_by }))
}

/// Asks for a comparison. One that waits or runs already is the one.
///
/// # Errors
/// 429.
pub fn ask(app: &App, by: &Decider, test: TestId) -> Result<()> {
    app.jobs.comparisons.ask(test, by.id())
}

/// Stores what a person found about a pair; `None` withdraws it. Returns the version of the report.
///
/// # Errors
/// 404; 409 `changed_meanwhile` with the author and time of the latest change.
pub async fn find(
    app: &App,
    decider: &Decider,
    test: TestId,
    key: PairKey,
    finding: Option<SimilarityFinding>,
    version: Option<u32>,
) -> Result<u32> {
    app.write(decider, move |w| {
        let key = own(&**w, key)?;
        let mut report: SimilarityReport = w.get(test)?.ok_or_else(no_pair)?;
        let (by, at) = report.last_change();
        let stored = Some((report.version, by, at));
        query::version::require_version(&**w, version, stored, "the list of similar answers")?;
        let found = finding.map(|finding| RecordedFinding { finding, by: w.by.account(), at: w.now });
        if report.find(&key, found).ok_or_else(no_pair)? {
            let detail = format!("{}: {}, {}: {}", key.question_id, key.first, key.second, name(finding));
            w.audit("test.similarity_finding", test, &detail)?;
            w.put(&report)?;
            events::similarity_changed(w, test);
        }
        Ok(report.version)
    })
    .await
}

fn name(finding: Option<SimilarityFinding>) -> &'static str {
    finding.map_or("none", SimilarityFinding::name)
}

pub(super) fn no_pair() -> Error {
    Error::not_found("pair")
}

/// Removes the pairs of a submission that is deleted.
pub(in crate::service) fn forget(w: &mut Work<'_, '_>, test: TestId, id: AttemptId) -> Result<()> {
    let Some(mut report) = w.get::<SimilarityReport>(test)? else { return Ok(()) };
    if report.forget(id) {
        w.put(&report)?;
    }
    Ok(())
}
