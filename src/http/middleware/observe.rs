//! Request ids, the access log and metrics. The log names routes, never paths, tokens, keys or e-mails.

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

/// A name for the log: from the standard library's hash keys, new at each call, and so without a call of the system.
fn new_id() -> String {
    let part = || RandomState::new().build_hasher().finish();
    uuid::Uuid::from_u64_pair(part(), part()).simple().to_string()
}

/// What is noted of a request.
pub struct Seen {
    pub id: String,
    /// A label: what a client made up fills no log.
    method: &'static str,
    /// `None` for what is no call: the page and its files.
    route: Option<MatchedPath>,
    began: Instant,
}

impl Seen {
    pub fn of(request: &Request) -> Self {
        Self {
            id: new_id(),
            method: method_label(request.method()),
            route: request.extensions().get::<MatchedPath>().cloned(),
            began: Instant::now(),
        }
    }

    pub fn note(self, metrics: &Metrics, response: &mut Response) {
        let Self { id, method, route, began } = self;
        let route = route.as_ref().map_or("page", MatchedPath::as_str);
        let (status, took) = (response.status().as_u16(), began.elapsed());
        metrics.observe(method, route, status, took);
        let micros = u64::try_from(took.as_micros()).unwrap_or(u64::MAX);
        if status >= 500 && status != 503 {
            tracing::error!(method, route, status, micros, request_id = %id, "request failed");
        } else if matches!(status, 403 | 429) {
            // Somebody tried what is not theirs, or too often.
            tracing::info!(method, route, status, request_id = %id, "request refused");
        } else {
            tracing::debug!(method, route, status, micros, request_id = %id, "request");
        }
        if let Ok(value) = HeaderValue::try_from(id) {
            response.headers_mut().insert(REQUEST_ID_HEADER, value);
        }
    }
}
