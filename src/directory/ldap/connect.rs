//! A connection to one server of a directory: always in TLS, and of bounded length.

use super::{LdapFault, short};
use crate::{domain::network::may_serve, lookup::Lookups, secrets::roots};
use ldap3::{Ldap, LdapConnAsync, LdapConnSettings, StdStream};
use rustls::{ClientConfig, RootCertStore, crypto::aws_lc_rs, pki_types::ServerName};
use std::{net::IpAddr, sync::Arc};
use tokio::{
    io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, copy, split},
    net::{TcpStream, UnixStream},
};
use tokio_rustls::TlsConnector;

/// Bytes that one connection may receive: the library keeps a message of any length in memory.
const MAX_RECEIVED: u64 = 8 * 1024 * 1024;
/// Longest reply to the request of TLS.
const MAX_TLS_REPLY: usize = 1024;
/// The extended request `1.3.6.1.4.1.1466.20037` (RFC 4511 section 4.14.1), as message 1.
const START_TLS: &[u8] = b"\x30\x1d\x02\x01\x01\x77\x18\x80\x161.3.6.1.4.1.1466.20037";

/// An address of a server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServerAddress {
    pub host: String,
    pub port: u16,
    /// Whether TLS begins after a request in the clear.
    pub starts_tls: bool,
}

impl ServerAddress {
    /// Reads `ldaps://host[:port]` or `ldap://host[:port]`.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let (scheme, rest) = text.split_once("://")?;
        let (starts_tls, standard) = match scheme.to_ascii_lowercase().as_str() {
            "ldaps" => (false, 636),
            "ldap" => (true, 389),
            _ => return None,
        };
        let rest = rest.strip_suffix('/').unwrap_or(rest);
        let (host, port) = match rest.strip_prefix('[') {
            Some(rest) => {
                let (host, port) = rest.split_once(']')?;
                (host, if port.is_empty() { None } else { Some(port.strip_prefix(':')?) })
            }
            None => rest.split_once(':').map_or((rest, None), |(host, port)| (host, Some(port))),
        };
        let port = port.map_or(Some(standard), |port| port.parse().ok().filter(|port| *port > 0))?;
        let is_name = host.parse::<IpAddr>().is_ok()
            || !host.is_empty() && host.chars().all(|c| c.is_ascii_alphanumeric() || "-._".contains(c));
        is_name.then(|| Self { host: host.to_owned(), port, starts_tls })
    }
}

/// Whether a server may have this address.
#[must_use]
pub fn is_usable(text: &str) -> bool {
    ServerAddress::parse(text).is_some_and(|server| server.host.parse().map_or(true, may_serve))
}

/// TLS that trusts these authorities beside the public ones and the machine's.
pub(super) fn tls(ca: &str) -> Result<TlsConnector, LdapFault> {
    let mut authorities = RootCertStore { roots: webpki_roots::TLS_SERVER_ROOTS.to_vec() };
    authorities.add_parsable_certificates(roots::of_this_machine().into_iter().chain(roots::of_pem(ca.as_bytes())));
    let config = ClientConfig::builder_with_provider(Arc::new(aws_lc_rs::default_provider()))
        .with_safe_default_protocol_versions()
        .map_err(|error| LdapFault::Failed(format!("TLS cannot be set up: {error}")))?
        .with_root_certificates(authorities)
        .with_no_client_auth();
    Ok(TlsConnector::from(Arc::new(config)))
}

/// Connects. The caller sets the time limit.
pub(super) async fn open(server: &ServerAddress, tls: &TlsConnector, lookups: &Lookups) -> Result<Ldap, LdapFault> {
    let ServerAddress { host, port, starts_tls } = server;
    let failed = |why: String| LdapFault::Failed(short(&why));
    let found = lookups.find(host, *port).await.map_err(|error| failed(format!("the name is not known ({error})")))?;
    let mut why = "its name has no address that may be used".to_owned();
    let mut reached = None;
    for address in found.into_iter().filter(|address| may_serve(address.ip())) {
        match TcpStream::connect(address).await {
            Ok(stream) => {
                reached = Some(stream);
                break;
            }
            Err(error) => why = format!("it cannot be reached ({error})"),
        }
    }
    let mut stream = reached.ok_or_else(|| failed(why))?;
    if *starts_tls {
        start_tls(&mut stream).await?;
    }
    let name = ServerName::try_from(host.clone()).map_err(|_| failed("its name cannot be in a certificate".into()))?;
    let stream = tls.connect(name, stream).await.map_err(|error| failed(format!("TLS failed ({error})")))?;
    let (near, far) = UnixStream::pair().map_err(|error| failed(error.to_string()))?;
    tokio::spawn(bridge(stream, far));
    let near = near.into_std().map_err(|error| failed(error.to_string()))?;
    let settings = LdapConnSettings::new().set_std_stream(StdStream::Unix(near));
    let (driver, ldap) =
        LdapConnAsync::with_settings(settings, "ldapi:///").await.map_err(|error| failed(error.to_string()))?;
    // It ends with the last handle. A malformed reply makes it panic, which ends this connection alone.
    tokio::spawn(async move {
        if let Err(error) = driver.drive().await {
            tracing::debug!(%error, "a connection to the directory broke off");
        }
    });
    Ok(ldap)
}

/// Passes bytes on until one side ends, or too many came.
async fn bridge(server: impl AsyncRead + AsyncWrite, near: UnixStream) {
    let (from_server, mut to_server) = split(server);
    let (mut from_near, mut to_near) = near.into_split();
    let mut bounded = from_server.take(MAX_RECEIVED);
    tokio::select! {
        _ = copy(&mut bounded, &mut to_near) => {}
        _ = copy(&mut from_near, &mut to_server) => {}
    }
    // The directory learns that this is a proper end.
    let _ = to_server.shutdown().await;
}

/// Asks for TLS, and reads the reply to its last byte: what follows it in the clear must not be taken for something that
/// came in TLS.
async fn start_tls(stream: &mut TcpStream) -> Result<(), LdapFault> {
    let failed = |why: &str| LdapFault::Failed(why.to_owned());
    let broken = |_| failed("it broke off the request of TLS");
    stream.write_all(START_TLS).await.map_err(broken)?;
    let mut head = [0; 2];
    stream.read_exact(&mut head).await.map_err(broken)?;
    let length = match head {
        [0x30, short @ 0..=0x7f] => usize::from(short),
        [0x30, long @ 0x81..=0x84] => {
            let mut bytes = [0; 4];
            let count = usize::from(long & 0x7f);
            let into = bytes.get_mut(4 - count..).unwrap_or_default();
            stream.read_exact(into).await.map_err(broken)?;
            usize::try_from(u32::from_be_bytes(bytes)).unwrap_or(usize::MAX)
        }
        _ => return Err(failed("it does not speak LDAP")),
    };
    if length > MAX_TLS_REPLY {
        return Err(failed("its reply to the request of TLS is too large"));
    }
    let mut body = vec![0; length];
    stream.read_exact(&mut body).await.map_err(broken)?;
    match result_of_start(&body) {
        Some(0) => Ok(()),
        Some(code) => Err(failed(&format!("it refuses TLS on this port (code {code})"))),
        None => Err(failed("its reply to the request of TLS cannot be read")),
    }
}

/// The result code in an extended response to message 1.
fn result_of_start(body: &[u8]) -> Option<u8> {
    // The message id, then the response, whose length may be in a short or a long form.
    let rest = body.strip_prefix(&[0x02, 0x01, 0x01, 0x78])?;
    let rest = match rest {
        [0..=0x7f, rest @ ..] => rest,
        [long @ 0x81..=0x84, rest @ ..] => rest.get(usize::from(long & 0x7f)..)?,
        _ => return None,
    };
    match rest {
        [0x0a, 0x01, code, ..] => Some(*code),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_read() {
        let of = |text| ServerAddress::parse(text).map(|s| (s.host, s.port, s.starts_tls));
        assert_eq!(of("ldaps://dc1.example.org"), Some(("dc1.example.org".into(), 636, false)));
        assert_eq!(of("ldap://dc1.example.org:1389/"), Some(("dc1.example.org".into(), 1389, true)));
        assert_eq!(of("LDAPS://[::1]:7636"), Some(("::1".into(), 7636, false)));
        for bad in [
            "",
            "dc1",
            "http://dc1",
            "ldapi:///",
            "ldaps://",
            "ldaps://a b",
            "ldaps://a:0",
            "ldaps://u@a",
            "ldap://a/dc=b",
        ] {
            assert_eq!(of(bad), None, "{bad}");
        }
        assert!(is_usable("ldaps://127.0.0.1") && !is_usable("ldaps://169.254.169.254"));
    }

    #[test]
    fn the_reply_to_the_request_of_tls_is_read() {
        assert_eq!(START_TLS.len(), 31);
        let accepted = [2, 1, 1, 0x78, 7, 10, 1, 0, 4, 0, 4, 0];
        assert_eq!(result_of_start(&accepted), Some(0));
        assert_eq!(result_of_start(&[2, 1, 1, 0x78, 0x84, 0, 0, 0, 7, 10, 1, 52, 4, 0, 4, 0]), Some(52));
        for odd in [&accepted[..5], &accepted[1..], &[], &[2, 1, 1, 0x78, 0x84, 0]] {
            assert_eq!(result_of_start(odd), None, "{odd:?}");
        }
    }
}
