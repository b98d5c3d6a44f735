//! Security headers on every response.

use crate::http::proxy::StrictTransport;
use axum::{
    extract::Request,
    http::{HeaderName, HeaderValue, header},
    middleware::Next,
    response::Response,
};

const EVERYWHERE: [(HeaderName, HeaderValue); 4] = [
    (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    (header::REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
    (HeaderName::from_static("cross-origin-opener-policy"), HeaderValue::from_static("same-origin")),
    (HeaderName::from_static("cross-origin-resource-policy"), HeaderValue::from_static("same-origin")),
];

/// Nothing of the API is ever kept by a browser or a proxy, nor shown as a page.
const API: [(HeaderName, HeaderValue); 2] = [
    (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
    (header::CONTENT_SECURITY_POLICY, HeaderValue::from_static("default-src 'none'; frame-ancestors 'none'")),
];

/// What has no policy of its own is shown in nobody's frame. More would hold for workers too, whose script this may be.
const NO_FRAME: HeaderValue = HeaderValue::from_static("frame-ancestors 'none'");

/// A year; only for this very host, and never for a browser's own list.
const STRICT_TRANSPORT: HeaderValue = HeaderValue::from_static("max-age=31536000");

pub async fn security_headers(request: Request, next: Next) -> Response {
    let path = request.uri().path();
    let is_api = path == "/api" || path.starts_with("/api/");
    let strict =
        request.extensions().get::<StrictTransport>().map(|_| (header::STRICT_TRANSPORT_SECURITY, STRICT_TRANSPORT));
    let mut response = next.run(request).await;
    let api = API.into_iter().filter(|_| is_api);
    for (name, value) in EVERYWHERE.into_iter().chain(api).chain(strict) {
        response.headers_mut().insert(name, value);
    }
    response.headers_mut().entry(header::CONTENT_SECURITY_POLICY).or_insert(NO_FRAME);
    response
}
