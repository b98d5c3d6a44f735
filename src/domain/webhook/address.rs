//! Addresses that a webhook may call (protection against server-side request forgery). More is refused than for services of
//! the site, because receivers are named by administrators: nothing of this machine, its network, or any network that is
//! not public, unless the operator has allowed that network.

use crate::domain::network;
use ipnet::IpNet;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// Characters of an address.
pub const MAX_URL: usize = 2_000;

/// Scheme, host and port, as they are written.
#[must_use]
pub fn origin(url: &str) -> &str {
    let host = url.find("://").map_or(0, |at| at + 3);
    let end = url[host..].find(['/', '?']).map_or(url.len(), |at| host + at);
    &url[..end]
}

/// Networks that the operator can allow.
pub const MAX_NETWORKS: usize = 50;

/// Whether a receiver may have this address.
#[must_use]
pub fn may_receive(address: IpAddr, allowed: &[IpNet]) -> bool {
    let address = address.to_canonical();
    // Whatever is allowed, or public by its number, never the credentials of a cloud machine.
    network::may_serve(address) && (is_allowed(address, allowed) || is_public(address))
}

/// Whether the operator has allowed this network: plain HTTP may be used in it.
#[must_use]
pub fn is_allowed(address: IpAddr, allowed: &[IpNet]) -> bool {
    let address = address.to_canonical();
    allowed.iter().any(|network| network.contains(&address))
}

fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(ip) => is_public_v4(ip),
        IpAddr::V6(ip) => is_public_v6(ip),
    }
}

/// Networks that are not public, by the IANA registry of special-purpose IPv4 addresses.
const SPECIAL_V4: [(Ipv4Addr, u32); 17] = [
    (Ipv4Addr::UNSPECIFIED, 8),
    (Ipv4Addr::new(10, 0, 0, 0), 8),
    // Carrier-grade NAT.
    (Ipv4Addr::new(100, 64, 0, 0), 10),
    (Ipv4Addr::new(127, 0, 0, 0), 8),
    (Ipv4Addr::new(169, 254, 0, 0), 16),
    (Ipv4Addr::new(172, 16, 0, 0), 12),
    // Protocol assignments, documentation.
    (Ipv4Addr::new(192, 0, 0, 0), 24),
    (Ipv4Addr::new(192, 0, 2, 0), 24),
    // AS112, AMT, relays of 6to4.
    (Ipv4Addr::new(192, 31, 196, 0), 24),
    (Ipv4Addr::new(192, 52, 193, 0), 24),
    (Ipv4Addr::new(192, 88, 99, 0), 24),
    (Ipv4Addr::new(192, 168, 0, 0), 16),
    (Ipv4Addr::new(192, 175, 48, 0), 24),
    // Benchmarks, documentation.
    (Ipv4Addr::new(198, 18, 0, 0), 15),
    (Ipv4Addr::new(198, 51, 100, 0), 24),
    (Ipv4Addr::new(203, 0, 113, 0), 24),
    // Multicast, reserved, broadcast.
    (Ipv4Addr::new(224, 0, 0, 0), 3),
];

fn is_public_v4(ip: Ipv4Addr) -> bool {
    let is_in =
        |(network, length): (Ipv4Addr, u32)| ip.to_bits() >> (32 - length) == network.to_bits() >> (32 - length);
    !SPECIAL_V4.into_iter().any(is_in)
}

/// Global unicast (`2000::/3`) without its special parts, by the IANA registry of special-purpose IPv6 addresses.
fn is_public_v6(ip: Ipv6Addr) -> bool {
    match ip.segments() {
        // NAT64 and 6to4 lead to the IPv4 address within.
        [0x64, 0xff9b, 0, 0, 0, 0, g, h] => is_public_v4(of_segments(g, h)),
        [0x2002, b, c, ..] => is_public_v4(of_segments(b, c)),
        // Protocol assignments with Teredo and ORCHID; documentation.
        [0x2001, 0x0..=0x1ff | 0xdb8, ..] | [0x3fff, 0x0..=0xfff, ..] => false,
        [a, ..] => (0x2000..=0x3fff).contains(&a),
    }
}

fn of_segments(high: u16, low: u16) -> Ipv4Addr {
    Ipv4Addr::from_bits(u32::from(high) << 16 | u32::from(low))
}
