//! Outgoing mail: settings, messages, delivery over SMTP and the texts themselves.
//!
//! [`Mailer`] is the seam: use-cases hand it a finished [`OutgoingMail`] after their commit and store what came back.

mod failure;
pub mod ics;
mod message;
mod settings;
mod smtp;
pub mod templates;
mod wire;

#[cfg(test)]
#[path = "../../tests/integration/support/smtp_sink.rs"]
mod smtp_sink;

use std::{fmt, pin::Pin};

pub use settings::{SmtpSettings, SmtpTls};
pub use smtp::SmtpMailer;
pub use templates::{InvitationFacts, InvitationMode, ScheduleFacts, TemplateError};

/// A mail ready to be sent. The same `message_id` is used for every attempt, so that a receiver that got the mail twice
/// can tell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutgoingMail {
    /// RFC 5322 section 3.6.4, without the angle brackets: `id@domain`.
    pub message_id: String,
    pub to_name: String,
    pub to_email: String,
    pub content: Content,
    /// An iCalendar object (see [`ics`]) to attach as `invite.ics`.
    pub ics: Option<String>,
}

/// What a mail says, twice: as plain text, complete on its own, and as HTML.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Content {
    pub subject: String,
    pub text: String,
    pub html: String,
}

/// Why a mail did not go out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MailError {
    /// One line: the server's own words with its code, or the plain cause ("connection refused by mail.example:587").
    pub words: String,
    /// Whether the same mail may get through later. False where the server refused this recipient or this mail for good.
    pub retry: bool,
    /// The likely fix, as a sentence for an admin.
    pub hint: Option<String>,
}

impl fmt::Display for MailError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.words)
    }
}

impl std::error::Error for MailError {}

/// Sends mail.
pub trait Mailer: Send + Sync {
    /// Sends one mail; returns when the server has taken it or refused it, or after a time-out.
    fn send<'a>(
        &'a self,
        settings: &'a SmtpSettings,
        mail: &'a OutgoingMail,
    ) -> Pin<Box<dyn Future<Output = Result<(), MailError>> + Send + 'a>>;

    /// Connects, encrypts and signs in the way [`Mailer::send`] does, and sends nothing.
    fn probe<'a>(
        &'a self,
        settings: &'a SmtpSettings,
    ) -> Pin<Box<dyn Future<Output = Result<(), MailError>> + Send + 'a>>;
}
