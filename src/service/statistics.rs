//! The figures of one test, from its results.

use super::{
    actor::Admin,
    results::{self, Filter},
};
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
        Key, Read,
        records::{Scope, key},
    },
};

/// Reads every submission of the test, in batches; blocks its thread meanwhile.
///
/// # Errors
/// 404 for a test that is neither there nor was ever taken.
pub fn of_test(app: &App, admin: &Admin, test: TestId) -> Result<Statistics> {
    let questions = questions(app, test)?;
    let mut tally = Tally::default();
    results::export(app, admin, Filter { scope: Scope::Test(test), submitted: None }, |submission| {
        add(app, &mut tally, &submission)
    })?;
    Ok(tally.figures(&questions))
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
