//! Lost time: outages, giving time back, dismissing (docs/behaviour/taking.md#lost-time). For admins alone.

use crate::{
    app::App,
    domain::{
        AttemptId, Error, Result,
        outage::{MAX_LOSSES, Outage, OutageVerdict, seconds},
    },
    http::{
        api::list,
        error::ApiResult,
        extract::{FORM_LIMIT, JSON_LIMIT, Loaded, Query, UnreadBody, Within, at_most},
        refusals::Conflict,
        wire::{GiveBackOutcomeName, OutageKind, Timestamp, shown_invite},
    },
    service::{
        actor::{Proctor, Watcher},
        monitor::outages::{
            give_back::{self, GiveBackOutcome, GiveBackResult, RequestedSeconds},
            list::{self as outages, Lost, OutageView},
        },
    },
};
use axum::{
    Json,
    extract::State,
    http::{HeaderMap, Uri},
};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// Whether an outage waits for an administrator.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum OutageState {
    Open,
    /// Time was given back.
    Given,
    Dismissed,
}

impl From<OutageVerdict> for OutageState {
    fn from(verdict: OutageVerdict) -> Self {
        match verdict {
            OutageVerdict::Given => Self::Given,
            OutageVerdict::Dismissed => Self::Dismissed,
        }
    }
}

/// How an attempt stands that lost time.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum LossStatus {
    Running,
    /// The attempt was ended by the candidate or an administrator, or the candidate was sent a decision.
    Ended,
    /// The attempt was ended by its deadline alone: it can be reopened.
    Reopenable,
}

/// The loss of one attempt in an outage.
#[derive(Serialize, ToSchema)]
pub struct OutageAttempt {
    attempt_id: String,
    invite_id: String,
    applicant_name: String,
    test_title: String,
    lost_seconds: i64,
    /// The page was heard from since.
    back: bool,
    /// The candidate worked on meanwhile.
    typed_on: bool,
    /// Changes of answers that were made meanwhile: characters, or numbered entries where keystrokes are not kept.
    entries: u32,
    /// 0 for who worked on.
    proposed_seconds: i64,
    /// `null` while no time was given back.
    #[schema(required)]
    given_seconds: Option<i64>,
    status: LossStatus,
    deadline: Timestamp,
}

impl From<Lost> for OutageAttempt {
    fn from(Lost { loss, attempt, invite, lost, proposal, is_reopenable }: Lost) -> Self {
        Self {
            attempt_id: attempt.id.to_string(),
            invite_id: shown_invite(invite.id),
            applicant_name: invite.applicant_name,
            test_title: invite.test_title,
            lost_seconds: seconds(lost),
            back: loss.back.is_some(),
            typed_on: loss.typed > 0,
            entries: loss.typed,
            proposed_seconds: proposal.as_secs(),
            given_seconds: (!loss.given.is_zero()).then(|| loss.given.as_secs()),
            status: match (attempt.is_running(), is_reopenable) {
                (true, _) => LossStatus::Running,
                (false, true) => LossStatus::Reopenable,
                (false, false) => LossStatus::Ended,
            },
            deadline: attempt.deadline().into(),
        }
    }
}

/// Time that candidates lost together, because the server or a network was down.
#[derive(Serialize, ToSchema)]
#[schema(as = Outage)]
pub struct OutageBody {
    id: String,
    /// Number of the stored version, which the next change sends.
    version: u32,
    kind: OutageKind,
    from: Timestamp,
    /// Time at which the server ran again, or the last page was back.
    to: Timestamp,
    duration_seconds: i64,
    /// Number of attempts.
    affected: usize,
    /// Number of these candidates who continued to type.
    typed_on: usize,
    /// Number of these candidates who did not type.
    stood_still: usize,
    /// The most that is proposed for one of the attempts.
    proposed_seconds: i64,
    state: OutageState,
    /// Name of the administrator; `null` while it is open.
    #[schema(required)]
    settled_by: Option<String>,
    #[schema(required)]
    settled_at: Option<Timestamp>,
    #[schema(required)]
    reason: Option<String>,
    attempts: Vec<OutageAttempt>,
}

impl From<OutageView> for OutageBody {
    fn from(OutageView { outage, lost, settled_by }: OutageView) -> Self {
        let typed_on = lost.iter().filter(|one| one.loss.typed > 0).count();
        Self {
            id: outage.id.to_string(),
            version: outage.version,
            kind: outage.reach.into(),
            from: outage.began().into(),
            to: outage.to.into(),
            duration_seconds: seconds(outage.duration()),
            affected: lost.len(),
            typed_on,
            stood_still: lost.len() - typed_on,
            proposed_seconds: lost.iter().map(|one| one.proposal.as_secs()).max().unwrap_or_default(),
            state: outage.settled.as_ref().map_or(OutageState::Open, |settled| settled.verdict.into()),
            settled_by,
            settled_at: outage.settled.as_ref().map(|settled| settled.at.into()),
            reason: outage.settled.map(|settled| settled.reason),
            attempts: lost.into_iter().map(Into::into).collect(),
        }
    }
}

#[derive(Deserialize, IntoParams)]
pub struct OutageQuery {
    /// 1 to 1,000; 200 by default.
    limit: Option<i64>,
    /// Cursor: from the `Link` header of the previous page.
    after: Option<String>,
}

/// Time for one attempt.
#[derive(Deserialize, ToSchema)]
pub struct GivenTime {
    attempt_id: String,
    /// 0 to 28,800.
    seconds: i64,
}

/// Time to be given back.
#[derive(Deserialize, ToSchema)]
pub struct GiveBackInput {
    /// The `version` that was read (optimistic concurrency): 409 `changed_meanwhile` if it is no longer current.
    #[serde(default)]
    version: Option<u32>,
    /// 1 to 500 characters, for the timelines.
    reason: String,
    /// Time for each attempt; the proposed times if absent.
    #[serde(default, deserialize_with = "some_times")]
    #[schema(nullable = false, max_items = 10_000)]
    attempts: Option<Vec<GivenTime>>,
}

fn some_times<'de, D: serde::Deserializer<'de>>(from: D) -> Result<Option<Vec<GivenTime>>, D::Error> {
    at_most::<MAX_LOSSES, _, _>(from).map(Some)
}

/// Result for one attempt.
#[derive(Serialize, ToSchema)]
pub struct GiveBackRow {
    attempt_id: String,
    outcome: GiveBackOutcomeName,
    /// Time that the attempt got from this outage.
    seconds: i64,
    /// A sentence about the next step, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    detail: Option<&'static str>,
}

impl From<GiveBackResult> for GiveBackRow {
    fn from(GiveBackResult { attempt_id, outcome, given }: GiveBackResult) -> Self {
        let hint = "This test has ended. If it ended by time alone, it can be reopened.";
        Self {
            attempt_id: attempt_id.to_string(),
            outcome: outcome.into(),
            seconds: given.as_secs(),
            detail: (outcome == GiveBackOutcome::Ended).then_some(hint),
        }
    }
}

/// The outage, and what became of each attempt.
#[derive(Serialize, ToSchema)]
pub struct GiveBackReply {
    outage: OutageBody,
    rows: Vec<GiveBackRow>,
}

/// An outage to be dismissed.
#[derive(Deserialize, ToSchema)]
pub struct DismissInput {
    /// The `version` that was read (optimistic concurrency): 409 `changed_meanwhile` if it is no longer current.
    #[serde(default)]
    version: Option<u32>,
    /// Reason for the audit log, at most 500 characters.
    #[serde(default)]
    reason: String,
}

/// List outages, newest first.
#[utoipa::path(get, path = "/admin/outages", tag = "outages", params(OutageQuery),
    responses((status = 200, body = Vec<OutageBody>)))]
pub async fn all(
    State(app): State<App>,
    Within(by): Within<Watcher>,
    Query(query): Query<OutageQuery>,
    uri: Uri,
) -> ApiResult<(HeaderMap, Json<Vec<OutageBody>>)> {
    let slice = list::slice(&app, query.limit, query.after)?;
    list::reply(&app, outages::list(&app, &by, &slice)?.map(Into::into), &uri)
}

/// Give lost time back to the candidates, once per attempt.
#[utoipa::path(post, path = "/admin/outages/{id}/give-back", tag = "outages", params(("id" = String, Path)),
    request_body = GiveBackInput,
    responses((status = 200, body = GiveBackReply), Conflict))]
pub async fn give_back(
    State(app): State<App>,
    Loaded(by, outage): Loaded<Proctor, Outage>,
    body: UnreadBody,
) -> ApiResult<Json<GiveBackReply>> {
    let GiveBackInput { version, reason, attempts } = body.json(JSON_LIMIT).await?;
    let (outage, rows) = give_back::give_back(&app, &by, outage.id, (wanted(attempts)?, &reason, version)).await?;
    Ok(Json(GiveBackReply { outage: outage.into(), rows: rows.into_iter().map(Into::into).collect() }))
}

fn wanted(attempts: Option<Vec<GivenTime>>) -> Result<RequestedSeconds> {
    let parse = |(i, GivenTime { attempt_id, seconds })| match attempt_id.trim().parse::<AttemptId>() {
        Ok(id) => Ok((id, seconds)),
        Err(_) => Err(Error::field(format!("attempts[{i}]"), "This is not the id of an attempt.")),
    };
    attempts.map(|attempts| attempts.into_iter().enumerate().map(parse).collect()).transpose()
}

/// Dismiss an outage: no time is given back.
#[utoipa::path(post, path = "/admin/outages/{id}/dismiss", tag = "outages", params(("id" = String, Path)),
    request_body = DismissInput,
    responses((status = 200, body = OutageBody), Conflict))]
pub async fn dismiss(
    State(app): State<App>,
    Loaded(by, outage): Loaded<Proctor, Outage>,
    body: UnreadBody,
) -> ApiResult<Json<OutageBody>> {
    let DismissInput { version, reason } = body.json(FORM_LIMIT).await?;
    Ok(Json(give_back::dismiss(&app, &by, outage.id, &reason, version).await?.into()))
}
