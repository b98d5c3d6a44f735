//! Figures of bank questions from their use, across tests (`docs/behaviour/tests.md#question-bank`). Computed from the newest
//! results of each test that asked them, and kept until one of its results changes.

use super::results;
use crate::{
    app::App,
    domain::{
        Error, QuestionId, Result, TestId,
        attempt::TimeSpent,
        bank::{BankQuestion, sections::Pool},
        list::Scope,
        submission::Submission,
        usage::{Figures, TestUsage, Usage, UsageTally, are_apart, extremes},
    },
    service::{
        actor::TestReader,
        query::{self, pools},
    },
    store::{Read, Snapshot, records},
};
use std::{
    collections::{BTreeSet, HashSet},
    ops::ControlFlow,
    sync::Arc,
};

/// Tests whose results one call reads, the newest.
const MAX_TESTS: usize = 20;
/// Results of a test that are read, the newest.
const MAX_RESULTS: usize = 5_000;
/// Plans that one call looks through for tests.
const MAX_PLANS: usize = 20_000;

/// Figures of a question from results.
#[derive(Clone, Copy, Debug)]
pub struct QuestionUsage {
    pub figures: Figures,
    /// Tests that they come from.
    pub tests: usize,
    /// Older tests or results were left out.
    pub is_partial: bool,
}

/// # Errors
/// 404.
pub async fn of_question(app: &App, _: &TestReader, id: QuestionId) -> Result<QuestionUsage> {
    let asked = tests_of(app, id)?;
    let usages = usages(app, asked.tests).await?;
    Ok(summed(&usages, id, asked.is_partial))
}

fn summed(usages: &[Arc<TestUsage>], id: QuestionId, is_partial: bool) -> QuestionUsage {
    let name = id.to_string();
    QuestionUsage {
        figures: sum(usages, &name).figures(),
        tests: usages.iter().filter(|of| of.questions.contains_key(&name)).count(),
        is_partial: is_partial || usages.iter().any(|of| of.is_partial),
    }
}

/// Figures of the questions of a list, in its order. All of them come from the newest tests that asked any: `None` for a
/// question that others asked, too.
///
/// # Errors
/// Storage only.
pub async fn of_list(app: &App, _: &TestReader, ids: &[QuestionId]) -> Result<Vec<Option<QuestionUsage>>> {
    let asked = tests_of_each(app, ids)?;
    let newest: BTreeSet<TestId> = asked.iter().flat_map(|of| of.tests.iter().copied()).collect();
    let newest: Vec<TestId> = newest.into_iter().rev().take(MAX_TESTS).collect();
    let usages = usages(app, newest.clone()).await?;
    let figures = |(id, of): (&QuestionId, &AskingTests)| {
        let own = newest.iter().zip(&usages).filter(|(test, _)| of.tests.contains(test));
        let own: Vec<Arc<TestUsage>> = own.map(|(_, usage)| Arc::clone(usage)).collect();
        (own.len() == of.tests.len()).then(|| summed(&own, *id, of.is_partial))
    };
    Ok(ids.iter().zip(&asked).map(figures).collect())
}

fn tests_of_each(app: &App, ids: &[QuestionId]) -> Result<Vec<AskingTests>> {
    let read = app.store.read()?;
    ids.iter().map(|id| tests(&read, &[*id])).collect()
}

/// A question of a pool with its figures.
#[derive(Clone, Debug)]
pub struct PoolMember {
    pub question: BankQuestion,
    pub figures: Figures,
}

/// Figures of the ready questions of a pool.
#[derive(Clone, Debug)]
pub struct Measured {
    pub ready: usize,
    /// Questions with enough answers.
    pub measured: usize,
    /// The easiest and the hardest of those.
    pub extremes: Option<(PoolMember, PoolMember)>,
    /// Whether the easiest and the hardest are too far apart: candidates who draw one have it easier than those who
    /// draw the other.
    pub is_uneven: bool,
    pub is_partial: bool,
}

/// `without` are questions that the test has anyway: its pools do not draw them.
///
/// # Errors
/// Storage only.
pub async fn of_pool(app: &App, _: &TestReader, pool: &Pool, without: &HashSet<QuestionId>) -> Result<Measured> {
    let (members, asked) = members(app, pool, without)?;
    let ids: Vec<QuestionId> = members.iter().map(|question| question.id).collect();
    let usages = usages(app, asked.tests).await?;
    let figures: Vec<Figures> = ids.iter().map(|id| sum(&usages, &id.to_string()).figures()).collect();
    let member = |place: usize| PoolMember { question: members[place].clone(), figures: figures[place] };
    let extremes = extremes(&figures).map(|(easiest, hardest)| (member(easiest), member(hardest)));
    Ok(Measured {
        ready: members.len(),
        measured: figures.iter().filter(|of| of.mean.is_some()).count(),
        is_uneven: extremes.as_ref().is_some_and(|(a, b)| are_apart(&a.figures, &b.figures)),
        extremes,
        is_partial: asked.is_partial || usages.iter().any(|of| of.is_partial),
    })
}

fn sum(usages: &[Arc<TestUsage>], question: &str) -> Usage {
    let mut all = Usage::default();
    usages.iter().filter_map(|of| of.questions.get(question)).for_each(|usage| all.add(usage));
    all
}

struct AskingTests {
    /// Newest first.
    tests: Vec<TestId>,
    is_partial: bool,
}

fn tests_of(app: &App, id: QuestionId) -> Result<AskingTests> {
    let read = app.store.read()?;
    if read.has::<BankQuestion>(id)? { tests(&read, &[id]) } else { Err(Error::not_found("question")) }
}

/// The ready questions of a pool, and the tests that asked them.
fn members(app: &App, pool: &Pool, without: &HashSet<QuestionId>) -> Result<(Vec<BankQuestion>, AskingTests)> {
    let read = app.store.read()?;
    let mut members = pools::members(&read, pool)?;
    members.retain(|question| !without.contains(&question.id));
    let ids: Vec<QuestionId> = members.iter().map(|question| question.id).collect();
    let asked = tests(&read, &ids)?;
    Ok((members, asked))
}

/// The tests whose papers may have had one of these questions.
fn tests(read: &Snapshot, questions: &[QuestionId]) -> Result<AskingTests> {
    let (mut found, mut seen) = (BTreeSet::new(), 0);
    for id in questions {
        read.scan(records::PLANS_BY_QUESTION.under(*id), true, &mut |row| {
            found.insert(row.parent::<TestId>()?);
            seen += 1;
            Ok(if seen < MAX_PLANS { ControlFlow::Continue(()) } else { ControlFlow::Break(()) })
        })?;
    }
    let is_partial = seen >= MAX_PLANS || found.len() > MAX_TESTS;
    // Ids are in the order of their creation.
    Ok(AskingTests { tests: found.into_iter().rev().take(MAX_TESTS).collect(), is_partial })
}

async fn usages(app: &App, tests: Vec<TestId>) -> Result<Vec<Arc<TestUsage>>> {
    let known = || tests.iter().map(|test| app.caches.statistics.usage(*test)).collect::<Option<Vec<_>>>();
    if let Some(known) = known() {
        return Ok(known);
    }
    let reading = app.caches.statistics.reading.clone().lock_owned().await;
    // With the thread, not with the caller, who may leave: others would begin to read beside it.
    app.blocking(move |app| {
        let _reading = reading;
        tests.into_iter().map(|test| of_test(app, test)).collect()
    })
    .await
}

fn of_test(app: &App, test: TestId) -> Result<Arc<TestUsage>> {
    if let Some(known) = app.caches.statistics.usage(test) {
        return Ok(known);
    }
    // Asked before the first row is read: what changes meanwhile makes these figures old at once.
    let changes = app.caches.statistics.changes(test);
    let mut tally = UsageTally::default();
    let is_partial =
        results::newest(app, Scope::Test(test), MAX_RESULTS, |submission| add(app, &mut tally, &submission))?;
    let found = Arc::new(tally.finish(is_partial));
    app.caches.statistics.keep_usage(test, changes, found.clone());
    Ok(found)
}

fn add(app: &App, tally: &mut UsageTally, submission: &Submission) -> Result<()> {
    let read = app.store.read()?;
    let grades = query::grades::settled(&read, submission)?;
    if grades.is_empty() {
        // Deleted since its row was read.
        return Ok(());
    }
    let paper = app.caches.papers.get(&read, submission.test_id, &submission.paper)?;
    let time_spent: Vec<TimeSpent> = read.children(submission.id)?;
    tally.add(submission, &paper, &grades, &time_spent);
    Ok(())
}
