//! Outgoing mail: settings, templates, MIME messages and delivery over SMTP (docs/behaviour/mail.md#email).
//!
//! [`Mailer`] is the interface: use cases pass it a rendered [`OutgoingMail`] after their commit and store the outcome.

mod failure;
mod files;
mod hello;
pub mod ics;
mod message;
mod replies;
mod reply;
mod settings;
mod smtp;
mod stage;
pub mod templates;
pub mod translating;
mod verdict;
mod wire;

#[cfg(test)]
#[path = "../../tests/integration/support/smtp_sink.rs"]
mod smtp_sink;

use crate::domain::{language::Language, mail::Consequence};
use std::{fmt, pin::Pin};

pub use failure::UNCONFIRMED;
pub use settings::{SmtpSettings, SmtpTls};
pub use smtp::{Deadlines, SmtpMailer};
pub use templates::{InvitationFacts, InvitationMode, ScheduleFacts, TemplateError};

/// A mail ready for delivery.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutgoingMail {
    /// RFC 5322 section 3.6.4, without the angle brackets: `id@domain`.
    pub message_id: String,
    pub to_name: String,
    pub to_email: String,
    pub content: MailContent,
    /// iCalendar object (see [`ics`]), attached as `invite.ics`.
    pub ics: Option<String>,
    /// Address that replies go to; empty for the sender's.
    pub reply_to: String,
    /// Shown by the HTML as `cid:logo`.
    pub logo: Option<MailLogo>,
}

/// A picture within a mail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MailLogo {
    pub media_type: &'static str,
    pub bytes: Vec<u8>,
}

/// Content of a mail: as plain text, complete without the HTML, and as HTML.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MailContent {
    pub subject: String,
    pub text: String,
    pub html: String,
    /// The language of the frame, and of all that is not the company's or the author's own.
    pub language: Language,
}

/// Failed delivery of a mail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MailError {
    /// One line: the server's reply with its code, or the cause ("connection refused by mail.example:587").
    pub words: String,
    pub consequence: Consequence,
    /// Likely fix, as a sentence for an admin.
    pub hint: Option<String>,
}

impl fmt::Display for MailError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.words)
    }
}

impl std::error::Error for MailError {}

/// A future of a [`Mailer`] or its caller.
pub type Sending<'a> = Pin<Box<dyn Future<Output = Result<(), MailError>> + Send + 'a>>;

/// Reported by a [`Mailer`] while it delivers.
pub trait Handover: Send + Sync {
    /// Sender and recipient are accepted, and the content is about to be sent: until the reply the server may have the
    /// mail. An error ends the delivery before it.
    fn begins(&self) -> Sending<'_>;
}

/// A handover of a mail that is not queued.
impl Handover for () {
    fn begins(&self) -> Sending<'_> {
        Box::pin(async { Ok(()) })
    }
}

/// Delivers mail.
pub trait Mailer: Send + Sync {
    /// Sends one mail; returns once the server has accepted or rejected it, or after the deadlines of a mail server,
    /// which are minutes.
    fn send<'a>(
        &'a self,
        settings: &'a SmtpSettings,
        mail: &'a OutgoingMail,
        handover: &'a dyn Handover,
    ) -> Sending<'a>;

    /// Whether mails are discarded, as for a demo: an operator can do nothing about one that fails.
    fn is_staged(&self) -> bool {
        false
    }

    /// Connects, encrypts and authenticates like [`Mailer::send`], but sends nothing. Takes at most 10 s.
    fn probe<'a>(&'a self, settings: &'a SmtpSettings) -> Sending<'a>;
}
