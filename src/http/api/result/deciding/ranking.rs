//! The ranking of a test.

use super::{
    pass_mark::PassMarkBody,
    row::{RankingRow, RankingSection},
};
use crate::{
    app::App,
    domain::{Error, Result, decision::DecisionValue},
    http::{
        api::list::{account, positive},
        error::ApiResult,
        extract::{Loaded, Query},
        wire::QuestionType,
    },
    service::{
        actor::ResultReader,
        result::deciding::{
            ranking::{self, RankedTest, RankingFilter, RankingRequest, RankingSort, RankingSummary},
            test_questions::ListedTestQuestion,
        },
    },
};
use axum::{Json, extract::State};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

#[derive(Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SortOrder {
    Asc,
    Desc,
}

/// A decision to filter by.
#[derive(Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum DecisionFilter {
    Shortlist,
    Hold,
    Reject,
    /// Submissions without a decision.
    None,
}

#[derive(Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ScoreState {
    Final,
    Provisional,
}

impl DecisionFilter {
    /// `None`: not decided.
    pub const fn value(self) -> Option<DecisionValue> {
        match self {
            Self::Shortlist => Some(DecisionValue::Shortlist),
            Self::Hold => Some(DecisionValue::Hold),
            Self::Reject => Some(DecisionValue::Reject),
            Self::None => None,
        }
    }
}

impl ScoreState {
    pub const fn is_provisional(self) -> bool {
        matches!(self, Self::Provisional)
    }
}

#[derive(Deserialize, IntoParams)]
pub struct RankingQuery {
    /// `score` (default), `name`, `time` used, `date`, `rank`, `percentile`, `review` state, `flags`, `decision`, or
    /// `q:<question id>` for the points of a question, or `s:<label>` for those of a section. Submissions with a provisional score always stand last.
    sort: Option<String>,
    /// `desc` by default.
    #[param(inline)]
    order: Option<SortOrder>,
    /// Number of the page, counted from 1; 1 by default.
    page: Option<i64>,
    /// 1 to 200; 50 by default.
    limit: Option<i64>,
    /// Part of a name or email address.
    search: Option<String>,
    /// List only final scores that reach the pass mark (`true`), or that do not (`false`).
    passed: Option<bool>,
    #[param(inline)]
    decision: Option<DecisionFilter>,
    /// Percent, inclusive.
    score_min: Option<f64>,
    /// Percent, inclusive.
    score_max: Option<f64>,
    #[param(inline)]
    state: Option<ScoreState>,
    /// Id of an account: only submissions with an answer that is assigned to it, or that it has scored.
    reviewer: Option<String>,
}

fn sort(text: Option<&str>) -> Result<RankingSort> {
    Ok(match text.unwrap_or("score") {
        "score" => RankingSort::Score,
        "name" => RankingSort::Name,
        "time" => RankingSort::Time,
        "date" => RankingSort::Date,
        "rank" => RankingSort::Rank,
        "percentile" => RankingSort::Percentile,
        "review" => RankingSort::Review,
        "flags" => RankingSort::Flags,
        "decision" => RankingSort::Decision,
        other => match (other.strip_prefix("q:"), other.strip_prefix("s:")) {
            (Some(question), _) => RankingSort::Question(question.to_owned()),
            (None, Some(section)) => RankingSort::Section(section.to_owned()),
            (None, None) => return Err(Error::field("sort", "The list cannot be sorted by this column.")),
        },
    })
}

/// # Errors
/// 422 for what is no percentage.
pub fn bound(value: Option<f64>, field: &str) -> Result<Option<f64>> {
    if value.is_some_and(|percent| !(0.0..=100.0).contains(&percent)) {
        return Err(Error::field(field, format!("{field} must be between 0 and 100.")));
    }
    Ok(value)
}

impl RankingQuery {
    /// # Errors
    /// 422 for values that are out of bounds.
    pub(super) fn asked(self) -> Result<RankingRequest> {
        Ok(RankingRequest {
            sort: sort(self.sort.as_deref())?,
            descending: matches!(self.order, None | Some(SortOrder::Desc)),
            page: positive(self.page, 1, 1_000_000_000, "page")?,
            limit: positive(self.limit, 50, 200, "limit")?,
            filter: RankingFilter {
                search: self.search.map(|text| text.trim().to_lowercase()).filter(|text| !text.is_empty()),
                passed: self.passed,
                decision: self.decision.map(DecisionFilter::value),
                score_min: bound(self.score_min, "score_min")?,
                score_max: bound(self.score_max, "score_max")?,
                provisional: self.state.map(ScoreState::is_provisional),
                reviewer: account(self.reviewer.as_deref(), "reviewer")?,
            },
        })
    }
}

/// All submissions of the test, whatever the filter.
#[derive(Serialize, ToSchema)]
pub struct RankingField {
    submissions: u64,
    #[serde(rename = "final")]
    settled: u64,
    provisional: u64,
    /// `null` without a pass mark.
    #[schema(required)]
    passed: Option<u64>,
    /// Mean of the final scores, in percent; `null` without one.
    #[schema(required)]
    mean: Option<f64>,
    #[schema(required)]
    median: Option<f64>,
    shortlisted: u64,
    on_hold: u64,
    rejected: u64,
    undecided: u64,
}

impl From<RankingSummary> for RankingField {
    fn from(field: RankingSummary) -> Self {
        Self {
            submissions: field.submissions,
            settled: field.settled,
            provisional: field.submissions - field.settled,
            passed: field.passed,
            mean: field.mean,
            median: field.median,
            shortlisted: field.shortlisted,
            on_hold: field.on_hold,
            rejected: field.rejected,
            undecided: field.submissions - field.shortlisted - field.on_hold - field.rejected,
        }
    }
}

/// A question of the test, as a column.
#[derive(Serialize, ToSchema)]
pub struct RankingQuestion {
    id: String,
    /// The number in the outline of the test, from 1; all questions of a pool have the number of its first.
    number: u64,
    /// The beginning of its text, 80 characters at most.
    label: String,
    points: u32,
    kind: QuestionType,
}

impl From<ListedTestQuestion> for RankingQuestion {
    fn from(question: ListedTestQuestion) -> Self {
        let ListedTestQuestion { id, number, label, points, kind } = question;
        Self { id, number, label, points, kind: kind.into() }
    }
}

/// Someone to whom answers of the test are assigned, or were.
#[derive(Serialize, ToSchema)]
pub struct RankingReviewer {
    id: String,
    full_name: String,
}

/// A page of the ranking of a test.
#[derive(Serialize, ToSchema)]
#[schema(as = Ranking)]
pub struct RankingBody {
    test_id: String,
    test_title: String,
    /// Number of submissions that match the filter.
    total: u64,
    /// Number of the page, counted from 1.
    page: u64,
    limit: u64,
    field: RankingField,
    pass_mark: PassMarkBody,
    /// Submissions are being scored again after a repair: scores and ranks still change.
    recalculating: bool,
    /// Questions of the current test.
    questions: Vec<RankingQuestion>,
    /// Sections of the current test, then of earlier papers; empty for a test that was never divided.
    sections: Vec<RankingSection>,
    /// Reviewers of the test, sorted by name.
    reviewers: Vec<RankingReviewer>,
    rows: Vec<RankingRow>,
}

/// Rank the submissions of a test.
#[utoipa::path(get, path = "/tests/{id}/ranking", tag = "deciding", params(("id" = String, Path), RankingQuery),
    responses((status = 200, body = RankingBody)))]
pub async fn rank(
    State(app): State<App>,
    Loaded(by, RankedTest(id)): Loaded<ResultReader, RankedTest>,
    Query(query): Query<RankingQuery>,
) -> ApiResult<Json<RankingBody>> {
    let asked = query.asked()?;
    let (page, limit) = (asked.page, asked.limit);
    let found = ranking::list(&app, &by, id, asked).await?;
    Ok(Json(RankingBody {
        test_id: id.to_string(),
        test_title: found.title,
        total: found.total,
        page,
        limit,
        field: found.field.into(),
        pass_mark: found.mark.into(),
        recalculating: found.is_recalculating,
        questions: found.questions.into_iter().map(Into::into).collect(),
        sections: found.sections.into_iter().map(Into::into).collect(),
        reviewers: found
            .reviewers
            .into_iter()
            .map(|(id, full_name)| RankingReviewer { id: id.to_string(), full_name })
            .collect(),
        rows: found.rows.into_iter().map(Into::into).collect(),
    }))
}
