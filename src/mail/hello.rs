//! The client's name in EHLO.

use crate::domain::ehlo;
use lettre::transport::smtp::extension::ClientId;
use std::net::IpAddr;

/// `name` as a host name or address; while it is blank, the address of the client's end of the connection (RFC 5321
/// section 4.1.4).
pub(super) fn client_id(name: &str, local: IpAddr) -> ClientId {
    match ehlo::literal(name).or_else(|| name.is_empty().then_some(local)).map(|ip| ip.to_canonical()) {
        Some(IpAddr::V4(ip)) => ClientId::Ipv4(ip),
        Some(IpAddr::V6(ip)) => ClientId::Ipv6(ip),
        None => ClientId::Domain(name.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_is_a_domain_or_an_address_in_brackets() {
        let shown = |name: &str, local: &str| client_id(name, local.parse().unwrap()).to_string();
        assert_eq!(shown("exams.example.org", "10.0.0.1"), "exams.example.org");
        assert_eq!(shown("", "10.0.0.1"), "[10.0.0.1]");
        assert_eq!(shown("", "::ffff:10.0.0.1"), "[10.0.0.1]");
        assert_eq!(shown("", "2001:db8::1"), "[IPv6:2001:db8::1]");
        assert_eq!(shown("[192.0.2.5]", "10.0.0.1"), "[192.0.2.5]");
        assert_eq!(shown("2001:db8::5", "10.0.0.1"), "[IPv6:2001:db8::5]");
    }
}
