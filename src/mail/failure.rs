//! Translates delivery failures into messages and hints that an admin can act on.

use std::{error::Error as _, fmt::Write as _, io, time::Duration};

use lettre::transport::smtp::Error;

use super::{MailError, SmtpSettings, SmtpTls, message::one_line, reply::Reply, stage::DeliveryStage, verdict};
use crate::domain::mail::{Consequence, PauseCause};

/// Maximum length of a server's text, in characters: it is shown in a toast and stored with the mail.
const MAX_WORDS: usize = 300;

pub const UNCONFIRMED: &str = "The server had the whole email and did not confirm it: it may have arrived. It is sent again \
                           after an hour or more, so that a receiver can recognise the copy.";

/// The server did not respond before the deadline.
pub(super) fn no_answer(settings: &SmtpSettings, stage: DeliveryStage, limit: Duration) -> MailError {
    let seconds = limit.as_secs_f32().ceil();
    let after = match stage {
        DeliveryStage::Lookup => {
            return MailError {
                words: format!("the host {} could not be looked up within {seconds} s", one_line(&settings.host)),
                consequence: stage.unanswered(),
                hint: Some("Check whether this machine's name servers answer.".to_owned()),
            };
        }
        DeliveryStage::Greeting | DeliveryStage::Hello => "",
        DeliveryStage::StartTls => " to STARTTLS",
        DeliveryStage::SignIn => " to the sign-in",
        DeliveryStage::Sender => " to MAIL FROM",
        DeliveryStage::Recipient => " to RCPT TO",
        DeliveryStage::Data | DeliveryStage::Content => " while taking the email",
    };
    let words = format!("no answer{after} from {} within {seconds} s", server(settings));
    let hint = match stage {
        DeliveryStage::Greeting | DeliveryStage::Hello => Some(
            wrong_mode(settings)
                .unwrap_or_else(|| "Check the host and port, and whether a firewall is in the way.".to_owned()),
        ),
        DeliveryStage::Content => Some(UNCONFIRMED.to_owned()),
        _ => None,
    };
    MailError { words, consequence: stage.unanswered(), hint }
}

pub(super) fn unknown_host(settings: &SmtpSettings) -> MailError {
    let words = format!("the host {} cannot be found", one_line(&settings.host));
    let hint = Some("Check the spelling of the host name.".to_owned());
    MailError { words: shortened(&words), consequence: DeliveryStage::Lookup.unanswered(), hint }
}

/// The name resolves only to addresses that the mailer never connects to.
pub(super) fn no_place_for_a_server(settings: &SmtpSettings) -> MailError {
    let words = format!("the host {} has a link-local or special address", one_line(&settings.host));
    let hint = "A mail server is reached by its address in the network, or by 127.0.0.1 on this machine.".to_owned();
    MailError { words: shortened(&words), consequence: Consequence::PausesAll(PauseCause::Client), hint: Some(hint) }
}

/// All connections to the server were in use until the timeout.
pub(super) fn crowded(settings: &SmtpSettings, connections: usize, limit: Duration) -> MailError {
    let (server, seconds) = (server(settings), limit.as_secs_f32().ceil());
    let words = format!("{server} was busy with {connections} other emails for {seconds} s");
    let hint = Some("The mail server is slow, or does not answer.".to_owned());
    MailError { words, consequence: Consequence::OwnFault, hint }
}

/// An address needs an extension that the server lacks (RFC 6531).
pub(super) fn address_not_supported(settings: &SmtpSettings) -> MailError {
    let (consequence, hint) = if settings.from_email.is_ascii() {
        (Consequence::Final, verdict::NON_ASCII)
    } else {
        (Consequence::PausesAll(PauseCause::Client), verdict::ASCII_SENDER)
    };
    MailError {
        words: "the server does not take addresses with letters outside ASCII (it lacks SMTPUTF8)".to_owned(),
        consequence,
        hint: Some(hint.to_owned()),
    }
}

/// The server, the network or the client's own checks ended the delivery at `stage`.
pub(super) fn refused(settings: &SmtpSettings, stage: DeliveryStage, error: &Error) -> MailError {
    match error.status() {
        Some(code) => {
            let said = error.source().map(ToString::to_string).unwrap_or_default();
            answered(settings, stage, u16::from(code), &said)
        }
        None => match odd_reply(error) {
            Some((code, said)) => answered(settings, stage, code, &said),
            None => broke_off(settings, stage, error, error.is_response()),
        },
    }
}

/// A refusal whose second digit RFC 5321 does not have, such as 571. The client library keeps what follows the first digit:
/// it was a 4 if the enhanced code says so.
fn odd_reply(error: &Error) -> Option<(u16, String)> {
    if !error.is_response() {
        return None;
    }
    let cause = error.source()?.to_string();
    let (digits, said) = cause.split_once(" at: ")?.1.split_at_checked(2)?;
    if !matches!(digits.as_bytes(), [b'6'..=b'9', b'0'..=b'9']) || !said.starts_with([' ', '-']) {
        return None;
    }
    let said = said.get(1..)?.trim();
    let class = match said.split('.').next() {
        Some("2") => return None,
        Some("4") => 400,
        _ => 500,
    };
    Some((class + digits.parse::<u16>().ok()?, said.to_owned()))
}

/// The server replies, but not as RFC 5321 has it: without a code, or with a yes to another command. Once it has taken the
/// sender, that is about this mail alone.
pub(super) fn not_smtp(settings: &SmtpSettings, stage: DeliveryStage) -> MailError {
    // Never quote the text: replies of other protocols must not leak into a mail's status.
    let words = shortened(&format!("{} does not answer like an SMTP server", server(settings)));
    let (consequence, hint) = match stage {
        DeliveryStage::Recipient | DeliveryStage::Data => {
            (Consequence::RefusedAlone(verdict::REFUSED), Some(verdict::REFUSES.to_owned()))
        }
        DeliveryStage::Content => (stage.unanswered(), Some(UNCONFIRMED.to_owned())),
        DeliveryStage::Lookup
        | DeliveryStage::Greeting
        | DeliveryStage::Hello
        | DeliveryStage::StartTls
        | DeliveryStage::SignIn
        | DeliveryStage::Sender => (stage.unanswered(), wrong_mode(settings).or_else(mode_hint)),
    };
    MailError { words, consequence, hint }
}

/// Like [`refused`], for failures before SMTP starts.
pub(super) fn broken(
    settings: &SmtpSettings,
    stage: DeliveryStage,
    error: &(dyn std::error::Error + 'static),
) -> MailError {
    broke_off(settings, stage, error, false)
}

/// The server cannot encrypt the connection that was begun without encryption.
pub(super) fn no_starttls(settings: &SmtpSettings) -> MailError {
    let words = shortened(&format!("{} does not offer STARTTLS", server(settings)));
    let hint = wrong_mode(settings).unwrap_or_else(|| {
        "If the connection is safe without encryption, choose 'none'; otherwise ask for a server with TLS.".to_owned()
    });
    MailError { words, consequence: Consequence::PausesAll(PauseCause::Client), hint: Some(hint) }
}

/// A negative reply, quoted.
pub(super) fn answered(settings: &SmtpSettings, stage: DeliveryStage, code: u16, said: &str) -> MailError {
    let (consequence, hint) = verdict::of(settings, stage, &Reply::new(code, said));
    let words = format!("{} ({})", shortened(&format!("{code} {said}")), stage.line());
    MailError { words, consequence, hint }
}

/// No valid reply: network or TLS failure, or a capability that the server lacks.
fn broke_off(
    settings: &SmtpSettings,
    stage: DeliveryStage,
    error: &(dyn std::error::Error + 'static),
    is_response: bool,
) -> MailError {
    let server = server(settings);
    let cause = root_cause(error);
    let lower = cause.to_lowercase();
    let io_kind = io_kind(error);
    let is_early = matches!(stage, DeliveryStage::Greeting | DeliveryStage::Hello);
    let mut consequence = stage.unanswered();
    let (words, hint) = if io_kind == Some(io::ErrorKind::ConnectionRefused) {
        (format!("connection refused by {server}"), Some("Check the port; nothing listens on this one.".to_owned()))
    } else if stage == DeliveryStage::SignIn && lower.contains("authentication mechanism") {
        let hint = match settings.tls {
            SmtpTls::None => "It may offer one on an encrypted connection: choose STARTTLS.",
            _ => "If it needs none, leave the user name blank.",
        };
        consequence = Consequence::PausesAll(PauseCause::SignIn);
        (format!("{server} offers no sign-in with a password"), Some(hint.to_owned()))
    } else if lower.contains("unknownissuer") || lower.contains("unknown issuer") {
        let hint = "Install the certificate of its authority on this machine, or name its file in SSL_CERT_FILE.";
        (format!("the certificate of {server} comes from an unknown authority"), Some(hint.to_owned()))
    } else if lower.contains("certificate") {
        let hint = "Use the host name that the certificate was made for, and check that it has not expired.";
        (format!("the certificate of {server} is not valid: {cause}"), Some(hint.to_owned()))
    } else if lower.contains("corrupt message") || lower.contains("invalidcontenttype") {
        (format!("{server} does not speak TLS from the start"), wrong_mode(settings).or_else(mode_hint))
    } else if lower.contains("incomplete response") || io_kind.is_some_and(closed) {
        (format!("{server} closed the connection"), wrong_mode(settings))
    } else if is_response || (is_early && io_kind == Some(io::ErrorKind::InvalidData)) {
        return not_smtp(settings, stage);
    } else {
        (format!("{server}: {cause}"), wrong_mode(settings).filter(|_| is_early))
    };
    let hint = if consequence == Consequence::Unconfirmed { Some(UNCONFIRMED.to_owned()) } else { hint };
    MailError { words: shortened(&words), consequence, hint }
}

/// Hint if the TLS mode differs from the convention of a well-known port (RFC 8314 section 7.3 and RFC 6409).
fn wrong_mode(settings: &SmtpSettings) -> Option<String> {
    match (settings.port, settings.tls) {
        (465, SmtpTls::None | SmtpTls::StartTls) => {
            Some("Port 465 usually speaks TLS from the start: choose 'implicit'.".to_owned())
        }
        (587 | 25, SmtpTls::Implicit) => {
            Some(format!("Port {} usually starts unencrypted: choose STARTTLS.", settings.port))
        }
        _ => None,
    }
}

#[expect(clippy::unnecessary_wraps, reason = "used as the last alternative of Option chains")]
fn mode_hint() -> Option<String> {
    Some("The TLS mode does not seem to fit this port: try another mode, or another port.".to_owned())
}

fn closed(kind: io::ErrorKind) -> bool {
    use io::ErrorKind::{BrokenPipe, ConnectionAborted, ConnectionReset, UnexpectedEof};
    matches!(kind, BrokenPipe | ConnectionAborted | ConnectionReset | UnexpectedEof)
}

/// Returns the message of the innermost error: the outer ones only name the operation.
fn root_cause(error: &(dyn std::error::Error + 'static)) -> String {
    let mut cause: &dyn std::error::Error = error;
    while let Some(inner) = cause.source() {
        cause = inner;
    }
    one_line(&cause.to_string())
}

fn io_kind(error: &(dyn std::error::Error + 'static)) -> Option<io::ErrorKind> {
    let mut cause = Some(error);
    while let Some(inner) = cause {
        if let Some(io) = inner.downcast_ref::<io::Error>() {
            return Some(io.kind());
        }
        cause = inner.source();
    }
    None
}

fn server(settings: &SmtpSettings) -> String {
    let mut name = one_line(&settings.host);
    let _ = write!(name, ":{}", settings.port);
    name
}

fn shortened(words: &str) -> String {
    let words = one_line(words);
    match words.char_indices().nth(MAX_WORDS) {
        Some((end, _)) => format!("{}…", &words[..end]),
        None => words,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(port: u16, tls: SmtpTls) -> SmtpSettings {
        SmtpSettings {
            host: "mail.example".into(),
            port,
            user: String::new(),
            password: None,
            from_email: "tests@example.org".into(),
            from_name: String::new(),
            tls,
            ehlo_name: String::new(),
        }
    }

    #[test]
    fn a_mode_that_does_not_fit_the_port_is_reported() {
        let hint =
            |port, tls| no_answer(&settings(port, tls), DeliveryStage::Greeting, Duration::from_secs(10)).hint.unwrap();
        assert!(hint(465, SmtpTls::StartTls).contains("implicit"));
        assert!(hint(465, SmtpTls::None).contains("implicit"));
        assert!(hint(587, SmtpTls::Implicit).contains("STARTTLS"));
        assert!(hint(587, SmtpTls::StartTls).contains("firewall"));
        let error = no_answer(&settings(465, SmtpTls::None), DeliveryStage::Greeting, Duration::from_secs(10));
        assert_eq!(error.words, "no answer from mail.example:465 within 10 s");
    }

    #[test]
    fn a_long_reply_becomes_one_short_line() {
        let error = answered(&settings(25, SmtpTls::None), DeliveryStage::Content, 554, "no\r\nthanks");
        assert_eq!(error.words, "554 no thanks (after the content)");
        let essay = answered(&settings(25, SmtpTls::None), DeliveryStage::Data, 554, &"ü".repeat(5000));
        assert_eq!(essay.words.chars().count(), MAX_WORDS + 1 + " (in answer to DATA)".len());
    }
}
