//! Middleware of every request, in a single layer: each router layer clones all inner layers on every request.

mod headers;
mod limits;
mod observe;

pub use limits::TimeLimit;

use super::{HttpState, error::REQUEST_ID};
use axum::{
    extract::{Request, State},
    middleware::Next,
    response::Response,
};

/// Applies the request id, the timeout, panic handling, security headers, metrics and the access log.
pub async fn around(State(state): State<HttpState>, request: Request, next: Next) -> Response {
    let protection = headers::Protection::of(&request);
    let observed = observe::Observed::of(&request);
    let limit = limits::time(&request);
    let mut response = REQUEST_ID.scope(observed.id.clone(), limits::bounded(limit, next.run(request))).await;
    protection.add_to(response.headers_mut());
    observed.record(&state.metrics, &mut response);
    response
}
