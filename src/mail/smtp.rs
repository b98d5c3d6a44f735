//! Delivery over SMTP (RFC 5321): one connection and one deadline per mail, with limits on concurrent connections and
//! on the bytes read from each.
//!
//! The session is driven command by command, so that an error can be attributed to the sign-in, the sender, the
//! recipient or the mail.

use std::{
    io,
    net::SocketAddr,
    path::Path,
    pin::Pin,
    sync::{Arc, OnceLock},
    time::Duration,
};

use lettre::{
    Message,
    transport::smtp::{
        Error,
        authentication::{Credentials, DEFAULT_MECHANISMS},
        client::{AsyncSmtpConnection, AsyncTokioStream, Certificate, TlsParameters},
        commands::{Data, Mail, Rcpt},
        extension::{ClientId, Extension, MailBodyParameter, MailParameter},
    },
};
use rustls::{
    ClientConfig, RootCertStore,
    crypto::aws_lc_rs,
    pki_types::{CertificateDer, ServerName},
};
use tokio::{
    sync::{Semaphore, SemaphorePermit},
    time::{Instant, timeout, timeout_at},
};
use tokio_rustls::TlsConnector;

use super::{
    MailError, Mailer, OutgoingMail, SmtpSettings, SmtpTls,
    failure::{self, DeliveryStage},
    message, wire,
};
use crate::{domain::network, lookup::Lookups, secrets::roots};

/// Total timeout of one delivery: the request that caused it waits for the outcome.
const TIMEOUT: Duration = Duration::from_secs(10);
/// Maximum concurrent connections to the mail server, for the outbox and for tests of the settings. Many servers reject
/// more than 20 from one address.
pub const MAX_OPEN: usize = 20;
/// Timeout of QUIT; the outcome is known by then.
const QUIT_TIMEOUT: Duration = Duration::from_millis(500);

/// The SMTP [`Mailer`]. Clones share all state.
#[derive(Clone, Debug)]
pub struct SmtpMailer {
    limit: Duration,
    /// Read on first use and cached: a bundle contains some 150 certificates.
    authorities: Arc<OnceLock<Authorities>>,
    connections: Arc<Semaphore>,
    lookups: Lookups,
}

/// Certificate authorities of the machine beside the well-known ones, for implicit TLS and for the library's STARTTLS.
#[derive(Debug)]
struct Authorities {
    config: Result<Arc<ClientConfig>, rustls::Error>,
    certificates: Vec<Certificate>,
}

impl Authorities {
    fn new(own: Vec<CertificateDer<'static>>) -> Self {
        let certificates = own.iter().filter_map(|der| Certificate::from_der(der.to_vec()).ok()).collect();
        let mut all = RootCertStore { roots: webpki_roots::TLS_SERVER_ROOTS.to_vec() };
        all.add_parsable_certificates(own);
        let config = ClientConfig::builder_with_provider(Arc::new(aws_lc_rs::default_provider()))
            .with_safe_default_protocol_versions()
            .map(|builder| Arc::new(builder.with_root_certificates(all).with_no_client_auth()));
        Self { config, certificates }
    }
}

impl Default for SmtpMailer {
    fn default() -> Self {
        Self::new()
    }
}

impl SmtpMailer {
    /// Creates a mailer with a timeout of 10 s.
    #[must_use]
    pub fn new() -> Self {
        Self::with_limit(TIMEOUT)
    }

    /// Creates a mailer with the timeout `limit`.
    #[must_use]
    pub fn with_limit(limit: Duration) -> Self {
        let connections = Arc::new(Semaphore::new(MAX_OPEN));
        Self { limit, authorities: Arc::default(), connections, lookups: Lookups::default() }
    }

    /// Creates a mailer that trusts the certificate authorities of a PEM file instead of those of the machine.
    #[must_use]
    pub fn trusting(ca_pem: &Path) -> Self {
        let authorities = Arc::new(OnceLock::from(Authorities::new(roots::of_file(ca_pem))));
        Self { authorities, ..Self::new() }
    }

    async fn deliver(&self, settings: &SmtpSettings, mail: &OutgoingMail) -> Result<(), MailError> {
        let message = message::build(settings, mail)?;
        let _permit = self.permit(settings).await?;
        let session = SmtpSession { settings, limit: self.limit, deadline: Instant::now() + self.limit };
        let mut connection = self.open(&session).await?;
        let result = transmit(&session, &mut connection, &message).await;
        // The outcome is known; a slow QUIT does not change it.
        let _ = timeout(QUIT_TIMEOUT, connection.abort()).await;
        result
    }

    /// Waits for a connection permit. A timeout here cannot duplicate a mail, because nothing was sent; the timeout of
    /// the delivery starts only after the wait.
    async fn permit(&self, settings: &SmtpSettings) -> Result<SemaphorePermit<'_>, MailError> {
        match timeout(self.limit, self.connections.acquire()).await {
            Ok(Ok(permit)) => Ok(permit),
            _ => Err(failure::crowded(settings, MAX_OPEN, self.limit)),
        }
    }

    /// Connects, encrypts and authenticates according to the settings.
    async fn open(&self, session: &SmtpSession<'_>) -> Result<AsyncSmtpConnection, MailError> {
        let settings = session.settings;
        let hello = ClientId::default();
        let addresses = session.addresses(&self.lookups).await?;
        let stream = session.plain(DeliveryStage::Connect, wire::connect(&addresses)).await?;
        let stream: Box<dyn AsyncTokioStream> = match settings.tls {
            SmtpTls::Implicit => {
                let (name, connector) = self.tls(settings)?;
                Box::new(
                    session
                        .plain(DeliveryStage::Connect, stream.wrapped(|plain| connector.connect(name, plain)))
                        .await?,
                )
            }
            SmtpTls::None | SmtpTls::StartTls => Box::new(stream),
        };
        let greeting = AsyncSmtpConnection::connect_with_transport(stream, &hello);
        let mut connection = session.step(DeliveryStage::Connect, greeting).await?;
        if settings.tls == SmtpTls::StartTls {
            let parameters = self.tls_parameters(settings)?;
            session.step(DeliveryStage::StartTls, connection.starttls(parameters, &hello)).await?;
        }
        if let Some(password) = settings.password.as_ref().filter(|_| !settings.user.is_empty()) {
            let credentials = Credentials::new(settings.user.clone(), password.clone());
            session.step(DeliveryStage::SignIn, connection.auth(DEFAULT_MECHANISMS, &credentials)).await?;
        }
        Ok(connection)
    }

    fn authorities(&self) -> &Authorities {
        self.authorities.get_or_init(|| Authorities::new(roots::of_this_machine()))
    }

    /// Server name and connector of implicit TLS.
    fn tls(&self, settings: &SmtpSettings) -> Result<(ServerName<'static>, TlsConnector), MailError> {
        let config = self.authorities().config.as_ref();
        let config = config.map_err(|e| failure::broken(settings, DeliveryStage::Connect, e))?;
        let name = ServerName::try_from(settings.host.clone());
        let name = name.map_err(|e| failure::broken(settings, DeliveryStage::Connect, &e))?;
        Ok((name, TlsConnector::from(config.clone())))
    }

    fn tls_parameters(&self, settings: &SmtpSettings) -> Result<TlsParameters, MailError> {
        let builder = TlsParameters::builder(settings.host.clone());
        let authorities = self.authorities().certificates.iter();
        authorities
            .fold(builder, |builder, authority| builder.add_root_certificate(authority.clone()))
            .build()
            .map_err(|e| failure::refused(settings, DeliveryStage::StartTls, &e))
    }
}

impl Mailer for SmtpMailer {
    fn send<'a>(
        &'a self,
        settings: &'a SmtpSettings,
        mail: &'a OutgoingMail,
    ) -> Pin<Box<dyn Future<Output = Result<(), MailError>> + Send + 'a>> {
        Box::pin(self.deliver(settings, mail))
    }

    fn probe<'a>(
        &'a self,
        settings: &'a SmtpSettings,
    ) -> Pin<Box<dyn Future<Output = Result<(), MailError>> + Send + 'a>> {
        Box::pin(async move {
            let _permit = self.permit(settings).await?;
            let session = SmtpSession { settings, limit: self.limit, deadline: Instant::now() + self.limit };
            let mut connection = self.open(&session).await?;
            let _ = timeout(QUIT_TIMEOUT, connection.abort()).await;
            Ok(())
        })
    }
}

/// One SMTP session with its deadline.
struct SmtpSession<'a> {
    settings: &'a SmtpSettings,
    limit: Duration,
    deadline: Instant,
}

impl SmtpSession<'_> {
    /// Resolves the server's name to the addresses where a mail server may be. The name is looked up once, and the
    /// checked addresses are the ones connected to, which prevents DNS rebinding (TOCTOU).
    async fn addresses(&self, lookups: &Lookups) -> Result<Vec<SocketAddr>, MailError> {
        let lookup = lookups.find(&self.settings.host, self.settings.port);
        let found = match timeout_at(self.deadline, lookup).await {
            Err(_) => return Err(failure::no_answer(self.settings, DeliveryStage::Lookup, self.limit)),
            Ok(Err(_)) => return Err(failure::unknown_host(self.settings)),
            Ok(Ok(found)) => found,
        };
        if found.is_empty() {
            return Err(failure::unknown_host(self.settings));
        }
        let serving: Vec<_> = found.into_iter().filter(|at| network::may_serve(at.ip())).collect();
        if serving.is_empty() { Err(failure::no_place_for_a_server(self.settings)) } else { Ok(serving) }
    }

    async fn step<T>(
        &self,
        stage: DeliveryStage,
        work: impl Future<Output = Result<T, Error>>,
    ) -> Result<T, MailError> {
        match timeout_at(self.deadline, work).await {
            Ok(result) => result.map_err(|e| failure::refused(self.settings, stage, &e)),
            Err(_) => Err(failure::no_answer(self.settings, stage, self.limit)),
        }
    }

    /// Like [`Self::step`], before SMTP starts.
    async fn plain<T>(&self, stage: DeliveryStage, work: impl Future<Output = io::Result<T>>) -> Result<T, MailError> {
        match timeout_at(self.deadline, work).await {
            Ok(result) => result.map_err(|e| failure::broken(self.settings, stage, &e)),
            Err(_) => Err(failure::no_answer(self.settings, stage, self.limit)),
        }
    }
}

/// Sends MAIL, RCPT, DATA and the mail itself (RFC 5321 section 3.3).
async fn transmit(
    session: &SmtpSession<'_>,
    connection: &mut AsyncSmtpConnection,
    message: &Message,
) -> Result<(), MailError> {
    let envelope = message.envelope();
    let bytes = message.formatted();
    let mut parameters = Vec::new();
    let parties = envelope.from().into_iter().chain(envelope.to());
    if parties.map(AsRef::<str>::as_ref).any(|address| !address.is_ascii()) {
        if !connection.server_info().supports_feature(Extension::SmtpUtfEight) {
            return Err(failure::address_not_supported());
        }
        parameters.push(MailParameter::SmtpUtfEight);
    }
    if !bytes.is_ascii() {
        parameters.push(MailParameter::Body(MailBodyParameter::EightBitMime));
    }
    session.step(DeliveryStage::Sender, connection.command(Mail::new(envelope.from().cloned(), parameters))).await?;
    for address in envelope.to() {
        session.step(DeliveryStage::Recipient, connection.command(Rcpt::new(address.clone(), Vec::new()))).await?;
    }
    session.step(DeliveryStage::Content, connection.command(Data)).await?;
    session.step(DeliveryStage::Content, connection.message(&bytes)).await?;
    Ok(())
}

#[cfg(test)]
#[path = "smtp_tests.rs"]
mod tests;
