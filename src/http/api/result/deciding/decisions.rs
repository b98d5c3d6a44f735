//! Decisions on submissions.

use crate::{
    app::App,
    domain::{
        AttemptId, Error, Result,
        decision::{MAX_PER_CALL, ReportedDecision},
        submission::Submission,
    },
    http::{
        error::ApiResult,
        extract::{Loaded, TEXT_LIMIT, UnreadBody, Within, at_most},
        refusals::Conflict,
        wire::{DecisionName, Timestamp},
    },
    service::{
        actor::Decider,
        result::deciding::{
            decided::Decided,
            decisions::{self, DecisionOutcome, DecisionTarget},
        },
    },
};
use axum::{Json, extract::State};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A decision that was emailed to the candidate.
#[derive(Serialize, ToSchema)]
#[schema(as = Told)]
pub struct ToldBody {
    value: DecisionName,
    at: Timestamp,
}

impl From<&ReportedDecision> for ToldBody {
    fn from(told: &ReportedDecision) -> Self {
        Self { value: told.value.into(), at: told.at.into() }
    }
}

/// The decision on a submission.
#[derive(Serialize, ToSchema)]
#[schema(as = Decision)]
pub struct DecisionBody {
    value: DecisionName,
    /// Blank without one.
    reason: String,
    /// Name of the administrator.
    by: String,
    at: Timestamp,
    /// Decisions mailed to the candidate, oldest first.
    told: Vec<ToldBody>,
}

impl DecisionBody {
    /// `None` while there is none, or after it was withdrawn.
    pub fn of(decided: Decided) -> Option<Self> {
        let told = sent(&decided);
        let Decided { decision, by } = decided;
        let decision = decision?;
        Some(Self { value: decision.value?.into(), reason: decision.reason, by, at: decision.at.into(), told })
    }
}

/// Decisions mailed to the candidate, oldest first.
pub fn sent(decided: &Decided) -> Vec<ToldBody> {
    decided.decision.iter().flat_map(|decision| &decision.told).map(Into::into).collect()
}

/// A decision to be stored.
#[derive(Deserialize, ToSchema)]
pub struct DecisionInput {
    /// `null` withdraws it.
    #[serde(deserialize_with = "Option::deserialize")]
    #[schema(required)]
    decision: Option<DecisionName>,
    /// Reason for the decision, at most 2,000 characters.
    #[serde(default)]
    reason: Option<String>,
    /// The `decision_version` that was read (optimistic concurrency): 409 `changed_meanwhile` if it is no longer current.
    #[serde(default)]
    version: Option<u32>,
}

/// The stored decision.
#[derive(Serialize, ToSchema)]
pub struct DecisionReply {
    #[schema(required)]
    decision: Option<DecisionBody>,
    version: u32,
}

impl From<Decided> for DecisionReply {
    fn from(decided: Decided) -> Self {
        Self { version: decided.version(), decision: DecisionBody::of(decided) }
    }
}

/// Decide on a submission: shortlist, hold or reject it, or withdraw the decision. The candidate is not told.
#[utoipa::path(put, path = "/results/{submission_id}/decision", tag = "deciding",
    params(("submission_id" = String, Path)), request_body = DecisionInput,
    responses((status = 200, body = DecisionReply), Conflict))]
pub async fn decide(
    State(app): State<App>,
    Loaded(by, submission): Loaded<Decider, Submission>,
    body: UnreadBody,
) -> ApiResult<Json<DecisionReply>> {
    let DecisionInput { decision, reason, version } = body.json(TEXT_LIMIT).await?;
    let value = decision.map(Into::into);
    let decided = decisions::decide(&app, &by, submission.id, value, reason.as_deref(), version).await?;
    Ok(Json(decided.into()))
}

/// A decision on 1 to 200 submissions.
#[derive(Deserialize, ToSchema)]
pub struct DecisionsInput {
    #[serde(deserialize_with = "at_most::<MAX_PER_CALL, _, _>")]
    ids: Vec<String>,
    /// The `decision_version` that was read of each, in the order of `ids`: a submission with another decision since then
    /// keeps it. Without them, they are replaced.
    #[serde(default, deserialize_with = "at_most::<MAX_PER_CALL, _, _>")]
    versions: Vec<u32>,
    /// `null` withdraws it.
    #[serde(deserialize_with = "Option::deserialize")]
    #[schema(required)]
    decision: Option<DecisionName>,
    /// Reason for the decisions, at most 2,000 characters.
    #[serde(default)]
    reason: Option<String>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = DecisionOutcome)]
pub enum DecisionOutcomeName {
    Changed,
    /// The submission had this decision already.
    Unchanged,
    /// The caller had not read the stored decision, which stays.
    ChangedMeanwhile,
    NotFound,
}

/// Result for one submission.
#[derive(Serialize, ToSchema)]
pub struct DecisionResult {
    submission_id: String,
    outcome: DecisionOutcomeName,
    /// The decision that stays and its version, for `changed_meanwhile`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    current: Option<DecisionReply>,
}

/// Results in the order of the ids.
#[derive(Serialize, ToSchema)]
pub struct DecisionsReply {
    rows: Vec<DecisionResult>,
}

/// Parses the ids of a call on many submissions.
///
/// # Errors
/// 422 on `ids` for a malformed one.
pub(super) fn ids(texts: &[String]) -> Result<Vec<AttemptId>> {
    let ids = texts.iter().map(|id| id.trim().parse()).collect::<Result<_, _>>();
    ids.map_err(|_| Error::field("ids", "This is not the id of a submission."))
}

/// Decide on many submissions. Each succeeds or fails separately, and a repeat changes nothing.
#[utoipa::path(post, path = "/decisions", tag = "deciding", request_body = DecisionsInput,
    responses((status = 200, body = DecisionsReply)))]
pub async fn decide_many(
    State(app): State<App>,
    Within(by): Within<Decider>,
    body: UnreadBody,
) -> ApiResult<Json<DecisionsReply>> {
    let input: DecisionsInput = body.json(TEXT_LIMIT).await?;
    let (ids, value) = (ids(&input.ids)?, input.decision.map(Into::into));
    if !input.versions.is_empty() && input.versions.len() != ids.len() {
        return Err(Error::field("versions", "There must be one version for each of the ids.").into());
    }
    let version = |at: usize| input.versions.get(at).copied();
    let chosen = ids.into_iter().enumerate().map(|(at, id)| DecisionTarget { id, version: version(at) }).collect();
    let outcomes = decisions::decide_many(&app, &by, chosen, value, input.reason.as_deref()).await?;
    Ok(Json(DecisionsReply { rows: outcomes.into_iter().map(DecisionResult::from).collect() }))
}

impl From<(AttemptId, DecisionOutcome)> for DecisionResult {
    fn from((id, outcome): (AttemptId, DecisionOutcome)) -> Self {
        let (outcome, current) = match outcome {
            DecisionOutcome::Changed => (DecisionOutcomeName::Changed, None),
            DecisionOutcome::Unchanged => (DecisionOutcomeName::Unchanged, None),
            DecisionOutcome::ChangedMeanwhile(current) => (DecisionOutcomeName::ChangedMeanwhile, Some(current.into())),
            DecisionOutcome::NotFound => (DecisionOutcomeName::NotFound, None),
        };
        Self { submission_id: id.to_string(), outcome, current }
    }
}
