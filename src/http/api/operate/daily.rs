//! Starts and submissions per day.

use crate::{
    app::App,
    domain::{Error, time},
    http::{
        error::ApiResult,
        extract::{As, Query},
    },
    service::{
        actor::Overseer,
        operate::daily::{self, DayFigures},
    },
};
use axum::{Json, extract::State};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

#[derive(Deserialize, IntoParams)]
pub struct DailyQuery {
    /// IANA zone of the days; UTC by default.
    tz: Option<String>,
}

/// Figures of a day.
#[derive(Serialize, ToSchema)]
#[schema(as = DayFigures)]
pub struct DayBody {
    /// `YYYY-MM-DD`.
    date: String,
    /// Tests that were begun.
    started: u64,
    submitted: u64,
}

impl From<DayFigures> for DayBody {
    fn from(day: DayFigures) -> Self {
        Self { date: day.date.to_string(), started: day.started, submitted: day.submitted }
    }
}

/// The last 14 days.
#[derive(Serialize, ToSchema)]
#[schema(as = DailyFigures)]
pub struct DailyBody {
    /// Oldest first; the last one is today.
    days: Vec<DayBody>,
    /// There were more submissions than are counted: those of the oldest days are missing.
    partial: bool,
}

/// Count the tests that were begun and submitted on each of the last 14 days.
#[utoipa::path(get, path = "/admin/daily-figures", operation_id = "daily_figures", tag = "overview", params(DailyQuery),
    responses((status = 200, body = DailyBody)))]
pub async fn daily(
    State(app): State<App>,
    As(by): As<Overseer>,
    Query(DailyQuery { tz }): Query<DailyQuery>,
) -> ApiResult<Json<DailyBody>> {
    let name = tz.filter(|tz| !tz.trim().is_empty()).unwrap_or_else(|| "UTC".into());
    let zone = time::zone(&name).map_err(|message| Error::field("tz", message))?;
    let found = app.blocking(move |app| daily::daily(app, &by, &zone)).await?;
    Ok(Json(DailyBody { days: found.days.into_iter().map(Into::into).collect(), partial: found.is_partial }))
}
