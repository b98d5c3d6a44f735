//! Calls to a provider. What it says of itself and its keys are cached; nothing is locked while it is asked.

mod keys;
mod tokens;

pub use tokens::{Grant, Tokens};

use super::{
    OidcFault,
    id_token::{Audience, TokenUse},
};
use crate::{
    ai::{guarded_client, may_serve},
    domain::{
        Instant,
        time::{HOUR, MINUTE, SignedDuration},
    },
    secrets::{roots, token},
    sync::Mutex,
};
use jsonwebtoken::jwk::JwkSet;
pub use reqwest::Url;
use reqwest::{Client, RequestBuilder, StatusCode};
use serde::{Deserialize, de::DeserializeOwned};
use serde_json::{Map, Value};
use std::{
    collections::HashMap,
    net::IpAddr,
    sync::{Arc, PoisonError},
    time::Duration,
};
use tokio::sync::watch;

/// Total timeout of one exchange with a provider.
const TIMEOUT: Duration = Duration::from_secs(10);
/// Largest reply of a provider, in bytes.
const MAX_REPLY: usize = 512 * 1024;
/// How long what a provider says of itself, and its keys, are used.
const CACHED_FOR: SignedDuration = HOUR;
/// Longest time for which a token of this server is used, in seconds.
const MAX_TOKEN_SECONDS: u64 = 3_600;
/// Providers whose connections are kept.
const MAX_CLIENTS: usize = 32;

/// How a read of keys ends; `None` until then.
type KeyOutcome = Option<Result<Arc<JwkSet>, OidcFault>>;
type KeyRead = watch::Receiver<KeyOutcome>;

/// The agreement of this server with a provider.
#[derive(Clone)]
pub struct Relation {
    pub issuer: String,
    pub client_id: String,
    pub secret: Option<String>,
    /// Certificates in PEM that are trusted beside the machine's.
    pub ca: String,
    /// Where its keys are, for one that has no discovery.
    pub keys_url: Option<String>,
}

/// The metadata of a provider (`OpenID` Connect Discovery 1.0).
#[derive(Clone, Debug, Deserialize)]
pub struct Discovered {
    issuer: String,
    pub authorization_endpoint: String,
    token_endpoint: String,
    jwks_uri: String,
    #[serde(default)]
    userinfo_endpoint: Option<String>,
    #[serde(default)]
    token_endpoint_auth_methods_supported: Option<Vec<String>>,
}

impl Discovered {
    /// Where a person signs in, with these parameters beside those that the address has.
    #[must_use]
    pub fn sign_in_address(&self, parameters: &[(&str, &str)]) -> String {
        let url = Url::parse_with_params(&self.authorization_endpoint, parameters);
        url.map(Into::into).unwrap_or_default()
    }
}

#[derive(Default)]
struct Cached {
    discovered: Option<(Instant, Arc<Discovered>)>,
    keys: Option<(Instant, Arc<JwkSet>)>,
    /// The last read of keys, if it failed.
    failure: Option<(Instant, OidcFault)>,
    /// When keys were read again because a token named one that was not listed, with a hash of its name.
    forced: Vec<(Instant, [u8; 32])>,
    /// A reading of the keys that is under way.
    key_read: Option<KeyRead>,
    /// The access token of this server, with its end.
    own_token: Option<(Instant, String)>,
}

/// Connections to one provider.
pub struct OidcClient {
    relation: Relation,
    http: Client,
    limit: Duration,
    cached: Mutex<Cached>,
}

/// Connections to the providers of the site, by what was agreed on with them: other settings get other connections.
#[derive(Default)]
pub struct OidcClients(Mutex<HashMap<[u8; 32], Arc<OidcClient>>>);

impl OidcClients {
    /// # Errors
    /// If TLS cannot be set up.
    pub fn of(&self, relation: Relation) -> Result<Arc<OidcClient>, OidcFault> {
        let Relation { issuer, client_id, secret, ca, keys_url } = &relation;
        let key = token::hash(&serde_json::json!([issuer, client_id, secret, ca, keys_url]).to_string());
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner).get(&key).cloned();
        if let Some(kept) = kept {
            return Ok(kept);
        }
        let made = Arc::new(OidcClient::with_limit(relation, TIMEOUT)?);
        let mut clients = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if clients.len() >= MAX_CLIENTS {
            clients.clear();
        }
        Ok(clients.entry(key).or_insert(made).clone())
    }
}

/// Whether a provider may have this address: https, or plain http on this machine, for a provider that runs beside the
/// server.
#[must_use]
pub fn is_usable_url(text: &str) -> bool {
    let is_loopback = |host: &str| {
        let host = host.trim_matches(['[', ']']);
        host == "localhost" || host.parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback())
    };
    Url::parse(text).is_ok_and(|url| {
        let host = url.host_str().unwrap_or_default();
        (url.scheme() == "https" && may_serve(host) || url.scheme() == "http" && is_loopback(host))
            && url.username().is_empty()
            && url.password().is_none()
            && url.fragment().is_none()
    })
}

impl OidcClient {
    fn with_limit(relation: Relation, limit: Duration) -> Result<Self, OidcFault> {
        let http = guarded_client(roots::of_pem(relation.ca.as_bytes()))
            .map_err(|error| OidcFault::Failed(format!("The connection cannot be set up: {error}")))?;
        Ok(Self { relation, http, limit, cached: Mutex::default() })
    }

    const fn audience(&self, usage: TokenUse) -> Audience<'_> {
        Audience { issuer: self.relation.issuer.as_str(), client_id: self.relation.client_id.as_str(), usage }
    }

    fn with_cached<T>(&self, use_it: impl FnOnce(&mut Cached) -> T) -> T {
        use_it(&mut self.cached.lock().unwrap_or_else(PoisonError::into_inner))
    }

    async fn ask(&self, request: RequestBuilder, what: &str) -> Result<(StatusCode, Vec<u8>), OidcFault> {
        let failed = |why: String| OidcFault::Failed(format!("{what}: {why}"));
        let mut response = request
            .timeout(self.limit)
            .header("accept", "application/json")
            .send()
            .await
            .map_err(|error| failed(in_words(&error)))?;
        let (status, mut body) = (response.status(), Vec::new());
        while let Some(piece) = response.chunk().await.map_err(|error| failed(in_words(&error)))? {
            body.extend_from_slice(&piece);
            if body.len() > MAX_REPLY {
                return Err(failed("the reply is too large".into()));
            }
        }
        Ok((status, body))
    }

    async fn get<T: DeserializeOwned>(&self, url: &str, what: &str) -> Result<T, OidcFault> {
        let (status, body) = self.ask(self.http.get(url), what).await?;
        if !status.is_success() {
            return Err(OidcFault::Failed(format!("{what}: the provider replied with status {}", status.as_u16())));
        }
        serde_json::from_slice(&body).map_err(|error| {
            OidcFault::Failed(format!("{what}: the reply cannot be read ({})", short(&error.to_string())))
        })
    }

    /// The metadata of the provider.
    ///
    /// # Errors
    /// [`OidcFault::Failed`], also where it says that it is another one.
    pub async fn discover(&self, now: Instant) -> Result<Arc<Discovered>, OidcFault> {
        let is_fresh = |at: Instant| now >= at && now.since(at) < CACHED_FOR;
        if let Some((at, known)) = self.with_cached(|cached| cached.discovered.clone())
            && is_fresh(at)
        {
            return Ok(known);
        }
        let issuer = &self.relation.issuer;
        let url = format!("{}/.well-known/openid-configuration", issuer.trim_end_matches('/'));
        let found: Discovered = self.get(&url, "Discovery").await?;
        if found.issuer != *issuer {
            let detail = format!("Discovery: the provider calls itself {}, not {issuer}", short(&found.issuer));
            return Err(OidcFault::Failed(detail));
        }
        let addresses = [&found.authorization_endpoint, &found.token_endpoint, &found.jwks_uri];
        if let Some(bad) = addresses.into_iter().chain(&found.userinfo_endpoint).find(|url| !is_usable_url(url)) {
            return Err(OidcFault::Failed(format!("Discovery: the address {} cannot be used", short(bad))));
        }
        let found = Arc::new(found);
        self.with_cached(|cached| cached.discovered = Some((now, found.clone())));
        Ok(found)
    }

    /// The last token of [`Self::own_token`] that is still valid.
    pub fn known_token(&self, now: Instant) -> Option<String> {
        self.with_cached(|cached| cached.own_token.clone()).filter(|(end, _)| now < *end).map(|(_, token)| token)
    }

    /// A token was not accepted: the next call gets another.
    pub fn forget_token(&self) {
        self.with_cached(|cached| cached.own_token = None);
    }

    /// A token for calls of this server itself, for which it vouches with a signed assertion (RFC 7523 section 2.2).
    /// [`Self::known_token`] is this one until shortly before its end.
    ///
    /// # Errors
    /// [`OidcFault::Refused`] if the provider does not accept this server; [`OidcFault::Failed`].
    pub async fn own_token(&self, url: &str, assertion: &str, scope: &str, now: Instant) -> Result<String, OidcFault> {
        let body = pairs(&[
            ("grant_type", "client_credentials"),
            ("client_assertion_type", "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"),
            ("client_assertion", assertion),
            ("scope", scope),
        ]);
        let request = self.http.post(url).header("content-type", "application/x-www-form-urlencoded").body(body);
        let (status, body) = self.ask(request, "Token").await?;
        let said: Map<String, Value> = serde_json::from_slice(&body).unwrap_or_default();
        if status.is_success() {
            let token = said.get("access_token").and_then(Value::as_str).filter(|token| is_header(token));
            let token = token.ok_or_else(|| OidcFault::Failed("Token: the reply holds no access token".into()))?;
            // An absent or odd length is a short one.
            let seconds = said.get("expires_in").and_then(Value::as_u64).unwrap_or_default().min(MAX_TOKEN_SECONDS);
            let valid_for = SignedDuration::from_secs(i64::try_from(seconds).unwrap_or_default()) - MINUTE;
            self.with_cached(|cached| cached.own_token = Some((now.plus(valid_for), token.to_owned())));
            return Ok(token.to_owned());
        }
        match said.get("error").and_then(Value::as_str) {
            Some(error) if status.is_client_error() => Err(OidcFault::Refused(short(error))),
            _ => Err(OidcFault::Failed(format!("Token: the platform replied with status {}", status.as_u16()))),
        }
    }
}

/// Whether a token fits into a header.
fn is_header(token: &str) -> bool {
    !token.is_empty() && token.bytes().all(|byte| byte.is_ascii_graphic())
}

/// `a=b&c=d`, encoded.
fn pairs(pairs: &[(&str, &str)]) -> String {
    let url = Url::parse_with_params("form:", pairs);
    url.ok().and_then(|url| url.query().map(str::to_owned)).unwrap_or_default()
}

fn encoded(text: &str) -> String {
    pairs(&[("", text)]).trim_start_matches('=').to_owned()
}

/// A word of the provider for a log or a terminal.
fn short(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).take(100).collect()
}

/// The innermost cause says what happened; the address is known.
fn in_words(error: &reqwest::Error) -> String {
    if error.is_timeout() {
        return "no reply in time".into();
    }
    let mut cause: &dyn std::error::Error = error;
    while let Some(inner) = cause.source() {
        cause = inner;
    }
    short(&cause.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::net::TcpListener;

    #[test]
    fn a_provider_is_reached_by_tls_or_on_this_machine() {
        for good in [
            "https://id.example.org",
            "https://id.example.org:8443/realms/a",
            "http://127.0.0.1:9/",
            "http://[::1]:9",
            "http://localhost:9",
        ] {
            assert!(is_usable_url(good), "{good}");
        }
        for bad in [
            "http://id.example.org",
            "https://user@id.example.org",
            "https://169.254.169.254/",
            "https://id.example.org/#a",
            "ftp://localhost",
            "id.example.org",
            "",
        ] {
            assert!(!is_usable_url(bad), "{bad}");
        }
    }

    #[test]
    fn forms_are_encoded() {
        assert_eq!(pairs(&[("a", "b c"), ("d", "ä&=")]), "a=b+c&d=%C3%A4%26%3D");
        assert_eq!(encoded("a:b/c"), "a%3Ab%2Fc");
    }

    #[tokio::test]
    async fn a_silent_provider_is_not_waited_for() {
        let silent = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let issuer = format!("http://{}", silent.local_addr().unwrap());
        let relation = Relation { issuer, client_id: "a".into(), secret: None, ca: String::new(), keys_url: None };
        let client = OidcClient::with_limit(relation, Duration::from_millis(50)).unwrap();
        let fault = client.discover(Instant::EPOCH).await.unwrap_err();
        assert_eq!(fault, OidcFault::Failed("Discovery: no reply in time".into()));
    }
}
