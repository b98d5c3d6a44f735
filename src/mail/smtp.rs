//! Delivery over SMTP (RFC 5321): one connection for one mail, and one deadline for all of it. Only so many connections are
//! open at once, and only so much is read from each.
//!
//! The conversation is driven command by command, so that a refusal can be told apart by what it refused: the sign-in,
//! the sender, the recipient or the mail.

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
    failure::{self, Stage},
    message, wire,
};
use crate::{domain::network, lookup::Lookups, secrets::roots};

/// The whole of one delivery ends within this time: the request that caused it waits for the answer.
const LIMIT: Duration = Duration::from_secs(10);
/// Connections to the mail server at once, whatever for: those of the outbox, and a few more to try the settings. Many
/// servers refuse more than 20 from one address.
pub const MAX_OPEN: usize = 20;
/// What a server gets to say goodbye; the outcome is known by then.
const GOODBYE: Duration = Duration::from_millis(500);

/// The [`Mailer`] that speaks SMTP. Clones share everything.
#[derive(Clone, Debug)]
pub struct SmtpMailer {
    limit: Duration,
    /// Read at the first use and kept: a bundle holds some 150 certificates.
    authorities: Arc<OnceLock<Authorities>>,
    places: Arc<Semaphore>,
    lookups: Lookups,
}

/// Beside the well-known ones: for TLS from the start, and for the library's STARTTLS.
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
    /// A mailer that gives up after 10 seconds.
    #[must_use]
    pub fn new() -> Self {
        Self::with_limit(LIMIT)
    }

    /// A mailer that gives up after `limit`.
    #[must_use]
    pub fn with_limit(limit: Duration) -> Self {
        let places = Arc::new(Semaphore::new(MAX_OPEN));
        Self { limit, authorities: Arc::default(), places, lookups: Lookups::default() }
    }

    /// A mailer that trusts the authorities of a PEM file instead of those of the machine.
    #[must_use]
    pub fn trusting(ca_pem: &Path) -> Self {
        let authorities = Arc::new(OnceLock::from(Authorities::new(roots::of_file(ca_pem))));
        Self { authorities, ..Self::new() }
    }

    async fn deliver(&self, settings: &SmtpSettings, mail: &OutgoingMail) -> Result<(), MailError> {
        let message = message::build(settings, mail)?;
        let _place = self.place(settings).await?;
        let talk = Talk { settings, limit: self.limit, deadline: Instant::now() + self.limit };
        let mut connection = self.open(&talk).await?;
        let result = hand_over(&talk, &mut connection, &message).await;
        // The outcome is settled; a server that is slow to say goodbye changes nothing.
        let _ = timeout(GOODBYE, connection.abort()).await;
        result
    }

    /// A connection's place. Nothing has been said yet, so that giving up sends no mail twice; and who has waited gets all
    /// of the time that a delivery takes.
    async fn place(&self, settings: &SmtpSettings) -> Result<SemaphorePermit<'_>, MailError> {
        match timeout(self.limit, self.places.acquire()).await {
            Ok(Ok(place)) => Ok(place),
            _ => Err(failure::crowded(settings, MAX_OPEN, self.limit)),
        }
    }

    /// Connects, encrypts and signs in as the settings say.
    async fn open(&self, talk: &Talk<'_>) -> Result<AsyncSmtpConnection, MailError> {
        let settings = talk.settings;
        let hello = ClientId::default();
        let addresses = talk.addresses(&self.lookups).await?;
        let stream = talk.plain(Stage::Connect, wire::connect(&addresses)).await?;
        let stream: Box<dyn AsyncTokioStream> = match settings.tls {
            SmtpTls::Implicit => {
                let (name, connector) = self.tls(settings)?;
                Box::new(talk.plain(Stage::Connect, stream.wrapped(|plain| connector.connect(name, plain))).await?)
            }
            SmtpTls::None | SmtpTls::StartTls => Box::new(stream),
        };
        let greeting = AsyncSmtpConnection::connect_with_transport(stream, &hello);
        let mut connection = talk.step(Stage::Connect, greeting).await?;
        if settings.tls == SmtpTls::StartTls {
            let parameters = self.tls_parameters(settings)?;
            talk.step(Stage::StartTls, connection.starttls(parameters, &hello)).await?;
        }
        if let Some(password) = settings.password.as_ref().filter(|_| !settings.user.is_empty()) {
            let credentials = Credentials::new(settings.user.clone(), password.clone());
            talk.step(Stage::SignIn, connection.auth(DEFAULT_MECHANISMS, &credentials)).await?;
        }
        Ok(connection)
    }

    fn authorities(&self) -> &Authorities {
        self.authorities.get_or_init(|| Authorities::new(roots::of_this_machine()))
    }

    /// For TLS from the start.
    fn tls(&self, settings: &SmtpSettings) -> Result<(ServerName<'static>, TlsConnector), MailError> {
        let config = self.authorities().config.as_ref();
        let config = config.map_err(|e| failure::broken(settings, Stage::Connect, e))?;
        let name = ServerName::try_from(settings.host.clone());
        let name = name.map_err(|e| failure::broken(settings, Stage::Connect, &e))?;
        Ok((name, TlsConnector::from(config.clone())))
    }

    fn tls_parameters(&self, settings: &SmtpSettings) -> Result<TlsParameters, MailError> {
        let builder = TlsParameters::builder(settings.host.clone());
        let authorities = self.authorities().certificates.iter();
        authorities
            .fold(builder, |builder, authority| builder.add_root_certificate(authority.clone()))
            .build()
            .map_err(|e| failure::refused(settings, Stage::StartTls, &e))
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
            let _place = self.place(settings).await?;
            let talk = Talk { settings, limit: self.limit, deadline: Instant::now() + self.limit };
            let mut connection = self.open(&talk).await?;
            let _ = timeout(GOODBYE, connection.abort()).await;
            Ok(())
        })
    }
}

/// One conversation: whom with, and until when.
struct Talk<'a> {
    settings: &'a SmtpSettings,
    limit: Duration,
    deadline: Instant,
}

impl Talk<'_> {
    /// Where the server's name leads, as far as a mail server may be there. It is looked up once, and these very addresses
    /// are connected to: a name that leads elsewhere a moment later helps nobody.
    async fn addresses(&self, lookups: &Lookups) -> Result<Vec<SocketAddr>, MailError> {
        let lookup = lookups.find(&self.settings.host, self.settings.port);
        let found = match timeout_at(self.deadline, lookup).await {
            Err(_) => return Err(failure::no_answer(self.settings, Stage::Lookup, self.limit)),
            Ok(Err(_)) => return Err(failure::unknown_host(self.settings)),
            Ok(Ok(found)) => found,
        };
        if found.is_empty() {
            return Err(failure::unknown_host(self.settings));
        }
        let serving: Vec<_> = found.into_iter().filter(|at| network::may_serve(at.ip())).collect();
        if serving.is_empty() { Err(failure::no_place_for_a_server(self.settings)) } else { Ok(serving) }
    }

    async fn step<T>(&self, stage: Stage, work: impl Future<Output = Result<T, Error>>) -> Result<T, MailError> {
        match timeout_at(self.deadline, work).await {
            Ok(result) => result.map_err(|e| failure::refused(self.settings, stage, &e)),
            Err(_) => Err(failure::no_answer(self.settings, stage, self.limit)),
        }
    }

    /// As [`Self::step`], before SMTP is spoken.
    async fn plain<T>(&self, stage: Stage, work: impl Future<Output = io::Result<T>>) -> Result<T, MailError> {
        match timeout_at(self.deadline, work).await {
            Ok(result) => result.map_err(|e| failure::broken(self.settings, stage, &e)),
            Err(_) => Err(failure::no_answer(self.settings, stage, self.limit)),
        }
    }
}

/// MAIL, RCPT, DATA and the mail itself (RFC 5321 section 3.3).
async fn hand_over(talk: &Talk<'_>, connection: &mut AsyncSmtpConnection, message: &Message) -> Result<(), MailError> {
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
    talk.step(Stage::Sender, connection.command(Mail::new(envelope.from().cloned(), parameters))).await?;
    for address in envelope.to() {
        talk.step(Stage::Recipient, connection.command(Rcpt::new(address.clone(), Vec::new()))).await?;
    }
    talk.step(Stage::Content, connection.command(Data)).await?;
    talk.step(Stage::Content, connection.message(&bytes)).await?;
    Ok(())
}

#[cfg(test)]
#[path = "smtp_tests.rs"]
mod tests;
