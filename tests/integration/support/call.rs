//! One request through the router, with checks that hold for every reply.

use super::candidate_words::assert_words;
use axum::{Router, body::Body};
use http::{HeaderMap, Method, Request, header};
use http_body_util::BodyExt;
use serde_json::Value;
use tower::ServiceExt;

pub struct Call {
    router: Router,
    request: http::request::Builder,
    body: Vec<u8>,
    path: String,
    allow_500: bool,
    length_known: bool,
}

pub struct Reply {
    pub status: u16,
    pub headers: HeaderMap,
    pub text: String,
    pub bytes: Vec<u8>,
    /// Null if the body is not JSON.
    pub json: Value,
}

impl Call {
    pub fn new(router: Router, method: Method, path: String) -> Self {
        let request = Request::builder().method(method).uri(&path);
        Self { router, request, body: Vec::new(), path, allow_500: false, length_known: true }
    }

    pub fn header(mut self, name: &str, value: &str) -> Self {
        self.request = self.request.header(name, value);
        self
    }

    pub fn bearer(self, token: &str) -> Self {
        self.header("authorization", &format!("Bearer {token}"))
    }

    /// The attempt key.
    pub fn key(self, key: &str) -> Self {
        self.header("x-attempt-key", key)
    }

    pub fn json(self, body: impl serde::Serialize) -> Self {
        let body = serde_json::to_vec(&body).unwrap();
        self.body("application/json", body)
    }

    pub fn body(mut self, content_type: &str, body: impl Into<Vec<u8>>) -> Self {
        self.body = body.into();
        self.header("content-type", content_type)
    }

    /// Sends the body without a `Content-Length`.
    pub fn chunked(mut self) -> Self {
        self.length_known = false;
        self
    }

    pub fn extension<T: Clone + Send + Sync + 'static>(mut self, value: T) -> Self {
        self.request = self.request.extension(value);
        self
    }

    /// Allows a 500, for the few calls that provoke a server error.
    pub fn may_fail(mut self) -> Self {
        self.allow_500 = true;
        self
    }

    /// Opens an event stream.
    pub async fn stream(self) -> Events {
        let response = self.router.oneshot(self.request.body(Body::empty()).unwrap()).await.unwrap();
        assert_eq!(response.status(), 200);
        assert_eq!(response.headers()[header::CONTENT_TYPE], "text/event-stream");
        Events { body: response.into_body(), text: String::new() }
    }

    pub async fn send(mut self) -> Reply {
        if self.length_known && !self.body.is_empty() {
            self.request = self.request.header(header::CONTENT_LENGTH, self.body.len());
        }
        let method = self.request.method_ref().cloned().unwrap_or_default();
        let is_api = self.path.split('?').next().is_some_and(|p| p == "/api" || p.starts_with("/api/"));
        let response = self.router.oneshot(self.request.body(Body::from(self.body)).unwrap()).await.unwrap();
        let (parts, body) = response.into_parts();
        let is_stream = parts.headers.get(header::CONTENT_TYPE).is_some_and(|v| v == "text/event-stream");
        // A stream never ends on its own.
        let bytes = if is_stream { Vec::new() } else { body.collect().await.unwrap().to_bytes().to_vec() };
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let json = serde_json::from_slice(&bytes).unwrap_or_default();
        let reply = Reply { status: parts.status.as_u16(), headers: parts.headers, text, bytes, json };
        reply.assert_common_headers(&self.path);
        if is_api {
            reply.assert_api_rules(&self.path);
        }
        if let Some(code) = reply.json["code"].as_str().filter(|_| is_api && reply.status >= 400) {
            assert_words(&method, &self.path, code);
        }
        assert!(self.allow_500 || reply.status != 500, "{}: {}", self.path, reply.text);
        reply
    }
}

/// An open event stream.
pub struct Events {
    body: Body,
    text: String,
}

/// One event as it was sent.
#[derive(Debug, PartialEq)]
pub struct Event {
    pub id: String,
    pub name: String,
    pub data: Value,
}

impl Events {
    /// The next event, or `None` when the stream has ended. Skips comments.
    pub async fn next(&mut self) -> Option<Event> {
        loop {
            if let Some((block, rest)) = self.text.split_once("\n\n") {
                let field =
                    |name: &str| block.lines().find_map(|l| l.strip_prefix(name)).unwrap_or_default().to_owned();
                let (id, name, data) = (field("id: "), field("event: "), field("data: "));
                self.text = rest.to_string();
                if name.is_empty() {
                    continue;
                }
                return Some(Event { id, name, data: serde_json::from_str(&data).unwrap() });
            }
            let waited = tokio::time::timeout(std::time::Duration::from_secs(10), self.body.frame()).await;
            let bytes = waited.expect("no event came").transpose().unwrap()?.into_data().unwrap();
            self.text += std::str::from_utf8(&bytes).unwrap();
        }
    }

    /// The next event's name and its invite id.
    pub async fn next_named(&mut self) -> (String, Value) {
        let event = self.next().await.expect("the stream has ended");
        (event.name, event.data["invite_id"].clone())
    }
}

impl Reply {
    /// Value of a header; empty if absent.
    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |v| v.to_str().unwrap())
    }

    #[track_caller]
    pub fn expect(self, status: u16) -> Value {
        assert_eq!(self.status, status, "{}", self.text);
        self.json
    }

    #[track_caller]
    pub fn ok(self) -> Value {
        self.expect(200)
    }

    /// Asserts an error with this status and code; returns the envelope.
    #[track_caller]
    pub fn refused(self, status: u16, code: &str) -> Value {
        assert_eq!((self.status, self.json["code"].as_str()), (status, Some(code)), "{}", self.text);
        self.json
    }

    /// Asserts a 422 that names this field.
    #[track_caller]
    pub fn invalid(self, field: &str) -> Value {
        let json = self.refused(422, "invalid");
        assert!(json["fields"][field].is_string(), "no message for {field}: {json}");
        json
    }

    #[track_caller]
    fn assert_common_headers(&self, path: &str) {
        for (name, value) in [
            ("x-content-type-options", "nosniff"),
            ("referrer-policy", "no-referrer"),
            ("cross-origin-opener-policy", "same-origin"),
            ("cross-origin-resource-policy", "same-origin"),
        ] {
            assert_eq!(self.header(name), value, "{name} of {path}");
        }
        let is_framed = self.is_launch_page(path);
        assert!(is_framed || self.header("content-security-policy").contains("frame-ancestors 'none'"), "{path}");
        assert_eq!(self.header("x-request-id").len(), 32, "{path}");
        assert!(self.headers.get("access-control-allow-origin").is_none(), "{path}");
        // A sign-in by a provider and a launch alone have one.
        let may_set = path.starts_with("/api/auth/oidc/") || path.starts_with("/api/lti/login");
        assert!(may_set || self.headers.get("set-cookie").is_none(), "{path}");
    }

    /// A page for people, which a learning platform shows in its frame.
    fn is_launch_page(&self, path: &str) -> bool {
        path.starts_with("/api/lti/") && self.header("content-type").starts_with("text/html")
    }

    #[track_caller]
    fn assert_api_rules(&self, path: &str) {
        if self.header("content-type").starts_with("text/event-stream") {
            // No proxy may collect events, or compress them.
            assert_eq!(self.header("cache-control"), "no-cache, no-store, no-transform", "{path}");
            assert_eq!(self.header("x-accel-buffering"), "no", "{path}");
        } else {
            assert_eq!(self.header("cache-control"), "no-store", "{path}");
        }
        if self.is_launch_page(path) {
            let policy = self.header("content-security-policy");
            assert!(
                policy.starts_with("default-src 'none'; style-src 'nonce-") && !policy.contains("script"),
                "{path}"
            );
            return;
        }
        assert_eq!(self.header("content-security-policy"), "default-src 'none'; frame-ancestors 'none'", "{path}");
        if self.status < 400 {
            return;
        }
        // The error envelope (`docs/behaviour/calls.md#calls`).
        let is_code = |c: &str| !c.is_empty() && c.chars().all(|c| c.is_ascii_lowercase() || c == '_');
        assert_eq!(self.header("content-type"), "application/json", "{path}: {}", self.text);
        assert!(self.json["detail"].as_str().is_some_and(|d| d.len() > 5), "{path}: {}", self.text);
        assert!(self.json["code"].as_str().is_some_and(is_code), "{path}: {}", self.text);
        assert_eq!(self.json["request_id"].as_str(), Some(self.header("x-request-id")), "{path}");
        let by_field = self.json["code"] == "invalid" || self.json["code"] == "changes_meaning";
        assert_eq!(by_field, self.json["fields"].is_object(), "{path}: {}", self.text);
        if matches!(self.status, 429 | 503) {
            assert!(self.header("retry-after").parse::<u32>().is_ok_and(|s| s > 0), "{path}");
        }
        if self.status == 401 {
            assert_eq!(self.header("www-authenticate"), "Bearer", "{path}");
        }
    }
}
