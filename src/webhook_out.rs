//! Calls to receivers of webhooks. The name of a receiver is looked up once for each connection, and only addresses that
//! may receive are connected to. Redirects are not followed, and no proxy is used: both would choose another address.

use crate::{
    ai::client_resolving,
    domain::{
        Instant,
        webhook::{
            MAX_REPLY, WebhookMethod,
            address::{is_allowed, may_receive, origin},
        },
    },
    lookup::Lookups,
    secrets::webhook_signature,
};
use ipnet::IpNet;
use reqwest::{
    Client, Method, Response, Url,
    dns::{Addrs, Name, Resolve, Resolving},
    header::{CONTENT_TYPE, RETRY_AFTER},
};
use std::{
    net::{IpAddr, SocketAddr},
    sync::{Arc, OnceLock},
    time::Duration,
};

/// Total timeout of one call.
const TIMEOUT: Duration = Duration::from_secs(15);
/// Bytes of a reply that are read.
const MAX_REPLY_BYTES: usize = 4 * MAX_REPLY;

/// A call to a receiver.
#[derive(Clone, Debug)]
pub struct WebhookCall {
    pub url: String,
    pub method: WebhookMethod,
    /// The same at each try.
    pub id: String,
    pub at: Instant,
    pub key: String,
    pub headers: Vec<(String, String)>,
    pub body: String,
}

/// How a call ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CallOutcome {
    /// `None` if there was no reply.
    pub status: Option<u16>,
    /// The beginning of the reply, or why there was none.
    pub words: String,
    /// Seconds after which the receiver wants to be called again.
    pub retry_after: Option<u32>,
}

impl CallOutcome {
    #[must_use]
    pub fn is_accepted(&self) -> bool {
        self.status.is_some_and(|status| (200..300).contains(&status))
    }

    /// Whether the receiver is away or busy, so that other calls would fail as well.
    #[must_use]
    pub const fn is_away(&self) -> bool {
        matches!(self.status, None | Some(429 | 502..=504))
    }

    /// Whether the receiver wants no further calls.
    #[must_use]
    pub fn is_gone(&self) -> bool {
        self.status == Some(410)
    }

    fn failed(words: impl Into<String>) -> Self {
        Self { status: None, words: words.into(), retry_after: None }
    }
}

/// Why a file was not fetched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FetchFailure {
    Unreachable(String),
    Status(u16),
    TooLarge,
}

/// Clones share the connections.
#[derive(Clone, Debug)]
pub struct WebhookClient {
    allowed: Arc<[IpNet]>,
    /// The receiver inside a demo.
    own: Arc<OnceLock<SocketAddr>>,
    limit: Duration,
    /// Clients for HTTPS and for plain HTTP. Built on first use: reading the machine's certificate authorities takes
    /// time that most commands can save.
    clients: Arc<[OnceLock<Result<Client, String>>; 2]>,
}

/// A resolver that gives away addresses which may receive.
#[derive(Debug)]
struct ReceiverResolver {
    lookups: Lookups,
    allowed: Arc<[IpNet]>,
    /// Whether the calls are plain HTTP, which others on the way can read: only for networks that the operator has
    /// allowed.
    is_plain: bool,
}

impl Resolve for ReceiverResolver {
    fn resolve(&self, name: Name) -> Resolving {
        let (lookups, allowed, is_plain) = (self.lookups.clone(), self.allowed.clone(), self.is_plain);
        Box::pin(async move {
            let found = lookups.find(name.as_str(), 0).await?;
            let callable = callable(&found, &allowed, is_plain)?;
            Ok(Box::new(callable.into_iter()) as Addrs)
        })
    }
}

/// The addresses of a name that may be called, in their order; the reason if there are none.
fn callable(found: &[SocketAddr], allowed: &[IpNet], is_plain: bool) -> Result<Vec<SocketAddr>, String> {
    let may_be = |ip| may_receive(ip, allowed) && (!is_plain || is_allowed(ip, allowed));
    let kept: Vec<SocketAddr> = found.iter().copied().filter(|at| may_be(at.ip())).collect();
    match (kept.is_empty(), found.first()) {
        (false, _) => Ok(kept),
        (true, Some(at)) if may_receive(at.ip(), allowed) => Err(PLAIN.into()),
        (true, Some(at)) => Err(refused(at.ip())),
        (true, None) => Err("the host cannot be found".into()),
    }
}

const PLAIN: &str = "Outside of networks that the operator has allowed, an address begins with https://.";

/// Whether two addresses name the same scheme, host and port, however they are spelt.
#[must_use]
pub fn is_same_origin(one: &str, other: &str) -> bool {
    let origins = (Url::parse(one).map(|url| url.origin()), Url::parse(other).map(|url| url.origin()));
    one == other || matches!(origins, (Ok(one), Ok(other)) if one == other)
}

/// Whatever the letters of its scheme.
fn is_plain(url: &str) -> bool {
    !Url::parse(url).is_ok_and(|url| url.scheme() == "https")
}

fn refused(address: IpAddr) -> String {
    format!(
        "the address {address} is not public; the operator can allow its network with 'invigil serve --webhook-network'"
    )
}

impl WebhookClient {
    /// `allowed` are networks that may be called although they are not public.
    #[must_use]
    pub fn new(allowed: Vec<IpNet>) -> Self {
        Self { allowed: allowed.into(), own: Arc::default(), limit: TIMEOUT, clients: Arc::default() }
    }

    /// Allows the receiver of a demo, and nothing else of its network.
    pub fn allow_own(&self, receiver: SocketAddr) {
        let _ = self.own.set(receiver);
    }

    /// Like [`Self::new`], with another timeout.
    #[must_use]
    pub fn with_limit(allowed: Vec<IpNet>, limit: Duration) -> Self {
        Self { limit, ..Self::new(allowed) }
    }

    /// Why an address cannot be that of a receiver. The addresses of a name are checked when it is called.
    #[must_use]
    pub fn fault_of(&self, written: &str) -> Option<String> {
        let sentence = |text: &str| Some(text.to_owned());
        // The parser drops line breaks and tabs, and reads a backslash as '/': people would be shown another address.
        let is_spelt_plainly = !written.contains(char::is_control) && !origin(written).contains('\\');
        let Some(url) = Url::parse(written).ok().filter(|_| is_spelt_plainly) else {
            return sentence("This is not an address such as https://example.org/path.");
        };
        let Some(host) = url.host_str().filter(|_| matches!(url.scheme(), "https" | "http")) else {
            return sentence("An address begins with https://.");
        };
        if !url.username().is_empty() || url.password().is_some() {
            return sentence(
                "An address has no user name and password. A webhook can have a header, whose value is kept secret.",
            );
        }
        if written.contains('\u{2026}') {
            return sentence("This address is shortened: enter the whole one.");
        }
        if url.fragment().is_some() {
            return sentence("An address has no part after '#'.");
        }
        // The parser also takes 'https:host', 'https:/host' and 'https:///host', whose host the origin as it is written does not
        // name: sealed headers would go along to another one.
        let is_written_out = written
            .split_once("://")
            .is_some_and(|(scheme, rest)| scheme.eq_ignore_ascii_case(url.scheme()) && !rest.starts_with(['/', '\\']));
        if !is_written_out || !Url::parse(origin(written)).is_ok_and(|own| own.origin() == url.origin()) {
            return sentence("An address begins with https://.");
        }
        // The URL parser has normalized every spelling of an address.
        match host.trim_matches(['[', ']']).parse::<IpAddr>() {
            Ok(ip) if self.own.get().is_some_and(|own| (own.ip(), Some(own.port())) == (ip, url.port())) => None,
            Ok(ip) if !may_receive(ip, &self.allowed) => Some(format!("This cannot be called: {}.", refused(ip))),
            Ok(ip) if url.scheme() == "http" && !is_allowed(ip, &self.allowed) => sentence(PLAIN),
            Err(_) if url.scheme() == "http" && self.allowed.is_empty() => sentence(PLAIN),
            _ => None,
        }
    }

    fn client(&self, is_plain: bool) -> Result<&Client, String> {
        let [secured, plain] = &*self.clients;
        let made = if is_plain { plain } else { secured }.get_or_init(|| {
            let resolver = ReceiverResolver { lookups: Lookups::default(), allowed: self.allowed.clone(), is_plain };
            let builder = client_resolving(Arc::new(resolver), Vec::new()).map_err(|error| error.to_string())?;
            builder.no_proxy().timeout(self.limit).build().map_err(|error| error.to_string())
        });
        made.as_ref().map_err(Clone::clone)
    }

    /// Makes a call. It ends within 15 s.
    pub async fn call(&self, call: &WebhookCall) -> CallOutcome {
        if let Some(fault) = self.fault_of(&call.url) {
            return CallOutcome::failed(fault);
        }
        let client = match self.client(is_plain(&call.url)) {
            Ok(client) => client,
            Err(error) => return CallOutcome::failed(format!("The connection cannot be set up: {error}.")),
        };
        let seconds = call.at.as_secs();
        let Some(signature) = webhook_signature::sign(&call.key, (&call.id, seconds), &call.body) else {
            return CallOutcome::failed("The key of the signatures cannot be read. Make a new one.");
        };
        let method = match call.method {
            WebhookMethod::Post => Method::POST,
            WebhookMethod::Put => Method::PUT,
            WebhookMethod::Patch => Method::PATCH,
        };
        let mut request = client
            .request(method, &call.url)
            .header("webhook-id", &call.id)
            .header("webhook-timestamp", seconds)
            .header("webhook-signature", signature)
            .body(call.body.clone());
        if call.headers.iter().all(|(name, _)| name != CONTENT_TYPE.as_str()) {
            request = request.header(CONTENT_TYPE, "application/json");
        }
        for (name, value) in &call.headers {
            request = request.header(name, value);
        }
        // The client's own limit does not cover a name server that is silent.
        match tokio::time::timeout(self.limit, request.send()).await {
            Ok(Ok(response)) => self.read(response, call.at).await,
            Ok(Err(error)) => CallOutcome::failed(in_words(&error.without_url())),
            Err(_) => CallOutcome::failed(TOO_SLOW),
        }
    }

    /// Fetches a file, by the rules of calls.
    ///
    /// # Errors
    /// [`FetchFailure`], within `limit`; its words do not contain the address.
    pub async fn fetch(&self, url: &str, max_bytes: usize, limit: Duration) -> Result<Vec<u8>, FetchFailure> {
        if let Some(fault) = self.fault_of(url) {
            return Err(FetchFailure::Unreachable(fault));
        }
        let client = self.client(is_plain(url)).map_err(FetchFailure::Unreachable)?;
        let failed = |error: reqwest::Error| FetchFailure::Unreachable(in_words(&error.without_url()));
        let fetching = async {
            let mut response = client.get(url).send().await.map_err(failed)?;
            if response.status() != reqwest::StatusCode::OK {
                return Err(FetchFailure::Status(response.status().as_u16()));
            }
            let mut bytes = Vec::new();
            while let Some(piece) = response.chunk().await.map_err(failed)? {
                if bytes.len() + piece.len() > max_bytes {
                    return Err(FetchFailure::TooLarge);
                }
                bytes.extend_from_slice(&piece);
            }
            Ok(bytes)
        };
        // The client's own limit does not cover a name server that is silent.
        let fetched = tokio::time::timeout(limit, fetching).await;
        fetched.unwrap_or_else(|_| Err(FetchFailure::Unreachable(TOO_SLOW.into())))
    }

    async fn read(&self, mut response: Response, at: Instant) -> CallOutcome {
        let status = response.status().as_u16();
        let retry_after = response.headers().get(RETRY_AFTER);
        let retry_after = retry_after.and_then(|value| wait_of(value.to_str().ok()?.trim(), at));
        let mut body = Vec::new();
        let reading = async {
            while let Ok(Some(piece)) = response.chunk().await {
                body.extend_from_slice(&piece);
                if body.len() >= MAX_REPLY_BYTES {
                    break;
                }
            }
        };
        let _ = tokio::time::timeout(self.limit, reading).await;
        let words = String::from_utf8_lossy(&body);
        let words = words.chars().filter(|c| !c.is_control() || *c == '\n').take(MAX_REPLY).collect();
        CallOutcome { status: Some(status), words, retry_after }
    }
}

/// The value of `Retry-After` (RFC 9110, 10.2.3) in seconds from now: it is a number of them, or a date.
fn wait_of(value: &str, now: Instant) -> Option<u32> {
    let until_date = || {
        let at = jiff::fmt::rfc2822::parse(value).ok()?.timestamp().as_second();
        u32::try_from(at.saturating_sub(now.as_secs()).max(0)).ok()
    };
    value.parse().ok().or_else(until_date)
}

const TOO_SLOW: &str = "There was no reply in time.";

fn in_words(error: &reqwest::Error) -> String {
    if error.is_timeout() {
        return TOO_SLOW.into();
    }
    let mut cause: &dyn std::error::Error = error;
    while let Some(deeper) = cause.source() {
        cause = deeper;
    }
    let words: String = cause.to_string().chars().take(MAX_REPLY).collect();
    format!("There was no reply: {}.", words.trim_end_matches('.'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_spelling_of_an_address_is_refused() {
        let client = WebhookClient::new(Vec::new());
        for host in [
            "127.0.0.1",
            "127.1",
            "0x7f.1",
            "0x7f000001",
            "2130706433",
            "0177.0.0.1",
            "017700000001",
            "0",
            "0.0.0.0",
            "127.0.0.1.",
            "[::1]",
            "[::]",
            "[::ffff:127.0.0.1]",
            "[::ffff:7f00:1]",
            "[64:ff9b::7f00:1]",
            "169.254.169.254",
            "0xa9fea9fe",
            "2852039166",
            "[fd00:ec2::254]",
            "[fe80::1]",
            "10.1",
            "192.168.1",
            "１２７.0.0.1",
            "127。0。0。1",
        ] {
            let fault = client.fault_of(&format!("https://{host}/x"));
            assert!(fault.is_some_and(|fault| fault.contains("not public")), "{host}");
        }
        for bad in [
            "",
            "example.org",
            "ftp://example.org/",
            "https://a:b@example.org/",
            "https://example.org/#a",
            "https://example.org/services/\u{2026}x",
            "https://exam\nple.org/",
            "https://example.org/a\r\nx: y",
            "https://example.org\\@example.com/",
            "file:///etc/passwd",
            "http://example.org/",
            "http://8.8.8.8/",
            "https:/example.org/x",
            "https:///example.org/x",
            "https:example.org",
            "https:\\\\example.org/x",
            "https:/{external_id}/x",
        ] {
            assert!(client.fault_of(bad).is_some(), "{bad}");
        }
        for good in [
            "https://example.org/hook?key=1",
            "https://example.org:443?key=1",
            "HTTPS://Example.org/{external_id}",
            "https://8.8.8.8/",
            "https://[2606:4700::1111]:8443/x",
        ] {
            assert_eq!(client.fault_of(good), None, "{good}");
        }
        let near = WebhookClient::new(vec!["10.0.0.0/8".parse().unwrap()]);
        for (url, is_fine) in [
            ("http://10.1.2.3/", true),
            ("http://chat.local/", true),
            ("http://8.8.8.8/", false),
            ("https://192.168.0.1/", false),
        ] {
            assert_eq!(near.fault_of(url).is_none(), is_fine, "{url}");
        }
    }

    #[test]
    fn a_scheme_in_capitals_is_the_same_scheme() {
        assert!(is_plain("http://example.org/") && is_plain("HTTP://example.org/"));
        assert!(!is_plain("https://example.org/") && !is_plain("HTTPS://example.org/"));
    }

    #[test]
    fn a_receiver_names_its_time_in_seconds_or_as_a_date() {
        let now = Instant::parse("2026-11-06T08:49:00Z").unwrap();
        for (value, seconds) in [
            ("120", Some(120)),
            ("Fri, 06 Nov 2026 08:49:37 GMT", Some(37)),
            ("Fri, 06 Nov 2026 07:00:00 GMT", Some(0)),
            ("-1", None),
            ("soon", None),
            ("", None),
        ] {
            assert_eq!(wait_of(value, now), seconds, "{value}");
        }
    }

    #[test]
    fn the_receiver_of_a_demo_opens_nothing_else() {
        let client = WebhookClient::new(Vec::new());
        client.allow_own("127.0.0.1:4000".parse().unwrap());
        assert_eq!(client.fault_of("http://127.0.0.1:4000/x"), None);
        for other in ["http://127.0.0.1:4001/", "http://127.0.0.1/", "http://127.0.0.2:4000/", "http://[::1]:4000/"] {
            assert!(client.fault_of(other).is_some(), "{other}");
        }
    }

    #[test]
    fn of_the_addresses_of_a_name_only_those_that_may_be_called_are_connected_to() {
        let near: [IpNet; 1] = ["10.0.0.0/8".parse().unwrap()];
        for (found, is_plain, kept) in [
            ("8.8.8.8 127.0.0.1", false, "8.8.8.8"),
            ("127.0.0.1 8.8.8.8", false, "8.8.8.8"),
            ("::1 10.0.0.1 169.254.169.254 2606:4700::1111", false, "10.0.0.1 2606:4700::1111"),
            ("::ffff:127.0.0.1 64:ff9b::a9fe:a9fe", false, "not public"),
            ("127.0.0.1", false, "not public"),
            ("8.8.8.8 10.0.0.1", true, "10.0.0.1"),
            ("8.8.8.8", true, "https://"),
            ("", false, "cannot be found"),
        ] {
            let of = |text: &str| SocketAddr::new(text.parse().unwrap(), 0);
            let found: Vec<SocketAddr> = found.split_whitespace().map(of).collect();
            match callable(&found, &near, is_plain) {
                Ok(callable) => assert_eq!(callable, kept.split_whitespace().map(of).collect::<Vec<_>>()),
                Err(reason) => assert!(reason.contains(kept), "{found:?}: {reason}"),
            }
        }
    }

    /// A name whose addresses may not receive is not connected to, although it was fine when it was entered.
    #[tokio::test]
    async fn a_name_is_judged_by_its_addresses_when_it_is_called() {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let call = WebhookCall {
            url: format!("https://localhost:{}/", listener.local_addr().unwrap().port()),
            method: WebhookMethod::Post,
            id: "1".into(),
            at: Instant::EPOCH,
            key: webhook_signature::new_key(),
            headers: Vec::new(),
            body: "{}".into(),
        };
        let outcome = WebhookClient::new(Vec::new()).call(&call).await;
        assert_eq!(outcome.status, None);
        assert!(outcome.words.contains("is not public"), "{}", outcome.words);
        let accepted = tokio::time::timeout(Duration::ZERO, listener.accept()).await;
        assert!(accepted.is_err(), "nothing was connected to");
    }
}
