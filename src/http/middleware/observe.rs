//! Request ids, the access log and metrics. The log names routes, never paths, tokens, keys or emails.

use crate::http::metrics::{Metrics, method_label};
use axum::{
    extract::{MatchedPath, Request},
    http::{HeaderName, HeaderValue},
    response::Response,
};
use std::{
    hash::{BuildHasher, Hasher, RandomState},
    time::Instant,
};

const REQUEST_ID_HEADER: HeaderName = HeaderName::from_static("x-request-id");

/// Returns a random id for the log, from the standard library's hash keys: new at each call, without a system call.
fn new_id() -> String {
    let part = || RandomState::new().build_hasher().finish();
    uuid::Uuid::from_u64_pair(part(), part()).simple().to_string()
}

/// Properties of a request for the access log and metrics.
pub struct Observed {
    pub id: String,
    /// A bounded label: a method invented by a client cannot flood the log.
    method: &'static str,
    /// `None` outside the API: the page and its files.
    route: Option<MatchedPath>,
    began: Instant,
}

impl Observed {
    pub fn of(request: &Request) -> Self {
        Self {
            id: new_id(),
            method: method_label(request.method()),
            route: request.extensions().get::<MatchedPath>().cloned(),
            began: Instant::now(),
        }
    }

    pub fn record(self, metrics: &Metrics, response: &mut Response) {
        let Self { id, method, route, began } = self;
        let route = route.as_ref().map_or("page", MatchedPath::as_str);
        let (status, took) = (response.status().as_u16(), began.elapsed());
        metrics.observe(method, route, status, took);
        let micros = u64::try_from(took.as_micros()).unwrap_or(u64::MAX);
        if status >= 500 && status != 503 {
            tracing::error!(method, route, status, micros, request_id = %id, "request failed");
        } else if matches!(status, 403 | 429) {
            // Missing permission or rate limit: relevant for security.
            tracing::info!(method, route, status, request_id = %id, "request refused");
        } else {
            tracing::debug!(method, route, status, micros, request_id = %id, "request");
        }
        if let Ok(value) = HeaderValue::try_from(id) {
            response.headers_mut().insert(REQUEST_ID_HEADER, value);
        }
    }
}
