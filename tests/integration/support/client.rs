//! HTTP client for the real binary.

use reqwest::{Client, ClientBuilder, Method, RequestBuilder, Response, redirect::Policy};
use serde_json::Value;
use std::{net::IpAddr, sync::Arc, time::Duration};

/// Timeout for one reply; reached only by a defect.
const TIMEOUT: Duration = Duration::from_secs(20);
/// Far below the time after which the server closes an idle connection: a test that has waited for something else does
/// not send on one that is closed.
const IDLE: Duration = Duration::from_secs(3);

#[derive(Clone)]
pub struct Http(Client);

/// A reply: status, body (null if it is not JSON), and `Retry-After` in seconds.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub json: Value,
    pub retry_after: Option<u64>,
}

/// Credentials of a request.
#[derive(Clone, Copy)]
pub enum As<'a> {
    Anonymous,
    Bearer(&'a str),
    Key(&'a str),
}

impl Http {
    pub fn new() -> Self {
        Self::with(rustls::RootCertStore::empty(), None)
    }

    /// A client that trusts only this authority.
    pub fn trusting(root: &rustls::pki_types::CertificateDer<'static>) -> Self {
        let mut roots = rustls::RootCertStore::empty();
        roots.add(root.clone()).unwrap();
        Self::with(roots, None)
    }

    /// A client with its own source address.
    pub fn from(address: IpAddr) -> Self {
        Self::with(rustls::RootCertStore::empty(), Some(address))
    }

    /// A client that is sent nowhere else.
    pub fn without_redirects() -> Self {
        Self(Self::builder(rustls::RootCertStore::empty()).redirect(Policy::none()).build().unwrap())
    }

    fn with(roots: rustls::RootCertStore, address: Option<IpAddr>) -> Self {
        Self(Self::builder(roots).local_address(address).build().unwrap())
    }

    fn builder(roots: rustls::RootCertStore) -> ClientBuilder {
        let provider = Arc::new(rustls::crypto::aws_lc_rs::default_provider());
        let tls = rustls::ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions().unwrap();
        let tls = tls.with_root_certificates(roots).with_no_client_auth();
        Client::builder().tls_backend_preconfigured(tls).no_proxy().timeout(TIMEOUT).pool_idle_timeout(IDLE)
    }

    /// The reply as it came, with its headers.
    pub async fn raw(&self, method: Method, url: &str, cookie: &str) -> Response {
        self.0.request(method, url).header("cookie", cookie).send().await.unwrap()
    }

    fn request(&self, method: Method, url: &str, who: As<'_>) -> RequestBuilder {
        let request = self.0.request(method, url);
        match who {
            As::Anonymous => request,
            As::Bearer(token) => request.bearer_auth(token),
            As::Key(key) => request.header("x-attempt-key", key),
        }
    }

    /// Status and text of an operator page such as `/healthz`.
    pub async fn text(&self, url: &str) -> (u16, String) {
        let response = self.0.get(url).send().await.unwrap();
        (response.status().as_u16(), response.text().await.unwrap())
    }

    /// `Err` if no complete reply came.
    pub async fn ask(&self, method: Method, url: &str, who: As<'_>, body: Option<&Value>) -> reqwest::Result<Answer> {
        let mut request = self.request(method, url, who);
        if let Some(body) = body {
            request = request.json(body);
        }
        let response = request.send().await?;
        let status = response.status().as_u16();
        let header = response.headers().get("retry-after").and_then(|v| v.to_str().ok());
        let retry_after = header.and_then(|v| v.parse().ok());
        let bytes = response.bytes().await?;
        Ok(Answer { status, json: serde_json::from_slice(&bytes).unwrap_or_default(), retry_after })
    }

    /// A call that must succeed.
    pub async fn ok(&self, method: Method, url: &str, who: As<'_>, body: Option<&Value>) -> Value {
        let answer = self.ask(method, url, who, body).await.unwrap_or_else(|e| panic!("{url}: {e}"));
        assert!(answer.status < 300, "{url}: {answer:?}");
        answer.json
    }
}
