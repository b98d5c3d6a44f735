//! Figures of bank questions from their use (docs/behaviour/tests.md#question-bank).

use crate::{
    app::App,
    domain::{
        Error, QuestionId, Result,
        bank::sections::{MAX_NAMED, MAX_TAGS, Pool, PoolSource},
        usage::Figures,
    },
    http::{
        error::ApiResult,
        extract::{As, Id, JSON_LIMIT, UnreadBody, at_most},
    },
    service::{
        actor::TestReader,
        result::usage::{self, Measured, PoolMember, QuestionUsage},
    },
};
use axum::{Json, extract::State};
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use utoipa::ToSchema;

/// Questions of a test that its pools do not draw.
const MAX_WITHOUT: usize = 500;

/// Figures of a question from final results, over all tests that asked it.
#[derive(Serialize, ToSchema)]
#[schema(as = QuestionFigures)]
pub struct QuestionFiguresBody {
    /// Number of answers in final results, blank ones too.
    asked: u64,
    /// Tests that they come from.
    tests: usize,
    /// Percent of its points that were earned; `null` with fewer than ten answers, as the others.
    #[schema(required)]
    mean: Option<f64>,
    /// Correlation with the rest of the test, within tests, -1 to 1; `null` also without variance.
    #[schema(required)]
    discrimination: Option<f64>,
    /// Median of the seconds that the question was in view; `null` also without a measured time.
    #[schema(required)]
    median_seconds: Option<f64>,
    /// Whether tests or results are left out: the newest 20 tests are counted, and the newest 5,000 results of each.
    partial: bool,
}

impl From<QuestionUsage> for QuestionFiguresBody {
    fn from(found: QuestionUsage) -> Self {
        let QuestionUsage { figures: Figures { asked, mean, discrimination, median_seconds }, tests, is_partial } =
            found;
        Self { asked, tests, mean, discrimination, median_seconds, partial: is_partial }
    }
}

/// Get what final results say of a question of the bank.
#[utoipa::path(get, path = "/questions/{id}/figures", tag = "questions", params(("id" = String, Path)),
    responses((status = 200, body = QuestionFiguresBody)))]
pub async fn of_question(
    State(app): State<App>,
    As(by): As<TestReader>,
    Id(id): Id<QuestionId>,
) -> ApiResult<Json<QuestionFiguresBody>> {
    Ok(Json(usage::of_question(&app, &by, id).await?.into()))
}

/// A pool, stored or not: either `tags` or `question_ids`.
#[derive(Deserialize, ToSchema)]
pub struct PoolFiguresInput {
    /// Ready questions that have all of these tags.
    #[serde(default, deserialize_with = "at_most::<MAX_TAGS, _, _>")]
    tags: Vec<String>,
    #[serde(default, deserialize_with = "at_most::<MAX_NAMED, _, _>")]
    question_ids: Vec<String>,
    /// Questions that the test has anyway: its pools do not draw them.
    #[serde(default, deserialize_with = "at_most::<MAX_WITHOUT, _, _>")]
    without: Vec<String>,
}

fn ids(texts: &[String], field: &str) -> Result<Vec<QuestionId>> {
    let id = |text: &String| text.parse().map_err(|_| Error::field(field, "This is not the id of a question."));
    texts.iter().map(id).collect()
}

impl PoolFiguresInput {
    fn read(self) -> Result<(Pool, HashSet<QuestionId>)> {
        let without = ids(&self.without, "without")?.into_iter().collect();
        let source = match (self.tags.is_empty(), self.question_ids.is_empty()) {
            (false, true) => PoolSource::Tags(self.tags),
            (true, false) => PoolSource::Questions(ids(&self.question_ids, "question_ids")?),
            _ => return Err(Error::field("tags", "A pool has either tags or chosen questions.")),
        };
        Ok((Pool { source, draw: 1, points: 1 }, without))
    }
}

/// A question of a pool by its mean score.
#[derive(Serialize, ToSchema)]
#[schema(as = PoolMember)]
pub struct PoolMemberBody {
    id: String,
    /// The title, or the beginning of the text.
    name: String,
    asked: u64,
    /// Percent of its points that were earned.
    mean: f64,
}

impl PoolMemberBody {
    fn of(PoolMember { question, figures }: PoolMember) -> Self {
        Self {
            id: question.id.to_string(),
            name: question.name().to_owned(),
            asked: figures.asked,
            mean: figures.mean.unwrap_or_default(),
        }
    }
}

/// Figures of the questions of a pool from final results.
#[derive(Serialize, ToSchema)]
pub struct PoolFigures {
    /// Ready questions that it draws from now.
    ready: usize,
    /// Number of the questions with ten answers or more.
    measured: usize,
    /// The easiest of the measured questions; `null` with fewer than two.
    #[schema(required)]
    easiest: Option<PoolMemberBody>,
    #[schema(required)]
    hardest: Option<PoolMemberBody>,
    /// The mean scores of these two are more than 30 percentage points apart.
    uneven: bool,
    /// Whether tests or results are left out: the newest 20 tests are counted, and the newest 5,000 results of each.
    partial: bool,
}

impl From<Measured> for PoolFigures {
    fn from(found: Measured) -> Self {
        let Measured { ready, measured, extremes, is_uneven, is_partial } = found;
        let (easiest, hardest) = extremes.map(|(a, b)| (PoolMemberBody::of(a), PoolMemberBody::of(b))).unzip();
        Self { ready, measured, easiest, hardest, uneven: is_uneven, partial: is_partial }
    }
}

/// Get what final results say of the questions of a pool, stored or not.
#[utoipa::path(post, path = "/questions/pool-figures", tag = "questions", request_body = PoolFiguresInput,
    responses((status = 200, body = PoolFigures)))]
pub async fn of_pool(State(app): State<App>, As(by): As<TestReader>, body: UnreadBody) -> ApiResult<Json<PoolFigures>> {
    let (pool, without) = body.json::<PoolFiguresInput>(JSON_LIMIT).await?.read()?;
    Ok(Json(usage::of_pool(&app, &by, &pool, &without).await?.into()))
}
