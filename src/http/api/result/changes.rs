//! Changes of results, for programs that keep a copy of them (docs/behaviour/data.md#changes-of-results).

use crate::{
    app::App,
    domain::{Error, TestId, result_change::ResultCursor},
    http::{
        error::ApiResult,
        extract::{Query, Within},
        refusals::Conflict,
    },
    service::{
        actor::ResultReader,
        result::changes::{
            ChangedResult,
            read::{self, ChangesPage},
        },
    },
};
use axum::{Json, extract::State};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// A result as it stands after its last change, or that there is none any more. Without a result, all that follows `test_id`
/// is `null`.
#[derive(Serialize, ToSchema)]
#[schema(as = ResultChange)]
pub struct ResultChangeBody {
    schema_version: u32,
    /// Unique; each change has a greater one than those before it.
    change_number: u64,
    changed_at: String,
    /// `present`, `reopened` or `deleted`.
    state: &'static str,
    result_id: String,
    test_id: String,
    test_title: Option<String>,
    invite_id: Option<String>,
    /// The program's id of the order that the result belongs to.
    external_id: Option<String>,
    applicant_name: Option<String>,
    applicant_email: Option<String>,
    started_at: Option<String>,
    submitted_at: Option<String>,
    /// `candidate`, `deadline` or `admin`.
    ended_by: Option<&'static str>,
    seconds_used: Option<u64>,
    is_monitored: Option<bool>,
    /// Percent; `null` while code waits for a verdict.
    score: Option<f64>,
    is_final: Option<bool>,
    scoring_status: Option<&'static str>,
    judging: Option<&'static str>,
    earned_points: Option<f64>,
    pending_points: Option<u32>,
    total_points: Option<u32>,
    /// Points that repairs have added or taken.
    repaired_points: Option<f64>,
    decision: Option<&'static str>,
    decision_reason: Option<String>,
    decided_by: Option<String>,
    decided_at: Option<String>,
    /// The decision that was last mailed to the candidate.
    told: Option<&'static str>,
    told_at: Option<String>,
}

impl From<ChangedResult> for ResultChangeBody {
    fn from(row: ChangedResult) -> Self {
        Self {
            schema_version: row.schema_version,
            change_number: row.change_number,
            changed_at: row.changed_at,
            state: row.state,
            result_id: row.result_id,
            test_id: row.test_id,
            test_title: row.test_title,
            invite_id: row.invite_id,
            external_id: row.external_id,
            applicant_name: row.applicant_name,
            applicant_email: row.applicant_email,
            started_at: row.started_at,
            submitted_at: row.submitted_at,
            ended_by: row.ended_by,
            seconds_used: row.seconds_used,
            is_monitored: row.is_monitored,
            score: row.score,
            is_final: row.is_final,
            scoring_status: row.scoring_status,
            judging: row.judging,
            earned_points: row.earned_points,
            pending_points: row.pending_points,
            total_points: row.total_points,
            repaired_points: row.repaired_points,
            decision: row.decision,
            decision_reason: row.decision_reason,
            decided_by: row.decided_by,
            decided_at: row.decided_at,
            told: row.told,
            told_at: row.told_at,
        }
    }
}

#[derive(Serialize, ToSchema)]
pub struct ResultChangesPage {
    changes: Vec<ResultChangeBody>,
    /// Value of `since` for the next call; present even if nothing has changed.
    cursor: String,
    /// Whether there are further changes now.
    more: bool,
}

#[derive(Deserialize, IntoParams)]
pub struct ResultChangesQuery {
    /// The `cursor` of the last page; without it, all results come.
    since: Option<String>,
    /// List only results of this test. A cursor stays with its test.
    test_id: Option<String>,
    /// 1 to 1,000; 200 by default.
    limit: Option<i64>,
}

/// List results that have changed since a cursor, each once and as it stands, in the order of their last changes.
#[utoipa::path(get, path = "/results/changes", tag = "results", params(ResultChangesQuery),
    responses((status = 200, body = ResultChangesPage), Conflict))]
pub async fn result_changes(
    State(app): State<App>,
    Within(by): Within<ResultReader>,
    Query(query): Query<ResultChangesQuery>,
) -> ApiResult<Json<ResultChangesPage>> {
    let ResultChangesQuery { since, test_id, limit } = query;
    let test = test_id.as_deref().map(str::trim).filter(|id| !id.is_empty());
    let unknown = |_| Error::field("test_id", "This is not the id of a test.");
    let test: Option<TestId> = test.map(str::parse).transpose().map_err(unknown)?;
    let limit = usize::try_from(limit.unwrap_or(200)).ok().filter(|limit| (1..=1_000).contains(limit));
    let limit = limit.ok_or_else(|| Error::field("limit", "limit must be between 1 and 1000."))?;
    let since = match since.as_deref().map(str::trim).filter(|since| !since.is_empty()) {
        Some(since) => ResultCursor::parse(since, test)?,
        None => ResultCursor::start(test),
    };
    let page = app.blocking(move |app| read::page(app, &by, &since, test, limit)).await?;
    let ChangesPage { rows, cursor, has_more } = page;
    let changes = rows.into_iter().map(Into::into).collect();
    Ok(Json(ResultChangesPage { changes, cursor: cursor.text(), more: has_more }))
}
