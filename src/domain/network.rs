//! Subjects of rate limits (the client's network or account), and the addresses that outgoing connections may use.

use super::UserId;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// An IPv4 address, or the /64 network of an IPv6 address: the smallest network that a provider assigns to a customer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Network(IpAddr);

impl Network {
    #[must_use]
    pub fn of(address: IpAddr) -> Self {
        Self::cut(address, 32, 64)
    }

    /// The smallest network of an owner of many addresses: the /24 network of an IPv4 address, the /48 of an IPv6 one.
    #[must_use]
    pub fn wide(address: IpAddr) -> Self {
        Self::cut(address, 24, 48)
    }

    /// The wide network of an address in words, such as `192.0.2.0/24`.
    #[must_use]
    pub fn wide_in_words(address: IpAddr) -> String {
        let Self(base) = Self::wide(address);
        format!("{base}/{}", if base.is_ipv4() { 24 } else { 48 })
    }

    fn cut(address: IpAddr, v4: u32, v6: u32) -> Self {
        Self(match address.to_canonical() {
            IpAddr::V4(ip) => IpAddr::V4(Ipv4Addr::from_bits(ip.to_bits() & u32::MAX << (32 - v4))),
            IpAddr::V6(ip) => IpAddr::V6(Ipv6Addr::from_bits(ip.to_bits() & u128::MAX << (128 - v6))),
        })
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Client {
    Network(Network),
    Account(UserId),
}

/// Whether a mail server or an AI service may have this address (SSRF protection). Loopback and private addresses may:
/// such services run on a site's own machines. Link-local addresses and cloud metadata services may not: an
/// administrator of this site need not have access to the machine's credentials.
#[must_use]
pub fn may_serve(address: IpAddr) -> bool {
    match address.to_canonical() {
        IpAddr::V4(ip) => {
            let this_network = ip.octets()[0] == 0;
            let refused = this_network || ip.is_link_local() || ip.is_multicast() || ip.is_broadcast();
            !refused && !METADATA_V4.contains(&ip)
        }
        IpAddr::V6(ip) => {
            let refused = ip.is_unspecified() || ip.is_unicast_link_local() || ip.is_multicast();
            !refused && !METADATA_V6.contains(&ip) && embedded(ip).is_none_or(|ip| may_serve(IpAddr::V4(ip)))
        }
    }
}

/// Metadata services that are not in the link-local range: of Alibaba, among those for carrier-grade NAT; of Azure, which is
/// public by its number and answers machines there alone; of Oracle.
const METADATA_V4: [Ipv4Addr; 3] =
    [Ipv4Addr::new(100, 100, 100, 200), Ipv4Addr::new(168, 63, 129, 16), Ipv4Addr::new(192, 0, 0, 192)];

/// Metadata services in private ranges: of Amazon, Google, Oracle and Scaleway.
const METADATA_V6: [Ipv6Addr; 4] = [
    Ipv6Addr::new(0xfd00, 0xec2, 0, 0, 0, 0, 0, 0x254),
    Ipv6Addr::new(0xfd20, 0xce, 0, 0, 0, 0, 0, 0x254),
    Ipv6Addr::new(0xfd00, 0xc1, 0, 0, 0, 0, 0xa9fe, 0xa9fe),
    Ipv6Addr::new(0xfd00, 0x42, 0, 0, 0, 0, 0, 0x42),
];

/// The IPv4 address embedded in an address of a translator or tunnel: NAT64 (RFC 6052, RFC 8215), 6to4 (RFC 3056),
/// stateless translation (RFC 2765) and the form that is only written so (RFC 4291, 2.5.5.1).
fn embedded(ip: Ipv6Addr) -> Option<Ipv4Addr> {
    let at = |from: usize| {
        let [a, b, c, d] = *ip.octets().get(from..from + 4)? else { return None };
        Some(Ipv4Addr::new(a, b, c, d))
    };
    match ip.segments() {
        // The loopback address is not an embedded one.
        [0, 0, 0, 0, 0, 0, 0, _] => None,
        [0x64, 0xff9b, 0, 0, 0, 0, ..] | [0x64, 0xff9b, 1, ..] | [0, 0, 0, 0, 0xffff | 0, 0, ..] => at(12),
        [0x2002, ..] => at(2),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ip(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    #[test]
    fn an_ipv6_network_is_one_client_and_so_is_an_ipv4_address() {
        let of = |text| Network::of(ip(text));
        assert_eq!(of("2001:db8:1:2:3:4:5:6"), of("2001:db8:1:2::1"));
        assert_ne!(of("2001:db8:1:2::1"), of("2001:db8:1:3::1"));
        assert_ne!(of("192.0.2.1"), of("192.0.2.2"));
        assert_eq!(of("192.0.2.1"), of("::ffff:192.0.2.1"));
        let wide = |text| Network::wide(ip(text));
        assert_eq!(wide("2001:db8:1:2::1"), wide("2001:db8:1:ffff::1"));
        assert_ne!(wide("2001:db8:1:2::1"), wide("2001:db8:2:2::1"));
        assert_eq!(wide("192.0.2.1"), wide("192.0.2.254"));
        assert_ne!(wide("192.0.2.1"), wide("192.0.3.1"));
        let words = |text| Network::wide_in_words(ip(text));
        assert_eq!([words("192.0.2.77"), words("::ffff:192.0.2.77")], ["192.0.2.0/24", "192.0.2.0/24"]);
        assert_eq!(words("2001:db8:1:2::1"), "2001:db8:1::/48");
    }

    #[test]
    fn private_addresses_may_serve_and_metadata_services_may_not() {
        for good in ["127.0.0.1", "10.0.0.25", "192.168.1.1", "172.16.0.1", "93.184.216.34", "::1", "fd12::25"] {
            assert!(may_serve(ip(good)), "{good}");
        }
        for bad in [
            "169.254.169.254",
            "169.254.0.1",
            "0.0.0.0",
            "0.1.2.3",
            "224.0.0.1",
            "255.255.255.255",
            "100.100.100.200",
            "::",
            "fe80::1",
            "ff02::1",
            "fd00:ec2::254",
            "::ffff:169.254.169.254",
            "64:ff9b::a9fe:a9fe",
            "64:ff9b:1::a9fe:a9fe",
            "::a9fe:a9fe",
            "::ffff:0:a9fe:a9fe",
            "2002:a9fe:a9fe::1",
            "168.63.129.16",
            "192.0.0.192",
            "fd20:ce::254",
            "fd00:c1::a9fe:a9fe",
            "fd00:42::42",
        ] {
            assert!(!may_serve(ip(bad)), "{bad}");
        }
    }
}
