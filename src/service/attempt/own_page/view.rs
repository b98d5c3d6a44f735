//! Data kept of an attempt, for its candidate: no scores, keys, flags, notes, comments, decisions or other people.

use super::page;
use crate::{
    app::App,
    domain::{
        AttemptId, Instant, Result,
        assignment::Assignments,
        attempt::LateAnswer,
        clip::Clip,
        company::Company,
        history::HistoryChain,
        model_verdict::ModelVerdict,
        own_page::{ErasureRequest, OwnPage},
        paper::Paper,
        screenshot::Screenshot,
        share::SharedLink,
        submission::{Grade, Submission},
    },
    service::{
        attempt::consent::{GivenConsent, given},
        query,
        settings::company,
    },
    store::{Read, Snapshot, records},
};
use std::sync::Arc;

/// Bytes that a view costs of what one link may read.
const COST: usize = 64 * 1024;

pub struct Kept {
    pub submission: Submission,
    pub paper: Arc<Paper>,
    /// Blank if it was not set.
    pub company: String,
    pub late_answers: usize,
    pub screenshots: usize,
    pub clips: usize,
    /// `None` if no history was kept.
    pub history: Option<HistoryChain>,
    /// Roles, in words.
    pub seen_by: Vec<String>,
    pub request: Option<ErasureRequest>,
    /// Accepted at the start.
    pub consent: Option<GivenConsent>,
}

pub enum OwnPageView {
    Kept(Box<Kept>),
    /// The attempt was reopened, and continues.
    Running,
    Erased(Instant),
}

/// The page behind a link.
///
/// # Errors
/// 404 `unknown_receipt`; 429.
pub fn view(app: &App, secret: &str) -> Result<OwnPageView> {
    let read = app.store.read()?;
    let page = page::find(&read, secret)?;
    let _visit = app.limits.links.visit(secret)?;
    app.limits.links.volume(secret, COST, app.now())?;
    if let Some(at) = page.erased_at {
        return Ok(OwnPageView::Erased(at));
    }
    Ok(match read.get::<Submission>(page.attempt_id)? {
        Some(submission) => OwnPageView::Kept(Box::new(kept(app, &read, submission)?)),
        None => OwnPageView::Running,
    })
}

fn kept(app: &App, read: &Snapshot, submission: Submission) -> Result<Kept> {
    let company = company::of(read)?;
    Ok(Kept {
        late_answers: read.children::<LateAnswer>(submission.id)?.len(),
        screenshots: read.children::<Screenshot>(submission.id)?.len(),
        clips: read.children::<Clip>(submission.id)?.len(),
        history: query::history::chain(read, submission.id)?,
        seen_by: seen_by(app, read, &submission, &company)?,
        request: read.get(submission.applicant_id)?,
        consent: given(read, submission.id)?,
        paper: app.caches.papers.get(read, submission.test_id, &submission.paper)?,
        company: company.name,
        submission,
    })
}

fn seen_by(app: &App, read: &Snapshot, submission: &Submission, company: &Company) -> Result<Vec<String>> {
    let of = if company.name.is_empty() { String::new() } else { format!(" of {}", company.name) };
    let mut roles = vec![format!("administrators{of}")];
    if read.has::<Assignments>(submission.test_id)? {
        roles.push("reviewers who were asked to score this test, without your address".into());
    }
    let shares: Vec<SharedLink> = read.linked(records::SHARES_BY_SUBMISSION.under(submission.id))?;
    if shares.iter().any(|share| share.is_valid(app.now())) {
        roles.push("people to whom an administrator sent a link to your result".into());
    }
    if was_shown_to_ai(read, submission.id)? {
        roles.push("an AI service that was asked to score an answer".into());
    }
    roles.push("the person who runs this server".into());
    Ok(roles)
}

/// Whether an AI read an answer of the attempt, also to suggest a score or to be compared with a person. Verdicts from
/// before this was noted are searched for.
fn was_shown_to_ai(read: &Snapshot, id: AttemptId) -> Result<bool> {
    if read.get::<OwnPage>(id)?.is_some_and(|page| page.was_shown_to_ai) {
        return Ok(true);
    }
    let was_reviewed = read.children::<Grade>(id)?.iter().any(|grade| grade.ai.is_some());
    Ok(was_reviewed || !read.children::<ModelVerdict>(id)?.is_empty())
}
