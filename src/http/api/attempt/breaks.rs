//! Agreed breaks (docs/behaviour/taking.md#breaks).

use super::parts::{EnteredSection, entered};
use crate::{
    domain::arrangement::BreaksLeft,
    http::{
        error::ApiResult,
        extract::{FORM_LIMIT, Serving, UnreadBody, Visitor, unknown_link_first},
        refusals::{Conflict, Gone},
        wire::Timestamp,
    },
    service::attempt::breaks,
};
use axum::Json;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Agreed breaks that are left.
#[derive(Serialize, ToSchema)]
#[schema(as = BreaksLeft)]
pub struct BreaksLeftBody {
    count: u32,
    /// Length of the next one.
    next_seconds: i64,
}

impl From<BreaksLeft> for BreaksLeftBody {
    fn from(left: BreaksLeft) -> Self {
        Self { count: left.count, next_seconds: left.next.as_secs() }
    }
}

/// Beginning or end of a break.
#[derive(Deserialize, ToSchema)]
pub struct BreakInput {
    /// True begins a break, false ends the one that lasts.
    begin: bool,
    /// Agreed breaks that the page showed as left, and the call was meant for: if another number is left by now, the call
    /// is a repeat that came late and changes nothing.
    #[serde(default)]
    left: Option<u32>,
}

/// The clock of the attempt after that.
#[derive(Serialize, ToSchema)]
pub struct BreakReply {
    deadline: Timestamp,
    /// The clock of the attempt stands still since then; absent while it runs.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    paused_since: Option<Timestamp>,
    /// End of the break that lasts; the deadline counts all of it already.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    break_until: Option<Timestamp>,
    server_time: Timestamp,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    breaks: Option<BreaksLeftBody>,
    /// The sections that were entered; absent if no section has its own time or is one-way.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    entered: Option<Vec<EnteredSection>>,
}

/// Take an agreed break, or end it: its time is given back exactly. It ends by itself after its length. Repeated, the call
/// changes nothing.
#[utoipa::path(post, path = "/take-test/{token}/break", tag = "candidates", operation_id = "take_break",
    params(("token" = String, Path), ("X-Attempt-Key" = Option<String>, Header)), request_body = BreakInput,
    responses((status = 200, body = BreakReply), Conflict, Gone))]
pub async fn take(
    Serving(app): Serving,
    Visitor { token, key, visit }: Visitor,
    body: UnreadBody,
) -> ApiResult<Json<BreakReply>> {
    let BreakInput { begin, left } = unknown_link_first(&app, &token, body.json(FORM_LIMIT)).await?;
    let taken = breaks::take(&app, visit, &token, key.as_deref(), breaks::Wish { begin, left }).await?;
    let (attempt, now) = (taken.attempt, taken.now);
    Ok(Json(BreakReply {
        deadline: attempt.deadline().into(),
        paused_since: attempt.paused_since(now).map(Into::into),
        break_until: attempt.break_until(now).map(Into::into),
        server_time: now.into(),
        breaks: taken.left.map(Into::into),
        entered: taken.sections.map(|clock| entered(&clock, attempt.deadline())),
    }))
}
