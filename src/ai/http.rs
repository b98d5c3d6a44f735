//! The HTTP [`Provider`]: one shared client, one deadline per exchange, a limit on the response size.

use super::{AiError, Prompt, Provider, Service, failure, gemini, openai};
use crate::{
    domain::{network, settings::AiProvider},
    lookup::Lookups,
    secrets::roots,
};
use reqwest::{
    Client, ClientBuilder, RequestBuilder, Response, StatusCode, Url,
    dns::{Addrs, Name, Resolve, Resolving},
    redirect,
};
use rustls::{ClientConfig, RootCertStore, crypto::aws_lc_rs, pki_types::CertificateDer};
use std::{
    pin::Pin,
    sync::{Arc, OnceLock},
    time::Duration,
};

/// Total timeout of one exchange; a generation usually takes 30 to 60 s.
const TIMEOUT: Duration = Duration::from_secs(100);
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);
/// Maximum size of a response, in bytes.
const MAX_RESPONSE: usize = 1024 * 1024;

/// Clones share the connections.
#[derive(Clone, Debug)]
pub struct HttpProvider {
    limit: Duration,
    /// Built on first use: reading the machine's certificate authorities takes time that most commands can save.
    client: Arc<OnceLock<Result<Client, String>>>,
}

impl Default for HttpProvider {
    fn default() -> Self {
        Self::new()
    }
}

/// Returns true for a usable base URL: `http` or `https`, a host that may be a service, and nothing after the path.
/// User name and password are rejected, because every admin who reads the settings would see them.
#[must_use]
pub fn is_base_url(text: &str) -> bool {
    Url::parse(text).is_ok_and(|url| {
        matches!(url.scheme(), "http" | "https")
            && url.host_str().is_some_and(may_serve)
            && url.username().is_empty()
            && url.password().is_none()
            && url.query().is_none()
            && url.fragment().is_none()
    })
}

impl HttpProvider {
    /// Creates a provider with a timeout of 100 s.
    #[must_use]
    pub fn new() -> Self {
        Self::with_limit(TIMEOUT)
    }

    /// Creates a provider with the timeout `limit`.
    #[must_use]
    pub fn with_limit(limit: Duration) -> Self {
        Self { limit, client: Arc::default() }
    }

    fn client(&self) -> Result<&Client, AiError> {
        let made = self.client.get_or_init(|| build().map_err(|error| error.to_string()));
        made.as_ref()
            .map_err(|error| AiError::new(format!("The connection to the AI service cannot be set up: {error}")))
    }

    async fn converse(&self, service: &Service, prompt: &Prompt) -> Result<String, AiError> {
        // It may have been stored before this was validated.
        if !service.base_url.is_empty() && !is_base_url(&service.base_url) {
            return Err(AiError::new("The AI service's base URL cannot be used. Check the settings."));
        }
        let client = self.client()?;
        match service.provider {
            AiProvider::Gemini => {
                let body = exchange(service, gemini::request(client, service, prompt)).await?.accepted(service)?;
                gemini::answer(service, &body)
            }
            AiProvider::OpenAi => {
                let mut reply = exchange(service, openai::request(client, service, prompt, true)).await?;
                if matches!(reply.status, StatusCode::BAD_REQUEST | StatusCode::UNPROCESSABLE_ENTITY) {
                    // Some servers have no JSON mode; the prompt alone usually suffices.
                    reply = exchange(service, openai::request(client, service, prompt, false)).await?;
                }
                let body = reply.accepted(service)?;
                openai::answer(service, &body)
            }
        }
    }
}

impl Provider for HttpProvider {
    fn ask<'a>(
        &'a self,
        service: &'a Service,
        prompt: &'a Prompt,
    ) -> Pin<Box<dyn Future<Output = Result<String, AiError>> + Send + 'a>> {
        Box::pin(async move {
            match tokio::time::timeout(self.limit, self.converse(service, prompt)).await {
                Ok(result) => result,
                Err(_) => Err(failure::too_slow(service, self.limit)),
            }
        })
    }
}

/// DNS resolver with bounded concurrency that drops addresses where no service may be.
#[derive(Debug, Default)]
struct GuardedResolver(Lookups);

impl Resolve for GuardedResolver {
    fn resolve(&self, name: Name) -> Resolving {
        let lookups = self.0.clone();
        Box::pin(async move {
            let found = lookups.find(name.as_str(), 0).await?;
            let serving: Vec<_> = found.into_iter().filter(|at| network::may_serve(at.ip())).collect();
            if serving.is_empty() {
                return Err("the host cannot be found, or has a link-local or special address".into());
            }
            Ok(Box::new(serving.into_iter()) as Addrs)
        })
    }
}

/// Checks a literal IP address, which needs no lookup; the URL parser has normalized every spelling.
pub fn may_serve(host: &str) -> bool {
    host.trim_matches(['[', ']']).parse().map_or(true, network::may_serve)
}

fn build() -> Result<Client, Box<dyn std::error::Error>> {
    guarded_client(Vec::new())
}

/// A client for a service of the company: it follows no redirects and reaches no special addresses. `extra` are
/// certificates that it trusts beside the public ones and the machine's.
///
/// # Errors
/// If TLS cannot be set up.
pub fn guarded_client(extra: Vec<CertificateDer<'static>>) -> Result<Client, Box<dyn std::error::Error>> {
    Ok(client_resolving(Arc::new(GuardedResolver::default()), extra)?.build()?)
}

/// Like [`guarded_client`], with its own choice of addresses.
///
/// # Errors
/// If TLS cannot be set up.
pub fn client_resolving(
    resolver: Arc<dyn Resolve>,
    extra: Vec<CertificateDer<'static>>,
) -> Result<ClientBuilder, Box<dyn std::error::Error>> {
    let mut authorities = RootCertStore { roots: webpki_roots::TLS_SERVER_ROOTS.to_vec() };
    authorities.add_parsable_certificates(roots::of_this_machine().into_iter().chain(extra));
    let tls = ClientConfig::builder_with_provider(Arc::new(aws_lc_rs::default_provider()))
        .with_safe_default_protocol_versions()?
        .with_root_certificates(authorities)
        .with_no_client_auth();
    // A redirect would carry the key and the content to a host that no admin configured.
    Ok(Client::builder()
        .tls_backend_preconfigured(tls)
        .redirect(redirect::Policy::none())
        .connect_timeout(CONNECT_TIMEOUT)
        .dns_resolver(resolver)
        .user_agent(concat!("invigil/", env!("CARGO_PKG_VERSION"))))
}

struct AiReply {
    status: StatusCode,
    body: Vec<u8>,
}

impl AiReply {
    fn accepted(self, service: &Service) -> Result<Vec<u8>, AiError> {
        if self.status.is_success() {
            return Ok(self.body);
        }
        Err(failure::refused(service, self.status, &self.body))
    }
}

async fn exchange(service: &Service, request: RequestBuilder) -> Result<AiReply, AiError> {
    let response = request.send().await.map_err(|error| failure::unreachable(service, &error))?;
    let status = response.status();
    let body = read(service, response).await?;
    Ok(AiReply { status, body })
}

async fn read(service: &Service, mut response: Response) -> Result<Vec<u8>, AiError> {
    let mut body = Vec::new();
    while let Some(chunk) = response.chunk().await.map_err(|error| failure::broken_off(service, &error))? {
        if body.len() + chunk.len() > MAX_RESPONSE {
            return Err(failure::too_long(service, MAX_RESPONSE));
        }
        body.extend_from_slice(&chunk);
    }
    Ok(body)
}
