//! Request timeout, and the reply after a panic.

use crate::{domain::Error, http::error::ApiError};
use axum::{
    extract::{MatchedPath, Request},
    response::{IntoResponse, Response},
};
use futures_util::FutureExt;
use std::{any::Any, panic::AssertUnwindSafe, time::Duration};

/// Maximum time until a handler begins its response; streams begin immediately.
const TIMEOUT: Duration = Duration::from_secs(30);
/// The same for calls that wait for an AI service, the code runner or the mail server, which have shorter timeouts themselves,
/// for imports, and for lists of people, whose reply says who was not invited.
const LONG_TIMEOUT: Duration = Duration::from_mins(2);
const LONG_CALLS: [&str; 12] = [
    "/api/tests/import",
    "/api/tests/{id}/force",
    "/api/invites/bulk",
    "/api/questions/import",
    "/api/questions",
    "/api/questions/{id}",
    "/api/questions/{id}/restore",
    "/api/tests/check-solutions",
    "/api/tests/auto-generate",
    "/api/tests/{id}/ai-agreement",
    "/api/admin/ai-settings/test",
    "/api/admin/auto-review/{submission_id}",
];

/// Request extension that overrides the default timeout.
#[derive(Clone, Copy, Debug)]
pub struct TimeLimit(pub Duration);

pub fn time(request: &Request) -> Duration {
    let route = request.extensions().get::<MatchedPath>().map_or("", MatchedPath::as_str);
    let default = if LONG_CALLS.contains(&route) { LONG_TIMEOUT } else { TIMEOUT };
    request.extensions().get::<TimeLimit>().map_or(default, |limit| limit.0)
}

/// Returns the handler's response; 503 after `limit`, 500 after a panic.
pub async fn bounded(limit: Duration, handler: impl Future<Output = Response>) -> Response {
    // Unwind safe: shared state is in the store or behind locks whose poisoning is ignored.
    match AssertUnwindSafe(tokio::time::timeout(limit, handler)).catch_unwind().await {
        Ok(Ok(response)) => response,
        Ok(Err(_)) => ApiError(Error::unavailable("The server took too long. Please try again.", 5)).into_response(),
        Err(cause) => panicked(&*cause),
    }
}

/// Logs a panic of a handler and replies 500, like any other internal error.
fn panicked(cause: &(dyn Any + Send)) -> Response {
    let text = cause.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| cause.downcast_ref::<&str>().copied()).unwrap_or_default();
    ApiError(Error::internal(format!("a handler panicked: {text}"))).into_response()
}

#[cfg(test)]
mod tests {
    use super::{LONG_CALLS, LONG_TIMEOUT, TIMEOUT};
    use crate::service::test::force_deletion::MAIL_TIMEOUT;

    /// A silent mail server would otherwise end each repeat before it deletes anything.
    #[test]
    fn a_forced_deletion_has_time_left_after_it_waited_for_the_mail_server() {
        assert!(LONG_CALLS.contains(&"/api/tests/{id}/force"));
        assert!(LONG_TIMEOUT >= MAIL_TIMEOUT + TIMEOUT);
    }
}
