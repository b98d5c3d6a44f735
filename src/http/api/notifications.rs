//! Notifications of the bell; each admin has a separate read and cleared state (docs/behaviour/monitoring.md#notifications).

use super::operate::sentence::{self, SentencePartBody};
use crate::{
    app::App,
    domain::{Error, NotificationId, notification::Notification},
    http::{
        error::ApiResult,
        extract::{As, Id, Query},
        wire::{Confirmation, NotificationType, Timestamp, shown_invite},
    },
    service::{actor::Overseer, notifications},
};
use axum::{Json, extract::State};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

#[derive(Deserialize, IntoParams)]
pub struct NotificationsQuery {
    /// 1 to 1,000; 50 by default.
    limit: Option<i64>,
}

/// Records that a notification refers to.
#[derive(Serialize, ToSchema)]
pub struct NotificationData {
    invite_id: String,
    applicant_email: String,
    /// The result of a test that was submitted, or that was started and has ended since.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    submission_id: Option<String>,
}

/// A notification, with the read state of the calling admin.
#[derive(Serialize, ToSchema)]
#[schema(as = Notification)]
pub struct NotificationBody {
    id: String,
    #[serde(rename = "type")]
    kind: NotificationType,
    /// The message in English.
    message: String,
    /// The message for a page in another language; empty for an old one.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    parts: Vec<SentencePartBody>,
    data: NotificationData,
    is_read: bool,
    created_at: Timestamp,
}

impl From<(Notification, bool)> for NotificationBody {
    fn from((n, is_read): (Notification, bool)) -> Self {
        let (invite_id, submission_id) = (shown_invite(n.invite_id), n.submission_id.map(|id| id.to_string()));
        Self {
            id: n.id.to_string(),
            kind: n.kind.into(),
            message: n.message,
            parts: sentence::bodies(n.parts),
            data: NotificationData { invite_id, applicant_email: n.applicant_email, submission_id },
            is_read,
            created_at: n.created_at.into(),
        }
    }
}

/// Notifications, newest first.
#[derive(Serialize, ToSchema)]
pub struct NotificationList {
    notifications: Vec<NotificationBody>,
}

/// Number of unread notifications.
#[derive(Serialize, ToSchema)]
pub struct UnreadCount {
    unread_count: u64,
}

/// List the notifications that the calling admin has not cleared, newest first.
#[utoipa::path(get, path = "/admin/notifications", tag = "notifications", params(NotificationsQuery),
    responses((status = 200, body = NotificationList)))]
pub async fn list(
    State(app): State<App>,
    As(by): As<Overseer>,
    Query(query): Query<NotificationsQuery>,
) -> ApiResult<Json<NotificationList>> {
    let limit = usize::try_from(query.limit.unwrap_or(50)).ok().filter(|l| (1..=1_000).contains(l));
    let limit = limit.ok_or_else(|| Error::field("limit", "limit must be between 1 and 1000."))?;
    let found = notifications::list(&app, &by, limit)?;
    Ok(Json(NotificationList { notifications: found.into_iter().map(Into::into).collect() }))
}

/// Count the notifications that the calling admin has not read.
#[utoipa::path(get, path = "/admin/notifications/unread-count", tag = "notifications",
    responses((status = 200, body = UnreadCount)))]
pub async fn unread_count(State(app): State<App>, As(by): As<Overseer>) -> ApiResult<Json<UnreadCount>> {
    Ok(Json(UnreadCount { unread_count: notifications::unread_count(&app, &by)? }))
}

/// Mark a notification as read for the calling admin.
#[utoipa::path(post, path = "/admin/notifications/{id}/mark-read", tag = "notifications", params(("id" = String, Path)),
    responses((status = 200, body = Confirmation)))]
pub async fn mark_read(
    State(app): State<App>,
    As(by): As<Overseer>,
    Id(id): Id<NotificationId>,
) -> ApiResult<Json<Confirmation>> {
    notifications::mark_read(&app, &by, id).await?;
    Ok(Confirmation::new("Notification marked as read"))
}

/// Mark all notifications as read for the calling admin.
#[utoipa::path(post, path = "/admin/notifications/mark-all-read", tag = "notifications",
    responses((status = 200, body = Confirmation)))]
pub async fn mark_all_read(State(app): State<App>, As(by): As<Overseer>) -> ApiResult<Json<Confirmation>> {
    notifications::mark_all_read(&app, &by).await?;
    Ok(Confirmation::new("All notifications marked as read"))
}

/// Clear all notifications for the calling admin.
#[utoipa::path(delete, path = "/admin/notifications/clear-all", tag = "notifications",
    responses((status = 200, body = Confirmation)))]
pub async fn clear_all(State(app): State<App>, As(by): As<Overseer>) -> ApiResult<Json<Confirmation>> {
    notifications::clear_all(&app, &by).await?;
    Ok(Confirmation::new("All notifications cleared"))
}
