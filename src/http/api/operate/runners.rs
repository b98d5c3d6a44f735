//! Code runners on other machines, and their tokens (docs/behaviour/code.md#more-machines).

use crate::{
    app::App,
    domain::runner_token::RunnerToken,
    http::{
        error::ApiResult,
        extract::{As, FORM_LIMIT, Loaded, UnreadBody},
        refusals::Conflict,
        wire::Timestamp,
    },
    service::{
        actor::Custodian,
        operate::runners::{
            tokens::{self, ListedRunnerToken},
            verdicts::{self, TestRunnerVerdicts},
        },
    },
    state::runners::RemoteRunner,
};
use axum::{Json, extract::State, http::StatusCode};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A code runner that is registered now.
#[derive(Serialize, ToSchema)]
#[schema(as = CodeRunner)]
pub struct RunnerBody {
    version: String,
    since: Timestamp,
    /// Programs that it runs at the same time.
    slots: usize,
    /// Jobs that it has now.
    running: usize,
    /// Jobs that it has reported since it registered.
    reported: u64,
    /// Names of the languages that the runner offers, with their versions.
    languages: Vec<String>,
    /// Layers of its sandbox that hold.
    layers: Vec<String>,
    /// Why an optional layer is missing, and what to do.
    warnings: Vec<String>,
}

impl From<RemoteRunner> for RunnerBody {
    fn from(remote: RemoteRunner) -> Self {
        let RemoteRunner { welcome, since, running, reported, .. } = remote;
        let languages = welcome.languages.iter().map(|offer| format!("{} ({})", offer.name, offer.toolchain));
        Self {
            version: welcome.version.clone(),
            since: since.into(),
            slots: welcome.slots,
            running,
            reported,
            languages: languages.collect(),
            layers: welcome.layers.clone(),
            warnings: welcome.warnings.clone(),
        }
    }
}

/// A token of a code runner, without its secret.
#[derive(Serialize, ToSchema)]
#[schema(as = RunnerToken)]
pub struct TokenBody {
    id: String,
    /// Name of the machine.
    name: String,
    /// Name of the administrator.
    by: String,
    at: Timestamp,
    #[schema(required)]
    revoked_at: Option<Timestamp>,
    /// Answers whose verdicts are of this machine.
    verdicts: u64,
    /// Runners that are registered with it now.
    runners: Vec<RunnerBody>,
}

impl From<ListedRunnerToken> for TokenBody {
    fn from(ListedRunnerToken { token, by, runners, verdicts }: ListedRunnerToken) -> Self {
        Self {
            id: token.id.to_string(),
            name: token.name,
            by,
            at: token.at.into(),
            revoked_at: token.revoked_at.map(Into::into),
            verdicts,
            runners: runners.into_iter().map(Into::into).collect(),
        }
    }
}

/// Tokens of code runners.
#[derive(Serialize, ToSchema)]
pub struct RunnerTokens {
    /// The valid ones, then those that were revoked, newest first.
    tokens: Vec<TokenBody>,
}

/// A token to be made.
#[derive(Deserialize, ToSchema)]
pub struct RunnerTokenInput {
    /// Name of the machine: 1 to 60 letters, digits, dots, hyphens and underscores.
    name: String,
}

/// A new token.
#[derive(Serialize, ToSchema)]
pub struct NewRunnerToken {
    id: String,
    name: String,
    /// The token itself, shown this once.
    token: String,
}

/// Verdicts of a machine on the answers of a test.
#[derive(Serialize, ToSchema)]
#[schema(as = RunnerVerdictsOfTest)]
pub struct OfTestBody {
    test_id: String,
    test_title: String,
    answers: usize,
}

/// Verdicts of a machine that count.
#[derive(Serialize, ToSchema)]
pub struct RunnerVerdicts {
    answers: usize,
    tests: Vec<OfTestBody>,
}

impl From<Vec<TestRunnerVerdicts>> for RunnerVerdicts {
    fn from(tests: Vec<TestRunnerVerdicts>) -> Self {
        let body = |of: TestRunnerVerdicts| OfTestBody {
            test_id: of.test_id.to_string(),
            test_title: of.title,
            answers: of.answers,
        };
        Self { answers: tests.iter().map(|of| of.answers).sum(), tests: tests.into_iter().map(body).collect() }
    }
}

/// Answers that were queued.
#[derive(Serialize, ToSchema)]
pub struct RunnerRejudged {
    answers: usize,
}

/// List code runners on other machines, with their tokens. Superadmin only.
#[utoipa::path(get, path = "/admin/runners", tag = "settings", responses((status = 200, body = RunnerTokens)))]
pub async fn list(State(app): State<App>, As(by): As<Custodian>) -> ApiResult<Json<RunnerTokens>> {
    let tokens = tokens::list(&app, &by)?.into_iter().map(Into::into).collect();
    Ok(Json(RunnerTokens { tokens }))
}

/// Make a token for a code runner on another machine. Superadmin only.
#[utoipa::path(post, path = "/admin/runners", tag = "settings", request_body = RunnerTokenInput,
    responses((status = 201, body = NewRunnerToken), Conflict))]
pub async fn create(
    State(app): State<App>,
    As(by): As<Custodian>,
    body: UnreadBody,
) -> ApiResult<(StatusCode, Json<NewRunnerToken>)> {
    let RunnerTokenInput { name } = body.json(FORM_LIMIT).await?;
    let (made, token) = tokens::create(&app, &by, &name).await?;
    Ok((StatusCode::CREATED, Json(NewRunnerToken { id: made.id.to_string(), name: made.name, token })))
}

/// Count the verdicts of a machine that count, by test. Superadmin only.
#[utoipa::path(get, path = "/admin/runners/{id}/verdicts", tag = "settings", params(("id" = String, Path)),
    responses((status = 200, body = RunnerVerdicts)))]
pub async fn verdicts(
    State(app): State<App>,
    Loaded(by, token): Loaded<Custodian, RunnerToken>,
) -> ApiResult<Json<RunnerVerdicts>> {
    Ok(Json(verdicts::by_test(&app, &by, token.id).await?.into()))
}

/// Revoke a token, at once. Returns what its machine judged, which can be judged again. Superadmin only.
#[utoipa::path(post, path = "/admin/runners/{id}/revoke", tag = "settings", params(("id" = String, Path)),
    responses((status = 200, body = RunnerVerdicts)))]
pub async fn revoke(
    State(app): State<App>,
    Loaded(by, token): Loaded<Custodian, RunnerToken>,
) -> ApiResult<Json<RunnerVerdicts>> {
    tokens::revoke(&app, &by, token.id).await?;
    Ok(Json(verdicts::by_test(&app, &by, token.id).await?.into()))
}

/// Judge again what a machine judged. Superadmin only.
#[utoipa::path(post, path = "/admin/runners/{id}/rejudge", tag = "settings", params(("id" = String, Path)),
    responses((status = 200, body = RunnerRejudged)))]
pub async fn rejudge(
    State(app): State<App>,
    Loaded(by, token): Loaded<Custodian, RunnerToken>,
) -> ApiResult<Json<RunnerRejudged>> {
    Ok(Json(RunnerRejudged { answers: verdicts::rejudge(&app, &by, token.id).await? }))
}
