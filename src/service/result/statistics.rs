//! Statistics of one test, computed from its results.

use super::results::{self, SubmissionFilter};
use crate::{
    app::App,
    domain::{
        Error, Result, TestId,
        attempt::{Answer, Attempt, TimeSpent},
        list::Scope,
        repair,
        retention::PastFigures,
        statistics::{MeasuredQuestion, StatisticsTally},
        statistics_by_language::LanguageTally,
        submission::Submission,
        test::{Question, Test},
    },
    service::{
        actor::ResultReader,
        query::{self, plans},
    },
    state::statistics_cache::{Cached, StatisticsOfTest},
    store::Read,
};
use std::{collections::HashMap, iter, sync::Arc};

/// Statistics of a test, cached. Otherwise reads all its submissions in batches, on a blocking thread.
///
/// # Errors
/// 404 for a test that does not exist and was never taken.
pub async fn of_test(app: &App, by: &ResultReader, test: TestId) -> Result<Arc<StatisticsOfTest>> {
    let questions = questions(app, test)?;
    if let Some(known) = app.caches.statistics.get(test, &questions) {
        return Ok(known);
    }
    let reading = app.caches.statistics.reading.clone().lock_owned().await;
    if let Some(known) = app.caches.statistics.get(test, &questions) {
        return Ok(known);
    }
    let by = by.clone();
    // With the thread, not with the caller, who may leave: others would begin to read beside it.
    app.blocking(move |app| {
        let _reading = reading;
        read(app, &by, test, questions)
    })
    .await
}

/// Scores of results whose candidates were deleted when their time was over.
///
/// # Errors
/// Storage only.
pub fn past(app: &App, _: &ResultReader, test: TestId) -> Result<PastFigures> {
    Ok(app.store.read()?.get(test)?.unwrap_or_else(|| PastFigures::new(test)))
}

fn read(app: &App, by: &ResultReader, test: TestId, questions: Vec<MeasuredQuestion>) -> Result<Arc<StatisticsOfTest>> {
    // Asked before the first row is read: what changes meanwhile makes these figures old at once.
    let changes = app.caches.statistics.changes(test);
    // Where no paper was translated, all have read the one language.
    let is_translated = plans::papers_of(&app.store.read()?, test)?.iter().any(|paper| !paper.translations.is_empty());
    let (mut tally, mut languages) = (StatisticsTally::default(), is_translated.then(LanguageTally::default));
    results::export(app, by, SubmissionFilter { scope: Scope::Test(test), submitted: None }, |submission| {
        add(app, (&mut tally, languages.as_mut()), &submission)
    })?;
    let figures = Arc::new(StatisticsOfTest {
        all: tally.figures(&questions),
        languages: languages.map(LanguageTally::figures).unwrap_or_default(),
    });
    app.caches.statistics.keep(test, Cached { changes, questions, figures: figures.clone() });
    Ok(figures)
}

fn add(
    app: &App,
    (tally, languages): (&mut StatisticsTally, Option<&mut LanguageTally>),
    submission: &Submission,
) -> Result<()> {
    let read = app.store.read()?;
    let grades = query::grades::settled(&read, submission)?;
    if grades.is_empty() {
        // Deleted since its row was read.
        return Ok(());
    }
    let paper = app.caches.papers.get(&read, submission.test_id, &submission.paper)?;
    let answers: Vec<Answer> = read.children(submission.id)?;
    let time_spent: Vec<TimeSpent> = read.children(submission.id)?;
    let text = |id: &str| answers.iter().find(|a| a.question_id == id).map(|a| a.text.as_str());
    tally.add(submission, &paper, &grades, &time_spent, text);
    if let Some(languages) = languages {
        let attempt: Option<Attempt> = read.get(submission.id)?;
        languages.add(submission, &paper, &grades, attempt.and_then(|attempt| attempt.language), text);
    }
    Ok(())
}

/// Questions of the current test by their numbers, then those that only older question papers contain.
fn questions(app: &App, test: TestId) -> Result<Vec<MeasuredQuestion>> {
    let read = app.store.read()?;
    let now: Option<Test> = read.get(test)?;
    // In all their versions: a question of a pool is in no test, and an option may be right in one of them alone.
    let older = plans::papers_of(&read, test)?;
    if now.is_none() && older.is_empty() {
        return Err(Error::not_found("test"));
    }
    let repairs = query::repairs::of(&read, test)?.list;
    let mut found: Vec<MeasuredQuestion> = Vec::new();
    let mut places: HashMap<String, usize> = HashMap::new();
    let of_papers = older.into_iter().flat_map(|paper| paper.questions);
    for question in now.into_iter().flat_map(|t| t.questions).chain(of_papers) {
        let place = places.get(&question.id).copied();
        let Some(known) = place.and_then(|place| found.get_mut(place)) else {
            places.insert(question.id.clone(), found.len());
            let in_force = repair::in_force(&repairs, &question);
            let keys = in_force.map_or_else(Vec::new, |found| found.keys());
            found.push(MeasuredQuestion { number: 0, question, keys, others: Vec::new() });
            continue;
        };
        let is_same = |other: &Question| other.body == question.body && other.text == question.text;
        if !iter::once(&known.question).chain(&known.others).any(is_same) {
            known.others.push(question);
        }
    }
    let numbers = query::numbers::of(app, &read, test)?;
    found.sort_by_key(|measured| numbers.rank(&measured.question.id));
    let each = numbers.of_each(found.iter().map(|measured| &*measured.question.id));
    for (measured, number) in found.iter_mut().zip(each) {
        measured.number = number;
    }
    Ok(found)
}
