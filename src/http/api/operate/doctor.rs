//! Diagnosis of the installation.

use super::sentence::{self, SentencePartBody};
use crate::{
    app::App,
    http::{error::ApiResult, extract::As, wire::Timestamp},
    service::{
        actor::SiteOperator,
        operate::doctor::{self, finding},
    },
};
use axum::{Json, extract::State};
use serde::Serialize;
use utoipa::ToSchema;

/// Severity of a finding.
#[derive(Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum FindingState {
    Ok,
    /// No fault: a function is not configured, or could not be checked.
    Note,
    /// Works, but degraded or not for long.
    Warning,
    /// A function that candidates or administrators need does not work.
    Problem,
}

/// Result of one check.
#[derive(Serialize, ToSchema)]
#[schema(as = Finding)]
pub struct FindingBody {
    /// Stable name, such as `disk` or `mail`.
    topic: &'static str,
    state: FindingState,
    /// The result as a sentence.
    said: String,
    /// How to fix it; additional information if the state is `ok` or `note`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    fix: Option<String>,
    /// The result for a page in another language.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    said_parts: Vec<SentencePartBody>,
    /// The fix likewise.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    fix_parts: Vec<SentencePartBody>,
}

/// Results of all checks.
#[derive(Serialize, ToSchema)]
#[schema(as = DoctorReport)]
pub struct ReportBody {
    checked_at: Timestamp,
    findings: Vec<FindingBody>,
}

impl From<finding::DoctorFinding> for FindingBody {
    fn from(finding: finding::DoctorFinding) -> Self {
        let fix = finding.fix;
        Self {
            topic: finding.topic,
            state: match finding.state {
                finding::Severity::Ok => FindingState::Ok,
                finding::Severity::Note => FindingState::Note,
                finding::Severity::Warning => FindingState::Warning,
                finding::Severity::Problem => FindingState::Problem,
            },
            said: finding.said.english,
            said_parts: sentence::bodies(finding.said.parts),
            fix: fix.as_ref().map(|fix| fix.english.clone()),
            fix_parts: sentence::bodies(fix.map(|fix| fix.parts).unwrap_or_default()),
        }
    }
}

fn body(app: &App, findings: Vec<finding::DoctorFinding>) -> Json<ReportBody> {
    let findings = findings.into_iter().map(Into::into).collect();
    Json(ReportBody { checked_at: app.now().into(), findings })
}

/// Diagnose the installation: disk, clock, email, certificate and more. Takes up to 20 s.
#[utoipa::path(get, path = "/admin/doctor", tag = "settings", responses((status = 200, body = ReportBody)))]
pub async fn report(State(app): State<App>, As(by): As<SiteOperator>) -> ApiResult<Json<ReportBody>> {
    Ok(body(&app, doctor::examine(&app, &by).await?))
}

/// Diagnose the disk, the backups and the second server only.
#[utoipa::path(get, path = "/admin/doctor/storage", tag = "settings", responses((status = 200, body = ReportBody)))]
pub async fn storage(State(app): State<App>, As(by): As<SiteOperator>) -> ApiResult<Json<ReportBody>> {
    Ok(body(&app, doctor::examine_storage(&app, &by).await?))
}
