//! The review queue, and the review of one question across all candidates (docs/behaviour/results.md#scoring-and-review).

use super::scoring::ScoringAnswer;
use crate::{
    app::App,
    domain::{Error, TestId, list::Review},
    http::{
        api::list,
        error::ApiResult,
        extract::{As, IdAndName, Query},
        refusals::NotFound,
        wire::{QuestionType, ScoringStatusName, Timestamp},
    },
    service::{
        actor::Scorer,
        query::naming::ForReview,
        scoring::review_queue::{self, OneAnswer},
    },
};
use axum::{
    Json,
    extract::State,
    http::{HeaderMap, Uri},
};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

#[derive(Deserialize, IntoParams)]
pub struct QueueQuery {
    /// 1 to 1,000; 200 by default.
    limit: Option<i64>,
    /// Cursor from the `Link` header.
    after: Option<String>,
    /// Id of an account: only submissions with an answer that waits for it, also for a second score alone, by test, in
    /// random order.
    reviewer: Option<String>,
}

/// A submission that needs a review.
#[derive(Serialize, ToSchema)]
pub struct QueueItem {
    submission_id: String,
    test_id: String,
    test_title: String,
    applicant_name: String,
    applicant_email: String,
    scoring_status: ScoringStatusName,
    /// `null` where the name is hidden.
    #[schema(required)]
    submitted_at: Option<Timestamp>,
    /// Number of written questions.
    manual_questions: u32,
    /// Number of written questions still to be reviewed.
    pending_reviews: u32,
}

impl From<&ForReview> for QueueItem {
    fn from(ForReview { submission: s, is_hidden }: &ForReview) -> Self {
        Self {
            submission_id: s.id.to_string(),
            test_id: s.test_id.to_string(),
            test_title: s.test_title.clone(),
            applicant_name: s.applicant_name.clone(),
            applicant_email: s.applicant_email.clone(),
            scoring_status: s.status.into(),
            submitted_at: (!is_hidden).then(|| s.submitted_at.into()),
            manual_questions: s.manual_questions,
            pending_reviews: s.pending_reviews,
        }
    }
}

/// A page of the review queue.
#[derive(Serialize, ToSchema)]
pub struct ScoringQueue {
    submissions: Vec<QueueItem>,
}

#[derive(Deserialize, IntoParams)]
pub struct ReviewQuestionsQuery {
    test_id: String,
}

/// A written question with the number of its answers.
#[derive(Serialize, ToSchema)]
pub struct AskedQuestion {
    question_id: String,
    /// Number in the outline of the test; all questions of a pool have that of its first.
    number: u64,
    question: String,
    question_type: QuestionType,
    points: u32,
    /// Answers waiting for a review.
    pending: u64,
    /// All answers.
    total: u64,
}

/// Written questions of a test.
#[derive(Serialize, ToSchema)]
pub struct AskedQuestions {
    questions: Vec<AskedQuestion>,
}

/// Which answers to list.
#[derive(Clone, Copy, Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ReviewFilter {
    #[default]
    Pending,
    All,
}

#[derive(Deserialize, IntoParams)]
pub struct AnswersQuery {
    /// `pending` by default.
    #[param(inline)]
    status: Option<ReviewFilter>,
    /// 1 to 1,000; 200 by default.
    limit: Option<i64>,
    /// Cursor from the `Link` header.
    after: Option<String>,
}

/// A candidate's answer to the question.
#[derive(Serialize, ToSchema)]
pub struct CandidateAnswer {
    #[serde(flatten)]
    answer: ScoringAnswer,
    submission_id: String,
    applicant_name: String,
    /// `null` where the name is hidden.
    #[schema(required)]
    submitted_at: Option<Timestamp>,
}

/// A page of candidates' answers.
#[derive(Serialize, ToSchema)]
pub struct CandidateAnswers {
    answers: Vec<CandidateAnswer>,
}

/// List submissions that need a review, oldest first; those without names last, in random order.
#[utoipa::path(get, path = "/admin/scoring-queue", tag = "scoring", params(QueueQuery),
    responses((status = 200, body = ScoringQueue)))]
pub async fn queue(
    State(app): State<App>,
    As(by): As<Scorer>,
    uri: Uri,
    Query(query): Query<QueueQuery>,
) -> ApiResult<(HeaderMap, Json<ScoringQueue>)> {
    let reviewer = list::account(query.reviewer.as_deref(), "reviewer")?;
    let page = review_queue::submissions(&app, &by, reviewer, &list::slice(&app, query.limit, query.after)?)?;
    let submissions = page.items.iter().map(Into::into).collect();
    Ok((list::links(&app, page.next.as_deref(), &uri)?, Json(ScoringQueue { submissions })))
}

/// List the written questions of a test, with the number of answers waiting for a review.
#[utoipa::path(get, path = "/admin/scoring/by-question", tag = "scoring", params(ReviewQuestionsQuery),
    responses((status = 200, body = AskedQuestions), NotFound))]
pub async fn questions(
    State(app): State<App>,
    As(by): As<Scorer>,
    Query(query): Query<ReviewQuestionsQuery>,
) -> ApiResult<Json<AskedQuestions>> {
    let test: TestId =
        query.test_id.trim().parse().map_err(|_| Error::field("test_id", "This is not the id of a test."))?;
    let asked = review_queue::questions(&app, &by, test)?;
    let questions = asked.into_iter().map(|a| AskedQuestion {
        question_id: a.question.id.clone(),
        number: a.number,
        question: a.question.summary().into_owned(),
        question_type: a.question.kind().into(),
        points: a.question.points,
        pending: a.pending,
        total: a.total,
    });
    Ok(Json(AskedQuestions { questions: questions.collect() }))
}

/// List all candidates' answers to one question, by time of submission, or in random order without names.
#[utoipa::path(get, path = "/admin/scoring/by-question/{test_id}/{question_id}", tag = "scoring",
    params(("test_id" = String, Path), ("question_id" = String, Path), AnswersQuery),
    responses((status = 200, body = CandidateAnswers)))]
pub async fn answers(
    State(app): State<App>,
    As(by): As<Scorer>,
    IdAndName(test, question): IdAndName<TestId>,
    uri: Uri,
    Query(query): Query<AnswersQuery>,
) -> ApiResult<(HeaderMap, Json<CandidateAnswers>)> {
    let review = match query.status.unwrap_or_default() {
        ReviewFilter::Pending => Review::Pending,
        ReviewFilter::All => Review::All,
    };
    let slice = list::slice(&app, query.limit, query.after)?;
    let wanted = review_queue::ReviewSelection { test, question: &question, review };
    let page = review_queue::answers(&app, &by, wanted, &slice)?;
    let headers = list::links(&app, page.next.as_deref(), &uri)?;
    let answers = page.items.into_iter().map(|OneAnswer { reviewed, shown }| CandidateAnswer {
        submission_id: shown.submission.id.to_string(),
        answer: ScoringAnswer::new(reviewed, shown.is_hidden),
        applicant_name: shown.submission.applicant_name,
        submitted_at: (!shown.is_hidden).then(|| shown.submission.submitted_at.into()),
    });
    Ok((headers, Json(CandidateAnswers { answers: answers.collect() })))
}
