//! Names and addresses of the server.

use super::options::ServeSettings;
use std::{
    collections::BTreeSet,
    io,
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, UdpSocket},
    time::Duration,
};

/// Timeout for writing a line to standard output, which may be a full pipe.
pub const ANNOUNCE_TIMEOUT: Duration = Duration::from_secs(1);

/// All known names and addresses of the server, for its own certificate.
pub fn names(settings: &ServeSettings) -> Vec<String> {
    let mut names = Vec::new();
    names.extend(settings.public_url.as_deref().and_then(host_of));
    if settings.listen.ip().is_unspecified() {
        names.extend(own_addresses(settings.listen).iter().map(ToString::to_string));
    } else {
        names.push(settings.listen.ip().to_string());
    }
    names.extend(host_name());
    names
}

/// This machine's non-local addresses, in a stable order.
fn own_addresses(listen: SocketAddr) -> BTreeSet<IpAddr> {
    let Ok(interfaces) = nix::ifaddrs::getifaddrs() else { return outward_address(listen).into_iter().collect() };
    let addresses = interfaces.filter_map(|interface| {
        let address = interface.address?;
        let v4 = address.as_sockaddr_in().map(|a| IpAddr::V4(a.ip()));
        v4.or_else(|| address.as_sockaddr_in6().map(|a| IpAddr::V6(a.ip())))
    });
    let local = |ip: &IpAddr| match ip {
        IpAddr::V4(ip) => ip.is_loopback() || ip.is_link_local(),
        IpAddr::V6(ip) => ip.is_loopback() || ip.is_unicast_link_local(),
    };
    // 0.0.0.0 serves no IPv6 address; [::] serves both kinds.
    addresses.filter(|ip| !local(ip) && (listen.is_ipv6() || ip.is_ipv4())).collect()
}

fn host_of(origin: &str) -> Option<String> {
    let uri: ::http::Uri = origin.parse().ok()?;
    Some(uri.host()?.trim_matches(['[', ']']).to_owned())
}

/// This machine's name, if it is valid in a certificate.
fn host_name() -> Option<String> {
    let name = std::fs::read_to_string("/proc/sys/kernel/hostname").ok()?;
    let name = name.trim();
    let usable = |label: &str| {
        !label.is_empty()
            && label.len() <= 63
            && !label.starts_with('-')
            && !label.ends_with('-')
            && label.chars().all(|c| c.is_ascii_alphanumeric() || c == '-')
    };
    (name.len() <= 253 && name.split('.').all(usable)).then(|| name.to_owned())
}

/// The source address of outgoing connections. Sends nothing.
fn outward_address(listen: SocketAddr) -> Option<IpAddr> {
    // Documentation addresses (RFC 5737 and RFC 3849): connecting a UDP socket only looks up the route.
    let (from, to): (IpAddr, IpAddr) = if listen.is_ipv4() {
        (Ipv4Addr::UNSPECIFIED.into(), Ipv4Addr::new(192, 0, 2, 1).into())
    } else {
        (Ipv6Addr::UNSPECIFIED.into(), Ipv6Addr::new(0x2001, 0xdb8, 0, 0, 0, 0, 0, 1).into())
    };
    let socket = UdpSocket::bind((from, 0)).ok()?;
    socket.connect((to, 9)).ok()?;
    Some(socket.local_addr().ok()?.ip())
}

/// Origin under which this machine reaches the server.
pub fn origin(tls: bool, address: SocketAddr) -> String {
    let scheme = if tls { "https" } else { "http" };
    let ip = match address.ip() {
        ip if !ip.is_unspecified() => ip,
        IpAddr::V4(_) => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(_) => Ipv6Addr::LOCALHOST.into(),
    };
    format!("{scheme}://{}", SocketAddr::new(ip, address.port()))
}

/// Public URL used for links if none is configured.
pub fn default_public_url(tls: bool, address: SocketAddr) -> String {
    if !address.ip().is_unspecified() {
        return origin(tls, address);
    }
    let url = match outward_address(address) {
        Some(ip) => origin(tls, SocketAddr::new(ip, address.port())),
        None => origin(tls, address),
    };
    tracing::warn!(%url, "links in emails will point to this address; set the right one with --public-url");
    url
}

/// Error message for an address that cannot be bound; `flag` is the flag that gave it.
pub fn cannot_bind(flag: &str, listen: SocketAddr, error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::AddrInUse => format!("{listen} is in use by another program; choose another with {flag}"),
        io::ErrorKind::PermissionDenied if listen.port() < 1024 => format!(
            "cannot listen on {listen}: ports below 1024 are for root, or for a service with CAP_NET_BIND_SERVICE"
        ),
        io::ErrorKind::AddrNotAvailable => format!("{} is not an address of this machine", listen.ip()),
        _ => format!("cannot listen on {listen}: {error}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unspecified_address_is_reached_through_loopback() {
        let origin = |tls, address: &str| super::origin(tls, address.parse().unwrap());
        assert_eq!(origin(false, "0.0.0.0:80"), "http://127.0.0.1:80");
        assert_eq!(origin(true, "[::]:443"), "https://[::1]:443");
        assert_eq!(origin(false, "192.0.2.7:8080"), "http://192.0.2.7:8080");
    }

    #[test]
    fn the_host_of_an_origin_is_valid_in_a_certificate() {
        assert_eq!(host_of("https://tests.example.org:8443").as_deref(), Some("tests.example.org"));
        assert_eq!(host_of("https://[::1]:8443").as_deref(), Some("::1"));
    }
}
