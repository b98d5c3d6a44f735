//! Addresses and certificates.

use super::options::Settings;
use crate::{
    cli::{failure::Failure, folder::Folder},
    secrets,
};
use std::{
    io,
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, UdpSocket},
};

/// The certificate that was named, if any.
pub fn certificate(settings: &Settings) -> Result<Option<rustls::ServerConfig>, Failure> {
    let Some((cert, key)) = &settings.tls_files else { return Ok(None) };
    Ok(Some(secrets::server_config(cert, key)?))
}

/// A certificate of the folder's own authority for all names that the server is known to have.
pub fn self_signed(settings: &Settings, folder: &Folder) -> Result<rustls::ServerConfig, Failure> {
    let mut names = Vec::new();
    let host = settings.public_url.as_deref().and_then(host_of);
    names.extend(host);
    if settings.listen.ip().is_unspecified() {
        names.extend(outward_address(settings.listen).map(|ip| ip.to_string()));
    } else {
        names.push(settings.listen.ip().to_string());
    }
    names.extend(host_name());
    let made = secrets::self_signed(folder.path(), &names)?;
    if made.new_ca {
        tracing::info!(
            authority = %made.ca_pem.display(),
            "made a local certificate authority: tell browsers to trust this file"
        );
    }
    Ok(secrets::server_config(&made.cert_pem, &made.key_pem)?)
}

fn host_of(origin: &str) -> Option<String> {
    let uri: ::http::Uri = origin.parse().ok()?;
    Some(uri.host()?.trim_matches(['[', ']']).to_owned())
}

/// This machine's name, where it can stand in a certificate.
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

/// The address that this machine would use towards others. Nothing is sent.
fn outward_address(listen: SocketAddr) -> Option<IpAddr> {
    // Addresses for documentation (RFC 5737 and RFC 3849): only the route to them is looked up.
    let (from, to): (IpAddr, IpAddr) = if listen.is_ipv4() {
        (Ipv4Addr::UNSPECIFIED.into(), Ipv4Addr::new(192, 0, 2, 1).into())
    } else {
        (Ipv6Addr::UNSPECIFIED.into(), Ipv6Addr::new(0x2001, 0xdb8, 0, 0, 0, 0, 0, 1).into())
    };
    let socket = UdpSocket::bind((from, 0)).ok()?;
    socket.connect((to, 9)).ok()?;
    Some(socket.local_addr().ok()?.ip())
}

/// How the server is reached from this machine.
pub fn origin(tls: bool, address: SocketAddr) -> String {
    let scheme = if tls { "https" } else { "http" };
    let ip = match address.ip() {
        ip if !ip.is_unspecified() => ip,
        IpAddr::V4(_) => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(_) => Ipv6Addr::LOCALHOST.into(),
    };
    format!("{scheme}://{}", SocketAddr::new(ip, address.port()))
}

/// What links use when nobody said better.
pub fn default_public_url(tls: bool, address: SocketAddr) -> String {
    if !address.ip().is_unspecified() {
        return origin(tls, address);
    }
    let url = match outward_address(address) {
        Some(ip) => origin(tls, SocketAddr::new(ip, address.port())),
        None => origin(tls, address),
    };
    tracing::warn!(%url, "links in mails will lead to this address; set the right one with --public-url");
    url
}

pub fn cannot_bind(listen: SocketAddr, error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::AddrInUse => format!("{listen} is in use by another program; choose another with --listen"),
        io::ErrorKind::AddrNotAvailable => format!("{} is no address of this machine", listen.ip()),
        _ => format!("cannot listen on {listen}: {error}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unspecified_address_is_reached_through_the_loopback() {
        let origin = |tls, address: &str| super::origin(tls, address.parse().unwrap());
        assert_eq!(origin(false, "0.0.0.0:80"), "http://127.0.0.1:80");
        assert_eq!(origin(true, "[::]:443"), "https://[::1]:443");
        assert_eq!(origin(false, "192.0.2.7:8080"), "http://192.0.2.7:8080");
    }

    #[test]
    fn the_host_of_an_origin_can_stand_in_a_certificate() {
        assert_eq!(host_of("https://tests.example.org:8443").as_deref(), Some("tests.example.org"));
        assert_eq!(host_of("https://[::1]:8443").as_deref(), Some("::1"));
    }
}
