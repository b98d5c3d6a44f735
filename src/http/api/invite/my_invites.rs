//! Own invites and submissions of a signed-in applicant, without scores.

use super::link::{PublicInvite, TestIntro};
use crate::{
    app::App,
    domain::{ErrorCode, error::Params},
    http::{
        error::{ApiResult, ErrorCodeSchema, ParamSchema},
        extract::As,
        wire::{ScoringStatusName, Timestamp},
    },
    service::{actor::Applicant, invite::my_invites},
};
use axum::{Json, extract::State};
use serde::Serialize;
use utoipa::ToSchema;

/// An invite of the signed-in applicant.
#[derive(Serialize, ToSchema)]
#[schema(as = MyInvite)]
pub struct MyInviteBody {
    #[serde(flatten)]
    invite: PublicInvite,
    /// Token of the invite link.
    token: String,
    test_title: String,
    /// Absent if the test was deleted.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    test: Option<TestIntro>,
    /// The test can be started now.
    startable: bool,
    /// Machine-readable reason why the test cannot be started.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Option<ErrorCodeSchema>)]
    blocked_code: Option<ErrorCode>,
    /// Human-readable reason why the test cannot be started.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    blocked_reason: Option<String>,
    /// Values that the reason names, by name: strings (instants in RFC 3339) and numbers.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Option<BTreeMap<String, ParamSchema>>)]
    blocked_params: Option<Box<Params>>,
}

/// A submission of the signed-in applicant, without scores.
#[derive(Serialize, ToSchema)]
pub struct MySubmission {
    invite_id: String,
    test_title: String,
    started_at: Timestamp,
    submitted_at: Timestamp,
    /// Written answers are waiting for a review.
    under_review: bool,
    scoring_status: ScoringStatusName,
}

/// List the signed-in applicant's invites, oldest first; empty until the email address is verified.
#[utoipa::path(get, path = "/my-invites", tag = "applicants", responses((status = 200, body = Vec<MyInviteBody>)))]
pub async fn invites(State(app): State<App>, As(applicant): As<Applicant>) -> ApiResult<Json<Vec<MyInviteBody>>> {
    let now = app.now();
    let mine = my_invites::my_invites(&app, &applicant)?.into_iter().map(|mine| {
        let duration = mine.intro.as_ref().map_or(mine.invite.duration_minutes, |i| i.duration_minutes);
        let is_open = mine.invite.is_active(now);
        let (blocked_code, blocked_reason, blocked_params) =
            mine.blocked.map_or((None, None, None), |e| (Some(e.code), Some(e.detail), e.params));
        MyInviteBody {
            invite: PublicInvite::new(&mine.invite, duration, now),
            token: mine.token,
            test_title: mine.invite.test_title.clone(),
            test: mine.intro.map(Into::into),
            startable: is_open && blocked_code.is_none(),
            blocked_code,
            blocked_reason,
            blocked_params,
        }
    });
    Ok(Json(mine.collect()))
}

/// List the signed-in applicant's submissions, newest first.
#[utoipa::path(get, path = "/my-submissions", tag = "applicants", responses((status = 200, body = Vec<MySubmission>)))]
pub async fn submissions(State(app): State<App>, As(applicant): As<Applicant>) -> ApiResult<Json<Vec<MySubmission>>> {
    let found = my_invites::my_submissions(&app, &applicant)?;
    let mine = found.iter().map(|s| MySubmission {
        invite_id: s.invite_id.to_string(),
        test_title: s.test_title.clone(),
        started_at: s.started_at.into(),
        submitted_at: s.submitted_at.into(),
        under_review: s.is_provisional(),
        scoring_status: s.status.into(),
    });
    Ok(Json(mine.collect()))
}
