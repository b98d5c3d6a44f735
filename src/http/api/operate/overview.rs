//! Figures of the dashboard.

use crate::{
    app::App,
    http::{
        api::invite::invites::{self, InviteBody},
        error::ApiResult,
        extract::As,
        wire::{ActivityKindName, Timestamp, shown_invite},
    },
    service::{
        actor::Overseer,
        operate::{activity::Activity, overview},
    },
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
    /// Number of invites that have not started, and whose email was given up; 1,000 at most.
    failed_mails: u64,
    /// Number of invites that have not started, and whose email failed and is tried again, or may have arrived; 1,000 at most.
    waiting_mails: u64,
    /// Number of answers whose code could not be judged.
    failed_judgings: u64,
    /// The submission of the one that waits longest; `null` if there is none.
    failed_judging_id: Option<String>,
    /// Number of answers whose code waits for a verdict that no connected code runner can give, or has waited for 10 minutes;
    /// 1,000 at most.
    stuck_judgings: u64,
    /// The submission of one of them; `null` if there is none.
    stuck_judging_id: Option<String>,
    /// Number of people who ask to be erased, and wait for a decision.
    erasures_asked: u64,
    /// Number of invites that have not started, and end within 48 hours; 1,000 at most.
    ending_soon: u64,
    /// A mail server is set up; without one, invitations reach no one until their links are passed on.
    sends_mail: bool,
    /// The five newest invites.
    recent_invites: Vec<InviteBody>,
    /// Recent invitations, starts, submissions, chosen dates and failed emails, newest first.
    activity: Vec<ActivityBody>,
}

/// An entry of the recent activity.
#[derive(Serialize, ToSchema)]
#[schema(as = Activity)]
pub struct ActivityBody {
    at: Timestamp,
    kind: ActivityKindName,
    /// Number of people invited to this test in a row; 1 for other kinds.
    count: u64,
    applicant_name: String,
    test_title: String,
    test_id: String,
    invite_id: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    submission_id: Option<String>,
}

impl From<Activity> for ActivityBody {
    fn from(a: Activity) -> Self {
        Self {
            at: a.at.into(),
            kind: a.kind.into(),
            count: a.count,
            applicant_name: a.applicant_name,
            test_title: a.test_title,
            test_id: a.test.to_string(),
            invite_id: shown_invite(a.invite),
            submission_id: a.submission.map(|id| id.to_string()),
        }
    }
}

/// Get the counts and recent invites of the dashboard.
#[utoipa::path(get, path = "/admin/overview", tag = "overview", responses((status = 200, body = OverviewBody)))]
pub async fn overview(State(app): State<App>, As(by): As<Overseer>) -> ApiResult<Json<OverviewBody>> {
    let found = overview::overview(&app, &by)?;
    Ok(Json(OverviewBody {
        total_tests: found.total_tests,
        invites_sent: found.invites_sent,
        completed_tests: found.completed_tests,
        in_progress: found.in_progress,
        pending_reviews: found.pending_reviews,
        failed_mails: found.unsent.failed,
        waiting_mails: found.unsent.waiting,
        failed_judgings: found.failed_judgings,
        failed_judging_id: found.failed_judging.map(|id| id.to_string()),
        stuck_judgings: found.stuck_judgings.answers,
        stuck_judging_id: found.stuck_judgings.first.map(|id| id.to_string()),
        erasures_asked: found.erasures_asked,
        ending_soon: found.ending_soon,
        sends_mail: found.sends_mail,
        recent_invites: invites::bodies(&app, &(&by).into(), found.recent)?,
        activity: found.activity.into_iter().map(Into::into).collect(),
    }))
}
