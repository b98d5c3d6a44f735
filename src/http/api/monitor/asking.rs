//! Questions of candidates to their proctors (docs/behaviour/sessions.md#questions).

use crate::{
    app::App,
    domain::{Error, MessageId, TestId, asked_question::AskedQuestion, exam_session::ExamSession},
    http::{
        error::ApiResult,
        extract::{AttemptKey, FORM_LIMIT, Id, LinkToken, Loaded, Query, Serving, TEXT_LIMIT, UnreadBody, Within},
        refusals::{Conflict, Forbidden, Gone},
        wire::Timestamp,
    },
    service::{
        actor::{Proctor, Watcher},
        monitor::asking::{self, Asked},
    },
};
use axum::{Json, extract::State, http::StatusCode};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// A question to the proctors.
#[derive(Deserialize, ToSchema)]
pub struct QuestionToProctor {
    /// 1 to 1,000 characters.
    text: String,
    /// Made by the page, at most 64 characters: repeated with it, the call asks once.
    #[serde(default)]
    client_id: String,
}

/// A question to the proctors, as the candidate sees it. The answer comes as a message.
#[derive(Serialize, ToSchema)]
pub struct OwnQuestion {
    id: String,
    text: String,
    asked_at: Timestamp,
    /// `null` while it waits.
    #[schema(required)]
    answered_at: Option<Timestamp>,
}

impl From<AskedQuestion> for OwnQuestion {
    fn from(question: AskedQuestion) -> Self {
        Self {
            id: question.id.to_string(),
            text: question.text,
            asked_at: question.asked_at.into(),
            answered_at: question.answer.map(|answer| answer.at.into()),
        }
    }
}

/// A claim, or its end.
#[derive(Default, Deserialize, ToSchema)]
#[serde(default)]
#[schema(as = QuestionClaimInput)]
pub struct ClaimInput {
    /// The caller does not answer after all: others can claim the question at once.
    #[schema(required = false)]
    withdraw: bool,
}

/// The people to whom an answer is sent.
#[derive(Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum AnswerTo {
    /// The candidate who asked.
    #[default]
    One,
    /// All people of the exam session, as an announcement.
    All,
}

/// An answer to a candidate's question.
#[derive(Deserialize, ToSchema)]
#[schema(as = ProctorAnswerInput)]
pub struct AnswerInput {
    /// 1 to 1,000 characters.
    text: String,
    /// `one` by default.
    #[serde(default)]
    to: AnswerTo,
}

/// The answer that was given to a question.
#[derive(Serialize, ToSchema)]
pub struct ProctorAnswer {
    text: String,
    to: AnswerTo,
    by: String,
    at: Timestamp,
}

/// A question of a candidate to the proctors.
#[derive(Serialize, ToSchema)]
#[schema(as = ProctorQuestion)]
pub struct AskedQuestionBody {
    id: String,
    invite_id: String,
    attempt_id: String,
    test_id: String,
    test_title: String,
    #[schema(required)]
    session_id: Option<String>,
    applicant_name: String,
    text: String,
    asked_at: Timestamp,
    /// The test has ended: the question waits no longer, and cannot be answered.
    is_over: bool,
    /// The caller may answer to the whole session.
    may_answer_all: bool,
    /// Name of the proctor who is about to answer; a claim holds 5 minutes.
    #[schema(required)]
    claimed_by: Option<String>,
    #[schema(required)]
    claimed_at: Option<Timestamp>,
    /// `null` while it waits.
    #[schema(required)]
    answer: Option<ProctorAnswer>,
}

impl From<Asked> for AskedQuestionBody {
    fn from(Asked { question, name, test_title, claimed_by, answered_by, is_over, may_answer_all }: Asked) -> Self {
        let claimed_at = question.claim.filter(|_| claimed_by.is_some()).map(|claim| claim.at.into());
        Self {
            id: question.id.to_string(),
            invite_id: question.invite_id.to_string(),
            attempt_id: question.attempt_id.to_string(),
            test_id: question.test_id.to_string(),
            test_title,
            session_id: question.session_id.map(|id| id.to_string()),
            applicant_name: name,
            text: question.text,
            asked_at: question.asked_at.into(),
            is_over,
            may_answer_all,
            claimed_by,
            claimed_at,
            answer: question.answer.map(|answer| ProctorAnswer {
                text: answer.text,
                to: if answer.to_all { AnswerTo::All } else { AnswerTo::One },
                by: answered_by.unwrap_or_default(),
                at: answer.at.into(),
            }),
        }
    }
}

fn rows(asked: Vec<Asked>) -> Json<Vec<AskedQuestionBody>> {
    Json(asked.into_iter().map(Into::into).collect())
}

/// Ask the proctors something during a test. Nothing about it stops the clock.
#[utoipa::path(post, path = "/take-test/{token}/questions", tag = "candidates", operation_id = "ask_proctor",
    params(("token" = String, Path), ("X-Attempt-Key" = Option<String>, Header)), request_body = QuestionToProctor,
    responses((status = 201, body = OwnQuestion), Conflict, Gone))]
pub async fn ask(
    Serving(app): Serving,
    LinkToken(token): LinkToken,
    AttemptKey(key): AttemptKey,
    body: UnreadBody,
) -> ApiResult<(StatusCode, Json<OwnQuestion>)> {
    let QuestionToProctor { text, client_id } = body.json(TEXT_LIMIT).await?;
    let asked = asking::ask(&app, &token, key.as_deref(), &text, &client_id).await?;
    Ok((StatusCode::CREATED, Json(asked.into())))
}

/// List what the candidate has asked in this test, oldest first.
#[utoipa::path(get, path = "/take-test/{token}/questions", tag = "candidates", operation_id = "own_questions",
    params(("token" = String, Path), ("X-Attempt-Key" = Option<String>, Header)),
    responses((status = 200, body = Vec<OwnQuestion>), Conflict, Gone))]
pub async fn of_candidate(
    Serving(app): Serving,
    LinkToken(token): LinkToken,
    AttemptKey(key): AttemptKey,
) -> ApiResult<Json<Vec<OwnQuestion>>> {
    let asked = asking::of_candidate(&app, &token, key.as_deref())?;
    Ok(Json(asked.into_iter().map(Into::into).collect()))
}

/// List the questions of an exam session: those that wait first, by when they were asked.
#[utoipa::path(get, path = "/sessions/{id}/questions", tag = "sessions", operation_id = "exam_session_questions", params(("id" = String, Path)),
    responses((status = 200, body = Vec<AskedQuestionBody>)))]
pub async fn of_session(
    State(app): State<App>,
    Loaded(by, session): Loaded<Watcher, ExamSession>,
) -> ApiResult<Json<Vec<AskedQuestionBody>>> {
    Ok(rows(asking::of_session(&app, &by, session.id)?))
}

#[derive(Deserialize, IntoParams)]
pub struct AskedQuery {
    /// Id of a test; all by default.
    test_id: Option<String>,
}

/// List the questions of candidates whose tests the caller may watch: those that wait first.
#[utoipa::path(get, path = "/questions-asked", tag = "monitoring", operation_id = "questions_asked", params(AskedQuery),
    responses((status = 200, body = Vec<AskedQuestionBody>)))]
pub async fn list(
    State(app): State<App>,
    Within(by): Within<Watcher>,
    Query(query): Query<AskedQuery>,
) -> ApiResult<Json<Vec<AskedQuestionBody>>> {
    let test = query.test_id.filter(|id| !id.trim().is_empty());
    let test = test.map(|id| id.trim().parse::<TestId>().map_err(|_| Error::not_found("test"))).transpose()?;
    Ok(rows(asking::of_tests(&app, &by, test)?))
}

/// Say that the caller is about to answer a question, or is no longer.
#[utoipa::path(post, path = "/questions-asked/{id}/claim", tag = "monitoring", operation_id = "claim_question",
    params(("id" = String, Path)), request_body = ClaimInput,
    responses((status = 200, body = AskedQuestionBody), Conflict))]
pub async fn claim(
    State(app): State<App>,
    Within(by): Within<Proctor>,
    Id(id): Id<MessageId>,
    body: UnreadBody,
) -> ApiResult<Json<AskedQuestionBody>> {
    let ClaimInput { withdraw } = body.json_or_default(FORM_LIMIT).await?;
    let asked = if withdraw { asking::withdraw(&app, &by, id).await? } else { asking::claim(&app, &by, id).await? };
    Ok(Json(asked.into()))
}

/// Answer a question, to the candidate or to the whole session.
#[utoipa::path(post, path = "/questions-asked/{id}/answer", tag = "monitoring", operation_id = "answer_question",
    params(("id" = String, Path)), request_body = AnswerInput,
    responses((status = 200, body = AskedQuestionBody), Forbidden, Conflict))]
pub async fn answer(
    State(app): State<App>,
    Within(by): Within<Proctor>,
    Id(id): Id<MessageId>,
    body: UnreadBody,
) -> ApiResult<Json<AskedQuestionBody>> {
    let AnswerInput { text, to } = body.json(FORM_LIMIT).await?;
    Ok(Json(asking::answer(&app, &by, id, &text, to == AnswerTo::All).await?.into()))
}
