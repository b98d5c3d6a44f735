//! Results that a shared link shows.

use crate::{
    app::App,
    domain::{
        Instant, Result,
        anonymity::ShownTimes,
        attempt::Answer,
        company::Company,
        paper::Paper,
        share::{SharedLink, Shows, gone},
        submission::{Grade, Submission},
    },
    secrets::token,
    service::{
        query,
        result::history::{self, AttemptHistory},
        settings::company,
        work::{By, Work},
    },
    store::{Read, Snapshot, records},
};
use std::{collections::HashMap, sync::Arc};
use tokio::sync::OwnedSemaphorePermit;

/// Bytes that a view costs of what one link may read.
const VIEW_COST: usize = 256 * 1024;

pub struct SharedResult {
    pub submission: Submission,
    pub paper: Arc<Paper>,
    /// Grades in the order of the paper.
    pub grades: Vec<Grade>,
    /// Answers by question; empty unless the link shows answers.
    pub answers: HashMap<String, String>,
    /// Only where the link shows histories.
    pub history: Option<AttemptHistory>,
}

pub struct SharedResults {
    /// The company as candidates see it.
    pub company: Company,
    pub shows: Shows,
    pub expires_at: Instant,
    pub results: Vec<SharedResult>,
    /// Kept until the reply is made.
    pub place: OwnedSemaphorePermit,
}

/// Opens a link, and counts the view.
///
/// # Errors
/// 410 `share_gone` whether it expired, was revoked, never existed, or one of its results is gone; 429.
pub async fn open(app: &App, secret: &str) -> Result<SharedResults> {
    if !token::well_formed(secret) {
        return Err(gone());
    }
    let hash = token::hash(secret);
    if !find(&app.store.read()?, hash)?.is_valid(app.now()) {
        return Err(gone());
    }
    let _visit = app.limits.links.visit(secret)?;
    app.limits.links.volume(secret, VIEW_COST, app.now())?;
    let share = app.write(By::Server, move |w| count(w, hash)).await?;
    let place = app.limits.large_reads.place().await?;
    app.blocking(move |app| read(app, &share, place)).await
}

fn find(read: &impl Read, hash: [u8; 32]) -> Result<SharedLink> {
    read.find(records::SHARES_BY_TOKEN, hash)?.ok_or_else(gone)
}

fn count(w: &mut Work<'_, '_>, hash: [u8; 32]) -> Result<SharedLink> {
    let mut share = find(&**w, hash)?;
    if !share.is_valid(w.now) {
        return Err(gone());
    }
    // Withdrawn, while its attempt continues.
    for id in &share.submissions {
        if !w.has::<Submission>(*id)? {
            return Err(gone());
        }
    }
    if share.view(w.now) {
        w.audit("result.share_viewed", share.id, "")?;
    }
    w.put(&share)?;
    Ok(share)
}

fn read(app: &App, share: &SharedLink, place: OwnedSemaphorePermit) -> Result<SharedResults> {
    let read = app.store.read()?;
    let results = share.submissions.iter().map(|id| {
        let submission: Submission = read.get(*id)?.ok_or_else(gone)?;
        result(app, &read, &submission, share.shows)
    });
    let (shows, expires_at, company) = (share.shows, share.expires_at, company::of(&read)?);
    Ok(SharedResults { company, shows, expires_at, results: results.collect::<Result<_>>()?, place })
}

fn result(app: &App, read: &Snapshot, submission: &Submission, shows: Shows) -> Result<SharedResult> {
    let id = submission.id;
    let aliased = query::naming::of_shared(read, submission.clone())?;
    let times = ShownTimes::of(aliased.alias.is_some(), submission.started_at);
    let answers: Vec<Answer> = if shows.answers { read.children(id)? } else { Vec::new() };
    Ok(SharedResult {
        paper: app.caches.papers.get(read, submission.test_id, &submission.paper)?,
        grades: read.children(id)?,
        answers: answers.into_iter().map(|answer| (answer.question_id, answer.text)).collect(),
        history: if shows.history { Some(history::load(app, read, id)?.with_times(times)) } else { None },
        submission: aliased,
    })
}
