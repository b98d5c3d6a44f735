//! Operations endpoints: liveness, readiness and metrics.

use super::{HttpState, extract::Peer};
use axum::{
    extract::State,
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Response},
};
use serde_json::json;
use std::borrow::Cow;

/// Liveness probe: the process serves requests.
pub async fn healthz() -> &'static str {
    "ok\n"
}

/// Readiness probe: 200 if reads and writes succeed, otherwise 503 with the reason as text, of a member of a twin as JSON
/// with its state. Checks first what needs neither a lock nor the disk.
pub async fn readyz(State(state): State<HttpState>) -> (StatusCode, Cow<'static, str>) {
    let standing = state.app.store.log_standing();
    let not_ready = |why: Cow<'static, str>| {
        let body = match &standing {
            None => why,
            Some(log) => format!("{}\n", json!({ "state": log.state, "detail": why.trim_end() })).into(),
        };
        (StatusCode::SERVICE_UNAVAILABLE, body)
    };
    if standing.as_ref().is_some_and(|log| log.state != "leading") {
        return not_ready("the log of the twin takes no record at the moment".into());
    }
    if let Some(trouble) = state.app.store.trouble() {
        return not_ready(format!("{trouble}\n").into());
    }
    match state.app.store.read() {
        Ok(_) => (StatusCode::OK, "ready\n".into()),
        Err(_) => not_ready("the store is not responding\n".into()),
    }
}

/// Headers that reveal a proxied request.
const PROXIED: [&str; 4] = ["forwarded", "via", "x-forwarded-for", "x-real-ip"];

/// Serves the metrics to loopback callers, or to holders of the configured token.
pub async fn metrics(State(state): State<HttpState>, Peer(peer): Peer, headers: HeaderMap) -> Response {
    let bearer = headers.get(header::AUTHORIZATION).and_then(|v| v.to_str().ok()?.strip_prefix("Bearer "));
    let hash = crate::secrets::token::hash;
    let allowed = match &state.metrics_token {
        // Compares hashes, so that the timing reveals nothing about the token.
        Some(token) => bearer.is_some_and(|given| hash(given) == hash(token)),
        // A reverse proxy on this machine forwards requests of others.
        None => peer.is_loopback() && !PROXIED.iter().any(|name| headers.contains_key(*name)),
    };
    if !allowed {
        return (StatusCode::FORBIDDEN, "metrics are for this machine, or with the token in INVIGIL_METRICS_TOKEN\n")
            .into_response();
    }
    let kind = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    ([(header::CONTENT_TYPE, kind)], state.metrics.render(&state.app)).into_response()
}
