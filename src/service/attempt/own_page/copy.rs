//! The answers and their history as a file for the candidate.

use super::page::result;
use crate::{
    app::App,
    domain::{
        AttemptId, Error, Result,
        attempt::{Answer, Attempt, LateAnswer},
        evidence::documents::{AnswersDocument, ChainDocument, HistoryDocument, history},
        language::Language,
        paper::Paper,
        submission::Submission,
    },
    service::query::{self, history::KeptHistory},
    store::{Read, Snapshot},
};
use std::sync::Arc;
use tokio::sync::OwnedSemaphorePermit;

/// Bytes that a file costs of what one link may read.
const COST: usize = 4 * 1024 * 1024;

pub struct Copy {
    pub submission: Submission,
    pub paper: Arc<Paper>,
    /// The last language of the candidate's page; `None` if it never reported one.
    pub language: Option<Language>,
    /// Answers in the order of the paper.
    pub answers: AnswersDocument,
    /// `None` if no history was kept.
    pub history: Option<(ChainDocument, HistoryDocument)>,
    /// Kept until the reply is made.
    pub place: OwnedSemaphorePermit,
}

/// # Errors
/// 404 `unknown_receipt`; 409 `still_running`; 410 `erased`; 429; 500 for a damaged history.
pub async fn copy(app: &App, secret: &str) -> Result<Copy> {
    let submission = result(&app.store.read()?, secret)?;
    let _visit = app.limits.links.visit(secret)?;
    app.limits.links.volume(secret, COST, app.now())?;
    let place = app.limits.large_reads.place().await?;
    app.blocking(move |app| read(app, &app.store.read()?, submission, place)).await
}

fn read(app: &App, read: &Snapshot, submission: Submission, place: OwnedSemaphorePermit) -> Result<Copy> {
    let id = submission.id;
    let attempt = query::attempt::load(read, id)?;
    let paper = app.caches.papers.get(read, submission.test_id, &submission.paper)?;
    let mut answers: Vec<Answer> = read.children(id)?;
    answers.sort_by_key(|answer| paper.question(&answer.question_id).map(|(place, _)| place));
    let late: Vec<LateAnswer> = read.children(id)?;
    let answers = AnswersDocument::of(answers, late);
    Ok(Copy { answers, history: saves(read, &attempt)?, language: attempt.language, paper, submission, place })
}

fn saves(read: &Snapshot, attempt: &Attempt) -> Result<Option<(ChainDocument, HistoryDocument)>> {
    let Some(KeptHistory { chain, entries, .. }) = query::history::load(read, attempt.id)? else { return Ok(None) };
    let copy = history(&chain, &entries, attempt.started_at);
    copy.map(Some).ok_or_else(|| damaged(attempt.id))
}

fn damaged(id: AttemptId) -> Error {
    Error::internal(format!("the history of {id} is damaged"))
}
