//! Replies of a server that follows the log of another one: it is alive, not ready, and serves nothing of the data.

use super::{
    error::{ApiError, REQUEST_ID},
    ops,
};
use crate::domain::Error;
use axum::{
    Json, Router,
    http::{StatusCode, header},
    response::{IntoResponse, Response},
    routing::get,
};
use serde_json::json;

/// The server's state in words, and the server that leads.
pub trait StandbyState: Clone + Send + Sync + 'static {
    fn words(&self) -> String;
    /// The same as programs read it, such as `following`.
    fn name(&self) -> &'static str;
    /// Empty if no server does.
    fn leader(&self) -> String;
}

pub fn router(state: impl StandbyState) -> Router {
    let shown = state.clone();
    let readyz = async move || {
        let body = json!({ "state": shown.name(), "detail": shown.words() });
        (StatusCode::SERVICE_UNAVAILABLE, Json(body))
    };
    let other = async move || REQUEST_ID.scope("standby".to_owned(), async { elsewhere(&state.leader()) }).await;
    Router::new().route("/healthz", get(ops::healthz)).route("/readyz", get(readyz)).fallback(other)
}

fn elsewhere(leader: &str) -> Response {
    let words = match leader {
        "" => "This server is not in use at the moment. Please try again.".to_owned(),
        leader => format!("This server is not in use at the moment: {leader} is. Please try again."),
    };
    let mut response = ApiError(Error::unavailable(&words, 2)).into_response();
    response.headers_mut().insert(header::CACHE_CONTROL, header::HeaderValue::from_static("no-store"));
    response
}
