//! Figures of the dashboard.

use super::invites::{self, InviteBody};
use crate::{
    app::App,
    http::{error::ApiResult, extract::AsAdmin},
    service::operate::overview,
};
use axum::{Json, extract::State};
use serde::Serialize;
use utoipa::ToSchema;

/// Counts and recent invites of the dashboard.
#[derive(Serialize, ToSchema)]
#[schema(as = Overview)]
pub struct OverviewBody {
    total_tests: u64,
    invites_sent: u64,
    completed_tests: u64,
    in_progress: u64,
    pending_reviews: u64,
    /// The five newest invites.
    recent_invites: Vec<InviteBody>,
}

/// Get the counts and recent invites of the dashboard.
#[utoipa::path(get, path = "/admin/overview", tag = "overview", responses((status = 200, body = OverviewBody)))]
pub async fn overview(State(app): State<App>, AsAdmin(admin): AsAdmin) -> ApiResult<Json<OverviewBody>> {
    let found = overview::overview(&app, &admin)?;
    Ok(Json(OverviewBody {
        total_tests: found.total_tests,
        invites_sent: found.invites_sent,
        completed_tests: found.completed_tests,
        in_progress: found.in_progress,
        pending_reviews: found.pending_reviews,
        recent_invites: invites::bodies(&app, &admin, found.recent)?,
    }))
}
