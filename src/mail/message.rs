//! Builds a MIME message from an [`OutgoingMail`]. Every header is typed or sanitized against header injection.

use lettre::{
    Address, Message,
    message::{
        Attachment, Mailbox, MultiPart, SinglePart,
        header::{ContentType, HeaderName, HeaderValue},
    },
};

use super::{MailError, OutgoingMail, SmtpSettings, ics::method_of};
use crate::domain::{
    mail::{Consequence, PauseCause},
    mailbox::with_ascii_domain,
};

/// Builds the MIME message: text and HTML as alternatives, with the calendar entry attached if there is one.
///
/// # Errors
/// A [`MailError`] that names the invalid address or id; an invalid sender may be retried, because settings can change.
pub(super) fn build(settings: &SmtpSettings, mail: &OutgoingMail) -> Result<Message, MailError> {
    let from = mailbox(&settings.from_name, &settings.from_email).map_err(|words| MailError {
        words,
        consequence: Consequence::PausesAll(PauseCause::Client),
        hint: Some("Set a sender address in the email settings.".to_owned()),
    })?;
    let to = mailbox(&mail.to_name, &mail.to_email).map_err(final_error)?;
    if !well_formed_id(&mail.message_id) {
        return Err(final_error(format!("not a message id: {}", one_line(&mail.message_id))));
    }
    let builder = Message::builder()
        .from(from)
        .to(to)
        .subject(one_line(&mail.content.subject))
        .message_id(Some(format!("<{}>", mail.message_id)))
        // RFC 3282.
        .raw_header(HeaderValue::new(
            HeaderName::new_from_ascii_str("Content-Language"),
            mail.content.language.code().into(),
        ))
        // RFC 3834 section 5: keeps out-of-office replies away from the sender's mailbox.
        .raw_header(HeaderValue::new(HeaderName::new_from_ascii_str("Auto-Submitted"), "auto-generated".to_owned()));
    let builder = match mail.reply_to.as_str() {
        "" => builder,
        address => builder.reply_to(mailbox("", address).map_err(|words| MailError {
            words,
            consequence: Consequence::PausesAll(PauseCause::Client),
            hint: Some("Set a valid reply address in the company settings.".to_owned()),
        })?),
    };
    let body = alternatives(mail)?;
    let body = match &mail.ics {
        None => body,
        Some(ics) => {
            let kind = ContentType::parse(&format!("text/calendar; charset=utf-8; method={}", method_of(ics)))
                .map_err(|e| final_error(e.to_string()))?;
            let entry = Attachment::new("invite.ics".to_owned()).body(ics.clone(), kind);
            MultiPart::mixed().multipart(body).singlepart(entry)
        }
    };
    builder.multipart(body).map_err(|e| final_error(e.to_string()))
}

/// The text, and the HTML with its logo (RFC 2387).
fn alternatives(mail: &OutgoingMail) -> Result<MultiPart, MailError> {
    let (text, html) = (mail.content.text.clone(), mail.content.html.clone());
    let Some(logo) = &mail.logo else { return Ok(MultiPart::alternative_plain_html(text, html)) };
    let kind = ContentType::parse(logo.media_type).map_err(|e| final_error(e.to_string()))?;
    let picture = Attachment::new_inline("logo".to_owned()).body(logo.bytes.clone(), kind);
    let html = MultiPart::related().singlepart(SinglePart::html(html)).singlepart(picture);
    Ok(MultiPart::alternative().singlepart(SinglePart::plain(text)).multipart(html))
}

fn mailbox(name: &str, email: &str) -> Result<Mailbox, String> {
    let email = email.trim();
    // The mail system knows domains in ASCII only (RFC 5891).
    let address: Address =
        with_ascii_domain(email).parse().map_err(|_| format!("not an email address: '{}'", one_line(email)))?;
    let name = one_line(name);
    Ok(Mailbox::new((!name.is_empty()).then_some(name), address))
}

/// Checks a message id (RFC 5322 section 3.6.4, plain form): `left@right` in printable ASCII without brackets.
fn well_formed_id(id: &str) -> bool {
    let printable = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_graphic() && !b"<>@".contains(&b));
    id.split_once('@').is_some_and(|(left, right)| printable(left) && printable(right))
}

fn final_error(words: String) -> MailError {
    MailError { words, consequence: Consequence::Final, hint: None }
}

/// Returns the text on one line: control characters such as line breaks become spaces, runs of whitespace become one.
pub(super) fn one_line(text: &str) -> String {
    let spaced: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    spaced.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::{
        super::{MailContent, MailLogo, SmtpTls},
        *,
    };
    use crate::domain::language::Language;

    fn settings() -> SmtpSettings {
        SmtpSettings {
            host: "mail.example".into(),
            port: 25,
            user: String::new(),
            password: None,
            from_email: "tests@example.org".into(),
            from_name: "Interview Platform".into(),
            tls: SmtpTls::None,
            ehlo_name: String::new(),
        }
    }

    fn mail() -> OutgoingMail {
        OutgoingMail {
            message_id: "0198@invigil.example".into(),
            to_name: "Ada".into(),
            to_email: "ada@example.org".into(),
            content: MailContent {
                subject: "Hello".into(),
                text: "T".into(),
                html: "<p>H</p>".into(),
                language: Language::Arabic,
            },
            ics: None,
            reply_to: String::new(),
            logo: None,
        }
    }

    fn header_lines(message: &Message) -> Vec<String> {
        let text = String::from_utf8(message.formatted()).unwrap();
        let head = text.split_once("\r\n\r\n").unwrap().0;
        head.replace("\r\n ", " ").split("\r\n").map(str::to_owned).collect()
    }

    #[test]
    fn domains_are_sent_in_ascii() {
        let to = OutgoingMail { to_email: "info@m\u{fc}ller-sample.de".into(), ..mail() };
        let message = build(&settings(), &to).unwrap();
        let sent_to: Vec<String> = message.envelope().to().iter().map(ToString::to_string).collect();
        assert_eq!(sent_to, ["info@xn--mller-sample-dlb.de"]);
        assert!(header_lines(&message).iter().any(|line| line == "To: Ada <info@xn--mller-sample-dlb.de>"));
    }

    #[test]
    fn line_breaks_in_names_and_subject_inject_no_header() {
        let clean = header_lines(&build(&settings(), &mail()).unwrap());
        let evil = "x\r\nBcc: spy@evil.example\r\n\r\n<script>";
        let sender = SmtpSettings { from_name: evil.into(), ..settings() };
        let content = MailContent { subject: evil.into(), ..mail().content };
        let attacked =
            header_lines(&build(&sender, &OutgoingMail { to_name: evil.into(), content, ..mail() }).unwrap());
        let names =
            |lines: &[String]| lines.iter().map(|l| l.split(':').next().unwrap().to_owned()).collect::<Vec<_>>();
        assert_eq!(names(&attacked), names(&clean));
    }

    #[test]
    fn the_language_is_in_a_header() {
        assert!(header_lines(&build(&settings(), &mail()).unwrap()).contains(&"Content-Language: ar".to_owned()));
    }

    #[test]
    fn malformed_addresses_and_ids_are_rejected() {
        for bad in ["", "ada", "ada@example.org\r\nBcc: spy@evil.example", "a@b, c@d", "Ada <ada@example.org>"] {
            let error = build(&settings(), &OutgoingMail { to_email: bad.into(), ..mail() }).unwrap_err();
            assert!(
                error.consequence == Consequence::Final && error.words.starts_with("not an email address"),
                "{error:?}"
            );
            let error = build(&SmtpSettings { from_email: bad.into(), ..settings() }, &mail()).unwrap_err();
            assert!(matches!(error.consequence, Consequence::PausesAll(_)) && error.hint.is_some(), "{error:?}");
        }
        for bad in ["", "a", "@b", "a@", "a@b>\r\nX: y", "a b@c", "a@b@c"] {
            assert!(build(&settings(), &OutgoingMail { message_id: bad.into(), ..mail() }).is_err(), "{bad}");
        }
    }

    #[test]
    fn replies_go_to_the_address_of_the_settings() {
        let answered = OutgoingMail { reply_to: "jobs@example.org".into(), ..mail() };
        let lines = header_lines(&build(&settings(), &answered).unwrap());
        assert!(lines.contains(&"Reply-To: jobs@example.org".to_owned()), "{lines:?}");
        let evil = OutgoingMail { reply_to: "jobs@example.org\r\nBcc: spy@evil.example".into(), ..mail() };
        assert!(build(&settings(), &evil).is_err());
    }

    #[test]
    fn a_logo_is_part_of_the_html() {
        let logo = MailLogo { media_type: "image/png", bytes: vec![1, 2, 3] };
        let text =
            String::from_utf8(build(&settings(), &OutgoingMail { logo: Some(logo), ..mail() }).unwrap().formatted());
        let text = text.unwrap();
        assert!(text.contains("multipart/related") && text.contains("Content-ID: <logo>"), "{text}");
    }

    #[test]
    fn non_ascii_names_are_encoded() {
        let mail = OutgoingMail { to_name: "Žofie 王".into(), ..mail() };
        let text = String::from_utf8(build(&settings(), &mail).unwrap().formatted()).unwrap();
        assert!(text.is_ascii());
        assert!(text.contains("=?utf-8?"), "{text}");
    }
}
