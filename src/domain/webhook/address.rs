//! Addresses that a webhook may call (protection against server-side request forgery). More is refused than for services of
//! the site, because receivers are named by administrators: nothing of this machine, its network, or any network that is
//! not public, unless the operator has allowed that network.

use crate::domain::network;
use ipnet::IpNet;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// Networks that the operator can allow.
pub const MAX_NETWORKS: usize = 50;

/// Whether a receiver may have this address.
#[must_use]
pub fn may_receive(address: IpAddr, allowed: &[IpNet]) -> bool {
    let address = address.to_canonical();
    if is_allowed(address, allowed) {
        // Whatever is allowed, never the credentials of a cloud machine.
        return network::may_serve(address);
    }
    is_public(address)
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

/// By the IANA registry of special-purpose IPv4 addresses.
fn is_public_v4(ip: Ipv4Addr) -> bool {
    let [a, b, c, _] = ip.octets();
    let is_special = match (a, b, c) {
        // This network; private; loopback; link-local; private; multicast, reserved, broadcast.
        (0 | 10 | 127, ..) | (169, 254, _) | (172, 16..=31, _) | (192, 168, _) | (224.., ..) => true,
        // Carrier-grade NAT; benchmarks; protocol assignments and documentation.
        (100, 64..=127, _) | (198, 18 | 19, _) | (192, 0, 0 | 2) | (198, 51, 100) | (203, 0, 113) => true,
        // Relays of 6to4; AS112; AMT.
        (192, 88, 99) | (192, 31, 196) | (192, 52, 193) | (192, 175, 48) => true,
        _ => false,
    };
    !is_special
}

/// Global unicast (2000::/3) without its special parts, by the IANA registry of special-purpose IPv6 addresses.
fn is_public_v6(ip: Ipv6Addr) -> bool {
    match ip.segments() {
        // NAT64 and 6to4 lead to the IPv4 address within.
        [0x64, 0xff9b, 0, 0, 0, 0, g, h] => is_public_v4(of_segments(g, h)),
        [0x2002, b, c, ..] => is_public_v4(of_segments(b, c)),
        // Protocol assignments with Teredo and ORCHID; documentation.
        [0x2001, 0x0..=0x1ff, ..] | [0x2001, 0xdb8, ..] | [0x3fff, 0x0..=0xfff, ..] => false,
        [a, ..] => (0x2000..=0x3fff).contains(&a),
    }
}

fn of_segments(high: u16, low: u16) -> Ipv4Addr {
    Ipv4Addr::from_bits(u32::from(high) << 16 | u32::from(low))
}
