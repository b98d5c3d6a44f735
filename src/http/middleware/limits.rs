//! The time limit, and what a panic answers.

use crate::{domain::Error, http::error::ApiError};
use axum::{
    extract::{MatchedPath, Request},
    response::{IntoResponse, Response},
};
use futures_util::FutureExt;
use std::{any::Any, panic::AssertUnwindSafe, time::Duration};

/// Longest time a handler may take until its response begins; streams begin at once.
const LIMIT: Duration = Duration::from_secs(30);
/// The same for calls that wait for an AI service, which has a shorter limit of its own.
const AI_LIMIT: Duration = Duration::from_mins(2);
const AI_CALLS: [&str; 3] =
    ["/api/tests/auto-generate", "/api/admin/ai-settings/test", "/api/admin/auto-review/{submission_id}"];

/// A limit of the request's own, in place of the usual one.
#[derive(Clone, Copy, Debug)]
pub struct TimeLimit(pub Duration);

pub fn time(request: &Request) -> Duration {
    let route = request.extensions().get::<MatchedPath>().map_or("", MatchedPath::as_str);
    let usual = if AI_CALLS.contains(&route) { AI_LIMIT } else { LIMIT };
    request.extensions().get::<TimeLimit>().map_or(usual, |limit| limit.0)
}

/// The handler's answer, or one of ours.
pub async fn bounded(limit: Duration, answer: impl Future<Output = Response>) -> Response {
    // Unwind safe: what a handler shares with others is behind locks that outlive a panic, or is the store's.
    match AssertUnwindSafe(tokio::time::timeout(limit, answer)).catch_unwind().await {
        Ok(Ok(response)) => response,
        Ok(Err(_)) => ApiError(Error::unavailable("The server took too long. Please try again.", 5)).into_response(),
        Err(cause) => panicked(&*cause),
    }
}

/// A panic in a handler is a fault of ours, told like any other.
fn panicked(cause: &(dyn Any + Send)) -> Response {
    let text = cause.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| cause.downcast_ref::<&str>().copied()).unwrap_or_default();
    ApiError(Error::internal(format!("a handler panicked: {text}"))).into_response()
}
