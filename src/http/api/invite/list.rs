//! The list of invites: filters, pages, and counts by status (docs/behaviour/invites.md#invites).

use super::invites::{InviteBody, bodies};
use crate::{
    app::App,
    domain::{Error, Result, list::InviteClass, time},
    http::{
        api::list,
        error::ApiResult,
        extract::{Query, Within},
    },
    service::{
        actor::Inviter,
        invite::list::{self as invites, InviteFilter},
        query::page::Page,
    },
};
use axum::{
    Json,
    extract::State,
    http::{HeaderMap, Uri},
};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// Status filter of the invite list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum StatusFilter {
    #[default]
    All,
    /// Sent or scheduled.
    Active,
    /// Alias of `active`.
    Pending,
    Sent,
    Scheduled,
    InProgress,
    Completed,
    Expired,
    /// Invites in progress, or scheduled and not yet started.
    Monitorable,
    /// Invites that have not started and whose email failed: it was given up, waits for another try, or may have
    /// arrived.
    MailFailed,
    /// Invites that have not started and end within 48 hours.
    EndingSoon,
}

impl From<StatusFilter> for InviteClass {
    fn from(filter: StatusFilter) -> Self {
        match filter {
            StatusFilter::All => Self::All,
            StatusFilter::Active | StatusFilter::Pending | StatusFilter::EndingSoon => Self::Active,
            StatusFilter::Sent => Self::Sent,
            StatusFilter::Scheduled => Self::Scheduled,
            StatusFilter::InProgress => Self::InProgress,
            StatusFilter::Completed => Self::Completed,
            StatusFilter::Expired => Self::Expired,
            StatusFilter::Monitorable => Self::Monitorable,
            StatusFilter::MailFailed => Self::MailFailed,
        }
    }
}

/// Filter of the invite list. Unknown names are refused: without them an action would meet other invites.
#[derive(Default, Deserialize, IntoParams, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = InviteFilter)]
pub struct InviteFilterQuery {
    /// Day of creation, `YYYY-MM-DD`.
    #[serde(default)]
    date_filter: Option<String>,
    #[serde(default)]
    #[param(inline)]
    status_filter: Option<StatusFilter>,
    /// Substring of the email address, case-insensitive.
    #[serde(default)]
    email_search: Option<String>,
    /// Substring of the name or the email address, case-insensitive.
    #[serde(default)]
    search: Option<String>,
    /// Only invites to this test.
    #[serde(default)]
    test_id: Option<String>,
    /// IANA zone of the day; UTC by default.
    #[serde(default)]
    tz: Option<String>,
}

impl TryFrom<InviteFilterQuery> for InviteFilter {
    type Error = Error;

    /// 422 for a bad day, zone or test id.
    fn try_from(filter: InviteFilterQuery) -> Result<Self> {
        let given = |text: Option<String>| text.filter(|text| !text.trim().is_empty());
        let (day, tz) = (given(filter.date_filter), given(filter.tz).unwrap_or_else(|| "UTC".into()));
        let created = time::days(day.as_deref(), day.as_deref(), &tz)
            .map_err(|message| Error::field(if time::zone(&tz).is_ok() { "date_filter" } else { "tz" }, message))?;
        let test = given(filter.test_id).map(|id| id.trim().parse()).transpose();
        Ok(Self {
            ends_soon: filter.status_filter == Some(StatusFilter::EndingSoon),
            class: filter.status_filter.unwrap_or_default().into(),
            created,
            email: filter.email_search,
            search: filter.search,
            test: test.map_err(|_| Error::field("test_id", "This is not the id of a test."))?,
        })
    }
}

#[derive(Deserialize, IntoParams)]
pub struct InviteQuery {
    /// Day of creation, `YYYY-MM-DD`.
    date_filter: Option<String>,
    #[param(inline)]
    status_filter: Option<StatusFilter>,
    /// Substring of the email address, case-insensitive.
    email_search: Option<String>,
    /// Substring of the name or the email address, case-insensitive.
    search: Option<String>,
    /// Only invites to this test.
    test_id: Option<String>,
    /// IANA zone of the day; UTC by default.
    tz: Option<String>,
    /// 1 to 1,000; 200 by default.
    limit: Option<i64>,
    /// Cursor from the `Link` header.
    after: Option<String>,
}

/// List invites, newest first.
#[utoipa::path(get, path = "/invites", tag = "invites", params(InviteQuery),
    responses((status = 200, body = Vec<InviteBody>)))]
pub async fn list(
    State(app): State<App>,
    Within(by): Within<Inviter>,
    uri: Uri,
    Query(query): Query<InviteQuery>,
) -> ApiResult<(HeaderMap, Json<Vec<InviteBody>>)> {
    let InviteQuery { date_filter, status_filter, email_search, search, test_id, tz, limit, after } = query;
    let filter = InviteFilterQuery { date_filter, status_filter, email_search, search, test_id, tz }.try_into()?;
    let slice = list::slice(&app, limit, after)?;
    let page = invites::list(&app, &by, &filter, &slice)?;
    let items = bodies(&app, &by, page.items)?;
    list::reply(&app, Page { items, next: page.next }, &uri)
}

/// Numbers of invites that a filter matches, by status. Numbers of a filtered list end at 10,000.
#[derive(Serialize, ToSchema)]
#[schema(as = InviteCounts)]
pub struct InviteCountsBody {
    all: u64,
    sent: u64,
    scheduled: u64,
    in_progress: u64,
    completed: u64,
    expired: u64,
    /// Invites that have not started and whose email failed; they are counted by their status too.
    mail_failed: u64,
    /// Invites that have not started and end within 48 hours; they are counted by their status too.
    ending_soon: u64,
    /// Invites of the filter's status from before its day.
    older: u64,
}

/// Count the invites of a filter by status; the filter's own status applies to `older` alone.
#[utoipa::path(get, path = "/invites/counts", tag = "invites", params(InviteFilterQuery),
    responses((status = 200, body = InviteCountsBody)))]
pub async fn counts(
    State(app): State<App>,
    Within(by): Within<Inviter>,
    Query(filter): Query<InviteFilterQuery>,
) -> ApiResult<Json<InviteCountsBody>> {
    let invites::InviteCounts { by_class, ending_soon, older } = invites::counts(&app, &by, &filter.try_into()?)?;
    let [all, sent, scheduled, in_progress, completed, expired, mail_failed] = by_class;
    Ok(Json(InviteCountsBody {
        all,
        sent,
        scheduled,
        in_progress,
        completed,
        expired,
        mail_failed,
        ending_soon,
        older,
    }))
}
