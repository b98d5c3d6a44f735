//! For whom a reverse proxy asks. Its headers count only where the proxy is one that the operator named; from anybody
//! else they are just text that a client made up.

use super::extract::PeerAddr;
use http::{Extensions, HeaderMap, HeaderName, header};
use ipnet::IpNet;
use std::{
    net::{IpAddr, Ipv6Addr, SocketAddr},
    sync::Arc,
};

const FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");
const FORWARDED_PROTO: HeaderName = HeaderName::from_static("x-forwarded-proto");

/// Put into a request whose browser may be told to use https alone from now on.
#[derive(Clone, Copy, Debug)]
pub struct StrictTransport;

/// What is known of the way that requests take to this server.
#[derive(Clone, Debug, Default)]
pub struct Front {
    /// Networks of the proxies.
    pub trusted: Arc<[IpNet]>,
    /// This server itself speaks TLS.
    pub tls: bool,
    /// Browsers that came over https may be told to stay there.
    pub strict: bool,
}

/// Whom an address stands for where shares are counted: an IPv6 host has a whole /64 to choose from.
pub fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V4(v4) => v4.into(),
        IpAddr::V6(v6) => Ipv6Addr::from_bits(v6.to_bits() & !u128::from(u64::MAX)).into(),
    }
}

impl Front {
    /// Puts who asks, and how, into a request.
    pub fn mark(&self, peer: IpAddr, headers: &HeaderMap, extensions: &mut Extensions) {
        let peer = peer.to_canonical();
        let proxied = self.trusts(peer);
        let client = if proxied { self.client(peer, headers) } else { peer };
        extensions.insert(PeerAddr(client));
        if self.strict && (self.tls || proxied && is_https(headers)) {
            extensions.insert(StrictTransport);
        }
    }

    fn trusts(&self, address: IpAddr) -> bool {
        self.trusted.iter().any(|net| net.contains(&address))
    }

    /// The nearest address that is no trusted proxy. Proxies set one of the two headers and pass the other on as the
    /// client sent it: where they do not agree, the proxy's own address is the only one that nobody made up.
    fn client(&self, peer: IpAddr, headers: &HeaderMap) -> IpAddr {
        let listed = headers.contains_key(FORWARDED_FOR).then(|| {
            let hops = texts(headers, &FORWARDED_FOR).flat_map(|value| split(value, ',')).map(address);
            self.nearest(peer, hops.collect())
        });
        let forwarded = headers.contains_key(header::FORWARDED).then(|| {
            let hops = elements(headers).map(|element| address(parameter(element, "for").unwrap_or_default()));
            self.nearest(peer, hops.collect())
        });
        match (listed, forwarded) {
            (Some(a), Some(b)) if a != b => peer,
            (Some(client), _) | (None, Some(client)) => client,
            (None, None) => peer,
        }
    }

    /// From the nearest hop outwards: the first address that is not trusted; or, where a hop tells none, the last known.
    fn nearest(&self, peer: IpAddr, hops: Vec<Option<IpAddr>>) -> IpAddr {
        let mut known = peer;
        for hop in hops.into_iter().rev() {
            let Some(hop) = hop else { break };
            known = hop;
            if !self.trusts(hop) {
                break;
            }
        }
        known
    }
}

/// What the nearest proxy says of the connection that it got.
fn is_https(headers: &HeaderMap) -> bool {
    let listed = texts(headers, &FORWARDED_PROTO).flat_map(|value| split(value, ',')).last();
    let told = listed.or_else(|| elements(headers).last().and_then(|element| parameter(element, "proto")));
    told.is_some_and(|proto| proto.eq_ignore_ascii_case("https"))
}

/// A header's values in their order; one that is no text counts as a hop that tells nothing.
fn texts<'h>(headers: &'h HeaderMap, name: &HeaderName) -> impl Iterator<Item = &'h str> + use<'h> {
    headers.get_all(name).iter().map(|value| value.to_str().unwrap_or_default())
}

/// The elements of `Forwarded` (RFC 7239).
fn elements(headers: &HeaderMap) -> impl Iterator<Item = &str> {
    texts(headers, &header::FORWARDED).flat_map(|value| split(value, ','))
}

/// A parameter of an element of `Forwarded`, without its quotes.
fn parameter<'t>(element: &'t str, name: &str) -> Option<&'t str> {
    split(element, ';')
        .filter_map(|pair| pair.split_once('='))
        .find(|(key, _)| key.trim().eq_ignore_ascii_case(name))
        .map(|(_, value)| value.trim().trim_matches('"'))
}

/// Parts between separators that are not in quotes, trimmed.
fn split(text: &str, separator: char) -> impl Iterator<Item = &str> {
    let mut quoted = false;
    let between = move |c: char| {
        quoted ^= c == '"';
        c == separator && !quoted
    };
    text.split(between).map(str::trim)
}

/// An address with or without a port.
fn address(text: &str) -> Option<IpAddr> {
    let bare = text.strip_prefix('[').and_then(|t| t.strip_suffix(']')).unwrap_or(text);
    let ip = bare.parse::<IpAddr>().ok().or_else(|| Some(text.parse::<SocketAddr>().ok()?.ip()));
    ip.map(|ip| ip.to_canonical())
}

#[cfg(test)]
mod tests {
    use super::*;
    use http::HeaderValue;

    fn front() -> Front {
        let trusted = ["10.0.0.0/8", "127.0.0.1/32", "2001:db8:1::/48"].map(|net| net.parse().unwrap());
        Front { trusted: trusted.into(), tls: false, strict: true }
    }

    fn asked(peer: &str, headers: &[(HeaderName, &'static str)]) -> (String, bool) {
        let headers: HeaderMap = headers.iter().map(|(n, v)| (n.clone(), HeaderValue::from_static(v))).collect();
        let mut extensions = Extensions::new();
        front().mark(peer.parse().unwrap(), &headers, &mut extensions);
        let peer = extensions.get::<PeerAddr>().unwrap().0;
        (peer.to_string(), extensions.get::<StrictTransport>().is_some())
    }

    fn client(peer: &str, headers: &[(HeaderName, &'static str)]) -> String {
        asked(peer, headers).0
    }

    #[test]
    fn a_trusted_proxy_tells_who_asks() {
        for (told, client_is) in [
            ("192.0.2.7", "192.0.2.7"),
            ("192.0.2.7:4711", "192.0.2.7"),
            ("2001:db8::7", "2001:db8::7"),
            ("[2001:db8::7]:4711", "2001:db8::7"),
            ("::ffff:192.0.2.7", "192.0.2.7"),
            // What the client wrote itself stands to the left of what the proxy saw.
            ("198.51.100.1, 192.0.2.7", "192.0.2.7"),
            ("192.0.2.7, 10.1.2.3, 10.0.0.9", "192.0.2.7"),
            ("10.1.2.3", "10.1.2.3"),
            ("192.0.2.7, unknown", "10.0.0.1"),
            ("unknown, 10.1.2.3", "10.1.2.3"),
            ("", "10.0.0.1"),
        ] {
            assert_eq!(client("10.0.0.1", &[(FORWARDED_FOR, told)]), client_is, "{told}");
        }
        let twice = [(FORWARDED_FOR, "198.51.100.1"), (FORWARDED_FOR, "192.0.2.7")];
        assert_eq!(client("::ffff:10.0.0.1", &twice), "192.0.2.7");
    }

    #[test]
    fn the_standard_header_is_read_too() {
        for (told, client_is) in [
            ("for=192.0.2.7;proto=https;by=10.0.0.1", "192.0.2.7"),
            ("For=\"[2001:db8::7]:4711\"", "2001:db8::7"),
            ("for=198.51.100.1, for=192.0.2.7;host=\"a,b;c\"", "192.0.2.7"),
            ("for=_hidden", "10.0.0.1"),
            ("proto=https", "10.0.0.1"),
        ] {
            assert_eq!(client("10.0.0.1", &[(header::FORWARDED, told)]), client_is, "{told}");
        }
    }

    #[test]
    fn others_are_who_they_are_whatever_they_say() {
        let said = [(FORWARDED_FOR, "192.0.2.7"), (header::FORWARDED, "for=192.0.2.7"), (FORWARDED_PROTO, "https")];
        assert_eq!(asked("203.0.113.5", &said), ("203.0.113.5".to_owned(), false));
        assert_eq!(client("10.0.0.1", &[]), "10.0.0.1");
    }

    #[test]
    fn a_header_that_the_proxy_let_through_gains_nothing() {
        let both = [(FORWARDED_FOR, "192.0.2.7"), (header::FORWARDED, "for=198.51.100.1")];
        assert_eq!(client("10.0.0.1", &both), "10.0.0.1");
        let same = [(FORWARDED_FOR, "192.0.2.7"), (header::FORWARDED, "for=\"192.0.2.7:1\"")];
        assert_eq!(client("10.0.0.1", &same), "192.0.2.7");
    }

    #[test]
    fn only_what_came_over_https_is_kept_there() {
        for (headers, strict) in [
            (vec![], false),
            (vec![(FORWARDED_PROTO, "http")], false),
            (vec![(FORWARDED_PROTO, "HTTPS")], true),
            (vec![(FORWARDED_PROTO, "https, http")], false),
            (vec![(header::FORWARDED, "for=192.0.2.7;proto=https")], true),
        ] {
            assert_eq!(asked("10.0.0.1", &headers).1, strict, "{headers:?}");
        }
    }
}
