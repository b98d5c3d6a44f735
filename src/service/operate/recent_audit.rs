//! The newest entries of the audit log, for a page. It trusts them: an export verifies the chain.

use crate::{
    app::App,
    domain::{
        ApiTokenId, AttemptId, Error, ExamSessionId, Instant, InviteId, QuestionId, Result, TestId, UserId, WebhookId,
        api_token::ApiToken, attempt::Attempt, audit::AuditEntry, bank::BankQuestion, exam_session::ExamSession,
        invite::Invite, submission::Submission, test::Test, user::User, webhook::Webhook,
    },
    service::{
        actor::Custodian,
        query::{self, naming},
    },
    store::Read,
};
use std::str::FromStr;

/// Most entries of a page.
pub const MAX_ENTRIES: usize = 200;
/// Entries that one call looks through for a word.
const MAX_SCANNED: u64 = 20_000;

/// Which entries a page has.
#[derive(Clone, Debug, Default)]
pub struct AuditFilter {
    /// Part of an action or a target.
    pub search: String,
    pub actor: Option<AuditActor>,
    pub from: Option<Instant>,
    /// Entries before this instant.
    pub until: Option<Instant>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AuditActor {
    Account(UserId),
    /// The server, its operator, and candidates: no account is named.
    Unnamed,
}

impl AuditFilter {
    fn admits(&self, entry: &AuditEntry) -> bool {
        let by = match self.actor {
            None => true,
            Some(AuditActor::Account(id)) => entry.actor == Some(id),
            Some(AuditActor::Unnamed) => entry.actor.is_none(),
        };
        by && self.from.is_none_or(|from| entry.at >= from)
            && self.until.is_none_or(|until| entry.at < until)
            && (entry.action.contains(&self.search) || entry.target.contains(&self.search))
    }
}

/// An entry with names as they are now.
pub struct NamedAuditEntry {
    pub entry: AuditEntry,
    /// Who acted. `None` for the server and the operator.
    pub by: Option<String>,
    pub subject: Option<AuditSubject>,
}

/// The object of an entry. `None` where it is gone, or where a test hides the name.
pub struct AuditSubject {
    pub kind: AuditSubjectKind,
    pub name: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AuditSubjectKind {
    Test,
    /// A candidate's attempt whose result can be opened.
    Result,
    Person,
    ExamSession,
    /// Anything else that has a name.
    Other,
}

pub struct AuditPage {
    /// Newest first.
    pub entries: Vec<NamedAuditEntry>,
    /// The next page has entries below this number; `None` at the end.
    pub next: Option<u64>,
}

/// Entries below `before` that the filter admits.
///
/// # Errors
/// Storage only.
pub fn page(app: &App, _: &Custodian, before: Option<u64>, filter: &AuditFilter, limit: usize) -> Result<AuditPage> {
    let read = app.store.read()?;
    let filter = AuditFilter { search: filter.search.trim().to_lowercase(), ..filter.clone() };
    let limit = limit.clamp(1, MAX_ENTRIES);
    let last = read.last::<AuditEntry>()?.map_or(0, |entry| entry.number);
    let from = before.map_or(last, |before| last.min(before.saturating_sub(1)));
    let (mut entries, mut next) = (Vec::new(), None);
    // Numbers have no gaps.
    for number in (1..=from).rev() {
        if entries.len() >= limit || from - number >= MAX_SCANNED {
            next = Some(number + 1);
            break;
        }
        if let Some(entry) = read.get::<AuditEntry>(number)?
            && filter.admits(&entry)
        {
            entries.push(entry);
        }
    }
    let named = |entry: AuditEntry| {
        let by = entry.actor.map(|id| query::person::name_of(&read, Some(id))).transpose()?;
        let subject = subject(&read, &entry)?;
        Ok::<_, Error>(NamedAuditEntry { entry, by, subject })
    };
    Ok(AuditPage { entries: entries.into_iter().map(named).collect::<Result<_>>()?, next })
}

fn id<I: FromStr>(entry: &AuditEntry) -> Option<I> {
    entry.target.parse().ok()
}

fn subject(read: &impl Read, entry: &AuditEntry) -> Result<Option<AuditSubject>> {
    let kind = entry.action.split_once('.').map_or(entry.action.as_str(), |(kind, _)| kind);
    let found = match kind {
        "test" => match id::<TestId>(entry) {
            Some(id) => read.get::<Test>(id)?.map(|test| (AuditSubjectKind::Test, test.title)),
            None => None,
        },
        "attempt" | "submission" | "results" => match id(entry) {
            Some(id) => candidate(read, id)?,
            None => None,
        },
        "invite" | "order" => match id::<InviteId>(entry) {
            Some(id) => invited(read, id)?,
            None => None,
        },
        "account" | "admin" | "applicant" => match id::<UserId>(entry) {
            Some(id) => read.get::<User>(id)?.map(|user| (AuditSubjectKind::Person, user.full_name)),
            None => None,
        },
        "exam_session" => match id::<ExamSessionId>(entry) {
            Some(id) => match read.get::<ExamSession>(id)? {
                Some(session) => Some((AuditSubjectKind::ExamSession, session.title)),
                // Of who was checked in or let in.
                None => invited(read, InviteId(id.0))?,
            },
            None => None,
        },
        "hold" => match id::<UserId>(entry) {
            Some(id) => match read.get::<User>(id)? {
                Some(user) => Some((AuditSubjectKind::Person, user.full_name)),
                None => match read.get::<Test>(TestId(id.0))? {
                    Some(test) => Some((AuditSubjectKind::Test, test.title)),
                    None => invited(read, InviteId(id.0))?,
                },
            },
            None => None,
        },
        "question" => match id::<QuestionId>(entry) {
            Some(id) => read.get::<BankQuestion>(id)?.map(|question| (AuditSubjectKind::Other, question.title)),
            None => None,
        },
        "webhook" => match id::<WebhookId>(entry) {
            Some(id) => read.get::<Webhook>(id)?.map(|webhook| (AuditSubjectKind::Other, webhook.name)),
            None => None,
        },
        "token" => match id::<ApiTokenId>(entry) {
            Some(id) => read.get::<ApiToken>(id)?.map(|token| (AuditSubjectKind::Other, token.name)),
            None => None,
        },
        _ => None,
    };
    Ok(found.map(|(kind, name)| AuditSubject { kind, name }))
}

type Found = Option<(AuditSubjectKind, String)>;

/// An alias beside the id and the time of an entry would identify the candidate: a test that hides names has none here.
fn candidate(read: &impl Read, id: AttemptId) -> Result<Found> {
    if let Some(submission) = read.get::<Submission>(id)? {
        let hides = naming::hides(read, submission.test_id)?;
        return Ok((!hides).then_some((AuditSubjectKind::Result, submission.applicant_name)));
    }
    let Some(attempt) = read.get::<Attempt>(id)? else { return Ok(None) };
    invited(read, attempt.invite_id)
}

fn invited(read: &impl Read, id: InviteId) -> Result<Found> {
    let Some(invite) = read.get::<Invite>(id)? else { return Ok(None) };
    Ok((!naming::hides(read, invite.test_id)?).then_some((AuditSubjectKind::Person, invite.applicant_name)))
}
