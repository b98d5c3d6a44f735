//! Scores become grades of the platform, by the durable outbox of webhooks: at least once, in order for each invite, and
//! with its tries (Assignment and Grade Services 2.0 section 3.4).

use super::{claims::SCORE_SCOPE, keys, platforms, stored};
use crate::{
    app::App,
    directory::OidcClient,
    domain::{
        Instant, Result,
        lti::{LtiLaunch, LtiPlatform, SentGrade, scores_address},
        submission::Submission,
        time::{MILLISECOND, SignedDuration},
        webhook::Webhook,
    },
    secrets::token,
    service::work::Work,
    store::Read,
    webhook_out::{CallOutcome, WebhookCall},
};
use serde_json::json;
use std::fmt;

/// How long an assertion of this server is valid.
const ASSERTION_TTL: SignedDuration = SignedDuration::from_mins(5);

/// A grade to be queued: its receiver, address and body.
pub(in crate::service) struct DueGrade {
    pub hook: Webhook,
    pub url: String,
    pub body: String,
}

/// A grade is sent again, if it is due again, after this long: its delivery may have been given up or deleted since.
const SENT_AGAIN_AFTER: SignedDuration = SignedDuration::from_hours(1);

/// The grade of a result that is final, unless the platform was sent this one last, and not long ago.
///
/// # Errors
/// Storage only.
pub(in crate::service) fn due(w: &mut Work<'_, '_>, result: &Submission) -> Result<Option<DueGrade>> {
    let Some(mut launch) = w.get::<LtiLaunch>(result.invite_id)? else { return Ok(None) };
    let grade = SentGrade { earned: result.earned_points(), points: result.total_points, at: w.now };
    #[allow(clippy::float_cmp, reason = "another value, however close, is another grade")]
    let is_known = launch.sent.as_ref().is_some_and(|last| {
        let is_recent = w.now.since(last.at) < SENT_AGAIN_AFTER;
        is_recent && last.earned == grade.earned && last.points == grade.points
    });
    // A platform takes no grade without points.
    if is_known || grade.points == 0 {
        return Ok(None);
    }
    let Some(line_item) = &launch.line_item else { return Ok(None) };
    let settings = stored(&**w)?;
    let Some(platform) = settings.of_launch(&launch) else { return Ok(None) };
    // An administrator may have deleted it, or switched it off.
    let Some(hook) = w.get::<Webhook>(platform.webhook_id)?.filter(|hook| hook.is_enabled) else { return Ok(None) };
    let at = next_time(launch.sent.as_ref(), w.now);
    let body = json!({
        "userId": launch.subject,
        "scoreGiven": grade.earned,
        "scoreMaximum": grade.points,
        "timestamp": at.to_string(),
        "activityProgress": "Completed",
        "gradingProgress": "FullyGraded",
    });
    let url = scores_address(line_item);
    launch.sent = Some(SentGrade { at, ..grade });
    w.put(&launch)?;
    Ok(Some(DueGrade { hook, url, body: body.to_string() }))
}

/// A platform ignores a grade that is not later than the one before, also after the clock was set back.
fn next_time(last: Option<&SentGrade>, now: Instant) -> Instant {
    last.map_or(now, |last| now.max(last.at.plus(MILLISECOND)))
}

/// Sends a grade, with a token that the platform gives this server for it.
pub(in crate::service) async fn send(app: &App, platform: &LtiPlatform, mut call: WebhookCall) -> CallOutcome {
    let failed = |error: &dyn fmt::Display| {
        let words = format!("The platform gave no token for the grade: {error}.");
        CallOutcome { status: None, words, retry_after: None }
    };
    let client = match platforms::client(app, platform) {
        Ok(client) => client,
        Err(error) => return failed(&error.detail),
    };
    let token = match client.known_token(app.now()) {
        Some(token) => token,
        None => match new_token(app, platform, &client).await {
            Ok(token) => token,
            Err(why) => return failed(&why),
        },
    };
    call.headers = vec![
        ("authorization".into(), format!("Bearer {token}")),
        ("content-type".into(), "application/vnd.ims.lis.v1.score+json".into()),
    ];
    let outcome = app.clients.webhooks.call(&call).await;
    if matches!(outcome.status, Some(401 | 403)) {
        client.forget_token();
    }
    outcome
}

async fn new_token(app: &App, platform: &LtiPlatform, client: &OidcClient) -> std::result::Result<String, String> {
    let now = app.now();
    let assertion = json!({
        "iss": platform.client_id,
        "sub": platform.client_id,
        "aud": platform.token_url,
        "iat": now.as_secs(),
        "exp": now.plus(ASSERTION_TTL).as_secs(),
        "jti": token::new(),
    });
    let signer = keys::signer(app).await.map_err(|error| error.detail)?;
    let assertion = signer.sign(&assertion).map_err(|error| error.to_string())?;
    let given = client.own_token(&platform.token_url, &assertion, SCORE_SCOPE, now).await;
    given.map_err(|fault| fault.to_string())
}
