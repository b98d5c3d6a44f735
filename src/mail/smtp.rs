//! Delivery over SMTP (RFC 5321): one connection for one mail, and one deadline for all of it.
//!
//! The conversation is driven command by command, so that a refusal can be told apart by what it refused: the sign-in,
//! the sender, the recipient or the mail.

use std::{
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
        client::{AsyncSmtpConnection, Certificate, TlsParameters},
        commands::{Data, Mail, Rcpt},
        extension::{ClientId, Extension, MailBodyParameter, MailParameter},
    },
};
use rustls::pki_types::CertificateDer;
use tokio::{
    net::lookup_host,
    time::{Instant, timeout, timeout_at},
};

use super::{
    MailError, Mailer, OutgoingMail, SmtpSettings, SmtpTls,
    failure::{self, Stage},
    message,
};
use crate::{domain::network, secrets::roots};

/// The whole of one delivery ends within this time: the request that caused it waits for the answer.
const LIMIT: Duration = Duration::from_secs(10);
/// What a server gets to say goodbye; the outcome is known by then.
const GOODBYE: Duration = Duration::from_millis(500);

/// The [`Mailer`] that speaks SMTP. Clones share the list of trusted authorities.
#[derive(Clone, Debug)]
pub struct SmtpMailer {
    limit: Duration,
    /// Read at the first use and kept: a bundle holds some 150 certificates.
    authorities: Arc<OnceLock<Vec<Certificate>>>,
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
        Self { limit, authorities: Arc::default() }
    }

    /// A mailer that trusts the authorities of a PEM file instead of those of the machine.
    #[must_use]
    pub fn trusting(ca_pem: &Path) -> Self {
        Self { limit: LIMIT, authorities: Arc::new(OnceLock::from(certificates(&roots::of_file(ca_pem)))) }
    }

    async fn deliver(&self, settings: &SmtpSettings, mail: &OutgoingMail) -> Result<(), MailError> {
        let message = message::build(settings, mail)?;
        let talk = Talk { settings, limit: self.limit, deadline: Instant::now() + self.limit };
        let mut connection = self.open(&talk).await?;
        let result = hand_over(&talk, &mut connection, &message).await;
        // The outcome is settled; a server that is slow to say goodbye changes nothing.
        let _ = timeout(GOODBYE, connection.abort()).await;
        result
    }

    /// Connects, encrypts and signs in as the settings say.
    async fn open(&self, talk: &Talk<'_>) -> Result<AsyncSmtpConnection, MailError> {
        let settings = talk.settings;
        let hello = ClientId::default();
        let server = talk.addresses().await?;
        let tls = match settings.tls {
            SmtpTls::None => None,
            SmtpTls::StartTls | SmtpTls::Implicit => Some(self.tls_parameters(talk)?),
        };
        let (from_the_start, upgrade) = if settings.tls == SmtpTls::Implicit { (tls, None) } else { (None, tls) };
        let connect = AsyncSmtpConnection::connect_tokio1(server.as_slice(), None, &hello, from_the_start, None);
        let mut connection = talk.step(Stage::Connect, connect).await?;
        if let Some(tls) = upgrade {
            talk.step(Stage::StartTls, connection.starttls(tls, &hello)).await?;
        }
        if let Some(password) = settings.password.as_ref().filter(|_| !settings.user.is_empty()) {
            let credentials = Credentials::new(settings.user.clone(), password.clone());
            talk.step(Stage::SignIn, connection.auth(DEFAULT_MECHANISMS, &credentials)).await?;
        }
        Ok(connection)
    }

    fn tls_parameters(&self, talk: &Talk<'_>) -> Result<TlsParameters, MailError> {
        let authorities = self.authorities.get_or_init(|| certificates(&roots::of_this_machine()));
        let builder = TlsParameters::builder(talk.settings.host.clone());
        authorities
            .iter()
            .fold(builder, |builder, authority| builder.add_root_certificate(authority.clone()))
            .build()
            .map_err(|e| failure::refused(talk.settings, Stage::Connect, &e))
    }
}

fn certificates(authorities: &[CertificateDer<'_>]) -> Vec<Certificate> {
    authorities.iter().filter_map(|der| Certificate::from_der(der.to_vec()).ok()).collect()
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
    async fn addresses(&self) -> Result<Vec<SocketAddr>, MailError> {
        let server = (self.settings.host.as_str(), self.settings.port);
        let found = match timeout_at(self.deadline, lookup_host(server)).await {
            Err(_) => return Err(failure::no_answer(self.settings, Stage::Connect, self.limit)),
            Ok(Err(_)) => return Err(failure::unknown_host(self.settings)),
            Ok(Ok(found)) => found.collect::<Vec<_>>(),
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
