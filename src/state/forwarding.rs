//! Reverse proxies whose word about the client is missing or not used: all people behind one share its address, and with
//! it the limits of one client. In memory only.

use crate::sync::{Mutex, MutexGuard};
use std::{net::IpAddr, sync::PoisonError};

/// Further proxies are not remembered: a site has few, and others can claim to be one.
const MAX_KNOWN: usize = 8;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Forwarding {
    /// The proxy's headers name the client, and it is not trusted.
    Untrusted,
    /// The proxy names no client.
    Nameless,
    /// The proxy does not say that clients reach it over https.
    Schemeless,
}

impl Forwarding {
    /// The fault and its fix, each as a sentence without its end.
    #[must_use]
    pub fn words(self, peer: IpAddr) -> (String, String) {
        match self {
            Self::Untrusted => (
                format!(
                    "The reverse proxy at {peer} names its clients (X-Forwarded-For, Forwarded), which is ignored: all of them share one address, and its rate limits"
                ),
                format!("If this is your proxy, start the server with --trusted-proxy {peer}"),
            ),
            Self::Nameless => (
                format!(
                    "A reverse proxy at {peer} does not name its clients: all of them share one address, and its rate limits"
                ),
                format!(
                    "Let it send X-Forwarded-For and X-Forwarded-Proto (docs/operations.md), and start the server with --trusted-proxy {peer}"
                ),
            ),
            Self::Schemeless => (
                format!(
                    "The reverse proxy at {peer} does not say that clients reach it over https: browsers are not told to stay with https"
                ),
                "Let it send X-Forwarded-Proto: https".to_owned(),
            ),
        }
    }
}

#[derive(Default)]
pub struct ForwardingWatch(Mutex<Vec<(IpAddr, Forwarding)>>);

impl ForwardingWatch {
    fn known(&self) -> MutexGuard<'_, Vec<(IpAddr, Forwarding)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Remembers it; logs what is new, unless the address is not one of a private network: any client can claim to be a proxy.
    pub fn note(&self, peer: IpAddr, kind: Forwarding) {
        {
            let mut known = self.known();
            // Clients of the internet that claim to be one take no place of a proxy.
            let alike = known.iter().filter(|(address, _)| is_local(*address) == is_local(peer)).count();
            if alike >= MAX_KNOWN || known.contains(&(peer, kind)) {
                return;
            }
            known.push((peer, kind));
        }
        if is_local(peer) {
            let (said, fix) = kind.words(peer);
            tracing::warn!("{said}. {fix}.");
        }
    }

    #[must_use]
    pub fn all(&self) -> Vec<(IpAddr, Forwarding)> {
        self.known().clone()
    }
}

/// An address that a client on the internet cannot have.
#[must_use]
pub fn is_local(address: IpAddr) -> bool {
    match address.to_canonical() {
        IpAddr::V4(v4) => v4.is_loopback() || v4.is_private() || v4.is_link_local() || is_shared(v4.octets()),
        IpAddr::V6(v6) => v6.is_loopback() || v6.is_unique_local() || v6.is_unicast_link_local(),
    }
}

/// Shared address space (RFC 6598), which some container networks use.
const fn is_shared(octets: [u8; 4]) -> bool {
    octets[0] == 100 && octets[1] & 0b1100_0000 == 64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_is_remembered_once_and_few_of_them() {
        let watch = ForwardingWatch::default();
        for last in 1..=20 {
            watch.note(IpAddr::from([10, 0, 0, last]), Forwarding::Untrusted);
            watch.note(IpAddr::from([10, 0, 0, last]), Forwarding::Untrusted);
        }
        assert_eq!(watch.all().len(), MAX_KNOWN);
        assert_eq!(watch.all()[1].0, IpAddr::from([10, 0, 0, 2]));
        let watch = ForwardingWatch::default();
        (1..=20).for_each(|last| watch.note(IpAddr::from([203, 0, 113, last]), Forwarding::Untrusted));
        watch.note(IpAddr::from([127, 0, 0, 1]), Forwarding::Untrusted);
        assert_eq!(watch.all().last().unwrap().0, IpAddr::from([127, 0, 0, 1]));
    }

    #[test]
    fn addresses_of_private_networks_are_known() {
        for (address, local) in [
            ("127.0.0.1", true),
            ("172.17.0.1", true),
            ("100.64.0.1", true),
            ("fd00::1", true),
            ("::ffff:10.0.0.1", true),
            ("203.0.113.5", false),
            ("100.128.0.1", false),
            ("2001:db8::1", false),
        ] {
            assert_eq!(is_local(address.parse().unwrap()), local, "{address}");
        }
    }
}
