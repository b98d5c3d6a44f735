//! Repairs of keys (docs/behaviour/results.md#repairs). For admins alone.

use crate::{
    app::App,
    domain::{Error, RepairId, TestId, repair::RepairDraft, submission::ScoreChanges},
    http::{
        error::ApiResult,
        extract::{Loaded, Of, Query, TEXT_LIMIT, UnreadBody},
        refusals::Conflict,
        wire::{RepairActionName, Timestamp},
    },
    service::{
        actor::{Decider, ResultReader},
        result::deciding::ranking::RankedTest,
        scoring::repairs::{
            list::{self, NamedRepair, RepairList},
            preview::{self, RepairEffect, WrongAnswer},
        },
    },
};
use axum::{Json, extract::State, http::StatusCode};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// A repair of a question's key.
#[derive(Serialize, ToSchema)]
#[schema(as = Repair)]
pub struct RepairBody {
    id: String,
    question_id: String,
    /// Chosen versions of a question of the bank; absent if the repair covers all that were asked.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    versions: Vec<u32>,
    action: RepairActionName,
    /// The answer that is right, in the form of an answer; `null` for `full_marks` and `void`.
    #[schema(required)]
    value: Option<String>,
    /// `value` in words, where it is not a text itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    value_text: Option<String>,
    reason: String,
    /// Name of the administrator.
    by: String,
    at: Timestamp,
    /// Whether the repair no longer changes any score, since later repairs of the question replace it.
    replaced: bool,
    /// Name of the administrator who undid it; `null` if it was not undone.
    #[schema(required)]
    undone_by: Option<String>,
    #[schema(required)]
    undone_at: Option<Timestamp>,
}

impl From<NamedRepair> for RepairBody {
    fn from(NamedRepair { repair, value_text, by, undone_by, is_replaced }: NamedRepair) -> Self {
        Self {
            id: repair.id.to_string(),
            question_id: repair.question_id,
            versions: repair.versions,
            action: repair.action.into(),
            value: repair.value,
            value_text,
            reason: repair.reason,
            by,
            at: repair.at.into(),
            replaced: is_replaced,
            undone_by,
            undone_at: repair.undone.map(|undone| undone.at.into()),
        }
    }
}

/// The repairs of a test.
#[derive(Serialize, ToSchema)]
#[schema(as = RepairList)]
pub struct RepairListBody {
    /// Number of the stored version, which the next change sends; 0 before the first one.
    version: u32,
    /// Earlier submissions are still being scored again.
    recalculating: bool,
    /// Oldest first, with those that were undone.
    repairs: Vec<RepairBody>,
}

impl From<RepairList> for RepairListBody {
    fn from(list: RepairList) -> Self {
        Self {
            version: list.version,
            recalculating: list.is_recalculating,
            repairs: list.repairs.into_iter().map(Into::into).collect(),
        }
    }
}

/// A repair to be made.
#[derive(Deserialize, ToSchema)]
pub struct RepairInput {
    question_id: String,
    /// Versions of a question of the bank; if omitted, all that candidates of this test were asked so far.
    #[serde(default)]
    versions: Option<Vec<u32>>,
    action: RepairActionName,
    /// The whole right answer for `also_accept` and `new_key`, in the form of a candidate's answer.
    #[serde(default)]
    value: Option<String>,
    /// 1 to 500 characters. Candidates never see it.
    reason: String,
    /// The `version` of the list that was read (optimistic concurrency): 409 `changed_meanwhile` if it is no longer current.
    #[serde(default)]
    version: Option<u32>,
}

impl RepairInput {
    fn draft(self) -> RepairDraft {
        let Self { question_id, versions, action, value, reason, .. } = self;
        RepairDraft { question_id, action: action.into(), value, reason, versions: versions.unwrap_or_default() }
    }
}

/// The repair that was made.
#[derive(Serialize, ToSchema)]
pub struct RepairReply {
    #[serde(flatten)]
    repair: RepairBody,
    /// Number of the version of the list of repairs.
    version: u32,
    /// Earlier submissions are still being scored again.
    recalculating: bool,
}

/// Numbers of submissions that a repair, a rubric or changed tests would change.
#[derive(Serialize, ToSchema)]
pub struct RepairPreview {
    /// Number of submissions whose score would rise.
    up: u64,
    down: u64,
    unchanged: u64,
    /// Final ones that pass now and would not, or the other way round.
    crossing: u64,
    /// Number of the changed submissions whose candidate was sent a decision.
    told: u64,
    /// Number of the changed submissions that are decided on.
    decided: u64,
}

impl From<ScoreChanges> for RepairPreview {
    fn from(found: ScoreChanges) -> Self {
        let ScoreChanges { up, down, unchanged, crossing, told, decided } = found;
        Self { up, down, unchanged, crossing, told, decided }
    }
}

/// An answer that earns nothing now.
#[derive(Serialize, ToSchema)]
#[schema(as = WrongAnswer)]
pub struct WrongAnswerBody {
    text: String,
    /// Number of candidates who gave it.
    count: u64,
}

/// Changes that a repair would make.
#[derive(Serialize, ToSchema)]
#[schema(as = RepairEffect)]
pub struct RepairEffectBody {
    #[serde(flatten)]
    changes: RepairPreview,
    /// The 12 wrong answers that were given most often, of at most 200 characters, whatever the repair is.
    wrong_answers: Vec<WrongAnswerBody>,
}

impl From<RepairEffect> for RepairEffectBody {
    fn from(RepairEffect { changes, wrong }: RepairEffect) -> Self {
        let body = |WrongAnswer { text, count }| WrongAnswerBody { text, count };
        Self { changes: changes.into(), wrong_answers: wrong.into_iter().map(body).collect() }
    }
}

#[derive(Deserialize, IntoParams)]
pub struct UndoQuery {
    /// The `version` of the list that was read (optimistic concurrency): 409 `changed_meanwhile` if it is no longer current.
    version: Option<u32>,
}

/// List the repairs of a test.
#[utoipa::path(get, path = "/tests/{id}/repairs", tag = "repairs", params(("id" = String, Path)),
    responses((status = 200, body = RepairListBody)))]
pub async fn list(
    State(app): State<App>,
    Loaded(by, RankedTest(id)): Loaded<ResultReader, RankedTest>,
) -> ApiResult<Json<RepairListBody>> {
    Ok(Json(list::of_test(&app, &by, id)?.into()))
}

/// Repair the key of a question that candidates were asked. Their submissions are scored again in the background.
#[utoipa::path(post, path = "/tests/{id}/repairs", tag = "repairs", params(("id" = String, Path)),
    request_body = RepairInput, responses((status = 201, body = RepairReply), Conflict))]
pub async fn add(
    State(app): State<App>,
    Loaded(by, RankedTest(id)): Loaded<Decider, RankedTest>,
    body: UnreadBody,
) -> ApiResult<(StatusCode, Json<RepairReply>)> {
    let input: RepairInput = body.json(TEXT_LIMIT).await?;
    let version = input.version;
    let (repair, list) = list::add(&app, &by, id, input.draft(), version).await?;
    let (version, recalculating) = (list.version, list.is_recalculating);
    let made = list.repairs.into_iter().find(|signed| signed.repair.id == repair);
    let repair = made.ok_or_else(|| Error::not_found("repair"))?.into();
    Ok((StatusCode::CREATED, Json(RepairReply { repair, version, recalculating })))
}

/// Preview a repair: how many scores it would change.
#[utoipa::path(post, path = "/tests/{id}/repairs/preview", tag = "repairs", params(("id" = String, Path)),
    request_body = RepairInput, responses((status = 200, body = RepairEffectBody), Conflict))]
pub async fn preview(
    State(app): State<App>,
    Loaded(by, RankedTest(id)): Loaded<Decider, RankedTest>,
    body: UnreadBody,
) -> ApiResult<Json<RepairEffectBody>> {
    let input: RepairInput = body.json(TEXT_LIMIT).await?;
    let found = preview::preview(&app, &by, id, input.draft()).await?;
    Ok(Json(found.into()))
}

/// Undo a repair. Submissions are scored again in the background.
#[utoipa::path(delete, path = "/tests/{id}/repairs/{repair_id}", tag = "repairs",
    params(("id" = String, Path), ("repair_id" = String, Path), UndoQuery),
    responses((status = 200, body = RepairListBody), Conflict))]
pub async fn undo(
    State(app): State<App>,
    Of(by, (test, repair)): Of<Decider, (TestId, String)>,
    Query(UndoQuery { version }): Query<UndoQuery>,
) -> ApiResult<Json<RepairListBody>> {
    let repair: RepairId = repair.parse().map_err(|_| Error::not_found("repair"))?;
    Ok(Json(list::undo(&app, &by, test, repair, version).await?.into()))
}
