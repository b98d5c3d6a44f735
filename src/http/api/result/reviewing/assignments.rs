//! The assignments of a test.

use crate::{
    app::App,
    domain::assignment::{AssignmentItem, ScoreSlot},
    http::{
        error::ApiResult,
        extract::{JSON_LIMIT, Loaded, UnreadBody},
        refusals::Conflict,
        wire::{RoleName, Timestamp},
    },
    service::{
        actor::Scorer,
        result::deciding::ranking::RankedTest,
        scoring::reviewing::assigning::{self, AssignmentsOverview, ReviewerProgress},
    },
};
use axum::{Json, extract::State};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

const fn one() -> u32 {
    1
}

/// Someone who scores some answers of a test.
#[derive(Serialize, Deserialize, ToSchema)]
pub struct Assignment {
    /// An administrator or a reviewer.
    reviewer_id: String,
    /// `null` for all questions that have no assignments of their own.
    #[serde(default)]
    #[schema(required = false)]
    question_id: Option<String>,
    /// 1 to 100: people of the same question, or of the test, share its answers in proportion. 1 by default.
    #[serde(default = "one")]
    #[schema(minimum = 1, maximum = 100)]
    share: u32,
    /// Scores answers again, without seeing the first score. False by default.
    #[serde(default)]
    second: bool,
}

impl From<AssignmentItem> for Assignment {
    fn from(item: AssignmentItem) -> Self {
        let AssignmentItem { reviewer_id, question_id, share, slot } = item;
        Self { reviewer_id: reviewer_id.to_string(), question_id, share, second: slot == ScoreSlot::Second }
    }
}

impl From<Assignment> for AssignmentItem {
    fn from(item: Assignment) -> Self {
        let Assignment { reviewer_id, question_id, share, second } = item;
        // No account has the nil id: the use case names the field.
        let reviewer_id = reviewer_id.trim().parse().unwrap_or_else(|_| uuid::Uuid::nil().into());
        Self { reviewer_id, question_id, share, slot: if second { ScoreSlot::Second } else { ScoreSlot::First } }
    }
}

/// Assignments to be stored instead of the present ones.
#[derive(Deserialize, ToSchema)]
pub struct AssignmentsInput {
    /// 200 at most; none for no assignments.
    items: Vec<Assignment>,
    /// The `version` that was read (optimistic concurrency): 409 `changed_meanwhile` if it is no longer current.
    #[serde(default)]
    version: Option<u32>,
}

/// Someone whom one may assign.
#[derive(Serialize, ToSchema)]
pub struct Assignable {
    id: String,
    full_name: String,
    role: RoleName,
}

/// How far someone is with the answers of a test.
#[derive(Serialize, ToSchema)]
#[schema(as = ReviewerProgress)]
pub struct ReviewerProgressBody {
    reviewer_id: String,
    full_name: String,
    assigned: u64,
    done: u64,
    left: u64,
}

impl From<ReviewerProgress> for ReviewerProgressBody {
    fn from(progress: ReviewerProgress) -> Self {
        let ReviewerProgress { reviewer, name, done, left } = progress;
        Self { reviewer_id: reviewer.to_string(), full_name: name, assigned: done + left, done, left }
    }
}

/// The assignments of a test, and their progress.
#[derive(Serialize, ToSchema)]
#[schema(as = Assignments)]
pub struct AssignmentsBody {
    items: Vec<Assignment>,
    /// Number of the stored version, which the next change sends; 0 before the first one.
    version: u32,
    /// Name of the administrator who changed them last; `null` before the first change.
    #[schema(required)]
    by: Option<String>,
    #[schema(required)]
    at: Option<Timestamp>,
    /// Waiting answers are still being dealt by the latest change.
    dealing: bool,
    people: Vec<Assignable>,
    progress: Vec<ReviewerProgressBody>,
    /// Answers whose two scores differ.
    to_settle: u64,
}

impl From<AssignmentsOverview> for AssignmentsBody {
    fn from(overview: AssignmentsOverview) -> Self {
        let AssignmentsOverview { plan, changed, people, progress, to_settle } = overview;
        let (by, at) = changed.unzip();
        let person = |user: crate::domain::user::User| Assignable {
            id: user.id.to_string(),
            full_name: user.full_name,
            role: user.role.into(),
        };
        Self {
            dealing: plan.is_dealing(),
            version: plan.version,
            items: plan.items.into_iter().map(Into::into).collect(),
            by,
            at: at.map(Into::into),
            people: people.into_iter().map(person).collect(),
            progress: progress.into_iter().map(Into::into).collect(),
            to_settle,
        }
    }
}

/// Get who scores which answers of a test, and how far everyone is.
#[utoipa::path(get, path = "/tests/{id}/assignments", tag = "reviewing", params(("id" = String, Path)),
    responses((status = 200, body = AssignmentsBody)))]
pub async fn assignments(
    State(app): State<App>,
    Loaded(by, RankedTest(id)): Loaded<Scorer, RankedTest>,
) -> ApiResult<Json<AssignmentsBody>> {
    Ok(Json(assigning::overview(&app, &by, id)?.into()))
}

/// Set who scores which answers of a test. All answers that wait are dealt again; what is scored stays.
#[utoipa::path(put, path = "/tests/{id}/assignments", tag = "reviewing", params(("id" = String, Path)),
    request_body = AssignmentsInput, responses((status = 200, body = AssignmentsBody), Conflict))]
pub async fn assign(
    State(app): State<App>,
    Loaded(by, RankedTest(id)): Loaded<Scorer, RankedTest>,
    body: UnreadBody,
) -> ApiResult<Json<AssignmentsBody>> {
    let AssignmentsInput { items, version } = body.json(JSON_LIMIT).await?;
    let items = items.into_iter().map(Into::into).collect();
    Ok(Json(assigning::set(&app, &by, id, items, version).await?.into()))
}
