//! Runs an author's reference solutions on all tests of a question.

use super::job::{self, Program};
use crate::{
    app::App,
    domain::{Error, Kind, Result, question::Coding, time::SignedDuration},
    runner::{
        client::{Notice, Status},
        job::{Outcome, Verdict},
    },
    service::actor::Admin,
};
use std::time::Duration;
use uuid::Uuid;

/// Time for all solutions of a question.
const TIMEOUT: SignedDuration = SignedDuration::from_secs(90);
/// Solutions of all authors take one turn of the runner's queue.
const TURN: &str = "solutions";

/// The outcome of a reference solution.
pub struct Tried {
    pub language: String,
    pub outcome: Outcome,
}

/// A job whose caller waits; it ends with the caller.
struct Awaited<'a> {
    app: &'a App,
    id: Uuid,
}

impl Drop for Awaited<'_> {
    fn drop(&mut self) {
        if self.app.awaited_jobs.end(self.id) {
            self.app.runner.cancel(self.id);
        }
    }
}

/// Takes a notice about an awaited job; returns another one.
pub fn noted(app: &App, notice: Notice) -> Option<Notice> {
    let id = notice.job();
    if !app.awaited_jobs.has(id) {
        return Some(notice);
    }
    let failed = |why: &str| Outcome::untested(Verdict::Ie, why);
    match notice {
        Notice::Started(_) | Notice::Returned(_) => {}
        Notice::Done(_, outcome, _) => app.awaited_jobs.finish(id, outcome),
        Notice::Refused(_, why) => app.awaited_jobs.finish(id, failed(&why)),
        Notice::Lost(_) | Notice::SetAside(_) => {
            app.awaited_jobs.finish(id, failed("The code runner was interrupted. Please try again."));
        }
    }
    None
}

/// Languages in which code can be judged now, with the versions of their tools; `None` without a runner.
#[must_use]
pub fn offered(app: &App, _: &Admin) -> Option<Vec<(String, String)>> {
    let Status::Ready(welcome) = app.runner.status() else { return None };
    Some(welcome.languages.iter().map(|offer| (job::shown(&offer.name), offer.toolchain.clone())).collect())
}

/// Runs all reference solutions, one after the other.
///
/// # Errors
/// 422 without tests or solutions; 503 `no_runner`, `unavailable`.
pub async fn check(app: &App, _: &Admin, coding: &Coding) -> Result<Vec<Tried>> {
    if coding.tests.is_empty() {
        return Err(Error::field("questions[0].tests", "There are no tests to run."));
    }
    if coding.reference_solutions.is_empty() {
        return Err(Error::field("questions[0].reference_solutions", "There is no reference solution to run."));
    }
    let end = tokio::time::Instant::now() + TIMEOUT.unsigned_abs();
    let mut tried = Vec::new();
    for solution in &coding.reference_solutions {
        let outcome = run(app, coding, &solution.language, &solution.source, end).await?;
        tried.push(Tried { language: solution.language.clone(), outcome });
    }
    Ok(tried)
}

async fn run(app: &App, coding: &Coding, language: &str, source: &str, end: tokio::time::Instant) -> Result<Outcome> {
    let no_runner =
        |detail: String| Error { retry_after: Some(30), ..Error::new(Kind::Unavailable, "no_runner", detail) };
    let Status::Ready(welcome) = app.runner.status() else {
        return Err(no_runner("There is no code runner at the moment. 'invigil doctor' says why.".to_owned()));
    };
    let Some(offer) = job::offer(&welcome, language) else {
        return Ok(Outcome::untested(Verdict::Ie, format!("No code runner offers {language}.")));
    };
    let id = app.new_id();
    let busy = || Error::unavailable("Too many programs wait to be run. Please try again in a moment.", 5);
    let outcome = app.awaited_jobs.begin(id).ok_or_else(busy)?;
    let _awaited = Awaited { app, id };
    let program = Program { id, candidate: TURN.to_owned(), language: offer.name.clone(), source: source.to_owned() };
    app.runner.submit(job::job(program, coding, coding.tests.iter())).map_err(|_| busy())?;
    let left = end.saturating_duration_since(tokio::time::Instant::now()).max(Duration::from_secs(1));
    let late = || Outcome::untested(Verdict::Ie, "There was no result in time.");
    Ok(tokio::time::timeout(left, outcome).await.ok().and_then(std::result::Result::ok).unwrap_or_else(late))
}
