//! Middleware of every request, in a single layer: each router layer clones all inner layers on every request.

mod headers;
mod limits;
mod observe;

pub use limits::TimeLimit;

use super::{
    HttpState,
    error::{ApiError, REQUEST_ID},
    extract::PeerAddr,
};
use axum::{
    extract::{Request, State},
    middleware::Next,
    response::{IntoResponse, Response},
};

/// Applies the request id, the timeout, panic handling, the memory budget of replies, security headers, metrics and the
/// access log.
pub async fn around(State(state): State<HttpState>, request: Request, next: Next) -> Response {
    let protection = headers::Protection::of(&request);
    let observed = observe::Observed::of(&request);
    let limit = limits::time(&request);
    let reader = state.replies.reader(request.uri().path(), || PeerAddr::of(request.extensions()));
    let replied = async {
        let response = limits::bounded(limit, next.run(request)).await;
        // The process may have been stopped since the handler read: another server may lead, and know better.
        if !state.app.may_answer() {
            return ApiError(state.app.not_leading()).into_response();
        }
        match reader {
            Some(reader) => state.replies.hold(reader, response).unwrap_or_else(|full| ApiError(full).into_response()),
            None => response,
        }
    };
    let mut response = REQUEST_ID.scope(observed.id.clone(), replied).await;
    protection.add_to(response.headers_mut());
    observed.record(&state.metrics, &mut response);
    response
}
