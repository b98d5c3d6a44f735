//! The doctor's report.

use crate::{
    app::App,
    http::{
        error::{ApiResult, Envelope},
        extract::AsAdmin,
        wire::Utc,
    },
    service::operate::doctor::{self, finding},
};
use axum::{Json, extract::State};
use serde::Serialize;
use utoipa::ToSchema;

#[derive(Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum FindingState {
    Ok,
    /// Works, but not as well or not for ever.
    Warning,
    /// Something that candidates or administrators need does not work.
    Problem,
}

#[derive(Serialize, ToSchema)]
#[schema(as = Finding)]
pub struct FindingBody {
    /// Stable name, such as `disk` or `mail`.
    topic: &'static str,
    state: FindingState,
    said: String,
    /// What to do about it; for a line that is ok, good to know.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    fix: Option<String>,
}

#[derive(Serialize, ToSchema)]
#[schema(as = DoctorReport)]
pub struct ReportBody {
    #[schema(value_type = String, format = DateTime)]
    checked_at: Utc,
    findings: Vec<FindingBody>,
}

/// Look at what this installation stands on: disk, clock, mail, certificate and more. Takes up to 20 s.
#[utoipa::path(get, path = "/admin/doctor", tag = "settings",
    responses((status = 200, body = ReportBody), (status = 401, body = Envelope), (status = 403, body = Envelope)))]
pub async fn report(State(app): State<App>, AsAdmin(admin): AsAdmin) -> ApiResult<Json<ReportBody>> {
    let checked_at = app.now().into();
    let findings = doctor::examine(&app, &admin).await?.into_iter().map(|finding| FindingBody {
        topic: finding.topic,
        state: match finding.state {
            finding::State::Ok => FindingState::Ok,
            finding::State::Warning => FindingState::Warning,
            finding::State::Problem => FindingState::Problem,
        },
        said: finding.said,
        fix: finding.fix,
    });
    Ok(Json(ReportBody { checked_at, findings: findings.collect() }))
}
