//! Calls to the server that is rehearsed against.

use super::measures::ServerFigures;
use crate::domain::rehearsal::{Mark, RehearsalFinding, Verdict};
use reqwest::{
    Client, Method, RequestBuilder, StatusCode,
    header::{AUTHORIZATION, HeaderValue},
    redirect,
};
use rustls::ClientConfig;
use serde::{Deserialize, de::DeserializeOwned};
use serde_json::{Value, json};
use std::{error::Error as _, time::Duration};

const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);
const TIMEOUT: Duration = Duration::from_secs(30);
/// Largest reply that is read.
const MAX_REPLY: usize = 4 << 20;

/// Why a call failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CallError {
    /// No reply, or one that says to try again.
    Passing(String),
    /// The server refuses the call: its status, code and sentence.
    Refused(u16, String, String),
}

impl CallError {
    #[must_use]
    pub fn words(&self) -> String {
        match self {
            Self::Passing(words) => words.clone(),
            Self::Refused(status, _, detail) if detail.is_empty() => format!("status {status}"),
            Self::Refused(_, _, detail) => detail.trim_end_matches('.').to_owned(),
        }
    }
}

/// A played candidate's link.
#[derive(Clone, Debug, Deserialize)]
pub struct PlayedLink {
    pub invite_id: String,
    pub token: String,
}

#[derive(Clone, Debug, Deserialize)]
pub struct Begun {
    pub id: String,
    pub candidates: Vec<PlayedLink>,
}

/// How clients of this server are made. Each has connections of its own, as each browser does.
#[derive(Clone)]
pub struct Clients {
    pub base: String,
    pub tls: ClientConfig,
}

impl Clients {
    /// # Errors
    /// If a connection cannot be set up at all.
    pub fn client(&self) -> Result<Client, String> {
        let client = Client::builder()
            .tls_backend_preconfigured(self.tls.clone())
            .redirect(redirect::Policy::none())
            .connect_timeout(CONNECT_TIMEOUT)
            .user_agent(concat!("invigil-rehearse/", env!("CARGO_PKG_VERSION")));
        // A proxy would be measured instead of the network.
        client.no_proxy().build().map_err(|error| format!("cannot set up the connection: {error}"))
    }
}

/// An error of a connection in words, without the address.
fn words_of(error: reqwest::Error) -> String {
    let error = error.without_url();
    let (mut why, mut cause) = (error.to_string(), error.source());
    while let Some(inner) = cause {
        (why, cause) = (inner.to_string(), inner.source());
    }
    why
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct Refusal {
    detail: String,
    code: String,
}

/// Sends a request and reads its reply.
///
/// # Errors
/// See [`CallError`].
pub async fn send<T: DeserializeOwned>(request: RequestBuilder) -> Result<T, CallError> {
    let passing = |error: reqwest::Error| CallError::Passing(words_of(error));
    let mut response = request.timeout(TIMEOUT).send().await.map_err(passing)?;
    let status = response.status();
    let mut bytes = Vec::new();
    while let Some(chunk) = response.chunk().await.map_err(passing)? {
        if bytes.len() + chunk.len() > MAX_REPLY {
            return Err(CallError::Passing("the server sends too much".to_owned()));
        }
        bytes.extend_from_slice(&chunk);
    }
    if status.is_success() {
        let strange = |error| CallError::Passing(format!("the server answers what no Invigil server does: {error}"));
        return serde_json::from_slice(&bytes).map_err(strange);
    }
    let Refusal { detail, code } = serde_json::from_slice(&bytes).unwrap_or_default();
    if status.is_server_error() || status == StatusCode::TOO_MANY_REQUESTS {
        return Err(CallError::Passing(format!("status {}: {detail}", status.as_u16())));
    }
    Err(CallError::Refused(status.as_u16(), code, detail))
}

/// The calls with the token, about one session.
pub struct Conductor {
    client: Client,
    base: String,
    token: HeaderValue,
    session: String,
}

impl Conductor {
    /// # Errors
    /// If the connection cannot be set up.
    pub fn new(clients: &Clients, token: HeaderValue, session: String) -> Result<Self, String> {
        Ok(Self { client: clients.client()?, base: clients.base.clone(), token, session })
    }

    fn call(&self, method: Method, tail: &str) -> RequestBuilder {
        let url = format!("{}/api/sessions/{}/rehearsal{tail}", self.base, self.session);
        self.client.request(method, url).header(AUTHORIZATION, self.token.clone())
    }

    /// # Errors
    /// See [`CallError`].
    pub async fn begin(&self, candidates: u32, minutes: u64) -> Result<Begun, CallError> {
        send(self.call(Method::POST, "").json(&json!({ "candidates": candidates, "minutes": minutes }))).await
    }

    /// # Errors
    /// See [`CallError`].
    pub async fn server(&self) -> Result<ServerFigures, CallError> {
        send(self.call(Method::GET, "/server")).await
    }

    /// Ends the rehearsal. Returns whether the server removed it.
    ///
    /// # Errors
    /// See [`CallError`].
    pub async fn end(&self, id: &str, outcome: Option<Value>) -> Result<bool, CallError> {
        let reply: Value = send(self.call(Method::PUT, "").json(&json!({ "id": id, "outcome": outcome }))).await?;
        Ok(reply["running"].is_null())
    }
}

#[must_use]
pub const fn verdict_name(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Go => "go",
        Verdict::NoGo => "no_go",
        Verdict::Undecided => "undecided",
    }
}

#[must_use]
pub const fn mark_name(mark: Mark) -> &'static str {
    match mark {
        Mark::Ok => "ok",
        Mark::Warning => "warning",
        Mark::Fault => "fault",
        Mark::Unknown => "unknown",
    }
}

/// A finding on the wire, and in the command's JSON.
#[must_use]
pub fn finding_json(found: &RehearsalFinding) -> Value {
    json!({
        "measure": found.measure,
        "mark": mark_name(found.mark),
        "value": found.value,
        "limit": found.limit,
        "margin": found.margin,
        "said": found.said,
        "fix": found.fix,
    })
}
