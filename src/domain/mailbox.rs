//! Email addresses: one form for each mailbox, and why mail cannot reach an address
//! (`docs/behaviour/invites.md#invites-6`).
//!
//! Addresses are stored as people read them, and mail is sent to the domain's A-labels (RFC 5891): `info@müller.example`
//! and `info@xn--mller-kva.example` are one mailbox.

use super::{error::FieldChecker, invisible::without_invisible};

/// Maximum length of an email address, in bytes (RFC 5321, 4.5.3.1.3).
pub(super) const MAX_EMAIL: usize = 254;

/// Canonical form of an address, for storage and comparison: lower case, without invisible characters, with the domain
/// as people read it.
#[must_use]
pub fn normalise_email(email: &str) -> String {
    let lower = without_invisible(email).trim().to_lowercase();
    let joined: String = lower.chars().filter(|c| !super::invisible::is_joiner(*c)).collect();
    match joined.rsplit_once('@').and_then(|(local, domain)| Some((local, readable(domain)?))) {
        Some((local, domain)) => format!("{local}@{domain}"),
        None => joined,
    }
}

/// The name of a sign-in without the domain in which Windows shows it (`COMPANY\\ada`). No address that we store has a backslash.
#[must_use]
pub fn without_domain(name: &str) -> &str {
    name.rsplit_once('\\').map_or(name, |(_, name)| name)
}

/// A text to search addresses for, in the form in which they are stored.
#[must_use]
pub fn searched(text: &str) -> String {
    let text = without_invisible(text).trim().to_lowercase();
    if !text.contains("xn--") {
        return text;
    }
    if text.contains('@') { normalise_email(&text) } else { readable(&text).unwrap_or(text) }
}

/// The address with the domain in ASCII, as the mail system knows it.
#[must_use]
pub fn with_ascii_domain(email: &str) -> String {
    match email.rsplit_once('@') {
        Some((local, domain)) if !domain.is_ascii() => match idna::domain_to_ascii(domain) {
            Ok(domain) => format!("{local}@{domain}"),
            Err(_) => email.to_owned(),
        },
        _ => email.to_owned(),
    }
}

/// The domain in letters, if it has a form in letters and another one in ASCII.
fn readable(domain: &str) -> Option<String> {
    if domain.is_ascii() && !domain.contains("xn--") {
        return None;
    }
    let (readable, valid) = idna::domain_to_unicode(&idna::domain_to_ascii(domain).ok()?);
    valid.ok().map(|()| readable)
}

/// Whether an address is valid: checked with the parser of the mail client, with a dotted or single-label domain.
/// Quoted local parts (RFC 5321, 4.1.2) are rejected: many servers and the mail client's envelope do not support them.
#[must_use]
pub fn is_email(email: &str) -> bool {
    let sent_to = with_ascii_domain(email);
    // Other domains have no form in ASCII.
    sent_to.rsplit_once('@').is_some_and(|(_, domain)| domain.is_ascii())
        && sent_to.len() <= MAX_EMAIL
        && email.len() <= MAX_EMAIL
        && !email.chars().any(|c| c.is_control() || c == '"')
        && sent_to.parse::<lettre::Address>().is_ok()
        && fault(email).is_none()
}

pub fn check_email(check: &mut FieldChecker, field: &str, email: &str) {
    let email = normalise_email(email);
    check.require(!email.is_empty(), field, "An email address is required.");
    if let Some(reason) = refusal(&email) {
        check.require(false, field, reason);
    }
}

/// Why mail cannot reach this address, as a sentence.
#[must_use]
pub fn refusal(email: &str) -> Option<String> {
    const INVALID: &str = "This is not a valid email address";
    match fault(email) {
        Some(reason) => Some(format!("{INVALID}: {reason}.")),
        None if email.len() > MAX_EMAIL => Some(format!("{INVALID}: it is too long ({MAX_EMAIL} bytes at most).")),
        None if !is_email(email) => Some(format!("{INVALID}.")),
        None => None,
    }
}

/// The most usual faults, in words that name the character.
fn fault(email: &str) -> Option<String> {
    if let Some(c) = email.chars().find(|c| c.is_whitespace() || c.is_control() || is_reserved(*c)) {
        return Some(match c {
            ' ' => "it contains a space".into(),
            '\u{ff20}' => format!("it contains '{c}', where @ belongs"),
            '\n' | '\r' => "it contains a line break".into(),
            _ if c.is_whitespace() || c.is_control() => {
                format!("it contains an invisible character (U+{:04X})", u32::from(c))
            }
            _ => format!("it contains '{c}'"),
        });
    }
    let Some((local, domain)) = email.split_once('@') else { return Some("the @ is missing".into()) };
    let reason = match (local, domain) {
        (_, domain) if domain.contains('@') => "it contains more than one @",
        ("", _) => "there is nothing before the @",
        (_, "") => "there is nothing after the @",
        _ if email.contains("..") => "it contains two dots in a row",
        (local, _) if local.starts_with('.') => "it begins with a dot",
        (local, _) if local.ends_with('.') => "there is a dot before the @",
        (_, domain) if domain.starts_with('.') => "there is a dot after the @",
        (_, domain) if domain.ends_with('.') => "it ends with a dot",
        _ => return odd(local, domain).map(|c| format!("it contains '{c}'")),
    };
    Some(reason.into())
}

/// The first ASCII character that its part of an address cannot have (RFC 5321, 4.1.2). Names in intranets have underscores.
fn odd(local: &str, domain: &str) -> Option<char> {
    let is_sign = |c: char| c.is_ascii() && !c.is_ascii_alphanumeric();
    let in_local = local.chars().find(|c| is_sign(*c) && !"!#$%&'*+-/=?^_`{|}~.".contains(*c));
    let is_literal = domain.starts_with('[');
    in_local.or_else(|| domain.chars().find(|c| is_sign(*c) && !is_literal && !matches!(*c, '-' | '.' | '_')))
}

const fn is_reserved(c: char) -> bool {
    matches!(c, ',' | ';' | ':' | '"' | '<' | '>' | '(' | ')' | '\\' | '\u{ff20}' | '\u{fffd}')
}

/// The first character before the @ that is not ASCII: mail reaches such an address only if every server on the way
/// supports SMTPUTF8 (RFC 6531).
#[must_use]
pub fn beyond_ascii(email: &str) -> Option<char> {
    email.split('@').next().and_then(|local| local.chars().find(|c| !c.is_ascii()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_windows_lose_their_domain() {
        for (typed, name) in [
            ("COMPANY\\ada", "ada"),
            ("company.example\\Ada", "Ada"),
            ("ada", "ada"),
            ("ada@example.org", "ada@example.org"),
            ("a\\b\\c", "c"),
        ] {
            assert_eq!(without_domain(typed), name);
        }
    }

    #[test]
    fn one_mailbox_has_one_form() {
        for (typed, stored, sent_to) in [
            ("info@m\u{fc}ller-sample.de", "info@m\u{fc}ller-sample.de", "info@xn--mller-sample-dlb.de"),
            ("Info@XN--MLLER-SAMPLE-DLB.de", "info@m\u{fc}ller-sample.de", "info@xn--mller-sample-dlb.de"),
            ("info@M\u{dc}LLER-sample.de ", "info@m\u{fc}ller-sample.de", "info@xn--mller-sample-dlb.de"),
            ("info@mu\u{308}ller-sample.de", "info@m\u{fc}ller-sample.de", "info@xn--mller-sample-dlb.de"),
            ("\u{202a}ada\u{200b}@example.org\u{202c}", "ada@example.org", "ada@example.org"),
            ("\u{a0}ada\u{200d}@example.org\u{a0}", "ada@example.org", "ada@example.org"),
            ("a@stra\u{df}e.example", "a@stra\u{df}e.example", "a@xn--strae-oqa.example"),
            // Not a valid label: left as it was typed.
            ("a@xn--zz.example", "a@xn--zz.example", "a@xn--zz.example"),
        ] {
            assert_eq!(normalise_email(typed), stored, "{typed:?}");
            assert_eq!(normalise_email(&normalise_email(typed)), stored);
            assert_eq!(with_ascii_domain(stored), sent_to);
        }
        assert_eq!(searched("XN--mller-sample-dlb.de"), "m\u{fc}ller-sample.de");
        assert_eq!(searched(" M\u{fc}ller"), "m\u{fc}ller");
    }

    #[test]
    fn refused_addresses_name_the_character() {
        for (email, reason) in [
            ("ada", "the @ is missing"),
            ("@example.org", "nothing before the @"),
            ("ada@", "nothing after the @"),
            ("ada@b@example.org", "more than one @"),
            ("ada lovelace@example.org", "a space"),
            ("ada\u{3000}l@example.org", "U+3000"),
            ("ada@example,org", "','"),
            ("ada;bob@example.org", "';'"),
            ("\"ada l\"@example.org", "'\"'"),
            ("<ada@example.org>", "'<'"),
            ("ada..l@example.org", "two dots in a row"),
            ("ada@example..org", "two dots in a row"),
            (".ada@example.org", "begins with a dot"),
            ("ada.@example.org", "a dot before the @"),
            ("ada@.example.org", "a dot after the @"),
            ("ada@example.org.", "ends with a dot"),
            ("ada\u{ff20}example.org", "'\u{ff20}', where @ belongs"),
            ("J\u{fffd}rg@example.org", "'\u{fffd}'"),
            ("ada\0@example.org", "U+0000"),
            ("ada@-example.org", "not a valid email address."),
            ("ada@example.org'", "it contains '''"),
            ("ada@example/org", "'/'"),
            ("ada@smith&co.example", "'&'"),
            ("ada[1]@example.org", "'['"),
            ("ada@example\u{2026}org", "This is not a valid email address"),
        ] {
            let sentence = refusal(email).unwrap_or_default();
            assert!(sentence.contains(reason), "{email:?}: {sentence}");
            assert!(!is_email(email), "{email:?}");
        }
        for email in [
            "ada@example.org",
            "a+b@localhost",
            "ada@my_host",
            "j\u{f6}rg@example.org",
            "a'b@m\u{fc}ller.example",
            "a@[192.0.2.1]",
        ] {
            assert_eq!(refusal(email), None, "{email}");
            assert!(is_email(email), "{email}");
        }
        assert_eq!(beyond_ascii("j\u{f6}rg@example.org"), Some('\u{f6}'));
        assert_eq!(beyond_ascii("info@m\u{fc}ller.example"), None);
    }
}
