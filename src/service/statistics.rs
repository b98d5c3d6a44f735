//! The figures of one test, from its results.

use super::{
    actor::Admin,
    results::{self, Filter},
};
use crate::sync::{Mutex, MutexGuard};
use crate::{
    app::App,
    domain::{
        Error, Result, TestId,
        attempt::{Answer, TimeSpent},
        paper::Paper,
        statistics::{Statistics, Tally},
        submission::{Grade, Submission},
        test::{Question, Test},
    },
    store::{
        Key, Read, Tx,
        records::{Scope, key},
    },
};
use std::{
    collections::HashMap,
    sync::{Arc, PoisonError},
};

/// Tests whose figures are kept.
const KEPT: usize = 32;

/// Figures of tests that were looked at, each for as long as nothing changes them.
#[derive(Default)]
pub struct Figures {
    state: Mutex<State>,
    /// Held while results are read: many who look at once make one of them read, and the others take no thread.
    reading: Arc<tokio::sync::Mutex<()>>,
}

#[derive(Default)]
struct State {
    /// How often the results of a test have changed since this process began.
    changes: HashMap<TestId, u64>,
    kept: HashMap<TestId, Kept>,
}

#[derive(Clone)]
struct Kept {
    changes: u64,
    questions: Vec<Question>,
    figures: Arc<Statistics>,
}

impl Figures {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn changes(&self, test: TestId) -> u64 {
        self.state().changes.get(&test).copied().unwrap_or(0)
    }

    fn get(&self, test: TestId, questions: &[Question]) -> Option<Arc<Statistics>> {
        let state = self.state();
        let changes = state.changes.get(&test).copied().unwrap_or(0);
        let kept = state.kept.get(&test)?;
        (kept.changes == changes && kept.questions == questions).then(|| kept.figures.clone())
    }

    fn keep(&self, test: TestId, kept: Kept) {
        let mut state = self.state();
        if state.kept.len() >= KEPT {
            state.kept.clear();
        }
        state.kept.insert(test, kept);
    }
}

/// Must be called wherever a submission of the test, or what belongs to it, is written.
pub(super) fn changed(tx: &mut Tx<'_>, app: &App, test: TestId) {
    let handle = app.clone();
    tx.after_commit(move || {
        let mut state = handle.figures.state();
        *state.changes.entry(test).or_default() += 1;
        state.kept.remove(&test);
    });
}

/// Reads every submission of the test, in batches, if any has changed since the last time, on a thread of its own.
///
/// # Errors
/// 404 for a test that is neither there nor was ever taken.
pub async fn of_test(app: &App, admin: &Admin, test: TestId) -> Result<Arc<Statistics>> {
    let questions = questions(app, test)?;
    if let Some(known) = app.figures.get(test, &questions) {
        return Ok(known);
    }
    let reading = app.figures.reading.clone().lock_owned().await;
    if let Some(known) = app.figures.get(test, &questions) {
        return Ok(known);
    }
    let (app, admin) = (app.clone(), admin.clone());
    // With the thread, not with the caller, who may leave: others would begin to read beside it.
    let read = move || {
        let _reading = reading;
        read(&app, &admin, test, questions)
    };
    tokio::task::spawn_blocking(read).await.map_err(Error::internal)?
}

fn read(app: &App, admin: &Admin, test: TestId, questions: Vec<Question>) -> Result<Arc<Statistics>> {
    // Asked before the first row is read: what changes meanwhile makes these figures old at once.
    let changes = app.figures.changes(test);
    let mut tally = Tally::default();
    results::export(app, admin, Filter { scope: Scope::Test(test), submitted: None }, |submission| {
        add(app, &mut tally, &submission)
    })?;
    let figures = Arc::new(tally.figures(&questions));
    app.figures.keep(test, Kept { changes, questions, figures: figures.clone() });
    Ok(figures)
}

fn add(app: &App, tally: &mut Tally, submission: &Submission) -> Result<()> {
    let read = app.store.read()?;
    let prefix = key::of_attempt(submission.id);
    let grades: Vec<Grade> = read.records(&prefix)?;
    if grades.is_empty() {
        // Deleted since its row was read.
        return Ok(());
    }
    let paper = app.papers.get(&read, submission.test_id, &submission.paper)?;
    let answers: Vec<Answer> = read.records(&prefix)?;
    let time_spent: Vec<TimeSpent> = read.records(&prefix)?;
    let answered = |id: &str| answers.iter().any(|a| a.question_id == id && !a.text.trim().is_empty());
    tally.add(submission, &paper, &grades, &time_spent, answered);
    Ok(())
}

/// Those of the test as it stands, then those that only older papers asked.
fn questions(app: &App, test: TestId) -> Result<Vec<Question>> {
    let read = app.store.read()?;
    let row = Key::new().id(test.0).build();
    let now: Option<Test> = read.get(&row)?;
    let papers: Vec<Paper> = read.records(&row)?;
    if now.is_none() && papers.is_empty() {
        return Err(Error::not_found("test"));
    }
    let mut found: Vec<Question> = Vec::new();
    for question in now.into_iter().flat_map(|t| t.questions).chain(papers.into_iter().flat_map(|p| p.questions)) {
        if found.iter().all(|known| known.id != question.id) {
            found.push(question);
        }
    }
    Ok(found)
}
