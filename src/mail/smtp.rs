//! Delivery over SMTP (RFC 5321): one connection per mail, a deadline per stage, with limits on concurrent connections and
//! on the bytes read from each.
//!
//! The session is driven command by command, so that an error can be attributed to the sign-in, the sender, the
//! recipient or the mail.

use std::{
    io,
    net::SocketAddr,
    path::Path,
    sync::{Arc, OnceLock},
    time::Duration,
};

use lettre::{
    Message,
    transport::smtp::{
        Error,
        authentication::{Credentials, DEFAULT_MECHANISMS},
        client::{AsyncSmtpConnection, AsyncTokioStream},
        commands::{Data, Mail, Rcpt},
        extension::{ClientId, Extension, MailBodyParameter, MailParameter},
        response::{Response, Severity},
    },
};
use rustls::{
    ClientConfig, RootCertStore,
    crypto::aws_lc_rs,
    pki_types::{CertificateDer, ServerName},
};
use tokio::{
    io::BufReader,
    net::TcpStream,
    sync::{Semaphore, SemaphorePermit},
    time::{Instant, timeout, timeout_at},
};
use tokio_rustls::TlsConnector;

use super::{
    Handover, MailError, Mailer, OutgoingMail, Sending, SmtpSettings, SmtpTls, failure, hello, message,
    replies::{self, QUIT_TIMEOUT, Replies},
    stage::DeliveryStage,
    wire::{self, Bounded, Progress},
};
use crate::{domain::network, lookup::Lookups, secrets::roots};

/// Maximum concurrent connections to the mail server, for the outbox and for tests of the settings. Many servers reject
/// more than 20 from one address.
pub const MAX_OPEN: usize = 20;
/// A probe takes at most this long: a person waits for it.
const PROBE_TIMEOUT: Duration = Duration::from_secs(10);

/// How long a delivery waits for the server, by stage.
#[derive(Clone, Copy, Debug)]
pub struct Deadlines {
    /// Wait until a connection of [`MAX_OPEN`] is free.
    free_connection: Duration,
    lookup: Duration,
    connect: Duration,
    /// Wait for the greeting, and for the reply to each command before DATA.
    command: Duration,
    data: Duration,
    /// Wait for each block of the content.
    block: Duration,
    /// Wait for the reply to the final dot, before which a server examines the mail.
    dot: Duration,
}

impl Deadlines {
    /// RFC 5321 section 4.5.3.2, which names no deadline for lookup and connection.
    pub const STANDARD: Self = Self {
        free_connection: Duration::from_secs(10),
        lookup: Duration::from_secs(30),
        connect: Duration::from_secs(30),
        command: Duration::from_mins(5),
        data: Duration::from_mins(2),
        block: Duration::from_mins(3),
        dot: Duration::from_mins(10),
    };

    /// The same for each stage.
    #[must_use]
    pub const fn each(limit: Duration) -> Self {
        Self {
            free_connection: limit,
            lookup: limit,
            connect: limit,
            command: limit,
            data: limit,
            block: limit,
            dot: limit,
        }
    }

    const fn of(&self, stage: DeliveryStage) -> Duration {
        match stage {
            DeliveryStage::Lookup => self.lookup,
            DeliveryStage::Data => self.data,
            DeliveryStage::Content => self.dot,
            DeliveryStage::Greeting
            | DeliveryStage::Hello
            | DeliveryStage::StartTls
            | DeliveryStage::SignIn
            | DeliveryStage::Sender
            | DeliveryStage::Recipient => self.command,
        }
    }
}

/// The SMTP [`Mailer`]. Clones share all state.
#[derive(Clone, Debug)]
pub struct SmtpMailer {
    deadlines: Deadlines,
    /// Read on first use and cached: a bundle contains some 150 certificates.
    authorities: Arc<OnceLock<Authorities>>,
    connections: Arc<Semaphore>,
    lookups: Lookups,
}

/// Certificate authorities of the machine beside the well-known ones.
#[derive(Debug)]
struct Authorities {
    config: Result<Arc<ClientConfig>, rustls::Error>,
}

impl Authorities {
    fn new(own: Vec<CertificateDer<'static>>) -> Self {
        let mut all = RootCertStore { roots: webpki_roots::TLS_SERVER_ROOTS.to_vec() };
        all.add_parsable_certificates(own);
        let config = ClientConfig::builder_with_provider(Arc::new(aws_lc_rs::default_provider()))
            .with_safe_default_protocol_versions()
            .map(|builder| Arc::new(builder.with_root_certificates(all).with_no_client_auth()));
        Self { config }
    }
}

impl Default for SmtpMailer {
    fn default() -> Self {
        Self::new()
    }
}

impl SmtpMailer {
    /// Creates a mailer with the deadlines of a mail server.
    #[must_use]
    pub fn new() -> Self {
        Self::with(Deadlines::STANDARD)
    }

    #[must_use]
    pub fn with(deadlines: Deadlines) -> Self {
        let connections = Arc::new(Semaphore::new(MAX_OPEN));
        Self { deadlines, authorities: Arc::default(), connections, lookups: Lookups::default() }
    }

    /// Creates a mailer that trusts the certificate authorities of a PEM file instead of those of the machine.
    #[must_use]
    pub fn trusting(ca_pem: &Path) -> Self {
        let authorities = Arc::new(OnceLock::from(Authorities::new(roots::of_file(ca_pem))));
        Self { authorities, ..Self::new() }
    }

    async fn deliver(
        &self,
        settings: &SmtpSettings,
        mail: &OutgoingMail,
        handover: &dyn Handover,
    ) -> Result<(), MailError> {
        let message = message::build(settings, mail)?;
        let _permit = self.permit(settings).await?;
        let session = SmtpSession { settings, deadlines: self.deadlines, end: None };
        let mut connection = self.open(&session).await?;
        let result = transmit(&session, &mut connection, &message, handover).await;
        // The outcome is known; a slow QUIT does not change it.
        let _ = timeout(QUIT_TIMEOUT, connection.smtp.abort()).await;
        result
    }

    /// Waits for a connection permit. A timeout here cannot duplicate a mail, because nothing was sent; the deadlines
    /// of the delivery start only after the wait.
    async fn permit(&self, settings: &SmtpSettings) -> Result<SemaphorePermit<'_>, MailError> {
        let limit = self.deadlines.free_connection;
        match timeout(limit, self.connections.acquire()).await {
            Ok(Ok(permit)) => Ok(permit),
            _ => Err(failure::crowded(settings, MAX_OPEN, limit)),
        }
    }

    /// Connects, encrypts and authenticates according to the settings.
    async fn open(&self, session: &SmtpSession<'_>) -> Result<Connection, MailError> {
        let settings = session.settings;
        let addresses = session.addresses(&self.lookups).await?;
        let limit = session.deadlines.connect;
        let stream = session.plain(DeliveryStage::Greeting, limit, wire::connect(&addresses)).await?;
        let hello = hello::client_id(&settings.ehlo_name, stream.local().ip());
        let (stream, progress): (Box<dyn AsyncTokioStream>, _) = match settings.tls {
            SmtpTls::None => {
                let progress = stream.progress();
                (Box::new(Replies::after("", stream)), progress)
            }
            SmtpTls::Implicit => self.encrypted(session, DeliveryStage::Greeting, stream, "").await?,
            SmtpTls::StartTls => {
                let stream = session.agree_on_tls(stream, &hello).await?;
                // The client library waits for a greeting, and there is no second one (RFC 3207 section 4.2).
                self.encrypted(session, DeliveryStage::StartTls, stream, "220 \r\n").await?
            }
        };
        let mut smtp = session.greeting(&progress, AsyncSmtpConnection::connect_with_transport(stream, &hello)).await?;
        if let Some(password) = settings.password.as_ref().filter(|_| !settings.user.is_empty()) {
            let credentials = Credentials::new(settings.user.clone(), password.clone());
            session.step(DeliveryStage::SignIn, smtp.auth(DEFAULT_MECHANISMS, &credentials)).await?;
        }
        Ok(Connection { smtp, progress })
    }

    /// Encrypts a connection, on which `first` is read before what the server sends.
    async fn encrypted(
        &self,
        session: &SmtpSession<'_>,
        stage: DeliveryStage,
        plain: Bounded<TcpStream>,
        first: &str,
    ) -> Result<(Box<dyn AsyncTokioStream>, Progress), MailError> {
        let (name, connector) = self.tls(session.settings)?;
        let limit = session.deadlines.command;
        let stream = session.plain(stage, limit, plain.wrapped(|plain| connector.connect(name, plain))).await?;
        let progress = stream.progress();
        Ok((Box::new(Replies::after(first, stream)), progress))
    }

    /// Server name and connector.
    fn tls(&self, settings: &SmtpSettings) -> Result<(ServerName<'static>, TlsConnector), MailError> {
        let authorities = self.authorities.get_or_init(|| Authorities::new(roots::of_this_machine()));
        let config = authorities.config.as_ref();
        let config = config.map_err(|e| failure::broken(settings, DeliveryStage::Greeting, e))?;
        let name = ServerName::try_from(settings.host.clone());
        let name = name.map_err(|e| failure::broken(settings, DeliveryStage::Greeting, &e))?;
        Ok((name, TlsConnector::from(config.clone())))
    }
}

impl Mailer for SmtpMailer {
    fn send<'a>(
        &'a self,
        settings: &'a SmtpSettings,
        mail: &'a OutgoingMail,
        handover: &'a dyn Handover,
    ) -> Sending<'a> {
        Box::pin(self.deliver(settings, mail, handover))
    }

    fn probe<'a>(&'a self, settings: &'a SmtpSettings) -> Sending<'a> {
        Box::pin(async move {
            let _permit = self.permit(settings).await?;
            let end = Some((Instant::now() + PROBE_TIMEOUT, PROBE_TIMEOUT));
            let session = SmtpSession { settings, deadlines: self.deadlines, end };
            let mut connection = self.open(&session).await?;
            let _ = timeout(QUIT_TIMEOUT, connection.smtp.abort()).await;
            Ok(())
        })
    }
}

/// An open connection.
struct Connection {
    smtp: AsyncSmtpConnection,
    progress: Progress,
}

/// One SMTP session with its deadlines.
struct SmtpSession<'a> {
    settings: &'a SmtpSettings,
    deadlines: Deadlines,
    /// End of the whole session, and how long after its start that is.
    end: Option<(Instant, Duration)>,
}

impl SmtpSession<'_> {
    /// Resolves the server's name to the addresses where a mail server may be. The name is looked up once, and the
    /// checked addresses are the ones connected to, which prevents DNS rebinding (TOCTOU).
    async fn addresses(&self, lookups: &Lookups) -> Result<Vec<SocketAddr>, MailError> {
        let lookup = lookups.find(&self.settings.host, self.settings.port);
        let limit = self.deadlines.lookup;
        let found = match self.within(limit, lookup).await {
            Err(limit) => return Err(failure::no_answer(self.settings, DeliveryStage::Lookup, limit)),
            Ok(Err(_)) => return Err(failure::unknown_host(self.settings)),
            Ok(Ok(found)) => found,
        };
        if found.is_empty() {
            return Err(failure::unknown_host(self.settings));
        }
        let serving: Vec<_> = found.into_iter().filter(|at| network::may_serve(at.ip())).collect();
        if serving.is_empty() { Err(failure::no_place_for_a_server(self.settings)) } else { Ok(serving) }
    }

    /// The result of `work`, or how long it was waited for.
    async fn within<T>(&self, limit: Duration, work: impl Future<Output = T>) -> Result<T, Duration> {
        let at = Instant::now() + limit;
        let (at, limit) = self.end.filter(|(end, _)| *end < at).unwrap_or((at, limit));
        timeout_at(at, work).await.map_err(|_| limit)
    }

    async fn step<T>(
        &self,
        stage: DeliveryStage,
        work: impl Future<Output = Result<T, Error>>,
    ) -> Result<T, MailError> {
        match self.within(self.deadlines.of(stage), work).await {
            Ok(result) => result.map_err(|e| failure::refused(self.settings, stage, &e)),
            Err(limit) => Err(failure::no_answer(self.settings, stage, limit)),
        }
    }

    /// Like [`Self::step`], for a command to which only this severity is a yes (RFC 5321 section 4.3.2).
    async fn asked(
        &self,
        stage: DeliveryStage,
        yes: Severity,
        work: impl Future<Output = Result<Response, Error>>,
    ) -> Result<(), MailError> {
        let reply = self.step(stage, work).await?;
        if reply.code().severity == yes { Ok(()) } else { Err(failure::not_smtp(self.settings, stage)) }
    }

    /// Greeting, EHLO and STARTTLS (RFC 3207).
    async fn agree_on_tls(&self, plain: Bounded<TcpStream>, hello: &ClientId) -> Result<Bounded<TcpStream>, MailError> {
        let mut stream = BufReader::new(plain);
        self.said(DeliveryStage::Greeting, &mut stream, "").await?;
        let offers = self.said(DeliveryStage::Hello, &mut stream, &format!("EHLO {hello}\r\n")).await?;
        let mut names = offers.lines().filter_map(|line| line.split_whitespace().next());
        if !names.any(|name| name.eq_ignore_ascii_case("starttls")) {
            return Err(failure::no_starttls(self.settings));
        }
        self.said(DeliveryStage::StartTls, &mut stream, "STARTTLS\r\n").await?;
        // Without bytes after the reply: they came before the encryption, so anyone may have sent them.
        Ok(stream.into_inner())
    }

    /// The text of the server's yes to a command, or of its greeting, before the encryption.
    async fn said(
        &self,
        stage: DeliveryStage,
        stream: &mut BufReader<Bounded<TcpStream>>,
        command: &str,
    ) -> Result<String, MailError> {
        match self.plain(stage, self.deadlines.of(stage), replies::ask(stream, command)).await? {
            Some((200..=299, text)) => Ok(text),
            Some((code @ 400..=599, text)) => Err(failure::answered(self.settings, stage, code, &text)),
            _ => Err(failure::not_smtp(self.settings, stage)),
        }
    }

    /// Like [`Self::step`], without the client library.
    async fn plain<T>(
        &self,
        stage: DeliveryStage,
        limit: Duration,
        work: impl Future<Output = io::Result<T>>,
    ) -> Result<T, MailError> {
        match self.within(limit, work).await {
            Ok(result) => result.map_err(|e| failure::broken(self.settings, stage, &e)),
            Err(limit) => Err(failure::no_answer(self.settings, stage, limit)),
        }
    }

    /// The greeting and EHLO, which the client library does in one: what the client has written shows which it was.
    async fn greeting<T>(
        &self,
        progress: &Progress,
        work: impl Future<Output = Result<T, Error>>,
    ) -> Result<T, MailError> {
        let limit = self.deadlines.command;
        let stage = || if progress.last().is_some() { DeliveryStage::Hello } else { DeliveryStage::Greeting };
        match self.paced(progress, limit, limit, work).await {
            Ok(result) => result.map_err(|e| failure::refused(self.settings, stage(), &e)),
            Err(limit) => Err(failure::no_answer(self.settings, stage(), limit)),
        }
    }

    /// The content and its final dot. Any end but a reply leaves it unknown whether the server has the mail.
    async fn content(&self, connection: &mut Connection, bytes: &[u8]) -> Result<(), MailError> {
        let Deadlines { block, dot, .. } = self.deadlines;
        let stage = DeliveryStage::Content;
        match self.paced(&connection.progress, block, dot, connection.smtp.message(bytes)).await {
            Ok(Ok(reply)) if reply.code().severity == Severity::PositiveCompletion => Ok(()),
            Ok(Ok(_)) => Err(failure::not_smtp(self.settings, stage)),
            Ok(Err(e)) => Err(failure::refused(self.settings, stage, &e)),
            Err(limit) => Err(failure::no_answer(self.settings, stage, limit)),
        }
    }

    /// Like [`Self::within`], with deadlines that start again with each block that the server takes: `block` while it takes
    /// none, `reply` while it owes a reply.
    async fn paced<T>(
        &self,
        progress: &Progress,
        block: Duration,
        reply: Duration,
        work: impl Future<Output = T>,
    ) -> Result<T, Duration> {
        let begun = Instant::now();
        tokio::pin!(work);
        loop {
            let limit = if progress.is_blocked() { block } else { reply };
            let at = progress.last().map_or(begun, |last| last.max(begun)) + limit;
            let now = Instant::now();
            if at <= now {
                return Err(limit);
            }
            // Looked at again when a block would be late: the server may have ceased to read meanwhile.
            let pause = block.min(at - now);
            if let Ok(done) = self.within(pause, &mut work).await {
                return Ok(done);
            }
            if let Some((_, whole)) = self.end.filter(|(end, _)| *end <= Instant::now()) {
                return Err(whole);
            }
        }
    }
}

/// Sends MAIL, RCPT, DATA and the mail itself (RFC 5321 section 3.3).
async fn transmit(
    session: &SmtpSession<'_>,
    connection: &mut Connection,
    message: &Message,
    handover: &dyn Handover,
) -> Result<(), MailError> {
    let (envelope, bytes) = (message.envelope(), message.formatted());
    let smtp = &mut connection.smtp;
    let mut parameters = Vec::new();
    let parties = envelope.from().into_iter().chain(envelope.to());
    if parties.map(AsRef::<str>::as_ref).any(|address| !address.is_ascii()) {
        if !smtp.server_info().supports_feature(Extension::SmtpUtfEight) {
            return Err(failure::address_not_supported(session.settings));
        }
        parameters.push(MailParameter::SmtpUtfEight);
    }
    if !bytes.is_ascii() && smtp.server_info().supports_feature(Extension::EightBitMime) {
        parameters.push(MailParameter::Body(MailBodyParameter::EightBitMime));
    }
    let (done, go_on) = (Severity::PositiveCompletion, Severity::PositiveIntermediate);
    let sender = smtp.command(Mail::new(envelope.from().cloned(), parameters));
    session.asked(DeliveryStage::Sender, done, sender).await?;
    for address in envelope.to() {
        let recipient = smtp.command(Rcpt::new(address.clone(), Vec::new()));
        session.asked(DeliveryStage::Recipient, done, recipient).await?;
    }
    session.asked(DeliveryStage::Data, go_on, smtp.command(Data)).await?;
    handover.begins().await?;
    session.content(connection, &bytes).await
}

#[cfg(test)]
#[path = "smtp_tests.rs"]
mod tests;
