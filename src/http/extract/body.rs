//! Bodies, most of them JSON. They are read by the handler, after it looked up what the path names, so that an unknown id is told
//! before a bad body (rules "Calls in general").

use super::peer::PeerAddr;
use crate::{
    domain::{Error, Kind, wording::in_words},
    http::{
        HttpState,
        body_budget::{ConnectionId, SMALL, Share},
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
use std::{
    convert::Infallible,
    net::{IpAddr, Ipv4Addr},
    time::Duration,
};
use tokio::time::{Instant, timeout};

/// Largest body of sign-in and sign-up, in bytes.
pub const AUTH_LIMIT: usize = 4 * 1024;
/// Largest body of a form with a text of some length, in bytes.
pub const TEXT_LIMIT: usize = 64 * 1024;
/// Largest body where nothing else is said, in bytes: a test of 500 long questions fits.
pub const JSON_LIMIT: usize = 2 * 1024 * 1024;

/// So much of a body is taken before its sender is judged, in bytes: a save of a few answers costs no look-up beside its own.
const UNJUDGED: usize = SMALL;
/// A body that has not come within this time is judged before more of it is taken.
const JUDGE_AFTER: Duration = Duration::from_millis(500);
/// A body of which nothing comes for so long is given up. All of it has to come within the call's time limit.
const STALL: Duration = Duration::from_secs(10);

/// A body that has not been read yet.
pub struct Body {
    request: Request,
    share: Share,
}

impl<S: Send + Sync> FromRequest<S> for Body
where
    HttpState: FromRef<S>,
{
    type Rejection = Infallible;

    async fn from_request(request: Request, state: &S) -> Result<Self, Infallible> {
        let peer = request.extensions().get::<PeerAddr>().map_or(IpAddr::V4(Ipv4Addr::LOCALHOST), |peer| peer.0);
        let connection = request.extensions().get::<ConnectionId>().copied();
        let share = HttpState::from_ref(state).bodies.share(peer, connection);
        Ok(Self { request, share })
    }
}

/// A body that was read, with the memory that it holds.
pub struct Received {
    pub bytes: Bytes,
    _share: Share,
}

impl Received {
    /// As JSON.
    ///
    /// # Errors
    /// 400 for what is no JSON, 422 for missing fields and wrong types.
    pub fn parse<T: DeserializeOwned>(&self) -> Result<T, ApiError> {
        parse(&self.bytes)
    }
}

impl Body {
    /// Reads at most `limit` bytes as they are, of one of the media types `kinds`.
    ///
    /// # Errors
    /// 413, 415, 400 for a body that breaks off.
    pub async fn raw(self, limit: usize, kinds: &[&str]) -> Result<Bytes, ApiError> {
        self.check_length(limit)?;
        let essence = self.content_type().split(';').next().unwrap_or_default().trim();
        if !kinds.iter().any(|k| essence.eq_ignore_ascii_case(k)) {
            let detail = format!("The body must be {}.", kinds.join(" or "));
            return Err(Error::new(Kind::UnsupportedMedia, "wrong_media", detail).into());
        }
        self.bytes(limit).await
    }

    fn content_type(&self) -> &str {
        self.request.headers().get(header::CONTENT_TYPE).and_then(|v| v.to_str().ok()).unwrap_or_default()
    }

    /// Reads at most `limit` bytes of JSON into `T`.
    ///
    /// # Errors
    /// 413, 415, 400 for what is no JSON, 422 for missing fields and wrong types.
    pub async fn json<T: DeserializeOwned>(self, limit: usize) -> Result<T, ApiError> {
        self.judged(limit, || Ok(())).await?.parse()
    }

    /// Reads at most `limit` bytes that are to be JSON. Before more than [`UNJUDGED`] of them are taken, and where they
    /// take longer than [`JUDGE_AFTER`] to come, `judge` says whether the caller may send them at all.
    ///
    /// # Errors
    /// Those of `judge`; 413, 415, 400 for a body that breaks off; 429 and 503 where too much arrives at once.
    pub async fn judged(
        self,
        limit: usize,
        judge: impl FnOnce() -> Result<(), ApiError> + Send,
    ) -> Result<Received, ApiError> {
        self.check_length(limit)?;
        if !is_json(self.content_type()) {
            let detail = "The body must be JSON (Content-Type: application/json).";
            return Err(Error::new(Kind::UnsupportedMedia, "not_json", detail).into());
        }
        self.read(limit, Some(judge)).await
    }

    /// Reads at most `limit` bytes of whatever it is.
    ///
    /// # Errors
    /// 413.
    pub async fn bytes(self, limit: usize) -> Result<Bytes, ApiError> {
        self.check_length(limit)?;
        Ok(self.read(limit, None::<fn() -> _>).await?.bytes)
    }

    fn declared(&self) -> Option<usize> {
        self.request.headers().get(header::CONTENT_LENGTH)?.to_str().ok()?.parse().ok()
    }

    /// Refuses what is said to be too long before any of it is read.
    fn check_length(&self, limit: usize) -> Result<(), ApiError> {
        if self.declared().is_some_and(|length| length > limit) { Err(too_large(limit)) } else { Ok(()) }
    }

    async fn read(
        self,
        limit: usize,
        mut judge: Option<impl FnOnce() -> Result<(), ApiError> + Send>,
    ) -> Result<Received, ApiError> {
        let declared = self.declared();
        let Self { request, mut share } = self;
        let mut body = request.into_body();
        let most = declared.unwrap_or(limit).min(limit);
        let mut arrived = Vec::new();
        if declared.is_some_and(|length| length > UNJUDGED)
            && let Some(judge) = judge.take()
        {
            judge()?;
        }
        let judge_at = Instant::now() + JUDGE_AFTER;
        loop {
            let patience = if judge.is_some() { judge_at - Instant::now() } else { STALL };
            let Ok(frame) = timeout(patience, body.frame()).await else {
                match judge.take() {
                    Some(judge) => judge()?,
                    None => return Err(stalled()),
                }
                continue;
            };
            let Some(frame) = frame else { break };
            let Ok(piece) = frame.map_err(|_| broken())?.into_data() else { continue };
            if arrived.is_empty() && body.is_end_stream() && piece.len() <= limit {
                // All at once, as most are: nothing to copy.
                share.grow_to(piece.len())?;
                return Ok(Received { bytes: piece, _share: share });
            }
            let length = arrived.len() + piece.len();
            if length > limit {
                return Err(too_large(limit));
            }
            if length > UNJUDGED
                && let Some(judge) = judge.take()
            {
                judge()?;
            }
            if length > arrived.capacity() {
                let room = length.max((arrived.capacity() * 2).min(most));
                share.grow_to(room)?;
                arrived.reserve_exact(room - arrived.len());
            }
            arrived.extend_from_slice(&piece);
        }
        Ok(Received { bytes: arrived.into(), _share: share })
    }
}

impl Body {
    /// What a page that is being left sends: perhaps nothing, and of whatever type a beacon has.
    ///
    /// # Errors
    /// 413, 400 for what is no JSON, 422 for wrong types.
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
    Error::new(Kind::TooLarge, "too_large", detail).into()
}

fn broken() -> ApiError {
    Error::new(Kind::Malformed, "malformed", "The request's body could not be read.").into()
}

fn stalled() -> ApiError {
    Error::unavailable("The rest of the request did not arrive in time. Please try again.", 1).into()
}

fn parse<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, ApiError> {
    if bytes.trim_ascii_start().starts_with(b"[") {
        // Serde would read a list as the fields of an object, in their order.
        serde_json::from_slice::<IgnoredAny>(bytes).map_err(|error| fault(".", &error))?;
        return Err(Error::field("body", "This has the wrong type: expected an object.").into());
    }
    if let Ok(value) = serde_json::from_slice(bytes) {
        return Ok(value);
    }
    // Once more, at the price of noting the way to each value: to say where the fault is.
    let mut json = serde_json::Deserializer::from_slice(bytes);
    let value = serde_path_to_error::deserialize(&mut json).map_err(|error| {
        let path = error.path().to_string();
        fault(&path, error.inner())
    })?;
    json.end().map_err(|error| fault(".", &error))?;
    Ok(value)
}

fn fault(path: &str, error: &serde_json::Error) -> ApiError {
    if !error.is_data() {
        let detail =
            if error.is_eof() { "The JSON of the request ends too early." } else { "The request is not valid JSON." };
        return Error::new(Kind::Malformed, "malformed", detail).into();
    }
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

    fn refusal(text: &str) -> (Kind, String) {
        let error = parse::<Form>(text.as_bytes()).unwrap_err().0;
        (error.kind, error.detail)
    }

    #[test]
    fn faults_are_told_in_words_with_their_field() {
        let told = |text: &str, kind, detail: &str| assert_eq!(refusal(text), (kind, detail.to_owned()));
        told("{", Kind::Malformed, "The JSON of the request ends too early.");
        told("nope", Kind::Malformed, "The request is not valid JSON.");
        told("{}", Kind::Invalid, "email: This field is required.");
        told(r#"{"email": 1}"#, Kind::Invalid, "email: This has the wrong type: expected a string.");
        told(r#"{"email": "", "rows": 5}"#, Kind::Invalid, "rows: This has the wrong type: expected a list.");
        told(
            r#"{"email": "", "rows": [{"points": "x"}]}"#,
            Kind::Invalid,
            "rows[0].points: This has the wrong type: expected a whole number.",
        );
        told(
            r#"{"email": "", "rows": [{"points": 1, "kind": "x"}]}"#,
            Kind::Invalid,
            "rows[0].kind: 'x' is not known here: expected 'essay' or 'coding'.",
        );
        told(r#"["", []]"#, Kind::Invalid, "This has the wrong type: expected an object.");
        told(r#"["", []"#, Kind::Malformed, "The JSON of the request ends too early.");
        told(r#"{"email": "", "rows": []} {}"#, Kind::Malformed, "The request is not valid JSON.");
    }
}
