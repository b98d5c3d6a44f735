//! Request ids, the access log, metrics, the time limit, and what a panic answers. The log names routes, never
//! paths, tokens, keys or e-mails.

use crate::{
    domain::Error,
    http::{
        HttpState,
        error::{ApiError, REQUEST_ID},
    },
};
use axum::{
    extract::{MatchedPath, Request, State},
    http::{HeaderName, HeaderValue},
    middleware::Next,
    response::{IntoResponse, Response},
};
use std::{
    any::Any,
    time::{Duration, Instant},
};

const REQUEST_ID_HEADER: HeaderName = HeaderName::from_static("x-request-id");
/// Longest time a handler may take until its response begins; streams begin at once.
const LIMIT: Duration = Duration::from_secs(30);
/// The same for calls that wait for an AI service, which has a shorter limit of its own.
const AI_LIMIT: Duration = Duration::from_mins(2);
const AI_CALLS: [&str; 3] =
    ["/api/tests/auto-generate", "/api/admin/ai-settings/test", "/api/admin/auto-review/{submission_id}"];

pub async fn observe(State(state): State<HttpState>, request: Request, next: Next) -> Response {
    let id = uuid::Uuid::from_bytes(crate::secrets::token::random_bytes()).simple().to_string();
    let method = request.method().clone();
    let route = request.extensions().get::<MatchedPath>().map_or("page", MatchedPath::as_str).to_owned();
    let began = Instant::now();
    let mut response = REQUEST_ID.scope(id.clone(), next.run(request)).await;
    let (status, took) = (response.status().as_u16(), began.elapsed());
    state.metrics.observe(method.as_str(), &route, status, took);
    let micros = u64::try_from(took.as_micros()).unwrap_or(u64::MAX);
    if status >= 500 && status != 503 {
        tracing::error!(%method, route, status, micros, request_id = %id, "request failed");
    } else if matches!(status, 403 | 429) {
        // Somebody tried what is not theirs, or too often.
        tracing::info!(%method, route, status, request_id = %id, "request refused");
    } else {
        tracing::debug!(%method, route, status, micros, request_id = %id, "request");
    }
    if let Ok(value) = HeaderValue::from_str(&id) {
        response.headers_mut().insert(REQUEST_ID_HEADER, value);
    }
    response
}

/// A limit of the request's own, in place of the usual one.
#[derive(Clone, Copy, Debug)]
pub struct TimeLimit(pub Duration);

pub async fn limit_time(request: Request, next: Next) -> Response {
    let route = request.extensions().get::<MatchedPath>().map_or("", MatchedPath::as_str);
    let usual = if AI_CALLS.contains(&route) { AI_LIMIT } else { LIMIT };
    let limit = request.extensions().get::<TimeLimit>().map_or(usual, |limit| limit.0);
    match tokio::time::timeout(limit, next.run(request)).await {
        Ok(response) => response,
        Err(_) => ApiError(Error::unavailable("The server took too long. Please try again.", 5)).into_response(),
    }
}

/// A panic in a handler is a fault of ours, told like any other.
#[expect(clippy::needless_pass_by_value, reason = "the layer's signature")]
pub fn panicked(cause: Box<dyn Any + Send>) -> Response {
    let text = cause.downcast_ref::<String>().cloned();
    let text = text.or_else(|| cause.downcast_ref::<&str>().map(|s| (*s).to_owned())).unwrap_or_default();
    ApiError(Error::internal(format!("a handler panicked: {text}"))).into_response()
}
