//! The calls of a runner to its server, over HTTPS.

use crate::{
    cli::failure::Failure,
    domain::ErrorCode,
    runner::{
        job::{Job, Outcome},
        wire::Welcome,
    },
    secrets::roots,
};
use reqwest::{
    Client, Response, StatusCode, Url,
    header::{AUTHORIZATION, HeaderValue, RETRY_AFTER},
    redirect,
};
use rustls::{ClientConfig, RootCertStore, crypto::aws_lc_rs};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::json;
use std::{error::Error as _, fs::File, io, net::IpAddr, path::Path, sync::Arc, time::Duration};
use uuid::Uuid;

const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);
const TIMEOUT: Duration = Duration::from_secs(30);
/// Time for which the server is to hold a call until there is a job, and time for the job to arrive.
const POLL: Duration = Duration::from_secs(25);
const POLL_TIMEOUT: Duration = Duration::from_secs(90);
/// Largest job as JSON, which may escape a byte to six.
const MAX_JOB: usize = 200 << 20;
/// Largest other reply.
const MAX_REPLY: usize = 256 << 10;
/// Bounds of the lease that the server may name: three renewals are sent in each.
const MIN_LEASE: Duration = Duration::from_secs(3);
const MAX_LEASE: Duration = Duration::from_mins(10);
/// Longest pause that the server may ask for.
const MAX_RETRY_AFTER: Duration = Duration::from_mins(2);

/// Why a call failed.
#[derive(Debug)]
pub enum Trouble {
    /// Worth another try, after this time.
    Passing(String, Duration),
    /// The server does not know this registration.
    Unregistered,
    /// The job is no longer this runner's.
    LeaseOver,
    /// The server does not accept what was sent.
    Rejected(String),
    /// The server does not accept this runner.
    Refused(String),
}

/// Names a registration.
#[derive(Clone, Debug, Deserialize)]
pub struct RegisteredSession {
    session: String,
    lease_ms: u64,
}

impl RegisteredSession {
    /// Time for which a job is this runner's without a renewal.
    pub fn lease(&self) -> Duration {
        Duration::from_millis(self.lease_ms).clamp(MIN_LEASE, MAX_LEASE)
    }
}

#[derive(Deserialize)]
pub struct Leased {
    pub job: Option<Box<Job>>,
    pub lease: u64,
}

/// A lease to be renewed.
#[derive(Serialize)]
pub struct RenewalRequest {
    pub job: Uuid,
    pub lease: u64,
    /// Whether the job waits for others here.
    pub waits: bool,
}

#[derive(Deserialize)]
struct RenewalReply {
    over: Vec<Uuid>,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct Refusal {
    detail: String,
    code: String,
}

pub struct ServerClient {
    client: Client,
    base: String,
    token: HeaderValue,
}

/// The address of a server, without a trailing slash.
///
/// # Errors
/// If a token may not be sent there.
pub fn base_of(flag: &str, text: &str) -> Result<String, Failure> {
    let unusable = || Failure::refused(format!("{flag} is an address such as https://tests.example.org, not '{text}'"));
    let url = Url::parse(text.trim()).map_err(|_| unusable())?;
    let is_bare = url.username().is_empty() && url.password().is_none() && url.query().is_none();
    let host = url.host_str().unwrap_or_default().trim_matches(['[', ']']);
    if host.is_empty() || !is_bare || url.fragment().is_some() || !matches!(url.scheme(), "http" | "https") {
        return Err(unusable());
    }
    let is_loopback = host == "localhost" || host.parse().is_ok_and(|ip: IpAddr| ip.is_loopback());
    if url.scheme() == "http" && !is_loopback {
        return Err(Failure::refused(format!(
            "{flag} must begin with https://: plain http would show the token and the tests to the network, and is \
             used for this machine's own addresses alone (127.0.0.1, ::1, localhost)"
        )));
    }
    Ok(url.as_str().trim_end_matches('/').to_owned())
}

/// The header that carries a token. No log shows it.
pub fn bearer(token: &str) -> Result<HeaderValue, Failure> {
    let mut token = HeaderValue::from_str(&format!("Bearer {token}")).map_err(|e| cannot(&e))?;
    token.set_sensitive(true);
    Ok(token)
}

fn cannot(why: &dyn std::fmt::Display) -> Failure {
    Failure::refused(format!("cannot set up the connection: {why}"))
}

/// A client for the server at this address, see [`ServerClient::new`].
pub fn client_of(base: &str, authorities: Option<&Path>, program: &str) -> Result<Client, Failure> {
    let tls = ClientConfig::builder_with_provider(Arc::new(aws_lc_rs::default_provider()))
        .with_safe_default_protocol_versions()
        .map_err(|e| cannot(&e))?
        .with_root_certificates(trusted(authorities)?)
        .with_no_client_auth();
    // A redirect would carry the token to a host that no operator named.
    let client = Client::builder()
        .tls_backend_preconfigured(tls)
        .redirect(redirect::Policy::none())
        .connect_timeout(CONNECT_TIMEOUT)
        .user_agent(format!("invigil-{program}/{}", env!("CARGO_PKG_VERSION")));
    // A proxy would see what goes to this machine's own address.
    let client = if base.starts_with("http:") { client.no_proxy() } else { client };
    client.build().map_err(|e| cannot(&e))
}

/// An error of a connection in words, without the address.
pub fn words_of(error: reqwest::Error) -> String {
    let error = error.without_url();
    let mut cause = error.source();
    let mut why = error.to_string();
    while let Some(inner) = cause {
        (why, cause) = (inner.to_string(), inner.source());
    }
    why
}

impl ServerClient {
    /// `authorities` is a file of the only certificate authorities to trust; without it those of this machine and the
    /// public ones are.
    ///
    /// # Errors
    /// If the file cannot be used.
    pub fn new(base: String, token: &str, authorities: Option<&Path>) -> Result<Self, Failure> {
        Ok(Self { client: client_of(&base, authorities, "runner")?, token: bearer(token)?, base })
    }

    pub async fn register(&self, welcome: &Welcome) -> Result<RegisteredSession, Trouble> {
        self.call("register", welcome, TIMEOUT, MAX_REPLY).await
    }

    pub async fn lease(&self, of: &RegisteredSession, interrupts: bool) -> Result<Leased, Trouble> {
        let body = json!({ "session": of.session, "wait_seconds": POLL.as_secs(), "interrupts": interrupts });
        self.call("lease", &body, POLL_TIMEOUT, MAX_JOB).await
    }

    pub async fn renew(&self, of: &RegisteredSession, leases: &[RenewalRequest]) -> Result<Vec<Uuid>, Trouble> {
        let body = json!({ "session": of.session, "leases": leases });
        // A later one is worth more than this one.
        let renewed: RenewalReply = self.call("renew", &body, of.lease() / 3, MAX_REPLY).await?;
        Ok(renewed.over)
    }

    pub async fn report(
        &self,
        of: &RegisteredSession,
        job: Uuid,
        lease: u64,
        outcome: &Outcome,
    ) -> Result<(), Trouble> {
        let body = json!({ "session": of.session, "job": job, "lease": lease, "outcome": outcome });
        self.call("report", &body, TIMEOUT, MAX_REPLY).await
    }

    pub async fn leave(&self, of: &RegisteredSession) -> Result<(), Trouble> {
        self.call("leave", &json!({ "session": of.session }), TIMEOUT, MAX_REPLY).await
    }

    async fn call<T: DeserializeOwned>(
        &self,
        name: &str,
        body: &(impl Serialize + Sync),
        timeout: Duration,
        max: usize,
    ) -> Result<T, Trouble> {
        let request = self.client.post(format!("{}/api/runner/{name}", self.base));
        let request = request.header(AUTHORIZATION, self.token.clone()).timeout(timeout).json(body);
        let response = request.send().await.map_err(|error| self.unreachable(error))?;
        let status = response.status();
        let after = response.headers().get(RETRY_AFTER).and_then(|value| value.to_str().ok()?.parse().ok());
        let bytes = self.read(response, max).await?;
        if status.is_success() {
            let text = if bytes.is_empty() { b"null" } else { &bytes[..] };
            let strange =
                |_| Trouble::Passing(format!("{} answers what no server of runners does", self.base), after_of(None));
            return serde_json::from_slice(text).map_err(strange);
        }
        let refusal = serde_json::from_slice(&bytes).unwrap_or_default();
        Err(self.refused(status, refusal, after))
    }

    async fn read(&self, mut response: Response, max: usize) -> Result<Vec<u8>, Trouble> {
        let mut bytes = Vec::new();
        while let Some(chunk) = response.chunk().await.map_err(|error| self.unreachable(error))? {
            if bytes.len() + chunk.len() > max {
                return Err(Trouble::Passing(format!("{} sends too much", self.base), after_of(None)));
            }
            bytes.extend_from_slice(&chunk);
        }
        Ok(bytes)
    }

    fn unreachable(&self, error: reqwest::Error) -> Trouble {
        Trouble::Passing(format!("{} cannot be reached: {}", self.base, words_of(error)), after_of(None))
    }

    fn refused(&self, status: StatusCode, Refusal { detail, code }: Refusal, after: Option<u64>) -> Trouble {
        let said = if detail.is_empty() { format!("status {}", status.as_u16()) } else { detail };
        let said: String = said.chars().take(500).collect();
        match (status.as_u16(), ErrorCode::of(&code)) {
            (401, _) => Trouble::Refused(format!("{} refuses the token: {said}", self.base)),
            (404, _) => Trouble::Refused(format!("{} has no calls for code runners: {said}", self.base)),
            (409, Some(ErrorCode::UnknownRunner)) => Trouble::Unregistered,
            (409, Some(ErrorCode::LeaseOver)) => Trouble::LeaseOver,
            (409 | 403 | 300..=399, _) => Trouble::Refused(format!("{} refuses this runner: {said}", self.base)),
            (429 | 500.., _) => Trouble::Passing(format!("{} cannot serve now: {said}", self.base), after_of(after)),
            _ => Trouble::Rejected(said),
        }
    }
}

fn after_of(seconds: Option<u64>) -> Duration {
    seconds.map_or(Duration::ZERO, Duration::from_secs).min(MAX_RETRY_AFTER)
}

/// The authorities in a file; without one, those of this machine and the public ones.
///
/// # Errors
/// If the file cannot be used.
pub fn trusted(authorities: Option<&Path>) -> Result<RootCertStore, Failure> {
    let Some(path) = authorities else {
        let mut all = RootCertStore { roots: webpki_roots::TLS_SERVER_ROOTS.to_vec() };
        all.add_parsable_certificates(roots::of_this_machine());
        return Ok(all);
    };
    if let Err(error) = File::open(path) {
        let hint = match error.kind() {
            io::ErrorKind::PermissionDenied => "; a runner that root starts reads it as another user",
            _ => "",
        };
        return Err(Failure::refused(format!("--ca-file {}: {error}{hint}", path.display())));
    }
    let found = roots::of_file(path);
    if found.is_empty() {
        return Err(Failure::refused(format!("--ca-file {} holds no certificate that can be read", path.display())));
    }
    let mut own = RootCertStore::empty();
    own.add_parsable_certificates(found);
    Ok(own)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_that_a_server_names_are_kept_within_bounds() {
        for (lease_ms, lease) in
            [(0, MIN_LEASE), (1, MIN_LEASE), (30_000, Duration::from_secs(30)), (u64::MAX, MAX_LEASE)]
        {
            let session = RegisteredSession { session: String::new(), lease_ms };
            assert_eq!(session.lease(), lease, "{lease_ms}");
        }
        for (asked, pause) in [(None, 0), (Some(0), 0), (Some(7), 7), (Some(u64::MAX), 120)] {
            assert_eq!(after_of(asked), Duration::from_secs(pause), "{asked:?}");
        }
    }

    fn said(text: &str) -> String {
        match base_of("--server", text) {
            Ok(base) => base,
            Err(Failure::Refused(why) | Failure::Output(why)) => why,
            Err(Failure::BrokenPipe) => String::new(),
        }
    }

    #[test]
    fn a_token_is_sent_over_https_or_not_off_this_machine() {
        for (given, base) in [
            ("https://tests.example.org/", "https://tests.example.org"),
            ("https://tests.example.org:8443/invigil/", "https://tests.example.org:8443/invigil"),
            ("http://127.0.0.1:8080", "http://127.0.0.1:8080"),
            ("http://localhost:8080", "http://localhost:8080"),
            ("http://[::1]:8080/", "http://[::1]:8080"),
        ] {
            assert_eq!(said(given), base);
        }
        for plain in
            ["http://tests.example.org", "http://10.0.0.7:8080", "http://127.0.0.1.example.org", "http://0.0.0.0"]
        {
            assert!(said(plain).contains("must begin with https://"), "{plain}");
        }
        for other in ["", "tests.example.org", "ftp://127.0.0.1", "https://a:b@tests.example.org", "https://t.org/?a=1"]
        {
            assert!(said(other).contains("--server is an address"), "{other}");
        }
    }
}
