//! Calls of code runners on other machines, which pull jobs (docs/behaviour/code.md#more-machines).

use crate::{
    app::App,
    domain::Error,
    http::{
        error::ApiResult,
        extract::{AsCodeRunner, FORM_LIMIT, TEXT_LIMIT, UnreadBody, at_most},
        refusals::{Conflict, TooMany},
    },
    runner::{
        job::{Job, Outcome},
        wire::{LanguageOffer, Welcome},
    },
    service::operate::runners::calls,
    state::runners::Renewal,
};
use axum::{Json, extract::State, http::StatusCode};
use serde::{Deserialize, Serialize, Serializer};
use std::{sync::Arc, time::Duration};
use utoipa::ToSchema;
use uuid::Uuid;

/// Largest result, in bytes.
const REPORT_LIMIT: usize = 4 * 1024 * 1024;
/// Leases of one renewal: more than any runner has.
const MAX_LEASES: usize = 600;

/// A language that a runner offers.
#[derive(Deserialize, ToSchema)]
pub struct RunnerOffer {
    name: String,
    #[serde(default)]
    toolchain: String,
    /// Factor of the CPU limit, 1 to 100.
    factor: u64,
}

/// A runner that registers. Of one of another version only the version is read.
#[derive(Deserialize, ToSchema)]
pub struct RunnerRegistration {
    protocol: u32,
    version: String,
    /// Programs that it runs at the same time, 1 to 256.
    #[serde(default)]
    slots: usize,
    /// Layers of its sandbox that hold.
    #[serde(default)]
    layers: Vec<String>,
    #[serde(default)]
    warnings: Vec<String>,
    #[serde(default)]
    languages: Vec<RunnerOffer>,
}

impl From<RunnerRegistration> for Welcome {
    fn from(input: RunnerRegistration) -> Self {
        let RunnerRegistration { protocol, version, slots, layers, warnings, languages } = input;
        let offer = |RunnerOffer { name, toolchain, factor }| LanguageOffer { name, toolchain, factor };
        let languages = languages.into_iter().map(offer).collect();
        Self { protocol, version, slots, layers, warnings, languages, ..Self::default() }
    }
}

/// A registered runner.
#[derive(Serialize, ToSchema)]
pub struct RunnerSession {
    /// Names this registration in all later calls.
    session: String,
    /// Time for which a job is its own without a renewal, in ms.
    lease_ms: u64,
}

/// A runner that waits for a job.
#[derive(Deserialize, ToSchema)]
pub struct RunnerWait {
    session: String,
    /// Longest time to wait, 25 s at most.
    #[serde(default)]
    wait_seconds: u64,
    /// Whether all slots of the runner are taken: it then wants a job that interrupts one of its own, of a candidate of
    /// whom it has none.
    #[serde(default)]
    interrupts: bool,
}

/// Serialized without a copy.
pub struct SharedJob(Arc<Job>);

impl Serialize for SharedJob {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(to)
    }
}

/// A job, if one came in time.
#[derive(Serialize, ToSchema)]
pub struct RunnerJob {
    /// Source code, tests and limits, under a pseudonym; `null` if there was none.
    #[schema(value_type = Option<Object>, required)]
    job: Option<SharedJob>,
    /// Number of the lease; 0 without a job.
    lease: u64,
}

/// A lease of a runner.
#[derive(Deserialize, ToSchema)]
pub struct RunnerLease {
    job: String,
    lease: u64,
    /// Whether the job waits for others on this runner.
    #[serde(default)]
    waits: bool,
}

/// Leases to be renewed.
#[derive(Deserialize, ToSchema)]
pub struct RunnerRenewal {
    session: String,
    #[serde(deserialize_with = "at_most::<MAX_LEASES, _, _>")]
    leases: Vec<RunnerLease>,
}

/// Jobs that are no longer this runner's.
#[derive(Serialize, ToSchema)]
pub struct RunnerRenewed {
    /// Jobs whose lease is over: they are to be ended.
    over: Vec<String>,
}

/// The result of a job.
#[derive(Deserialize, ToSchema)]
pub struct RunnerReport {
    session: String,
    job: String,
    lease: u64,
    #[schema(value_type = Object)]
    outcome: Outcome,
}

/// A runner that stops.
#[derive(Deserialize, ToSchema)]
pub struct RunnerLeave {
    session: String,
}

fn id(field: &str, text: &str) -> ApiResult<Uuid> {
    Ok(text.parse().map_err(|_| Error::field(field, "This is not an id."))?)
}

/// Register a code runner of the server's version.
#[utoipa::path(post, path = "/runner/register", tag = "runners", request_body = RunnerRegistration,
    responses((status = 200, body = RunnerSession), Conflict, TooMany))]
pub async fn register(
    State(app): State<App>,
    AsCodeRunner(runner): AsCodeRunner,
    body: UnreadBody,
) -> ApiResult<Json<RunnerSession>> {
    let input: RunnerRegistration = body.json(TEXT_LIMIT).await?;
    let registered = calls::register(&app, &runner, input.into())?;
    let lease_ms = u64::try_from(registered.lease.as_millis()).unwrap_or(u64::MAX);
    Ok(Json(RunnerSession { session: registered.session.to_string(), lease_ms }))
}

/// Wait for the next job.
#[utoipa::path(post, path = "/runner/lease", tag = "runners", request_body = RunnerWait,
    responses((status = 200, body = RunnerJob), Conflict, TooMany))]
pub async fn lease(
    State(app): State<App>,
    AsCodeRunner(runner): AsCodeRunner,
    body: UnreadBody,
) -> ApiResult<Json<RunnerJob>> {
    let RunnerWait { session, wait_seconds, interrupts } = body.json(FORM_LIMIT).await?;
    let wait = Duration::from_secs(wait_seconds);
    let leased = calls::lease(&app, &runner, id("session", &session)?, wait, interrupts).await?;
    let (lease, job) = leased.map_or((0, None), |(lease, job)| (lease, Some(SharedJob(job))));
    Ok(Json(RunnerJob { job, lease }))
}

/// Renew leases; a call without any still counts as a sign of life of the runner.
#[utoipa::path(post, path = "/runner/renew", tag = "runners", request_body = RunnerRenewal,
    responses((status = 200, body = RunnerRenewed), Conflict, TooMany))]
pub async fn renew(
    State(app): State<App>,
    AsCodeRunner(runner): AsCodeRunner,
    body: UnreadBody,
) -> ApiResult<Json<RunnerRenewed>> {
    let RunnerRenewal { session, leases } = body.json(TEXT_LIMIT).await?;
    let renewal = |held: &RunnerLease| -> ApiResult<Renewal> {
        Ok(Renewal { job: id("leases", &held.job)?, lease: held.lease, waits: held.waits })
    };
    let leases = leases.iter().map(renewal).collect::<ApiResult<Vec<_>>>()?;
    let over = calls::renew(&app, &runner, id("session", &session)?, &leases)?;
    Ok(Json(RunnerRenewed { over: over.iter().map(Uuid::to_string).collect() }))
}

/// Report the result of a job. It counts once, and only while the job is this runner's: 409 `lease_over`.
#[utoipa::path(post, path = "/runner/report", tag = "runners", request_body = RunnerReport,
    responses((status = 204), Conflict, TooMany))]
pub async fn report(
    State(app): State<App>,
    AsCodeRunner(runner): AsCodeRunner,
    body: UnreadBody,
) -> ApiResult<StatusCode> {
    let RunnerReport { session, job, lease, outcome } = body.json(REPORT_LIMIT).await?;
    let held = (id("job", &job)?, lease);
    calls::report(&app, &runner, id("session", &session)?, held, outcome)?;
    Ok(StatusCode::NO_CONTENT)
}

/// Leave in order: what this runner has is given to others.
#[utoipa::path(post, path = "/runner/leave", tag = "runners", request_body = RunnerLeave,
    responses((status = 204), Conflict, TooMany))]
pub async fn leave(
    State(app): State<App>,
    AsCodeRunner(runner): AsCodeRunner,
    body: UnreadBody,
) -> ApiResult<StatusCode> {
    let RunnerLeave { session } = body.json(FORM_LIMIT).await?;
    calls::leave(&app, &runner, id("session", &session)?)?;
    Ok(StatusCode::NO_CONTENT)
}
