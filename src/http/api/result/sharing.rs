//! Read-only links to results (docs/behaviour/results.md#sharing).

use super::history::HistoryBody;
use crate::{
    app::App,
    domain::{
        AttemptId, Error, ShareId, TestId,
        language::Language,
        paper::Paper,
        question::render,
        share::{MAX_RESULTS, SharedLinkDraft, Shows},
        submission::Grade,
        test::Question,
        time::DAY,
    },
    http::{
        api::{
            settings::company::BrandBody,
            test::questions::{CandidateQuestion, PassageBody, TranslatedIntro, in_each},
        },
        error::ApiResult,
        extract::{Anyone, LinkToken, Query, TEXT_LIMIT, UnreadBody, Within, at_most},
        refusals::{Conflict, Gone, TooMany},
        wire::Timestamp,
    },
    service::{
        actor::Decider,
        result::sharing::{
            self, SharedResult, SharedResults,
            shares::{self, NamedSharedLink},
        },
    },
};
use axum::{
    Json,
    extract::State,
    http::StatusCode,
    response::{IntoResponse, Response},
};
use serde::{Deserialize, Serialize};
use std::{collections::BTreeMap, sync::Arc};
use utoipa::{IntoParams, ToSchema};

/// A link to be made.
#[derive(Deserialize, ToSchema)]
pub struct ShareInput {
    /// 1 to 4 results of one test.
    #[serde(deserialize_with = "at_most::<MAX_RESULTS, _, _>")]
    submission_ids: Vec<String>,
    /// Show questions and answers.
    #[serde(default)]
    answers: bool,
    /// Show scores.
    #[serde(default)]
    scores: bool,
    /// Show how the answers came to be, with their texts.
    #[serde(default)]
    history: bool,
    /// 1 to 90; 7 by default.
    #[serde(default)]
    days: Option<i64>,
}

/// A link, without its token.
#[derive(Serialize, ToSchema)]
#[schema(as = Share)]
pub struct ShareBody {
    id: String,
    submission_ids: Vec<String>,
    /// Names of the candidates, in the same order.
    names: Vec<String>,
    answers: bool,
    scores: bool,
    history: bool,
    /// Name of the administrator.
    by: String,
    at: Timestamp,
    expires_at: Timestamp,
    #[schema(required)]
    revoked_at: Option<Timestamp>,
    views: u32,
    #[schema(required)]
    viewed_at: Option<Timestamp>,
}

impl From<NamedSharedLink> for ShareBody {
    fn from(NamedSharedLink { share, by, names }: NamedSharedLink) -> Self {
        let Shows { answers, scores, history } = share.shows;
        Self {
            id: share.id.to_string(),
            submission_ids: share.submissions.iter().map(ToString::to_string).collect(),
            names,
            answers,
            scores,
            history,
            by,
            at: share.at.into(),
            expires_at: share.expires_at.into(),
            revoked_at: share.revoked_at.map(Into::into),
            views: share.views,
            viewed_at: share.viewed_at.map(Into::into),
        }
    }
}

/// A new link.
#[derive(Serialize, ToSchema)]
pub struct ShareReply {
    #[serde(flatten)]
    share: ShareBody,
    /// The link itself, shown this once.
    link: String,
}

/// Links of a test.
#[derive(Serialize, ToSchema)]
pub struct ShareList {
    /// Newest first, with those that are over.
    shares: Vec<ShareBody>,
}

#[derive(Deserialize, IntoParams)]
pub struct SharesQuery {
    test_id: String,
}

/// Make a read-only link to one result, or to a comparison of up to four of one test.
#[utoipa::path(post, path = "/shares", tag = "sharing", request_body = ShareInput,
    responses((status = 201, body = ShareReply), Conflict))]
pub async fn create(
    State(app): State<App>,
    Within(by): Within<Decider>,
    body: UnreadBody,
) -> ApiResult<(StatusCode, Json<ShareReply>)> {
    let ShareInput { submission_ids, answers, scores, history, days } = body.json(TEXT_LIMIT).await?;
    let ids = submission_ids.iter().map(|id| id.parse::<AttemptId>());
    let submissions = ids.collect::<Result<_, _>>().map_err(|_| Error::not_found("result"))?;
    let validity = days.map(|days| DAY * i32::try_from(days).unwrap_or_default());
    let draft = SharedLinkDraft { submissions, shows: Shows { answers, scores, history }, validity };
    let (share, link) = shares::create(&app, &by, draft).await?;
    Ok((StatusCode::CREATED, Json(ShareReply { share: share.into(), link })))
}

/// List the links to results of a test.
#[utoipa::path(get, path = "/shares", tag = "sharing", params(SharesQuery), responses((status = 200, body = ShareList)))]
pub async fn list(
    State(app): State<App>,
    Within(by): Within<Decider>,
    Query(SharesQuery { test_id }): Query<SharesQuery>,
) -> ApiResult<Json<ShareList>> {
    let test: TestId = test_id.parse().map_err(|_| Error::field("test_id", "This is not the id of a test."))?;
    let shares = shares::of_test(&app, &by, test)?;
    Ok(Json(ShareList { shares: shares.into_iter().map(Into::into).collect() }))
}

/// Revoke a link.
#[utoipa::path(delete, path = "/shares/{token}", tag = "sharing",
    params(("token" = String, Path, description = "Id of the link")), responses((status = 204)))]
pub async fn revoke(
    State(app): State<App>,
    Within(by): Within<Decider>,
    LinkToken(id): LinkToken,
) -> ApiResult<StatusCode> {
    let id: ShareId = id.parse().map_err(|_| Error::not_found("link"))?;
    shares::revoke(&app, &by, id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// A score.
#[derive(Serialize, ToSchema)]
pub struct SharedScore {
    earned_points: f64,
    total_points: u32,
    /// Final score in percent; `null` while points wait for a review.
    #[schema(required)]
    final_score: Option<f64>,
}

/// Points of an answer.
#[derive(Serialize, ToSchema)]
pub struct SharedAnswerScore {
    /// `null` while the answer waits for a review.
    #[schema(required)]
    earned: Option<f64>,
}

/// A question with its answer.
#[derive(Serialize, ToSchema)]
pub struct SharedAnswer {
    question: CandidateQuestion,
    answer: String,
    /// The answer in words, where it is not a text itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    answer_text: Option<String>,
    /// The answer in the words of each translation of its question, by language tag, where it names parts of the question; absent
    /// without any.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    #[schema(required = false)]
    answer_translations: BTreeMap<&'static str, String>,
    /// Score of the answer, if the link shows scores.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    score: Option<SharedAnswerScore>,
}

/// A candidate's result as a link shows it.
#[derive(Serialize, ToSchema)]
#[schema(as = SharedResult)]
pub struct SharedResultBody {
    applicant_name: String,
    started_at: Timestamp,
    submitted_at: Timestamp,
    /// Score of the result, if the link shows scores.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    score: Option<SharedScore>,
    /// Answers of the result, if the link shows them.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    answers: Option<Vec<SharedAnswer>>,
    /// Passages that its questions are about, where the link shows answers; absent without passages.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    passages: Vec<PassageBody>,
    /// History of the answers, if the link shows it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    history: Option<HistoryBody>,
}

/// Results that a shared link shows.
#[derive(Serialize, ToSchema)]
#[schema(as = Shared)]
pub struct SharedBody {
    company: BrandBody,
    test_title: String,
    /// Tag (BCP 47) of the language of the title and the questions; absent where the test named none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    test_language: Option<&'static str>,
    /// The title in other languages, by language tag; absent without any.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    #[schema(required = false)]
    test_translations: BTreeMap<&'static str, TranslatedIntro>,
    expires_at: Timestamp,
    results: Vec<SharedResultBody>,
}

fn answer(paper: &Paper, (question, asked): (CandidateQuestion, &Question), text: String) -> SharedAnswer {
    SharedAnswer {
        question,
        answer_text: render::answer_text(asked, &text),
        answer_translations: in_each(paper, |translation| {
            render::translated_answer(asked, &translation.question(asked)?, &text)
        }),
        answer: text,
        score: None,
    }
}

fn score(grade: &Grade) -> SharedAnswerScore {
    SharedAnswerScore { earned: grade.status.is_scored().then_some(grade.earned) }
}

fn result(shared: SharedResult, shows: Shows) -> SharedResultBody {
    let SharedResult { submission, paper, grades, mut answers, history } = shared;
    let grade = |place: usize| grades.iter().find(|grade| grade.place as usize == place);
    let answered: Vec<SharedAnswer> = CandidateQuestion::all(&paper)
        .into_iter()
        .zip(&paper.questions)
        .enumerate()
        .map(|(place, question)| {
            let text = answers.remove(&question.1.id).unwrap_or_default();
            let score = grade(place).filter(|_| shows.scores).map(score);
            SharedAnswer { score, ..answer(&paper, question, text) }
        })
        .collect();
    let total = SharedScore {
        earned_points: submission.earned_points(),
        total_points: submission.total_points,
        final_score: (!submission.is_provisional()).then(|| submission.final_score()),
    };
    SharedResultBody {
        applicant_name: submission.applicant_name,
        started_at: submission.started_at.into(),
        submitted_at: submission.submitted_at.into(),
        score: shows.scores.then_some(total),
        passages: if shows.answers { PassageBody::all(&paper) } else { Vec::new() },
        answers: shows.answers.then_some(answered),
        history: history.map(Into::into),
    }
}

/// Open a link. One answer for all that are over: 410.
#[utoipa::path(get, path = "/shares/{token}", tag = "sharing", security(()),
    params(("token" = String, Path, description = "Token of the link")),
    responses((status = 200, body = SharedBody), Gone, TooMany))]
pub async fn open(State(app): State<App>, _: Anyone, LinkToken(token): LinkToken) -> ApiResult<Response> {
    let SharedResults { company, shows, expires_at, results, place } = sharing::open(&app, &token).await?;
    let paper = results.first().map(|shared| Arc::clone(&shared.paper));
    let body = SharedBody {
        company: company.into(),
        test_title: paper.as_ref().map(|paper| paper.title.clone()).unwrap_or_default(),
        test_language: paper.as_ref().and_then(|paper| paper.language).map(Language::code),
        test_translations: paper.as_deref().map(TranslatedIntro::titles).unwrap_or_default(),
        expires_at: expires_at.into(),
        results: results.into_iter().map(|shared| result(shared, shows)).collect(),
    };
    let reply = Json(body).into_response();
    drop(place);
    Ok(reply)
}
