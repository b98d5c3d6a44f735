//! Security headers on every response.

use crate::http::proxy::StrictTransport;
use axum::{
    extract::Request,
    http::{HeaderMap, HeaderName, HeaderValue, header},
};

const EVERYWHERE: [(HeaderName, HeaderValue); 5] = [
    (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    // Links and results are nothing for search engines.
    (HeaderName::from_static("x-robots-tag"), HeaderValue::from_static("noindex")),
    (header::REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
    (HeaderName::from_static("cross-origin-opener-policy"), HeaderValue::from_static("same-origin")),
    (HeaderName::from_static("cross-origin-resource-policy"), HeaderValue::from_static("same-origin")),
];

/// API replies are never cached by a browser or a proxy, nor rendered as a page.
const API: [(HeaderName, HeaderValue); 2] = [
    (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
    (header::CONTENT_SECURITY_POLICY, HeaderValue::from_static("default-src 'none'; frame-ancestors 'none'")),
];

/// Proxies pass each event of a stream on at once: nginx does not collect them, and no proxy compresses them.
const STREAM: [(HeaderName, HeaderValue); 2] = [
    (header::CACHE_CONTROL, HeaderValue::from_static("no-cache, no-store, no-transform")),
    (HeaderName::from_static("x-accel-buffering"), HeaderValue::from_static("no")),
];

/// Default policy of responses that set none: no framing. A stricter one would also apply to workers, whose script the
/// response may be.
const NO_FRAME: HeaderValue = HeaderValue::from_static("frame-ancestors 'none'");

/// Challenge beside `Bearer`, for calls that tracking systems sign in to. Calls of the page do not send it: a browser
/// would ask for a password.
const BASIC: HeaderValue = HeaderValue::from_static("Basic realm=\"Invigil\"");

/// One year; without `includeSubDomains` and `preload`.
const STRICT_TRANSPORT: HeaderValue = HeaderValue::from_static("max-age=31536000");

/// Returned as it was sent: a page knows by it the reply to its call from one that a cache kept, or that an intermediary
/// made.
const CALL_ID: HeaderName = HeaderName::from_static("x-call-id");
const MAX_CALL_ID: usize = 64;

/// Which headers the response to a request gets.
pub struct Protection {
    is_api: bool,
    is_strict: bool,
    is_of_tracking_system: bool,
    call_id: Option<HeaderValue>,
}

fn is_call_id(value: &HeaderValue) -> bool {
    value.len() <= MAX_CALL_ID && value.as_bytes().iter().all(u8::is_ascii_alphanumeric)
}

impl Protection {
    pub fn of(request: &Request) -> Self {
        let path = request.uri().path();
        Self {
            is_api: path == "/api" || path.starts_with("/api/"),
            is_of_tracking_system: ["/api/ashby/", "/api/greenhouse/"].iter().any(|base| path.starts_with(base)),
            is_strict: request.extensions().get::<StrictTransport>().is_some(),
            call_id: request.headers().get(CALL_ID).filter(|value| is_call_id(value)).cloned(),
        }
    }

    pub fn add_to(self, headers: &mut HeaderMap) {
        let api = API.into_iter().filter(|_| self.is_api);
        let strict = self.is_strict.then_some((header::STRICT_TRANSPORT_SECURITY, STRICT_TRANSPORT));
        let is_stream =
            headers.get(header::CONTENT_TYPE).is_some_and(|kind| kind.as_bytes().starts_with(b"text/event-stream"));
        let stream = STREAM.into_iter().filter(|_| is_stream);
        headers.reserve(EVERYWHERE.len() + API.len() + STREAM.len() + 4);
        // A page among the calls, such as that of a launch, has a policy of its own.
        let own_policy = headers.get(header::CONTENT_SECURITY_POLICY).cloned();
        for (name, value) in EVERYWHERE.into_iter().chain(api).chain(stream).chain(strict) {
            headers.insert(name, value);
        }
        if let Some(policy) = own_policy {
            headers.insert(header::CONTENT_SECURITY_POLICY, policy);
        }
        headers.entry(header::CONTENT_SECURITY_POLICY).or_insert(NO_FRAME);
        if self.is_of_tracking_system && headers.contains_key(header::WWW_AUTHENTICATE) {
            headers.append(header::WWW_AUTHENTICATE, BASIC);
        }
        if let Some(call_id) = self.call_id {
            headers.insert(CALL_ID, call_id);
        }
    }
}
