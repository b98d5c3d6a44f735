//! What every request passes through, in one layer: each layer of the router copies all that lie within it, at every
//! request.

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

/// Answers a request within its time, whatever the handler does; names, protects, counts and notes the response.
pub async fn around(State(state): State<HttpState>, request: Request, next: Next) -> Response {
    let protection = headers::Protection::of(&request);
    let seen = observe::Seen::of(&request);
    let limit = limits::time(&request);
    let mut response = REQUEST_ID.scope(seen.id.clone(), limits::bounded(limit, next.run(request))).await;
    protection.add_to(response.headers_mut());
    seen.note(&state.metrics, &mut response);
    response
}
