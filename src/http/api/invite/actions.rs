//! Actions on many invites, with a result per invite (docs/behaviour/invites.md#invite-actions).

use super::list::InviteFilterQuery;
use crate::{
    app::App,
    domain::{Error, InviteId, Result},
    http::{
        error::ApiResult,
        extract::{JSON_LIMIT, UnreadBody, Within},
        wire::Timestamp,
    },
    service::{
        actor::Inviter,
        invite::actions::{self, BulkInviteAction, InviteActionOutcome, InviteActionTarget},
    },
};
use axum::{Json, extract::State};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

#[derive(Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum InviteAction {
    /// Email a reminder.
    Remind,
    Revoke,
    /// Move the end to `closes_at`, also of invites that have expired.
    Extend,
    /// Send the invitation again.
    Resend,
}

/// An action on 1 to 1,000 invites, named by their ids or by a filter of the list.
#[derive(Deserialize, ToSchema)]
pub struct ActionsInput {
    action: InviteAction,
    #[serde(default)]
    ids: Option<Vec<String>>,
    #[serde(default)]
    filter: Option<InviteFilterQuery>,
    /// The new end; required with `extend`.
    #[serde(default)]
    closes_at: Option<Timestamp>,
}

impl ActionsInput {
    fn action(&self) -> Result<BulkInviteAction> {
        Ok(match self.action {
            InviteAction::Remind => BulkInviteAction::Remind,
            InviteAction::Revoke => BulkInviteAction::Revoke,
            InviteAction::Resend => BulkInviteAction::Resend,
            InviteAction::Extend => {
                let closes = self.closes_at.ok_or_else(|| Error::field("closes_at", "Please choose the new end."))?;
                BulkInviteAction::Extend(closes.0)
            }
        })
    }

    fn target(self) -> Result<InviteActionTarget> {
        match (self.ids, self.filter) {
            (Some(ids), None) => {
                let ids = ids.iter().map(|id| id.trim().parse()).collect::<Result<Vec<InviteId>, _>>();
                Ok(InviteActionTarget::Ids(
                    ids.map_err(|_| Error::field("ids", "This is not the id of an invitation."))?,
                ))
            }
            (None, Some(filter)) => Ok(InviteActionTarget::Filter(filter.try_into()?)),
            _ => Err(Error::field("ids", "Please name the invitations either by their ids or by a filter.")),
        }
    }
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ActionOutcome {
    Done,
    /// The action was done before: nothing has changed, and no email is sent.
    Already,
    Refused,
}

/// Result for one invite.
#[derive(Serialize, ToSchema)]
pub struct ActionResult {
    invite_id: String,
    outcome: ActionOutcome,
    /// An email to the candidate was queued.
    email_queued: bool,
    /// Why nothing was done.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    detail: Option<String>,
}

/// Results in the order of the ids, or of the list.
#[derive(Serialize, ToSchema)]
pub struct ActionsReply {
    results: Vec<ActionResult>,
}

fn result((id, outcome): (InviteId, InviteActionOutcome)) -> ActionResult {
    let (outcome, email_queued, detail) = match outcome {
        InviteActionOutcome::Done { mailed } => (ActionOutcome::Done, mailed, None),
        InviteActionOutcome::Already(why) => (ActionOutcome::Already, false, Some(why.to_owned())),
        InviteActionOutcome::Refused(why) => (ActionOutcome::Refused, false, Some(why)),
    };
    ActionResult { invite_id: id.to_string(), outcome, email_queued, detail }
}

/// Remind, revoke, extend or resend many invites. Emails are sent in the background; each invite succeeds or fails
/// separately, and a repeated action does nothing twice.
#[utoipa::path(post, path = "/invites/actions", tag = "invites", request_body = ActionsInput,
    responses((status = 200, body = ActionsReply)))]
pub async fn run(
    State(app): State<App>,
    Within(by): Within<Inviter>,
    request: UnreadBody,
) -> ApiResult<Json<ActionsReply>> {
    let input: ActionsInput = request.json(JSON_LIMIT).await?;
    let action = input.action()?;
    let outcomes = actions::run(&app, &by, input.target()?, action).await?;
    Ok(Json(ActionsReply { results: outcomes.into_iter().map(result).collect() }))
}
