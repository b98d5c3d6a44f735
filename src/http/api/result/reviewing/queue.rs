//! Calls of those who score: what is assigned to the caller, and nothing else.

use crate::{
    app::App,
    domain::{
        Error, MarkingId, TestId,
        marking::{Marking, MarkingList},
    },
    http::{
        api::{
            list,
            result::scoring::{ScoreInput, ScoringAnswer},
        },
        error::ApiResult,
        extract::{As, Id, IdAndName, Loaded, Query, TEXT_LIMIT, UnreadBody},
        refusals::{Conflict, NotFound},
        wire::{MarkingStateName, QuestionType},
    },
    service::{
        actor::Reviewer,
        scoring::reviewing::{
            marks,
            queue::{self, Assigned, MarkedAnswer, MarkingSelection},
        },
    },
};
use axum::{
    Json,
    extract::State,
    http::{HeaderMap, Uri, header},
    response::IntoResponse,
};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// A question whose answers the caller scores.
#[derive(Serialize, ToSchema)]
pub struct AssignedQuestion {
    test_id: String,
    test_title: String,
    question_id: String,
    /// Number in the outline of the test; all questions of a pool have that of its first.
    number: u64,
    question: String,
    question_type: QuestionType,
    points: u32,
    /// Answers that wait for the caller's score.
    left: u64,
    /// Answers that the caller has scored.
    done: u64,
    /// The test hides the names of its candidates. Names that they write into an answer are shown.
    names_hidden: bool,
}

impl From<Assigned> for AssignedQuestion {
    fn from(assigned: Assigned) -> Self {
        let Assigned { test, test_title, number, question, left, done, names_hidden } = assigned;
        Self {
            test_id: test.to_string(),
            test_title,
            number,
            question: question.summary().into_owned(),
            question_type: question.kind().into(),
            points: question.points,
            question_id: question.id,
            left,
            done,
            names_hidden,
        }
    }
}

/// Answers assigned to the caller.
#[derive(Serialize, ToSchema)]
pub struct Reviewing {
    left: u64,
    done: u64,
    questions: Vec<AssignedQuestion>,
}

/// Which answers to list.
#[derive(Clone, Copy, Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum MarkingFilter {
    #[default]
    Waiting,
    Done,
}

#[derive(Deserialize, IntoParams)]
pub struct MarkingsQuery {
    test_id: String,
    question_id: String,
    /// `waiting` by default.
    #[param(inline)]
    status: Option<MarkingFilter>,
    /// 1 to 1,000; 200 by default.
    limit: Option<i64>,
    /// Cursor from the `Link` header.
    after: Option<String>,
}

/// An answer that the caller scores. Score, comments and version are the caller's own; nothing discloses who answered.
#[derive(Serialize, ToSchema)]
pub struct MarkingAnswer {
    /// Names the answer in these calls; random.
    marking_id: String,
    test_id: String,
    state: MarkingStateName,
    #[serde(flatten)]
    answer: ScoringAnswer,
}

impl From<MarkedAnswer> for MarkingAnswer {
    fn from(MarkedAnswer { marking, reviewed }: MarkedAnswer) -> Self {
        Self {
            marking_id: marking.id.to_string(),
            test_id: marking.test_id.to_string(),
            state: marking.state.into(),
            answer: ScoringAnswer::for_reviewer(reviewed),
        }
    }
}

/// A page of the caller's answers.
#[derive(Serialize, ToSchema)]
pub struct MarkingAnswers {
    answers: Vec<MarkingAnswer>,
}

/// The scored answer, and how many of its question are left for the caller.
#[derive(Serialize, ToSchema)]
pub struct MarkedReply {
    answer: MarkingAnswer,
    left: u64,
}

/// List the questions whose answers are assigned to the caller, with their numbers.
#[utoipa::path(get, path = "/reviewing", tag = "reviewing", responses((status = 200, body = Reviewing)))]
pub async fn questions(State(app): State<App>, As(reviewer): As<Reviewer>) -> ApiResult<Json<Reviewing>> {
    let questions = queue::questions(&app, &reviewer)?;
    let sum = |of: fn(&Assigned) -> u64| questions.iter().map(of).sum();
    let (left, done) = (sum(|question| question.left), sum(|question| question.done));
    Ok(Json(Reviewing { left, done, questions: questions.into_iter().map(Into::into).collect() }))
}

/// List the answers to one question that are assigned to the caller, in random order.
#[utoipa::path(get, path = "/reviewing/answers", tag = "reviewing", params(MarkingsQuery),
    responses((status = 200, body = MarkingAnswers), NotFound))]
pub async fn answers(
    State(app): State<App>,
    As(reviewer): As<Reviewer>,
    uri: Uri,
    Query(query): Query<MarkingsQuery>,
) -> ApiResult<(HeaderMap, Json<MarkingAnswers>)> {
    let test: TestId =
        query.test_id.trim().parse().map_err(|_| Error::field("test_id", "This is not the id of a test."))?;
    let list = match query.status.unwrap_or_default() {
        MarkingFilter::Waiting => MarkingList::Waiting,
        MarkingFilter::Done => MarkingList::Done,
    };
    let slice = list::slice(&app, query.limit, query.after)?;
    let page = queue::answers(&app, &reviewer, MarkingSelection { test, question: &query.question_id, list }, &slice)?;
    let headers = list::links(&app, page.next.as_deref(), &uri)?;
    Ok((headers, Json(MarkingAnswers { answers: page.items.into_iter().map(Into::into).collect() })))
}

/// Get an answer that is assigned to the caller.
#[utoipa::path(get, path = "/reviewing/answers/{marking_id}", tag = "reviewing", params(("marking_id" = String, Path)),
    responses((status = 200, body = MarkingAnswer)))]
pub async fn answer(
    State(app): State<App>,
    As(reviewer): As<Reviewer>,
    Id(id): Id<MarkingId>,
) -> ApiResult<Json<MarkingAnswer>> {
    Ok(Json(queue::one(&app, &reviewer, id)?.into()))
}

/// Get a picture of the question of an answer that is assigned to the caller.
#[utoipa::path(get, path = "/reviewing/answers/{marking_id}/pictures/{hash}", tag = "reviewing",
    operation_id = "marking_picture", params(("marking_id" = String, Path), ("hash" = String, Path)),
    responses((status = 200, content_type = "image/png", body = Vec<u8>)))]
pub async fn picture(
    State(app): State<App>,
    As(reviewer): As<Reviewer>,
    IdAndName(id, hash): IdAndName<MarkingId>,
) -> ApiResult<impl IntoResponse> {
    let hash = hash.parse().map_err(|_| Error::not_found("picture"))?;
    let (format, bytes) = queue::picture(&app, &reviewer, id, hash)?;
    Ok(([(header::CONTENT_TYPE, format.media_type()), (header::CONTENT_DISPOSITION, "inline")], bytes))
}

/// Score an answer that is assigned to the caller.
#[utoipa::path(post, path = "/reviewing/answers/{marking_id}", tag = "reviewing", params(("marking_id" = String, Path)),
    request_body = ScoreInput, responses((status = 200, body = MarkedReply), Conflict))]
pub async fn score(
    State(app): State<App>,
    Loaded(reviewer, Marking { id, .. }): Loaded<Reviewer, Marking>,
    body: UnreadBody,
) -> ApiResult<Json<MarkedReply>> {
    let input: ScoreInput = body.json(TEXT_LIMIT).await?;
    let left = marks::score(&app, &reviewer, id, input.review()?).await?;
    Ok(Json(MarkedReply { answer: queue::one(&app, &reviewer, id)?.into(), left }))
}
