//! Operation of the installation from the page: backups, the mail queue, the audit log (docs/behaviour/data.md#audit-log).

use crate::{
    app::App,
    domain::{Error, background_job::JobKind},
    http::{
        api::result::export::{FileOrder, download},
        error::ApiResult,
        extract::{As, Query},
        refusals::{Conflict, TooMany},
        wire::{Confirmation, EmailDeliveryState, QueuedMailKind, Timestamp},
    },
    service::{
        actor::{Custodian, SiteOperator},
        export::export_error::Failed,
        mail::waiting,
        operate::{
            backup::{self, schedule},
            recent_audit::{self, AuditActor, AuditFilter},
        },
    },
};
use axum::{Json, extract::State, http::StatusCode, response::Response};
use serde::{Deserialize, Serialize};
use tokio::runtime::Handle;
use utoipa::{IntoParams, ToSchema};

/// Entries of a page without `limit`.
const ENTRIES: usize = 50;

/// A mail that waits to be sent.
#[derive(Serialize, ToSchema)]
pub struct QueuedMail {
    id: String,
    kind: QueuedMailKind,
    /// Empty where an anonymous test hides it.
    to: String,
    /// `null` for a mail that belongs to no test.
    #[schema(required)]
    test_title: Option<String>,
    /// Failed ones.
    tries: u32,
    /// Time of the next try while all mails wait.
    next_try_at: Timestamp,
    created_at: Timestamp,
    state: EmailDeliveryState,
    /// Why it waits, in the mail server's words; `null` before the first try.
    #[schema(required)]
    error: Option<String>,
    /// The fix, as a sentence.
    #[schema(required)]
    advice: Option<String>,
    /// The last failure of this email by itself, whatever all emails wait for.
    #[serde(skip_serializing_if = "String::is_empty")]
    #[schema(required = false)]
    own_error: String,
}

impl From<waiting::WaitingMail> for QueuedMail {
    fn from(mail: waiting::WaitingMail) -> Self {
        Self {
            id: mail.id.to_string(),
            kind: mail.kind.into(),
            to: mail.to,
            test_title: mail.test_title,
            tries: mail.tries,
            next_try_at: mail.next_try_at.into(),
            created_at: mail.created_at.into(),
            state: mail.situation.standing.into(),
            error: Some(mail.situation.reason).filter(|reason| !reason.is_empty()),
            advice: Some(mail.situation.advice).filter(|advice| !advice.is_empty()),
            own_error: mail.own_error,
        }
    }
}

/// List the first 100 mails that wait to be sent, in the order in which they are due.
#[utoipa::path(get, path = "/admin/mail-queue", operation_id = "mail_queue", tag = "operations",
    responses((status = 200, body = Vec<QueuedMail>)))]
pub async fn mail_queue(State(app): State<App>, As(by): As<SiteOperator>) -> ApiResult<Json<Vec<QueuedMail>>> {
    Ok(Json(waiting::list(&app, &by)?.into_iter().map(Into::into).collect()))
}

/// Make a backup now, in the folder of the daily ones and in the background. For the first administrator.
#[utoipa::path(post, path = "/admin/backups", operation_id = "make_backup", tag = "operations",
    responses((status = 202, body = Confirmation), Conflict))]
pub async fn make_backup(State(app): State<App>, As(by): As<Custodian>) -> ApiResult<(StatusCode, Json<Confirmation>)> {
    schedule::ask(&app, &by)?;
    Ok((StatusCode::ACCEPTED, Confirmation::new("The backup is being made.")))
}

/// Download a backup, without the key in `secret.key`. For the first administrator. It counts as the last backup once all of
/// it was sent.
#[utoipa::path(get, path = "/admin/backups/file", operation_id = "download_backup", tag = "operations",
    responses((status = 200, description = "A file to download", content_type = "application/octet-stream", body = Vec<u8>),
        TooMany))]
pub async fn download_backup(State(app): State<App>, As(by): As<Custodian>) -> ApiResult<Response> {
    let (slot, still_held) = (app.limits.exports.begin(by.id())?, by.still_held());
    backup::note_download(&app, &by).await?;
    let (name, runtime) = (schedule::name(app.now()), Handle::current());
    let media_type = "application/octet-stream";
    let file = FileOrder { kind: JobKind::Backup, media_type, name: &name, slot, still_held };
    Ok(download(app.clone(), file, move |mut out| {
        let manifest = backup::write(&app, None, &mut out).map_err(|error| match error {
            backup::BackupError::Io(error) => Failed::Output(error),
            other => Failed::Refused(other.into()),
        })?;
        Ok(runtime.block_on(backup::note_made(&app, &by, manifest.made_at))?)
    }))
}

/// Which entries of the audit log.
#[derive(Deserialize, IntoParams)]
pub struct AuditQuery {
    /// Entries below this number.
    before: Option<u64>,
    /// Part of an action or a target.
    #[serde(default)]
    search: String,
    /// Id of the account that acted; `none`: no account, that is the server, its operator or a candidate.
    actor: Option<String>,
    /// Entries at or after this time.
    from: Option<Timestamp>,
    /// Entries before this time.
    until: Option<Timestamp>,
    /// At most 200; 50 if omitted.
    limit: Option<usize>,
}

/// An entry of the audit log.
#[derive(Serialize, ToSchema)]
pub struct AuditLogEntry {
    number: u64,
    at: Timestamp,
    /// Who acted; `null` for the server and the operator's command line.
    #[schema(required)]
    actor: Option<String>,
    action: String,
    target: String,
    note: String,
    /// The target with its present name; `null` where it is gone, has no name, or where its test hides names.
    #[schema(required)]
    subject: Option<AuditSubject>,
}

/// The object of an entry.
#[derive(Serialize, ToSchema)]
pub struct AuditSubject {
    /// `result`: the result of the attempt can be opened.
    #[schema(value_type = AuditSubjectKind)]
    kind: AuditSubjectKind,
    name: String,
}

#[derive(Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum AuditSubjectKind {
    Test,
    Result,
    Person,
    ExamSession,
    Other,
}

impl From<recent_audit::AuditSubject> for AuditSubject {
    fn from(recent_audit::AuditSubject { kind, name }: recent_audit::AuditSubject) -> Self {
        let kind = match kind {
            recent_audit::AuditSubjectKind::Test => AuditSubjectKind::Test,
            recent_audit::AuditSubjectKind::Result => AuditSubjectKind::Result,
            recent_audit::AuditSubjectKind::Person => AuditSubjectKind::Person,
            recent_audit::AuditSubjectKind::ExamSession => AuditSubjectKind::ExamSession,
            recent_audit::AuditSubjectKind::Other => AuditSubjectKind::Other,
        };
        Self { kind, name }
    }
}

/// A page of the audit log.
#[derive(Serialize, ToSchema)]
pub struct AuditLogPage {
    /// Newest first.
    entries: Vec<AuditLogEntry>,
    /// `before` of the next page; `null` at the end.
    #[schema(required)]
    next: Option<u64>,
}

/// Read the audit log, newest entries first. For the first administrator. 'invigil audit export' verifies its chain.
#[utoipa::path(get, path = "/admin/audit-log", operation_id = "audit_log", tag = "operations", params(AuditQuery),
    responses((status = 200, body = AuditLogPage)))]
pub async fn audit_log(
    State(app): State<App>,
    As(superadmin): As<Custodian>,
    Query(AuditQuery { before, search, actor, from, until, limit }): Query<AuditQuery>,
) -> ApiResult<Json<AuditLogPage>> {
    let filter = AuditFilter {
        search,
        actor: actor.as_deref().map(parse_actor).transpose()?,
        from: from.map(|Timestamp(at)| at),
        until: until.map(|Timestamp(at)| at),
    };
    let page = recent_audit::page(&app, &superadmin, before, &filter, limit.unwrap_or(ENTRIES))?;
    let entries = page.entries.into_iter().map(|recent_audit::NamedAuditEntry { entry, by, subject }| AuditLogEntry {
        subject: subject.map(Into::into),
        number: entry.number,
        at: entry.at.into(),
        actor: by,
        action: entry.action,
        target: entry.target,
        note: entry.note,
    });
    Ok(Json(AuditLogPage { entries: entries.collect(), next: page.next }))
}

fn parse_actor(text: &str) -> Result<AuditActor, Error> {
    if text == "none" {
        return Ok(AuditActor::Unnamed);
    }
    let id = text.parse().map_err(|_| Error::field("actor", "The id of an account, or 'none'."))?;
    Ok(AuditActor::Account(id))
}
