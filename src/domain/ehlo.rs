//! The name by which this machine introduces itself to a mail server (EHLO, RFC 5321 section 4.1.4): a full host name,
//! or an address in brackets.

use std::net::IpAddr;

/// Whether this is a host name with a domain, as servers require one: two labels or more of letters, digits and hyphens,
/// the last one not a number. Names that mean this machine alone do not count.
#[must_use]
pub fn is_full_name(name: &str) -> bool {
    let labels: Vec<&str> = name.split('.').collect();
    let is_label = |label: &&str| {
        (1..=63).contains(&label.len())
            && label.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-')
            && !label.starts_with('-')
            && !label.ends_with('-')
    };
    let Some(last) = labels.last() else { return false };
    let is_local = matches!(last.to_ascii_lowercase().as_str(), "localhost" | "localdomain");
    labels.len() >= 2
        && name.len() <= 253
        && labels.iter().all(is_label)
        && !last.bytes().all(|b| b.is_ascii_digit())
        && !is_local
}

/// The address of a name such as `192.0.2.5`, `[192.0.2.5]` or `[IPv6:2001:db8::5]`.
#[must_use]
pub fn literal(name: &str) -> Option<IpAddr> {
    let inner = name.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(name);
    let tag = inner.get(..5).is_some_and(|tag| tag.eq_ignore_ascii_case("ipv6:"));
    (if tag { &inner[5..] } else { inner }).parse().ok()
}

/// The name of a server that browsers reach at `public_url`; blank if that is no full host name and no address that
/// others can reach.
#[must_use]
pub fn of_public_url(public_url: &str) -> String {
    let authority = public_url.split("://").last().unwrap_or_default().split('/').next().unwrap_or_default();
    let host = match authority.strip_prefix('[') {
        Some(rest) => rest.split(']').next().unwrap_or_default(),
        None => authority.split(':').next().unwrap_or_default(),
    };
    let host = host.strip_suffix('.').unwrap_or(host);
    match literal(host) {
        Some(address) if address.is_loopback() || address.is_unspecified() => String::new(),
        Some(address) => address.to_string(),
        None if is_full_name(host) => host.to_owned(),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_host_name_or_an_address_is_taken_from_the_public_url() {
        for (url, name) in [
            ("https://exams.example.org", "exams.example.org"),
            ("https://exams.example.org.:8443/", "exams.example.org"),
            ("http://tests.lan:8080", "tests.lan"),
            ("https://xn--prfung-4ya.example", "xn--prfung-4ya.example"),
            ("http://192.0.2.5:8080", "192.0.2.5"),
            ("http://[2001:db8::5]:8080", "2001:db8::5"),
            ("http://vm:8080", ""),
            ("http://localhost:8080", ""),
            ("http://127.0.0.1:8080", ""),
            ("http://[::1]", ""),
            ("http://0.0.0.0:8080", ""),
            ("http://my_host.example", ""),
            ("http://-a.example", ""),
            ("http://a..example", ""),
            ("http://app.localhost", ""),
            ("http://pr\u{fc}fung.example", ""),
            ("", ""),
        ] {
            assert_eq!(of_public_url(url), name, "{url}");
        }
    }

    #[test]
    fn literals_are_read_in_every_spelling() {
        for text in ["192.0.2.5", "[192.0.2.5]"] {
            assert_eq!(literal(text), Some([192, 0, 2, 5].into()));
        }
        for text in ["2001:db8::5", "[IPv6:2001:db8::5]", "[ipv6:2001:db8::5]"] {
            assert_eq!(literal(text).map(|ip| ip.to_string()).as_deref(), Some("2001:db8::5"));
        }
        assert_eq!(literal("exams.example.org"), None);
        assert!(!is_full_name("1.2.3.4") && !is_full_name("a.1") && is_full_name("a.b2"));
    }
}
