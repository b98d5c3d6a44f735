//! The list of results of all tests (docs/behaviour/calls.md#calls).

use super::{
    deciding::{
        DecisionBody, FlagCounts, ToldBody,
        ranking::{DecisionFilter, ScoreState, SortOrder, bound},
        sent,
    },
    results::{SubmissionCore, filter},
};
use crate::{
    app::App,
    domain::{Error, Result},
    http::{
        api::list::{account, positive},
        error::ApiResult,
        extract::{Query, Within},
        refusals::Conflict,
        wire::Timestamp,
    },
    service::{
        actor::ResultReader,
        result::{
            deciding::rows::seconds_used,
            result_list::{self, ListedResult, ResultListRequest},
            results,
        },
    },
    state::all_results::{ResultConditions, ResultSort},
};
use axum::{Json, extract::State};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// A submission in the list of results. All scores are percentages of the total points.
#[derive(Serialize, ToSchema)]
pub struct ResultRow {
    #[serde(flatten)]
    core: SubmissionCore,
    started_at: Timestamp,
    submitted_at: Timestamp,
    #[schema(required)]
    decision: Option<DecisionBody>,
    /// Number of the decision's version, which the next change sends; 0 before the first one.
    decision_version: u32,
    /// Decisions mailed to the candidate, oldest first, also where the decision was withdrawn.
    told: Vec<ToldBody>,
    /// Points that repairs have added or taken; `null` where they have changed no score.
    #[schema(required)]
    repaired_points: Option<f64>,
    /// Repairs are being applied to the results of the test: the score may change. Absent otherwise.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    recalculating: bool,
    /// `null` while the score is provisional, and without a pass mark.
    #[schema(required)]
    passed: Option<bool>,
    /// Seconds from the start to the submission.
    time_used_seconds: u64,
    flags: FlagCounts,
    /// Number of private notes.
    notes: u32,
    /// Number of questions whose answer arrived too late and waits for a decision.
    late_answers: usize,
}

impl From<ListedResult> for ResultRow {
    fn from(listed: ListedResult) -> Self {
        let ListedResult {
            submission: s,
            decided,
            repaired_points,
            is_recalculating,
            passed,
            flags,
            notes,
            late_answers,
        } = listed;
        Self {
            passed,
            time_used_seconds: seconds_used(&s),
            flags: flags.into(),
            notes,
            late_answers,
            core: (&s).into(),
            started_at: s.started_at.into(),
            submitted_at: s.submitted_at.into(),
            decision_version: decided.version(),
            told: sent(&decided),
            decision: DecisionBody::of(decided),
            repaired_points,
            recalculating: is_recalculating,
        }
    }
}

/// Position of a page in the whole list.
#[derive(Serialize, ToSchema)]
pub struct Pagination {
    /// Number of the page, counted from 1.
    page: u64,
    limit: u64,
    total_pages: u64,
    /// Number of submissions that match the filter.
    total: u64,
}

/// A page of results.
#[derive(Serialize, ToSchema)]
pub struct ResultsPage {
    results: Vec<ResultRow>,
    pagination: Pagination,
}

/// Filters of results; all of them hold.
#[derive(Deserialize, IntoParams)]
pub struct ResultFilter {
    /// `YYYY-MM-DD`, inclusive.
    start_date: Option<String>,
    /// `YYYY-MM-DD`, inclusive.
    end_date: Option<String>,
    test_id: Option<String>,
    /// IANA zone of the days; UTC by default.
    tz: Option<String>,
    /// Part of a name or email address. Hidden names are not searched.
    search: Option<String>,
    #[param(inline)]
    state: Option<ScoreState>,
    #[param(inline)]
    decision: Option<DecisionFilter>,
    /// Percent, inclusive.
    score_min: Option<f64>,
    /// Percent, inclusive.
    score_max: Option<f64>,
    /// List only final scores that reach the pass mark of their test (`true`), or that do not (`false`).
    passed: Option<bool>,
    /// Id of an account: only submissions with an answer that is assigned to it, or that it has scored.
    reviewer: Option<String>,
}

impl ResultFilter {
    /// # Errors
    /// 422 for invalid days, time zones, ids and bounds.
    pub fn read(self) -> Result<(results::SubmissionFilter, ResultConditions)> {
        let Self { start_date, end_date, test_id, tz, .. } = &self;
        let within = filter(start_date.as_deref(), end_date.as_deref(), test_id.as_deref(), tz.as_deref())?;
        let conditions = ResultConditions {
            search: self.search.map(|text| text.trim().to_lowercase()).filter(|text| !text.is_empty()),
            provisional: self.state.map(ScoreState::is_provisional),
            decision: self.decision.map(DecisionFilter::value),
            score_min: bound(self.score_min, "score_min")?,
            score_max: bound(self.score_max, "score_max")?,
            passed: self.passed,
            reviewer: account(self.reviewer.as_deref(), "reviewer")?,
        };
        Ok((within, conditions))
    }
}

#[derive(Deserialize, IntoParams)]
pub struct ResultsQuery {
    /// Number of the page, counted from 1; 1 by default.
    page: Option<i64>,
    /// 1 to 200; 10 by default.
    limit: Option<i64>,
    /// `date` (default), `score`, `name`, `test`, `time` used, `review` state or `decision`. By score, submissions with a provisional one stand last.
    sort: Option<String>,
    /// `desc` by default.
    #[param(inline)]
    order: Option<SortOrder>,
}

fn sort(text: Option<&str>) -> Result<ResultSort> {
    Ok(match text.unwrap_or("date") {
        "date" => ResultSort::Date,
        "score" => ResultSort::Score,
        "name" => ResultSort::Name,
        "test" => ResultSort::Test,
        "time" => ResultSort::Time,
        "review" => ResultSort::Review,
        "decision" => ResultSort::Decision,
        _ => return Err(Error::field("sort", "The list cannot be sorted by this column.")),
    })
}

impl ResultsQuery {
    fn asked(self, filter: ResultFilter) -> Result<ResultListRequest> {
        let (within, conditions) = filter.read()?;
        Ok(ResultListRequest {
            sort: sort(self.sort.as_deref())?,
            descending: matches!(self.order, None | Some(SortOrder::Desc)),
            page: positive(self.page, 1, 1_000_000_000, "page")?,
            limit: positive(self.limit, 10, 200, "limit")?,
            within,
            conditions,
        })
    }
}

/// List submissions by page number, newest first unless another order is asked for.
#[utoipa::path(get, path = "/results", tag = "results", params(ResultFilter, ResultsQuery),
    responses((status = 200, body = ResultsPage), Conflict))]
pub async fn list(
    State(app): State<App>,
    Within(by): Within<ResultReader>,
    Query(filter): Query<ResultFilter>,
    Query(query): Query<ResultsQuery>,
) -> ApiResult<Json<ResultsPage>> {
    let asked = query.asked(filter)?;
    let (page, limit) = (asked.page, asked.limit);
    let found = result_list::list(&app, &by, asked).await?;
    let pagination = Pagination { page, limit, total_pages: found.total.div_ceil(limit), total: found.total };
    Ok(Json(ResultsPage { results: found.rows.into_iter().map(Into::into).collect(), pagination }))
}
