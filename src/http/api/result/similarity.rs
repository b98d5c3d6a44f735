//! Similar answers within a test (docs/behaviour/results.md#similarity). For admins alone.

use crate::{
    app::App,
    domain::{
        AttemptId, Error, Instant, Result,
        similarity::{PairKey, TextPiece},
        submission::Submission,
    },
    http::{
        api::list::positive,
        error::ApiResult,
        extract::{Loaded, Query, TEXT_LIMIT, UnreadBody},
        refusals::{Conflict, TooMany},
        wire::{FindingName, QuestionType, Timestamp},
    },
    service::{
        actor::{Decider, ResultReader},
        result::{
            deciding::{ranking::RankedTest, test_questions::ListedTestQuestion},
            similarity::{
                AnswerOrigin, Side, beside,
                report::{self, NamedPair, PairSelection},
            },
        },
    },
};
use axum::{Json, extract::State, http::StatusCode};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

#[derive(Deserialize, IntoParams)]
pub struct SimilarityQuery {
    /// Whether to list pairs below the line too; `false` by default. Pairs with a finding are always listed.
    all: Option<bool>,
    /// Number of the page, counted from 1; 1 by default.
    page: Option<i64>,
    /// 1 to 200; 50 by default.
    limit: Option<i64>,
}

/// The submission of one of the two candidates.
#[derive(Serialize, ToSchema)]
pub struct SimilarSubmission {
    submission_id: String,
    applicant_name: String,
    submitted_at: Timestamp,
}

impl From<Submission> for SimilarSubmission {
    fn from(submission: Submission) -> Self {
        Self {
            submission_id: submission.shown_id().to_string(),
            applicant_name: submission.applicant_name,
            submitted_at: submission.submitted_at.into(),
        }
    }
}

/// Two similar answers to a question.
#[derive(Serialize, ToSchema)]
pub struct SimilarPair {
    question_id: String,
    /// Place in the test, from 1; `null` for a question that the test no longer has.
    #[schema(required)]
    question_number: Option<u64>,
    /// First line of the question.
    #[schema(required)]
    question: Option<String>,
    #[schema(required)]
    question_type: Option<QuestionType>,
    first: SimilarSubmission,
    second: SimilarSubmission,
    /// 0 to 1: the share of the shorter answer that also stands in the other, where what few candidates wrote counts more.
    /// For sorting; it proves nothing.
    score: f64,
    /// Whether the score is above the line for answers of this kind.
    above_line: bool,
    /// `null` before a person has looked.
    #[schema(required)]
    finding: Option<FindingName>,
    #[schema(required)]
    found_by: Option<String>,
    #[schema(required)]
    found_at: Option<Timestamp>,
}

impl From<NamedPair> for SimilarPair {
    fn from(signed: NamedPair) -> Self {
        let NamedPair { pair, question, first, second, found_by } = signed;
        let question_type = question.as_ref().map(|listed| listed.kind.into());
        let (question_number, question) =
            question.map(|ListedTestQuestion { number, label, .. }| (number, label)).unzip();
        Self {
            question_id: pair.key.question_id,
            question_number,
            question,
            question_type,
            first: first.into(),
            second: second.into(),
            score: f64::from(pair.score) / 1_000.0,
            above_line: pair.is_above_line,
            finding: pair.found.map(|found| found.finding.into()),
            found_by,
            found_at: pair.found.map(|found| found.at.into()),
        }
    }
}

/// Similar answers of a test.
#[derive(Serialize, ToSchema)]
#[schema(as = Similarity)]
pub struct SimilarityBody {
    test_title: String,
    /// Number of the stored version, which the next finding sends; 0 before the first comparison.
    version: u32,
    /// Percent of a comparison that waits or runs; `null` otherwise.
    #[schema(required)]
    running: Option<usize>,
    /// Time at which the answers were compared; `null` before the first comparison.
    #[schema(required)]
    compared_at: Option<Timestamp>,
    #[schema(required)]
    compared_by: Option<String>,
    /// Answers that were long enough to be compared.
    answers: u32,
    /// Highest scores first.
    pairs: Vec<SimilarPair>,
    total: usize,
}

/// List the similar answers that the last comparison found.
#[utoipa::path(get, path = "/tests/{id}/similarity", tag = "deciding", params(("id" = String, Path), SimilarityQuery),
    responses((status = 200, body = SimilarityBody)))]
pub async fn list(
    State(app): State<App>,
    Loaded(admin, RankedTest(id)): Loaded<ResultReader, RankedTest>,
    Query(SimilarityQuery { all, page, limit }): Query<SimilarityQuery>,
) -> ApiResult<Json<SimilarityBody>> {
    let page = positive(page, 1, 1_000_000_000, "page")?;
    let limit = positive(limit, 50, 200, "limit")?;
    let skip = usize::try_from((page - 1).saturating_mul(limit)).unwrap_or(usize::MAX);
    let limit = usize::try_from(limit).unwrap_or(usize::MAX);
    let found = report::of_test(&app, &admin, id, PairSelection { all: all.unwrap_or_default(), skip, limit })?;
    let (compared_by, made) = found.made.map(|made| (made.by, (made.at, made.answers))).unzip();
    let (compared_at, answers) = made.unzip();
    Ok(Json(SimilarityBody {
        test_title: found.test_title,
        version: found.version,
        running: found.running,
        compared_at: compared_at.map(Into::into),
        compared_by,
        answers: answers.unwrap_or_default(),
        pairs: found.pairs.into_iter().map(Into::into).collect(),
        total: found.total,
    }))
}

/// A comparison that was asked for.
#[derive(Serialize, ToSchema)]
pub struct SimilarityAsked {
    /// Percent; `null` if it has ended already.
    #[schema(required)]
    running: Option<usize>,
}

/// Compare the written answers and the code of a test with each other, in the background.
#[utoipa::path(post, path = "/tests/{id}/similarity", operation_id = "ask_for_similarity", tag = "deciding",
    params(("id" = String, Path)), responses((status = 202, body = SimilarityAsked), TooMany))]
pub async fn ask(
    State(app): State<App>,
    Loaded(by, RankedTest(id)): Loaded<Decider, RankedTest>,
) -> ApiResult<(StatusCode, Json<SimilarityAsked>)> {
    report::ask(&app, &by, id)?;
    Ok((StatusCode::ACCEPTED, Json(SimilarityAsked { running: app.jobs.comparisons.percent(id) })))
}

/// A pair of the list.
#[derive(Deserialize, IntoParams)]
pub struct PairQuery {
    question_id: String,
    /// Submission id of either.
    first: String,
    second: String,
}

fn key(question_id: String, first: &str, second: &str) -> Result<PairKey> {
    let id = |text: &str| text.parse::<AttemptId>().map_err(|_| Error::not_found("pair"));
    Ok(PairKey::new(question_id, id(first)?, id(second)?))
}

/// A piece of an answer.
#[derive(Serialize, ToSchema)]
pub struct SimilarPiece {
    text: String,
    /// Number of the passage that also stands in the other answer; `null` if it does not.
    #[schema(required)]
    passage: Option<usize>,
}

impl From<TextPiece> for SimilarPiece {
    fn from(TextPiece { text, passage }: TextPiece) -> Self {
        Self { text, passage }
    }
}

/// Origin of an answer by its history.
#[derive(Serialize, ToSchema)]
pub struct SimilarOrigin {
    /// Time of the save or edit after which this answer first held half of the shared passages; `null` if it never did.
    #[schema(required)]
    held_at: Option<Timestamp>,
    typed_chars: usize,
    /// Characters that were pasted or dropped.
    pasted_chars: usize,
}

impl From<AnswerOrigin> for SimilarOrigin {
    fn from(AnswerOrigin { held_at, typed, pasted }: AnswerOrigin) -> Self {
        let held_at = held_at.map(|at: Instant| at.into());
        Self { held_at, typed_chars: typed, pasted_chars: pasted }
    }
}

/// One of two similar answers.
#[derive(Serialize, ToSchema)]
pub struct SimilarAnswer {
    #[serde(flatten)]
    submission: SimilarSubmission,
    /// The whole answer.
    pieces: Vec<SimilarPiece>,
    /// `null` if no history was kept.
    #[schema(required)]
    origin: Option<SimilarOrigin>,
}

impl From<Side> for SimilarAnswer {
    fn from(Side { submission, pieces, origin }: Side) -> Self {
        let pieces = pieces.into_iter().map(Into::into).collect();
        Self { submission: submission.into(), pieces, origin: origin.map(Into::into) }
    }
}

/// Two similar answers.
#[derive(Serialize, ToSchema)]
pub struct SimilarAnswers {
    first: SimilarAnswer,
    second: SimilarAnswer,
}

/// Show two similar answers with the passages that they share.
#[utoipa::path(get, path = "/tests/{id}/similarity/pair", tag = "deciding", params(("id" = String, Path), PairQuery),
    responses((status = 200, body = SimilarAnswers)))]
pub async fn pair(
    State(app): State<App>,
    Loaded(by, RankedTest(id)): Loaded<ResultReader, RankedTest>,
    Query(PairQuery { question_id, first, second }): Query<PairQuery>,
) -> ApiResult<Json<SimilarAnswers>> {
    let key = key(question_id, &first, &second)?;
    let [first, second] = beside(&app, &by, id, key).await?;
    Ok(Json(SimilarAnswers { first: first.into(), second: second.into() }))
}

/// A person's finding about a pair.
#[derive(Deserialize, ToSchema)]
pub struct FindingInput {
    question_id: String,
    /// Submission id of either.
    first: String,
    second: String,
    /// `null` withdraws it.
    #[serde(deserialize_with = "Option::deserialize")]
    #[schema(required)]
    finding: Option<FindingName>,
    /// The `version` of the list that was read (optimistic concurrency): 409 `changed_meanwhile` if it is no longer current.
    #[serde(default)]
    version: Option<u32>,
}

/// The stored finding.
#[derive(Serialize, ToSchema)]
pub struct FindingReply {
    /// Number of the version of the list.
    version: u32,
}

/// Store what a person found about two similar answers. Candidates never see it.
#[utoipa::path(put, path = "/tests/{id}/similarity/finding", tag = "deciding", params(("id" = String, Path)),
    request_body = FindingInput, responses((status = 200, body = FindingReply), Conflict))]
pub async fn find(
    State(app): State<App>,
    Loaded(by, RankedTest(id)): Loaded<Decider, RankedTest>,
    body: UnreadBody,
) -> ApiResult<Json<FindingReply>> {
    let FindingInput { question_id, first, second, finding, version } = body.json(TEXT_LIMIT).await?;
    let key = key(question_id, &first, &second)?;
    let version = report::find(&app, &by, id, key, finding.map(Into::into), version).await?;
    Ok(Json(FindingReply { version }))
}
