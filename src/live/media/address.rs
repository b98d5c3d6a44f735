//! Addresses of the media port for ICE host candidates.

use std::net::{IpAddr, SocketAddr};

/// Returns the addresses advertised in offers and answers for a socket bound to `bound`: the configured ones, or else
/// the host's own. Loopback is last, because a page on another machine would try its own loopback.
pub fn advertised(bound: SocketAddr, configured: &[(IpAddr, Option<u16>)]) -> Vec<SocketAddr> {
    let port = bound.port();
    if !configured.is_empty() {
        return configured.iter().map(|(ip, own)| SocketAddr::new(*ip, own.unwrap_or(port))).collect();
    }
    if !bound.ip().is_unspecified() {
        return vec![bound];
    }
    let mut own: Vec<IpAddr> = own_addresses().into_iter().filter(|ip| bound.is_ipv6() || ip.is_ipv4()).collect();
    own.sort_by_key(|ip| (ip.is_loopback(), ip.is_ipv6()));
    own.dedup();
    own.into_iter().map(|ip| SocketAddr::new(ip, port)).collect()
}

/// Addresses of all interfaces that are up, except link-local IPv6: those need a zone, which SDP cannot express.
fn own_addresses() -> Vec<IpAddr> {
    let Ok(interfaces) = nix::ifaddrs::getifaddrs() else { return Vec::new() };
    interfaces
        .filter(|i| i.flags.contains(nix::net::if_::InterfaceFlags::IFF_UP))
        .filter_map(|i| {
            let address = i.address?;
            let v4 = address.as_sockaddr_in().map(|a| IpAddr::V4(a.ip()));
            v4.or_else(|| address.as_sockaddr_in6().map(|a| IpAddr::V6(a.ip())))
        })
        .filter(|ip| !matches!(ip, IpAddr::V6(v6) if v6.is_unicast_link_local()))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn configured_addresses_replace_the_bound_one() {
        let bound: SocketAddr = "0.0.0.0:7000".parse().unwrap();
        let public = ("203.0.113.9".parse().unwrap(), None);
        let mapped = ("203.0.113.9".parse().unwrap(), Some(9000));
        let named: Vec<SocketAddr> = ["203.0.113.9:7000", "203.0.113.9:9000"].map(|a| a.parse().unwrap()).to_vec();
        assert_eq!(advertised(bound, &[public, mapped]), named);
        let one: SocketAddr = "127.0.0.1:7000".parse().unwrap();
        assert_eq!(advertised(one, &[]), [one]);
        let own = advertised(bound, &[]);
        assert!(own.iter().all(|a| a.is_ipv4() && a.port() == 7000), "{own:?}");
        assert!(own.iter().any(|a| a.ip().is_loopback()), "{own:?}");
        let first_loopback = own.iter().position(|a| a.ip().is_loopback()).unwrap();
        assert!(own[first_loopback..].iter().all(|a| a.ip().is_loopback()), "loopback comes last: {own:?}");
    }
}
