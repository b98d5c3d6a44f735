//! Rubrics of questions that people score (docs/behaviour/results.md#rubrics). For admins alone.

use super::repairs::RepairPreview;
use crate::{
    app::App,
    domain::{
        Error, Result, TestId,
        rubric::{self, DraftItem, RubricDraft, RubricItem},
    },
    http::{
        error::ApiResult,
        extract::{As, IdAndName, TEXT_LIMIT, UnreadBody},
        refusals::{Conflict, Invalid},
        wire::{RubricModeName, Timestamp},
    },
    service::{
        actor::Scorer,
        scoring::rubrics::{
            edit::{self, RubricView},
            preview,
        },
    },
};
use axum::{Json, extract::State};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// An item of a rubric.
#[derive(Serialize, ToSchema)]
#[schema(as = RubricItem)]
pub struct RubricItemBody {
    id: String,
    text: String,
    /// Added or taken off, as the mode says.
    points: f64,
}

impl From<RubricItem> for RubricItemBody {
    fn from(item: RubricItem) -> Self {
        Self { id: item.id.to_string(), text: item.text, points: item.points.as_points() }
    }
}

/// The rubric of a question, with what else helps its reviewers. No candidate sees any of it.
#[derive(Serialize, ToSchema)]
#[schema(as = Rubric)]
pub struct RubricBody {
    question_id: String,
    /// The question's.
    points: u32,
    mode: RubricModeName,
    /// None, or 2 to 20.
    items: Vec<RubricItemBody>,
    model_answer: String,
    notes: String,
    /// Comments to be inserted.
    snippets: Vec<String>,
    /// Number of the stored version, which the next change sends; 0 before the first one.
    version: u32,
    /// Answers that were scored by an earlier version are still being scored again.
    recalculating: bool,
    /// Name of the administrator who changed it last; `null` before the first change.
    #[schema(required)]
    by: Option<String>,
    #[schema(required)]
    at: Option<Timestamp>,
}

impl RubricBody {
    pub fn new(question: &str, shown: RubricView) -> Self {
        let rubric::CheckedRubric { mode, items, model_answer, notes, snippets } = shown.content;
        let (by, at) = shown.last.unzip();
        Self {
            question_id: question.to_owned(),
            points: shown.points,
            mode: mode.into(),
            items: items.into_iter().map(Into::into).collect(),
            model_answer,
            notes,
            snippets,
            version: shown.version,
            recalculating: shown.is_recalculating,
            by,
            at: at.map(Into::into),
        }
    }
}

/// An item to be stored.
#[derive(Deserialize, ToSchema)]
pub struct RubricItemInput {
    /// Id of an item that the rubric has; a new item has none.
    #[serde(default)]
    #[schema(nullable = false)]
    id: Option<String>,
    /// 1 to 500 characters.
    text: String,
    /// Points of the item, above 0, up to the question's points, in half points.
    points: f64,
}

/// A rubric to be stored. It replaces all of the former one.
#[derive(Deserialize, ToSchema)]
pub struct RubricInput {
    mode: RubricModeName,
    /// None, or 2 to 20.
    items: Vec<RubricItemInput>,
    /// The model answer, at most 20,000 characters.
    #[serde(default)]
    model_answer: String,
    /// Notes to the reviewers, at most 5,000 characters.
    #[serde(default)]
    notes: String,
    /// Texts that reviewers can insert into a comment, at most 50, of 1 to 1,000 characters.
    #[serde(default)]
    snippets: Vec<String>,
    /// The `version` that was read (optimistic concurrency): 409 `changed_meanwhile` if it is no longer current.
    #[serde(default)]
    version: Option<u32>,
}

impl RubricInput {
    fn draft(self) -> Result<RubricDraft> {
        let Self { mode, items, model_answer, notes, snippets, .. } = self;
        let item = |(index, item): (usize, RubricItemInput)| {
            let unknown = || Error::field(format!("items[{index}].id"), "The rubric has no such item.");
            let id = item.id.map(|id| id.parse().map_err(|_| unknown())).transpose()?;
            Ok(DraftItem { id, text: item.text, points: item.points })
        };
        let items = items.into_iter().enumerate().map(item).collect::<Result<_>>()?;
        Ok(RubricDraft { mode: mode.into(), items, model_answer, notes, snippets })
    }
}

/// Get the rubric of a question.
#[utoipa::path(get, path = "/tests/{id}/rubrics/{question_id}", tag = "rubrics",
    params(("id" = String, Path), ("question_id" = String, Path)),
    responses((status = 200, body = RubricBody), Invalid))]
pub async fn rubric(
    State(app): State<App>,
    As(by): As<Scorer>,
    IdAndName(test, question): IdAndName<TestId>,
) -> ApiResult<Json<RubricBody>> {
    let shown = edit::get(&app, &by, test, &question)?;
    Ok(Json(RubricBody::new(&question, shown)))
}

/// Set the rubric of a question. Answers that were scored by the former one are scored again in the background.
#[utoipa::path(put, path = "/tests/{id}/rubrics/{question_id}", tag = "rubrics",
    params(("id" = String, Path), ("question_id" = String, Path)), request_body = RubricInput,
    responses((status = 200, body = RubricBody), Conflict))]
pub async fn set_rubric(
    State(app): State<App>,
    As(by): As<Scorer>,
    IdAndName(test, question): IdAndName<TestId>,
    body: UnreadBody,
) -> ApiResult<Json<RubricBody>> {
    edit::get(&app, &by, test, &question)?;
    let input: RubricInput = body.json(TEXT_LIMIT).await?;
    let version = input.version;
    let shown = edit::set(&app, &by, test, &question, input.draft()?, version).await?;
    Ok(Json(RubricBody::new(&question, shown)))
}

/// Preview a rubric: how many scores it would change.
#[utoipa::path(post, path = "/tests/{id}/rubrics/{question_id}/preview", tag = "rubrics",
    params(("id" = String, Path), ("question_id" = String, Path)), request_body = RubricInput,
    responses((status = 200, body = RepairPreview)))]
pub async fn preview_rubric(
    State(app): State<App>,
    As(by): As<Scorer>,
    IdAndName(test, question): IdAndName<TestId>,
    body: UnreadBody,
) -> ApiResult<Json<RepairPreview>> {
    edit::get(&app, &by, test, &question)?;
    let input: RubricInput = body.json(TEXT_LIMIT).await?;
    Ok(Json(preview::preview(&app, &by, test, &question, input.draft()?).await?.into()))
}
