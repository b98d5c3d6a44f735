//! Request bodies, most of them JSON. The handler reads them after it resolved the path, so that an unknown id is
//! reported before an invalid body (docs/behaviour/calls.md#calls).

use super::{caller::StillPermitted, encoded::Wrapping, peer::PeerAddr};
use crate::{
    app::App,
    domain::{Error, ErrorCode, ErrorKind, time::SignedDuration, wording::in_words},
    http::{
        HttpState,
        body_budget::{BodyReservation, ConnectionId, SMALL},
        error::ApiError,
    },
};
use axum::{
    body::{Bytes, HttpBody},
    extract::{FromRef, FromRequest, Request},
    http::header,
};
use http_body_util::BodyExt;
use serde::de::{DeserializeOwned, IgnoredAny};
use serde_json::Value;
use std::{convert::Infallible, time::Duration};
use tokio::time::{Instant, timeout};

/// Maximum body of sign-in, sign-up and other short forms, in bytes.
pub const FORM_LIMIT: usize = 4 * 1024;
/// Maximum body of a form with a longer text, in bytes.
pub const TEXT_LIMIT: usize = 64 * 1024;
/// Maximum body of other calls, in bytes: a test of 500 long questions fits.
pub const JSON_LIMIT: usize = 2 * 1024 * 1024;

/// Bytes of a body read before its sender is authorized: a save of a few answers then needs no lookup beside its own.
const UNAUTHORIZED_BYTES: usize = SMALL;
/// Time after which the sender of an incomplete body is authorized before more is read.
const AUTHORIZE_AFTER: Duration = Duration::from_millis(500);
/// Time of a body after which its sender must still be permitted to make the call.
const ASK_AGAIN_AFTER: SignedDuration = SignedDuration::from_millis(500);
/// Idle timeout between two pieces of a body. The whole body must arrive within the call's time limit.
const READ_TIMEOUT: Duration = Duration::from_secs(10);

/// A body that has not been read yet.
pub struct UnreadBody {
    request: Request,
    app: App,
    reservation: BodyReservation,
}

impl<S: Send + Sync> FromRequest<S> for UnreadBody
where
    HttpState: FromRef<S>,
{
    type Rejection = Infallible;

    async fn from_request(request: Request, state: &S) -> Result<Self, Infallible> {
        let peer = PeerAddr::of(request.extensions());
        let connection = request.extensions().get::<ConnectionId>().copied();
        let state = HttpState::from_ref(state);
        let reservation = state.bodies.reservation(peer, connection);
        Ok(Self { request, app: state.app.clone(), reservation })
    }
}

/// A body that was read, with its part of the memory budget.
pub struct Received {
    pub bytes: Bytes,
    _reservation: BodyReservation,
}

impl Received {
    /// Parses the body as JSON.
    ///
    /// # Errors
    /// 400 `malformed` for invalid JSON, 422 for missing fields and wrong types.
    pub fn parse<T: DeserializeOwned>(&self) -> Result<T, ApiError> {
        parse(&self.bytes)
    }
}

impl UnreadBody {
    /// Reads at most `limit` raw bytes of one of the media types `kinds`.
    ///
    /// # Errors
    /// 413 `too_large`, 415 `wrong_media`, 400 `malformed` for an incomplete body.
    pub async fn raw(self, limit: usize, kinds: &[&str]) -> Result<Bytes, ApiError> {
        self.check_length(limit)?;
        let essence = self.content_type().split(';').next().unwrap_or_default().trim();
        if !kinds.iter().any(|k| essence.eq_ignore_ascii_case(k)) {
            let detail = format!("The body must be {}.", kinds.join(" or "));
            return Err(Error::new(ErrorKind::UnsupportedMedia, ErrorCode::WrongMedia, detail)
                .with("media_types", kinds.join(", ").as_str())
                .into());
        }
        self.bytes(limit).await
    }

    fn content_type(&self) -> &str {
        self.request.headers().get(header::CONTENT_TYPE).and_then(|v| v.to_str().ok()).unwrap_or_default()
    }

    /// Reads at most `limit` bytes of JSON into `T`.
    ///
    /// # Errors
    /// 413 `too_large`, 415 `not_json`, 400 `malformed` for invalid JSON, 422 for missing fields and wrong types.
    pub async fn json<T: DeserializeOwned>(self, limit: usize) -> Result<T, ApiError> {
        self.authorized(limit, || Ok(())).await?.parse()
    }

    /// Like [`Self::json`], for calls that need no body: an empty one is the default, whatever its media type.
    ///
    /// # Errors
    /// Those of [`Self::json`].
    pub async fn json_or_default<T: DeserializeOwned + Default>(self, limit: usize) -> Result<T, ApiError> {
        let is_empty = self.declared().map_or(self.content_type().is_empty(), |length| length == 0);
        if is_empty { self.json_if_any(limit).await } else { self.json(limit).await }
    }

    /// Reads at most `limit` bytes of JSON, plain or encoded ([`Wrapping`]). Calls `authorize` before more than
    /// [`UNAUTHORIZED_BYTES`] are read, or after [`AUTHORIZE_AFTER`] if the body is still incomplete: it decides whether
    /// the caller may send a body at all.
    ///
    /// # Errors
    /// Those of `authorize`; 413 `too_large`, 415 `not_json`, 400 `malformed` for an incomplete body and `altered` for
    /// one that is not as it was sent; 429 and 503 over the memory budget.
    pub async fn authorized(
        self,
        limit: usize,
        authorize: impl FnOnce() -> Result<(), ApiError> + Send,
    ) -> Result<Received, ApiError> {
        let wrapping = Wrapping::of(self.request.headers());
        let wire_limit = wrapping.wire_limit(limit);
        if self.declared().is_some_and(|length| length > wire_limit) {
            return Err(too_large(limit));
        }
        if !wrapping.is_encoded && !is_json(self.content_type()) {
            let detail = "The body must be JSON (Content-Type: application/json).";
            return Err(Error::new(ErrorKind::UnsupportedMedia, ErrorCode::NotJson, detail).into());
        }
        let mut received = self.read(wire_limit, Some(authorize)).await?;
        received.bytes = wrapping.open(received.bytes)?;
        if received.bytes.len() > limit { Err(too_large(limit)) } else { Ok(received) }
    }

    /// Reads at most `limit` bytes of any media type.
    ///
    /// # Errors
    /// 413 `too_large`.
    pub async fn bytes(self, limit: usize) -> Result<Bytes, ApiError> {
        self.check_length(limit)?;
        Ok(self.read(limit, None::<fn() -> _>).await?.bytes)
    }

    fn declared(&self) -> Option<usize> {
        self.request.headers().get(header::CONTENT_LENGTH)?.to_str().ok()?.parse().ok()
    }

    /// Rejects a body by its declared length, before any of it is read.
    fn check_length(&self, limit: usize) -> Result<(), ApiError> {
        if self.declared().is_some_and(|length| length > limit) { Err(too_large(limit)) } else { Ok(()) }
    }

    async fn read(
        self,
        limit: usize,
        authorize: Option<impl FnOnce() -> Result<(), ApiError> + Send>,
    ) -> Result<Received, ApiError> {
        let app = self.app.clone();
        let permitted = self.request.extensions().get::<StillPermitted>().cloned().map(|one| (one, app.now()));
        let received = self.arrived(limit, authorize).await?;
        if let Some((permitted, at)) = permitted {
            let taken = app.now().since(at);
            if taken.is_negative() || taken >= ASK_AGAIN_AFTER {
                permitted.require(&app)?;
            }
        }
        Ok(received)
    }

    async fn arrived(
        self,
        limit: usize,
        mut authorize: Option<impl FnOnce() -> Result<(), ApiError> + Send>,
    ) -> Result<Received, ApiError> {
        let declared = self.declared();
        let Self { request, mut reservation, .. } = self;
        let mut body = request.into_body();
        let expected = declared.unwrap_or(limit).min(limit);
        let mut arrived = Vec::new();
        if declared.is_some_and(|length| length > UNAUTHORIZED_BYTES)
            && let Some(authorize) = authorize.take()
        {
            authorize()?;
        }
        let authorize_at = Instant::now() + AUTHORIZE_AFTER;
        loop {
            let wait = if authorize.is_some() { authorize_at - Instant::now() } else { READ_TIMEOUT };
            let Ok(frame) = timeout(wait, body.frame()).await else {
                match authorize.take() {
                    Some(authorize) => authorize()?,
                    None => return Err(stalled()),
                }
                continue;
            };
            let Some(frame) = frame else { break };
            let Ok(piece) = frame.map_err(|_| broken())?.into_data() else { continue };
            if arrived.is_empty() && body.is_end_stream() && piece.len() <= limit {
                // Complete in one piece, like most bodies: no copy needed.
                reservation.grow_to(piece.len())?;
                return Ok(Received { bytes: piece, _reservation: reservation });
            }
            let length = arrived.len() + piece.len();
            if length > limit {
                return Err(too_large(limit));
            }
            if length > UNAUTHORIZED_BYTES
                && let Some(authorize) = authorize.take()
            {
                authorize()?;
            }
            if length > arrived.capacity() {
                let capacity = length.max((arrived.capacity() * 2).min(expected));
                reservation.grow_to(capacity)?;
                arrived.reserve_exact(capacity - arrived.len());
            }
            arrived.extend_from_slice(&piece);
        }
        Ok(Received { bytes: arrived.into(), _reservation: reservation })
    }
}

impl UnreadBody {
    /// Reads the optional JSON body of an unloading page: it may be empty, and a beacon chooses its media type.
    ///
    /// # Errors
    /// 413 `too_large`, 400 `malformed` for invalid JSON, 422 for wrong types.
    pub async fn json_if_any<T: DeserializeOwned + Default>(self, limit: usize) -> Result<T, ApiError> {
        let bytes = self.bytes(limit).await?;
        if bytes.trim_ascii().is_empty() { Ok(T::default()) } else { parse(&bytes) }
    }
}

fn is_json(content_type: &str) -> bool {
    let essence = content_type.split(';').next().unwrap_or_default().trim();
    essence.eq_ignore_ascii_case("application/json") || essence.to_ascii_lowercase().ends_with("+json")
}

fn too_large(limit: usize) -> ApiError {
    let detail = format!("The request is too large ({} KiB at most).", limit / 1024);
    Error::new(ErrorKind::TooLarge, ErrorCode::TooLarge, detail).with("max_kib", limit / 1024).into()
}

fn broken() -> ApiError {
    Error::new(ErrorKind::Malformed, ErrorCode::Malformed, "The request's body could not be read.").into()
}

fn stalled() -> ApiError {
    Error::unavailable("The rest of the request did not arrive in time. Please try again.", 1).into()
}

fn parse<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, ApiError> {
    if bytes.trim_ascii_start().starts_with(b"[") {
        // Serde would accept a list as the fields of a struct, in order.
        serde_json::from_slice::<IgnoredAny>(bytes).map_err(|error| malformed(&error))?;
        return Err(Error::field("body", "This has the wrong type: expected an object.").into());
    }
    if let Ok(value) = serde_json::from_slice(bytes) {
        return Ok(value);
    }
    // Serde's category of an error does not distinguish a bad text from a value that is no name of an enum.
    serde_json::from_slice::<IgnoredAny>(bytes).map_err(|error| malformed(&error))?;
    // Parses again with path tracking, which is slower, to report where the error is.
    let mut json = serde_json::Deserializer::from_slice(bytes);
    serde_path_to_error::deserialize(&mut json).map_err(|error| {
        let path = error.path().to_string();
        let field = if path == "." && !names_field(error.inner()) { lost_field::<T>(bytes) } else { None };
        fault(field.as_deref().unwrap_or(&path), error.inner())
    })
}

/// Whether the parser's text has the name of the field.
fn names_field(error: &serde_json::Error) -> bool {
    let said = error.to_string();
    ["missing field", "unknown field", "duplicate field"].iter().any(|start| said.starts_with(start))
}

/// The field at fault where the path was lost: fields of a struct that is flattened into another one are read from a copy.
/// It is the one without which the error is another. One that must be there is tried as a text, too: others are missed first.
fn lost_field<T: DeserializeOwned>(bytes: &[u8]) -> Option<String> {
    // Each field is a reading of the whole body.
    if bytes.len() > TEXT_LIMIT {
        return None;
    }
    let mut body: Value = serde_json::from_slice(bytes).ok()?;
    let said = |body: &Value| serde_json::from_value::<T>(body.clone()).err().map(|error| error.to_string());
    let first = said(&body)?;
    // No call has more fields.
    let names: Vec<String> = body.as_object()?.keys().take(64).cloned().collect();
    for name in names {
        let value = body.as_object_mut()?.remove(&name)?;
        let other = said(&body);
        let is_needed = other.as_ref().is_some_and(|other| other.starts_with(&format!("missing field `{name}`")));
        let is_at_fault = if is_needed {
            body.as_object_mut()?.insert(name.clone(), Value::String(String::new()));
            said(&body).is_none()
        } else {
            other.as_ref() != Some(&first)
        };
        if is_at_fault {
            return Some(name);
        }
        body.as_object_mut()?.insert(name, value);
    }
    None
}

fn malformed(error: &serde_json::Error) -> ApiError {
    let detail =
        if error.is_eof() { "The JSON of the request ends too early." } else { "The request is not valid JSON." };
    Error::new(ErrorKind::Malformed, ErrorCode::Malformed, detail).into()
}

fn fault(path: &str, error: &serde_json::Error) -> ApiError {
    let (field, message) = in_words(path, &error.to_string());
    let mut refusal = Error::field(field.clone(), message.clone());
    refusal.detail = format!("{field}: {message}");
    refusal.into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Deserialize;

    #[derive(Debug, Deserialize)]
    #[allow(dead_code, reason = "only its shape matters")]
    struct Form {
        email: String,
        rows: Vec<Row>,
    }
    #[derive(Debug, Deserialize)]
    #[allow(dead_code, reason = "only its shape matters")]
    struct Row {
        points: i64,
        kind: Kinds,
    }
    #[derive(Debug, Deserialize)]
    #[serde(rename_all = "snake_case")]
    enum Kinds {
        Essay,
        Coding,
    }

    #[derive(Debug, Deserialize)]
    #[allow(dead_code, reason = "only its shape matters")]
    struct Outer {
        title: String,
        #[serde(default)]
        rows: Vec<Row>,
        #[serde(flatten)]
        inner: Inner,
    }
    #[derive(Debug, Deserialize)]
    #[allow(dead_code, reason = "only its shape matters")]
    struct Inner {
        #[serde(default)]
        breaks: Option<Row>,
        #[serde(default)]
        larger_type: bool,
        zoom: String,
    }

    #[test]
    fn errors_name_a_field_that_is_flattened() {
        let check = |text: &str, detail: &str| {
            let error = parse::<Outer>(text.as_bytes()).unwrap_err().0;
            assert_eq!(error.detail, detail);
            let field = detail.split(": ").next().unwrap_or_default();
            assert_eq!(error.fields.keys().collect::<Vec<_>>(), [field]);
        };
        check(
            r#"{"title": "x", "larger_type": 1, "zoom": "x"}"#,
            "larger_type: This has the wrong type: expected a boolean.",
        );
        check(
            r#"{"zoom": "x", "breaks": {"points": "x"}, "title": "x"}"#,
            "breaks: This has the wrong type: expected a whole number.",
        );
        check(r#"{"a": 1, "title": "x", "zoom": 7}"#, "zoom: This has the wrong type: expected a string.");
        check(r#"{"title": 7, "larger_type": null}"#, "title: This has the wrong type: expected a string.");
        check(r#"{"title": "x", "larger_type": true}"#, "zoom: This field is required.");
        check(r#"{"larger_type": 1, "zoom": "x"}"#, "title: This field is required.");
    }

    fn refusal(text: &str) -> (ErrorKind, String) {
        let error = parse::<Form>(text.as_bytes()).unwrap_err().0;
        (error.kind, error.detail)
    }

    #[test]
    fn errors_name_their_field() {
        let check = |text: &str, kind, detail: &str| assert_eq!(refusal(text), (kind, detail.to_owned()));
        check("{", ErrorKind::Malformed, "The JSON of the request ends too early.");
        check("nope", ErrorKind::Malformed, "The request is not valid JSON.");
        check("{}", ErrorKind::Invalid, "email: This field is required.");
        check(r#"{"email": 1}"#, ErrorKind::Invalid, "email: This has the wrong type: expected a string.");
        check(r#"{"email": "", "rows": 5}"#, ErrorKind::Invalid, "rows: This has the wrong type: expected a list.");
        check(
            r#"{"email": "", "rows": [{"points": "x"}]}"#,
            ErrorKind::Invalid,
            "rows[0].points: This has the wrong type: expected a whole number.",
        );
        check(
            r#"{"email": "", "rows": [{"points": 1, "kind": "x"}]}"#,
            ErrorKind::Invalid,
            "rows[0].kind: 'x' is not known here: expected 'essay' or 'coding'.",
        );
        for value in ["5", "true", "null", "[]", "{}"] {
            check(
                &format!(r#"{{"email": "", "rows": [{{"points": 1, "kind": {value}}}]}}"#),
                ErrorKind::Invalid,
                "rows[0].kind: This has the wrong type.",
            );
        }
        check(
            r#"{"email": "", "rows": [{"points": 1e999}]}"#,
            ErrorKind::Invalid,
            "rows[0].points: This is not valid here.",
        );
        let nested = "[".repeat(200) + &"]".repeat(200);
        check(
            &format!(r#"{{"email": {nested}}}"#),
            ErrorKind::Invalid,
            "email: This has the wrong type: expected a string.",
        );
        check(r#"["", []]"#, ErrorKind::Invalid, "This has the wrong type: expected an object.");
        check(r#"["", []"#, ErrorKind::Malformed, "The JSON of the request ends too early.");
        check(r#"{"email": "", "rows": []} {}"#, ErrorKind::Malformed, "The request is not valid JSON.");
    }
}
