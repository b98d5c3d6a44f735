//! Client address and protocol behind reverse proxies. Forwarding headers count only if the peer is a trusted proxy;
//! any other client could have forged them.

use super::extract::PeerAddr;
use crate::state::forwarding::{Forwarding, ForwardingWatch};
use http::{Extensions, HeaderMap, HeaderName, header};
use ipnet::IpNet;
use std::{
    net::{IpAddr, Ipv6Addr, SocketAddr},
    sync::Arc,
};

const FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");
const FORWARDED_PROTO: HeaderName = HeaderName::from_static("x-forwarded-proto");
const REAL_IP: HeaderName = HeaderName::from_static("x-real-ip");

/// Request extension: the response may carry HSTS.
#[derive(Clone, Copy, Debug)]
pub struct StrictTransport;

/// How requests reach this server: directly or through trusted proxies, with or without TLS.
#[derive(Clone, Default)]
pub struct Front {
    /// Networks of the trusted proxies.
    pub trusted: Arc<[IpNet]>,
    /// This server terminates TLS itself.
    pub tls: bool,
    /// Send HSTS to clients that connected over HTTPS.
    pub strict: bool,
    /// Learns of proxies whose word is missing or not used.
    pub watch: Arc<ForwardingWatch>,
}

/// Returns the address under which limits are counted: an IPv6 host can choose any address of its /64.
pub fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V4(v4) => v4.into(),
        IpAddr::V6(v6) => Ipv6Addr::from_bits(v6.to_bits() & !u128::from(u64::MAX)).into(),
    }
}

impl Front {
    /// Adds the client's address, and whether HSTS applies, to the request's extensions.
    pub fn mark(&self, peer: IpAddr, headers: &HeaderMap, extensions: &mut Extensions) {
        let peer = peer.to_canonical();
        let proxied = self.trusts(peer);
        let client = if proxied { self.client(peer, headers) } else { peer };
        extensions.insert(PeerAddr(client));
        if self.strict && (self.tls || proxied && is_https(headers)) {
            extensions.insert(StrictTransport);
        }
        if let Some(kind) = self.unused(proxied, headers) {
            self.watch.note(peer, kind);
        }
    }

    /// The fault in the way this request came; `None`: none that can be known.
    fn unused(&self, proxied: bool, headers: &HeaderMap) -> Option<Forwarding> {
        let has = |name: &HeaderName| headers.contains_key(name);
        let names = has(&FORWARDED_FOR) || elements(headers).any(|element| parameter(element, "for").is_some());
        if names && !proxied {
            return Some(Forwarding::Untrusted);
        }
        // A page that came over https sends its origin with what it posts.
        let secure = || headers.get(header::ORIGIN).is_some_and(|origin| origin.as_bytes().starts_with(b"https://"));
        if !names && (has(&REAL_IP) || has(&FORWARDED_PROTO) || has(&header::FORWARDED) || !self.tls && secure()) {
            return Some(Forwarding::Nameless);
        }
        let silent = !has(&FORWARDED_PROTO) && !elements(headers).any(|element| parameter(element, "proto").is_some());
        (names && silent && self.strict && !self.tls).then_some(Forwarding::Schemeless)
    }

    fn trusts(&self, address: IpAddr) -> bool {
        self.trusted.iter().any(|net| net.contains(&address))
    }

    /// Returns the nearest address that is not a trusted proxy. Proxies set one of the two headers and forward the
    /// other as the client sent it: if they disagree, only the proxy's own address cannot have been forged.
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

    /// Walks the hops from the nearest outwards and returns the first untrusted address, or the last known one before a
    /// hop without an address.
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

/// Returns true if the nearest proxy reports an HTTPS connection.
fn is_https(headers: &HeaderMap) -> bool {
    let listed = texts(headers, &FORWARDED_PROTO).flat_map(|value| split(value, ',')).last();
    let proto = listed.or_else(|| elements(headers).last().and_then(|element| parameter(element, "proto")));
    proto.is_some_and(|proto| proto.eq_ignore_ascii_case("https"))
}

/// Returns a header's values in order; a value that is not text counts as a hop without an address.
fn texts<'h>(headers: &'h HeaderMap, name: &HeaderName) -> impl Iterator<Item = &'h str> + use<'h> {
    headers.get_all(name).iter().map(|value| value.to_str().unwrap_or_default())
}

/// Returns the elements of `Forwarded` (RFC 7239).
fn elements(headers: &HeaderMap) -> impl Iterator<Item = &str> {
    texts(headers, &header::FORWARDED).flat_map(|value| split(value, ','))
}

/// Returns a parameter of a `Forwarded` element, unquoted.
fn parameter<'t>(element: &'t str, name: &str) -> Option<&'t str> {
    split(element, ';')
        .filter_map(|pair| pair.split_once('='))
        .find(|(key, _)| key.trim().eq_ignore_ascii_case(name))
        .map(|(_, value)| value.trim().trim_matches('"'))
}

/// Splits at unquoted separators and trims the parts.
fn split(text: &str, separator: char) -> impl Iterator<Item = &str> {
    let mut quoted = false;
    let between = move |c: char| {
        quoted ^= c == '"';
        c == separator && !quoted
    };
    text.split(between).map(str::trim)
}

/// Parses an address with or without a port.
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
        Front { trusted: trusted.into(), tls: false, strict: true, watch: Arc::default() }
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
    fn a_trusted_proxy_names_the_client() {
        for (value, client_is) in [
            ("192.0.2.7", "192.0.2.7"),
            ("192.0.2.7:4711", "192.0.2.7"),
            ("2001:db8::7", "2001:db8::7"),
            ("[2001:db8::7]:4711", "2001:db8::7"),
            ("::ffff:192.0.2.7", "192.0.2.7"),
            // Left of the address that the proxy saw is only what the client sent.
            ("198.51.100.1, 192.0.2.7", "192.0.2.7"),
            ("192.0.2.7, 10.1.2.3, 10.0.0.9", "192.0.2.7"),
            ("10.1.2.3", "10.1.2.3"),
            ("192.0.2.7, unknown", "10.0.0.1"),
            ("unknown, 10.1.2.3", "10.1.2.3"),
            ("", "10.0.0.1"),
        ] {
            assert_eq!(client("10.0.0.1", &[(FORWARDED_FOR, value)]), client_is, "{value}");
        }
        let twice = [(FORWARDED_FOR, "198.51.100.1"), (FORWARDED_FOR, "192.0.2.7")];
        assert_eq!(client("::ffff:10.0.0.1", &twice), "192.0.2.7");
    }

    #[test]
    fn the_standard_header_is_read_too() {
        for (value, client_is) in [
            ("for=192.0.2.7;proto=https;by=10.0.0.1", "192.0.2.7"),
            ("For=\"[2001:db8::7]:4711\"", "2001:db8::7"),
            ("for=198.51.100.1, for=192.0.2.7;host=\"a,b;c\"", "192.0.2.7"),
            ("for=_hidden", "10.0.0.1"),
            ("proto=https", "10.0.0.1"),
        ] {
            assert_eq!(client("10.0.0.1", &[(header::FORWARDED, value)]), client_is, "{value}");
        }
    }

    #[test]
    fn headers_of_untrusted_peers_are_ignored() {
        let said = [(FORWARDED_FOR, "192.0.2.7"), (header::FORWARDED, "for=192.0.2.7"), (FORWARDED_PROTO, "https")];
        assert_eq!(asked("203.0.113.5", &said), ("203.0.113.5".to_owned(), false));
        assert_eq!(client("10.0.0.1", &[]), "10.0.0.1");
    }

    #[test]
    fn a_forged_header_that_the_proxy_forwards_has_no_effect() {
        let both = [(FORWARDED_FOR, "192.0.2.7"), (header::FORWARDED, "for=198.51.100.1")];
        assert_eq!(client("10.0.0.1", &both), "10.0.0.1");
        let same = [(FORWARDED_FOR, "192.0.2.7"), (header::FORWARDED, "for=\"192.0.2.7:1\"")];
        assert_eq!(client("10.0.0.1", &same), "192.0.2.7");
    }

    type Case<'a> = (&'a str, &'a [(HeaderName, &'static str)], Option<Forwarding>);

    #[test]
    fn a_proxy_whose_word_is_not_used_is_reported() {
        use Forwarding::{Nameless, Schemeless, Untrusted};
        let named = [(FORWARDED_FOR, "192.0.2.7")];
        let origin = [(header::ORIGIN, "https://tests.example.org")];
        let cases: [Case<'_>; 11] = [
            ("172.17.0.1", &named, Some(Untrusted)),
            ("172.17.0.1", &[(header::FORWARDED, "for=192.0.2.7")], Some(Untrusted)),
            ("172.17.0.1", &[(REAL_IP, "192.0.2.7")], Some(Nameless)),
            ("172.17.0.1", &[(header::FORWARDED, "proto=https")], Some(Nameless)),
            ("172.17.0.1", &origin, Some(Nameless)),
            ("172.17.0.1", &[(header::ORIGIN, "http://tests.example.org")], None),
            ("172.17.0.1", &[], None),
            ("10.0.0.1", &[(FORWARDED_PROTO, "https")], Some(Nameless)),
            ("10.0.0.1", &named, Some(Schemeless)),
            ("10.0.0.1", &[(FORWARDED_FOR, "192.0.2.7"), (FORWARDED_PROTO, "https")], None),
            ("10.0.0.1", &[(header::FORWARDED, "for=192.0.2.7;proto=https")], None),
        ];
        for (peer, headers, kind) in cases {
            let front = front();
            let map: HeaderMap = headers.iter().map(|(n, v)| (n.clone(), HeaderValue::from_static(v))).collect();
            front.mark(peer.parse().unwrap(), &map, &mut Extensions::new());
            let expected: Vec<_> = kind.map(|kind| (peer.parse().unwrap(), kind)).into_iter().collect();
            assert_eq!(front.watch.all(), expected, "{peer} {headers:?}");
        }
    }

    #[test]
    fn hsts_is_sent_over_https_only() {
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
