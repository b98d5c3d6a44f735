//! How far the invites of each test have come.

use crate::{
    app::App,
    http::{
        api::list,
        error::ApiResult,
        extract::{Query, Within},
    },
    service::{
        actor::ResultReader,
        test::funnel::{self, Funnel},
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
pub struct FunnelQuery {
    /// 1 to 1,000; 200 by default.
    limit: Option<i64>,
    /// Cursor from the `Link` header.
    after: Option<String>,
}

/// Numbers of a test's invites by state, and its median score.
#[derive(Serialize, ToSchema)]
#[schema(as = TestFunnel)]
pub struct FunnelBody {
    test_id: String,
    title: String,
    /// Number of all invites.
    invited: u64,
    /// Invites that have not started and for which no date is chosen.
    sent: u64,
    /// Invites that have not started and have a date.
    scheduled: u64,
    in_progress: u64,
    completed: u64,
    /// Expired or revoked.
    expired: u64,
    /// Number of submissions that wait for a review.
    waiting_for_review: u64,
    /// Median of the final scores in percent, of scores rounded to a whole percent; absent without one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    median: Option<f64>,
}

impl From<Funnel> for FunnelBody {
    fn from(f: Funnel) -> Self {
        Self {
            test_id: f.test.to_string(),
            title: f.title,
            invited: f.invited,
            sent: f.sent,
            scheduled: f.scheduled,
            in_progress: f.in_progress,
            completed: f.completed,
            expired: f.expired,
            waiting_for_review: f.waiting,
            median: f.median,
        }
    }
}

/// List how far the invites of each test have come, newest test first.
#[utoipa::path(get, path = "/tests/funnels", tag = "tests", params(FunnelQuery),
    responses((status = 200, body = Vec<FunnelBody>)))]
pub async fn funnels(
    State(app): State<App>,
    Within(by): Within<ResultReader>,
    uri: Uri,
    Query(query): Query<FunnelQuery>,
) -> ApiResult<(HeaderMap, Json<Vec<FunnelBody>>)> {
    let slice = list::slice(&app, query.limit, query.after)?;
    list::reply(&app, funnel::list(&app, &by, &slice)?.map(FunnelBody::from), &uri)
}
