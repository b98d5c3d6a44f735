//! Rehearsals of an exam session (docs/rehearsal.md): another machine plays candidates against this server.

use crate::{
    app::App,
    domain::{
        Error, RehearsalId, Result,
        exam_session::ExamSession,
        rehearsal::{MAX_FINDINGS, Rehearsal, RehearsalFinding, RehearsalOutcome, RehearsalPlan},
    },
    http::{
        error::ApiResult,
        extract::{FORM_LIMIT, Loaded, TEXT_LIMIT, UnreadBody, at_most},
        refusals::{Conflict, Forbidden},
        wire::{RehearsalMark, RehearsalVerdict, Timestamp},
    },
    service::{
        actor::{Proctor, Watcher},
        monitor::session::rehearsal::{self, BegunRehearsal, SessionRehearsals},
        operate::doctor::figures::{self, MachineFigures},
    },
};
use axum::{Json, extract::State, http::StatusCode};
use serde::{Deserialize, Serialize};
use std::time::Duration;
use utoipa::ToSchema;

/// Candidates and length of a rehearsal.
#[derive(Deserialize, ToSchema)]
pub struct RehearsalInput {
    /// 1 to 2,000.
    candidates: i64,
    /// 1 to 60: after them the rehearsal ends by itself.
    minutes: i64,
}

/// A candidate to be played.
#[derive(Serialize, ToSchema)]
pub struct PlayedCandidateBody {
    invite_id: String,
    /// Token of the page, `/take-test/{token}`. People may open it too.
    token: String,
}

/// A rehearsal that has begun.
#[derive(Serialize, ToSchema)]
#[schema(as = BegunRehearsal)]
pub struct BegunRehearsalBody {
    id: String,
    ends_at: Timestamp,
    candidates: Vec<PlayedCandidateBody>,
}

impl From<BegunRehearsal> for BegunRehearsalBody {
    fn from(begun: BegunRehearsal) -> Self {
        let candidates = begun.candidates.into_iter();
        let candidates =
            candidates.map(|one| PlayedCandidateBody { invite_id: one.invite.to_string(), token: one.token });
        Self { id: begun.id.to_string(), ends_at: begun.ends_at.into(), candidates: candidates.collect() }
    }
}

/// One measure of a rehearsal against its limit.
#[derive(Serialize, Deserialize, ToSchema)]
#[schema(as = RehearsalFinding)]
pub struct RehearsalFindingBody {
    /// Stable name, such as `save_p99`.
    measure: String,
    mark: RehearsalMark,
    /// The measured value with its unit.
    value: String,
    limit: String,
    /// The part that is left up to the limit, in percent of the limit; negative beyond it.
    #[serde(default)]
    #[schema(required)]
    margin: Option<i32>,
    said: String,
    /// Empty for what is in order.
    #[serde(default)]
    fix: String,
}

impl From<RehearsalFinding> for RehearsalFindingBody {
    fn from(found: RehearsalFinding) -> Self {
        let RehearsalFinding { measure, mark, value, limit, margin, said, fix } = found;
        Self { measure, mark: mark.into(), value, limit, margin, said, fix }
    }
}

impl From<RehearsalFindingBody> for RehearsalFinding {
    fn from(found: RehearsalFindingBody) -> Self {
        let RehearsalFindingBody { measure, mark, value, limit, margin, said, fix } = found;
        Self { measure, mark: mark.into(), value, limit, margin, said, fix }
    }
}

/// The outcome of a rehearsal.
#[derive(Deserialize, ToSchema)]
pub struct RehearsalOutcomeInput {
    /// Candidates that were played.
    candidates: u32,
    verdict: RehearsalVerdict,
    /// Why there is no verdict.
    #[serde(default)]
    reason: String,
    /// Candidates that would fit.
    #[serde(default)]
    fits: Option<u32>,
    /// Name of the machine that played them.
    #[serde(default)]
    machine: String,
    #[serde(deserialize_with = "at_most::<MAX_FINDINGS, _, _>")]
    #[schema(max_items = 40)]
    findings: Vec<RehearsalFindingBody>,
}

impl From<RehearsalOutcomeInput> for RehearsalOutcome {
    fn from(input: RehearsalOutcomeInput) -> Self {
        let RehearsalOutcomeInput { candidates, verdict, reason, fits, machine, findings } = input;
        let findings = findings.into_iter().map(Into::into).collect();
        Self { candidates, verdict: verdict.into(), reason, fits, machine, findings }
    }
}

/// Which rehearsal ends, and what it found.
#[derive(Deserialize, ToSchema)]
pub struct EndRehearsalInput {
    id: String,
    /// Absent for one that was cut off: the outcome before stays.
    #[serde(default)]
    outcome: Option<RehearsalOutcomeInput>,
}

/// A rehearsal that runs.
#[derive(Serialize, ToSchema)]
#[schema(as = RunningRehearsal)]
pub struct RunningRehearsalBody {
    id: String,
    /// Name of who holds it.
    by: String,
    began_at: Timestamp,
    ends_at: Timestamp,
    candidates: usize,
}

/// The outcome of the last rehearsal.
#[derive(Serialize, ToSchema)]
#[schema(as = RehearsalOutcome)]
pub struct RehearsalOutcomeBody {
    began_at: Timestamp,
    ended_at: Timestamp,
    /// Name of who held it.
    by: String,
    candidates: u32,
    verdict: RehearsalVerdict,
    /// Why there is no verdict; empty for one.
    reason: String,
    /// Candidates that would fit, as far as the measures say.
    #[schema(required)]
    fits: Option<u32>,
    machine: String,
    findings: Vec<RehearsalFindingBody>,
}

impl From<(Rehearsal, String)> for RehearsalOutcomeBody {
    fn from((last, by): (Rehearsal, String)) -> Self {
        Self {
            began_at: last.began_at.into(),
            ended_at: last.ended_at.into(),
            by,
            candidates: last.candidates,
            verdict: last.verdict.into(),
            reason: last.reason,
            fits: last.fits,
            machine: last.machine,
            findings: last.findings.into_iter().map(Into::into).collect(),
        }
    }
}

/// The rehearsals of an exam session.
#[derive(Serialize, ToSchema)]
#[schema(as = SessionRehearsals)]
pub struct SessionRehearsalsBody {
    #[schema(required)]
    running: Option<RunningRehearsalBody>,
    #[schema(required)]
    last: Option<RehearsalOutcomeBody>,
}

impl From<SessionRehearsals> for SessionRehearsalsBody {
    fn from(found: SessionRehearsals) -> Self {
        let running = found.running.map(|shown| RunningRehearsalBody {
            id: shown.what.id.to_string(),
            by: shown.by,
            began_at: shown.what.began_at.into(),
            ends_at: shown.what.ends_at.into(),
            candidates: shown.what.invites.len(),
        });
        Self { running, last: found.last.map(Into::into) }
    }
}

/// Figures of the server's machine. `null` is unknown.
#[derive(Serialize, ToSchema)]
pub struct RehearsalServer {
    now: Timestamp,
    version: &'static str,
    processors: usize,
    /// Processor time of the server since its start.
    #[schema(required)]
    processor_ms: Option<u64>,
    #[schema(required)]
    files_limit: Option<u64>,
    #[schema(required)]
    files_open: Option<u64>,
    #[schema(required)]
    memory_free_bytes: Option<u64>,
    #[schema(required)]
    memory_used_bytes: Option<u64>,
    #[schema(required)]
    disk_free_bytes: Option<u64>,
    /// False while the disk is so full that no new tests can be started.
    disk_has_room: bool,
    /// How long small writes take to become durable, in microseconds, ascending; empty if unknown.
    syncs_us: Vec<u64>,
    #[schema(required)]
    last_backup_at: Option<Timestamp>,
    /// UDP and TCP port of live video; `null` while it is off.
    #[schema(required)]
    media_port: Option<u16>,
    /// Played candidates whose camera arrives here.
    cameras: u32,
    /// How far the machine's clock is ahead of `now`, because it was set; the server follows it once no test runs.
    clock_set_ms: i64,
    /// The origin in the candidates' links.
    public_url: String,
}

impl RehearsalServer {
    fn of(found: &MachineFigures, cameras: u32) -> Self {
        let count = |length: u128| u64::try_from(length).unwrap_or(u64::MAX);
        let disk = found.disk.as_ref();
        let syncs = disk.map(|disk| disk.syncs.iter().map(|sync| count(sync.as_micros())).collect());
        Self {
            now: found.now.into(),
            version: found.version,
            processors: found.processors,
            processor_ms: found.processor_time.as_ref().map(Duration::as_millis).map(count),
            files_limit: found.files_limit,
            files_open: found.files_open,
            memory_free_bytes: found.memory_free_bytes,
            memory_used_bytes: found.memory_used_bytes,
            disk_free_bytes: disk.map(|disk| disk.free_bytes),
            disk_has_room: disk.is_none_or(|disk| disk.has_room),
            syncs_us: syncs.unwrap_or_default(),
            last_backup_at: found.last_backup_at.map(Into::into),
            media_port: found.media_port,
            cameras,
            clock_set_ms: i64::try_from(found.clock_set.as_millis()).unwrap_or_default(),
            public_url: found.public_url.clone(),
        }
    }
}

/// Begin a rehearsal: played candidates with links, in a store of their own, which count nowhere and get no email. It ends
/// by itself after its minutes, or a minute after the last call of a candidate.
#[utoipa::path(post, path = "/sessions/{id}/rehearsal", tag = "sessions", operation_id = "begin_rehearsal",
    params(("id" = String, Path)), request_body = RehearsalInput,
    responses((status = 201, body = BegunRehearsalBody), Forbidden, Conflict))]
pub async fn begin(
    State(app): State<App>,
    Loaded(by, session): Loaded<Proctor, ExamSession>,
    body: UnreadBody,
) -> ApiResult<(StatusCode, Json<BegunRehearsalBody>)> {
    let input: RehearsalInput = body.json(FORM_LIMIT).await?;
    let plan = RehearsalPlan::check(input.candidates, input.minutes)?;
    Ok((StatusCode::CREATED, Json(rehearsal::begin(&app, &by, session.id, plan).await?.into())))
}

/// Get the rehearsal of an exam session that runs, and the outcome of the last one.
#[utoipa::path(get, path = "/sessions/{id}/rehearsal", tag = "sessions", operation_id = "exam_session_rehearsals",
    params(("id" = String, Path)), responses((status = 200, body = SessionRehearsalsBody)))]
pub async fn of_session(
    State(app): State<App>,
    Loaded(by, session): Loaded<Watcher, ExamSession>,
) -> ApiResult<Json<SessionRehearsalsBody>> {
    Ok(Json(rehearsal::of_session(&app, &by, session.id)?.into()))
}

/// End a rehearsal: all that it made is removed, and its outcome is kept. Twice is once.
#[utoipa::path(put, path = "/sessions/{id}/rehearsal", tag = "sessions", operation_id = "end_rehearsal",
    params(("id" = String, Path)), request_body = EndRehearsalInput,
    responses((status = 200, body = SessionRehearsalsBody), Forbidden))]
pub async fn end(
    State(app): State<App>,
    Loaded(by, session): Loaded<Proctor, ExamSession>,
    body: UnreadBody,
) -> ApiResult<Json<SessionRehearsalsBody>> {
    let input: EndRehearsalInput = body.json(TEXT_LIMIT).await?;
    let id = id_of(&input.id)?;
    Ok(Json(rehearsal::end(&app, &by, session.id, (id, input.outcome.map(Into::into))).await?.into()))
}

fn id_of(text: &str) -> Result<RehearsalId> {
    text.trim().parse().map_err(|_| Error::field("id", "This is not the id of a rehearsal."))
}

/// Get figures of the server's machine that a rehearsal compares with what a session needs.
#[utoipa::path(get, path = "/sessions/{id}/rehearsal/server", tag = "sessions", operation_id = "rehearsal_server",
    params(("id" = String, Path)), responses((status = 200, body = RehearsalServer)))]
pub async fn server(
    State(app): State<App>,
    Loaded(by, _): Loaded<Proctor, ExamSession>,
) -> ApiResult<Json<RehearsalServer>> {
    Ok(Json(RehearsalServer::of(&figures::take(&app, &by).await?, rehearsal::cameras(&app))))
}
