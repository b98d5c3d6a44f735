//! Translates delivery failures into messages and hints that an admin can act on.

use std::{error::Error as _, fmt::Write as _, io, time::Duration};

use lettre::transport::smtp::Error;

use super::{MailError, SmtpSettings, SmtpTls, message::one_line};

/// Maximum length of a server's text, in characters: it is shown in a toast and stored with the mail.
const MAX_WORDS: usize = 300;

/// Stage of a delivery.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DeliveryStage {
    Lookup,
    /// TCP, implicit TLS, greeting and EHLO.
    Connect,
    StartTls,
    SignIn,
    Sender,
    Recipient,
    Content,
}

impl DeliveryStage {
    /// Names the command that the server replied to (RFC 5321 section 4.1).
    fn line(self, code: &str) -> &'static str {
        match self {
            Self::Lookup | Self::Connect if is_greeting(code) => "as its greeting",
            Self::Lookup | Self::Connect => "in answer to EHLO",
            Self::StartTls => "in answer to STARTTLS",
            Self::SignIn => "in answer to AUTH",
            Self::Sender => "in answer to MAIL FROM",
            Self::Recipient => "in answer to RCPT TO",
            Self::Content => "in answer to DATA",
        }
    }
}

/// Returns true if the server rejected the connection in its greeting. EHLO itself is rejected only as unknown or for
/// its host name (RFC 5321 section 4.3.2); the client library does not distinguish the two.
fn is_greeting(code: &str) -> bool {
    !matches!(code, "500" | "501" | "502" | "503" | "504" | "550")
}

/// The server did not respond before the deadline.
pub(super) fn no_answer(settings: &SmtpSettings, stage: DeliveryStage, limit: Duration) -> MailError {
    let seconds = limit.as_secs_f32().ceil();
    let after = match stage {
        DeliveryStage::Lookup => {
            return MailError {
                words: format!("the host {} could not be looked up within {seconds} s", one_line(&settings.host)),
                retry: true,
                hint: Some("Check whether this machine's name servers answer.".to_owned()),
            };
        }
        DeliveryStage::Connect => "",
        DeliveryStage::StartTls => " to STARTTLS",
        DeliveryStage::SignIn => " to the sign-in",
        DeliveryStage::Sender | DeliveryStage::Recipient | DeliveryStage::Content => " while taking the email",
    };
    let words = format!("no answer{after} from {} within {seconds} s", server(settings));
    let hint = (stage == DeliveryStage::Connect).then(|| {
        wrong_mode(settings)
            .unwrap_or_else(|| "Check the host and port, and whether a firewall is in the way.".to_owned())
    });
    MailError { words, retry: true, hint }
}

pub(super) fn unknown_host(settings: &SmtpSettings) -> MailError {
    let words = format!("the host {} cannot be found", one_line(&settings.host));
    MailError { words: shortened(&words), retry: true, hint: Some("Check the spelling of the host name.".to_owned()) }
}

/// The name resolves only to addresses that the mailer never connects to.
pub(super) fn no_place_for_a_server(settings: &SmtpSettings) -> MailError {
    let words = format!("the host {} has a link-local or special address", one_line(&settings.host));
    let hint = "A mail server is reached by its address in the network, or by 127.0.0.1 on this machine.".to_owned();
    MailError { words: shortened(&words), retry: true, hint: Some(hint) }
}

/// All connections to the server were in use until the timeout.
pub(super) fn crowded(settings: &SmtpSettings, connections: usize, limit: Duration) -> MailError {
    let (server, seconds) = (server(settings), limit.as_secs_f32().ceil());
    let words = format!("{server} was busy with {connections} other emails for {seconds} s");
    MailError { words, retry: true, hint: Some("The mail server is slow, or does not answer.".to_owned()) }
}

/// The recipient's address needs an extension that the server lacks (RFC 6531).
pub(super) fn address_not_supported() -> MailError {
    MailError {
        words: "the server does not take addresses with letters outside ASCII (it lacks SMTPUTF8)".to_owned(),
        retry: false,
        hint: None,
    }
}

/// The server, the network or the client's own checks ended the delivery at `stage`.
pub(super) fn refused(settings: &SmtpSettings, stage: DeliveryStage, error: &Error) -> MailError {
    match error.status() {
        Some(code) => {
            let code = code.to_string();
            let said = error.source().map(ToString::to_string).unwrap_or_default();
            answered(settings, stage, &code, &said)
        }
        None => broke_off(settings, stage, error, error.is_response()),
    }
}

/// Like [`refused`], for failures before SMTP starts.
pub(super) fn broken(
    settings: &SmtpSettings,
    stage: DeliveryStage,
    error: &(dyn std::error::Error + 'static),
) -> MailError {
    broke_off(settings, stage, error, false)
}

/// A negative reply, quoted.
fn answered(settings: &SmtpSettings, stage: DeliveryStage, code: &str, said: &str) -> MailError {
    let lower = said.to_lowercase();
    let about_relaying = lower.contains("relay");
    let wants_sign_in =
        code == "530" || lower.contains("authentication required") || lower.contains("not authenticated");
    let by_settings = if lower.contains("starttls") && settings.tls == SmtpTls::None {
        Some("The server wants an encrypted connection: choose STARTTLS.".to_owned())
    } else if stage == DeliveryStage::SignIn && code.starts_with('5') {
        Some(
            "The server refused the user name or the password. Some providers want an app password here instead of \
             the account's own."
                .to_owned(),
        )
    } else if wants_sign_in || (about_relaying && stage == DeliveryStage::Recipient) {
        Some("The server accepts mail only after a sign-in: set a user name and password.".to_owned())
    } else if stage == DeliveryStage::Sender && code.starts_with('5') {
        Some(format!("The server does not allow this account to send as {}.", one_line(&settings.from_email)))
    } else {
        None
    };
    // A permanent rejection is final only if it concerns the recipient or the mail. Everything else, including a relay
    // that requires authentication, can be fixed in the settings.
    let about_this_mail = matches!(stage, DeliveryStage::Recipient | DeliveryStage::Content);
    let final_ = code.starts_with('5') && about_this_mail && by_settings.is_none();
    let words = format!("{} ({})", shortened(&format!("{code} {said}")), stage.line(code));
    MailError { words, retry: !final_, hint: by_settings.or_else(|| likely(stage, code)) }
}

/// Likely fix of a rejection that is not caused by the settings.
fn likely(stage: DeliveryStage, code: &str) -> Option<String> {
    let hint = match stage {
        DeliveryStage::Connect if is_greeting(code) && code.starts_with('5') => {
            "The server accepts no mail from this machine: check that host and port are those for sending, and ask its \
             provider whether this machine's address is blocked."
        }
        DeliveryStage::Connect if is_greeting(code) => {
            "The server is busy, or rate-limits this machine's address: try again later."
        }
        DeliveryStage::Recipient if code == "550" => {
            "The server knows no such mailbox, or accepts no mail for it from here: check the spelling of the address; \
             for addresses of other sites the server may require a user name and password."
        }
        _ => return None,
    };
    Some(hint.to_owned())
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
    let (words, hint) = if io_kind == Some(io::ErrorKind::ConnectionRefused) {
        (format!("connection refused by {server}"), Some("Check the port; nothing listens on this one.".to_owned()))
    } else if stage == DeliveryStage::StartTls && lower.contains("not supported") {
        let hint = wrong_mode(settings).unwrap_or_else(|| {
            "If the connection is safe without encryption, choose 'none'; otherwise ask for a server with TLS."
                .to_owned()
        });
        (format!("{server} does not offer STARTTLS"), Some(hint))
    } else if stage == DeliveryStage::SignIn && lower.contains("authentication mechanism") {
        let hint = match settings.tls {
            SmtpTls::None => "It may offer one on an encrypted connection: choose STARTTLS.",
            _ => "If it needs none, leave the user name blank.",
        };
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
    } else if is_response || (stage == DeliveryStage::Connect && io_kind == Some(io::ErrorKind::InvalidData)) {
        // Never quote the text: replies of other protocols must not leak into a mail's status.
        (format!("{server} does not answer like an SMTP server"), wrong_mode(settings).or_else(mode_hint))
    } else {
        (format!("{server}: {cause}"), wrong_mode(settings).filter(|_| stage == DeliveryStage::Connect))
    };
    MailError { words: shortened(&words), retry: true, hint }
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
        }
    }

    #[test]
    fn a_rejection_caused_by_the_settings_is_not_final() {
        let settings = settings(25, SmtpTls::None);
        let relay = answered(&settings, DeliveryStage::Recipient, "554", "5.7.1 Relay access denied");
        assert!(relay.retry && relay.hint.unwrap().contains("sign-in"));
        let encrypt = answered(&settings, DeliveryStage::Sender, "530", "Must issue a STARTTLS command first");
        assert!(encrypt.retry && encrypt.hint.unwrap().contains("STARTTLS"));
        let sender = answered(&settings, DeliveryStage::Sender, "553", "5.7.1 not owned by user");
        assert!(sender.retry && sender.hint.unwrap().contains("tests@example.org"));
        let spam = answered(&settings, DeliveryStage::Content, "554", "5.7.1 looks like spam");
        assert!(!spam.retry);
        let greeting = answered(&settings, DeliveryStage::Connect, "554", "go away");
        assert_eq!(greeting.words, "554 go away (as its greeting)");
        assert!(greeting.retry && greeting.hint.unwrap().contains("address is blocked"));
        let busy = answered(&settings, DeliveryStage::Connect, "421", "too many connections");
        assert!(busy.words.ends_with("(as its greeting)") && busy.hint.unwrap().contains("later"));
        let hello = answered(&settings, DeliveryStage::Connect, "550", "bad name");
        assert!(hello.words.ends_with("(in answer to EHLO)") && hello.hint.is_none());
        let unknown = answered(&settings, DeliveryStage::Recipient, "550", "5.1.1 no such user");
        assert!(!unknown.retry && unknown.hint.unwrap().contains("spelling"), "final, with a hint");
        let full = answered(&settings, DeliveryStage::Recipient, "452", "4.2.2 mailbox full");
        assert!(full.retry);
    }

    #[test]
    fn a_mode_that_does_not_fit_the_port_is_reported() {
        let hint =
            |port, tls| no_answer(&settings(port, tls), DeliveryStage::Connect, Duration::from_secs(10)).hint.unwrap();
        assert!(hint(465, SmtpTls::StartTls).contains("implicit"));
        assert!(hint(465, SmtpTls::None).contains("implicit"));
        assert!(hint(587, SmtpTls::Implicit).contains("STARTTLS"));
        assert!(hint(587, SmtpTls::StartTls).contains("firewall"));
        let error = no_answer(&settings(465, SmtpTls::None), DeliveryStage::Connect, Duration::from_secs(10));
        assert_eq!(error.words, "no answer from mail.example:465 within 10 s");
    }

    #[test]
    fn a_long_reply_becomes_one_short_line() {
        let error = answered(&settings(25, SmtpTls::None), DeliveryStage::Content, "554", "no\r\nthanks");
        assert_eq!(error.words, "554 no thanks (in answer to DATA)");
        let essay = answered(&settings(25, SmtpTls::None), DeliveryStage::Content, "554", &"ü".repeat(5000));
        assert_eq!(essay.words.chars().count(), MAX_WORDS + 1 + " (in answer to DATA)".len());
    }
}
