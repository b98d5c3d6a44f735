//! Connection limits, in total and per client address. Each connection uses a file descriptor that the database,
//! backups and live video then cannot use.

use super::{body_budget::ConnectionId, proxy::network};
use crate::sync::{Mutex, MutexGuard};
use ipnet::IpNet;
use nix::sys::resource::{Resource, getrlimit};
use std::{
    collections::HashMap,
    net::IpAddr,
    sync::{Arc, PoisonError},
};

/// Upper bound of open connections; the file descriptor limit of the process can lower it
/// ([`ConnectionLimits::of_this_process`]).
pub const MAX_CONNECTIONS: usize = 32_768;
/// Connections per client address (IPv6: per /64): enough for an exam hall of two thousand behind one NAT. Trusted
/// proxies have no such limit.
pub const PER_ADDRESS: usize = 16_384;
/// TLS handshakes in progress, in total and per address.
const HANDSHAKES: usize = 4_096;
const HANDSHAKES_PER_ADDRESS: usize = 2_048;

/// Response to a plain HTTP client over the limit; a TLS client is disconnected without one.
pub const REFUSAL: &[u8] = b"HTTP/1.1 503 Service Unavailable\r\nContent-Type: application/json\r\nRetry-After: 5\r\n\
    Connection: close\r\nContent-Length: 110\r\n\r\n{\"detail\":\"There are too many connections. Please try again.\",\
    \"code\":\"unavailable\",\"request_id\":\"connections\"}";

/// Connection limits of one listener.
#[derive(Clone, Copy, Debug)]
pub struct ConnectionLimits {
    pub in_all: usize,
    pub per_address: usize,
}

impl ConnectionLimits {
    /// Derives the limits from the process: three quarters of its file descriptor limit.
    #[must_use]
    pub fn of_this_process() -> Self {
        let files = getrlimit(Resource::RLIMIT_NOFILE).map_or(1_024, |(soft, _)| soft);
        let in_all = usize::try_from(files / 4 * 3).unwrap_or(MAX_CONNECTIONS).clamp(16, MAX_CONNECTIONS);
        // With a low descriptor limit one address still cannot take all connections.
        Self { in_all, per_address: PER_ADDRESS.min(in_all / 4 * 3) }
    }
}

#[derive(Clone, Copy, Default)]
struct ConnectionCount {
    open: usize,
    handshakes: usize,
}

#[derive(Default)]
struct ConnectionTable {
    all: ConnectionCount,
    /// Counts of the addresses that have an open connection.
    by_address: HashMap<IpAddr, ConnectionCount>,
    last: u64,
}

#[derive(Clone)]
pub struct ConnectionGate(Arc<ConnectionGateInner>);

struct ConnectionGateInner {
    bounds: ConnectionLimits,
    trusted: Arc<[IpNet]>,
    table: Mutex<ConnectionTable>,
}

impl ConnectionGateInner {
    fn table(&self) -> MutexGuard<'_, ConnectionTable> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Permit of one connection; released on drop.
pub struct ConnectionPermit {
    gate: ConnectionGate,
    /// `None` for a trusted proxy.
    address: Option<IpAddr>,
    is_shaking: bool,
    pub id: ConnectionId,
}

impl ConnectionGate {
    pub fn new(bounds: ConnectionLimits, trusted: Arc<[IpNet]>) -> Self {
        Self(Arc::new(ConnectionGateInner { bounds, trusted, table: Mutex::default() }))
    }

    /// Admits a connection, or returns `None` over a limit; `tls`: it starts with a handshake.
    pub fn enter(&self, peer: IpAddr, tls: bool) -> Option<ConnectionPermit> {
        let peer = peer.to_canonical();
        let is_proxy = self.0.trusted.iter().any(|net| net.contains(&peer));
        let address = (!is_proxy).then(|| network(peer));
        let bounds = self.0.bounds;
        let mut table = self.0.table();
        let own = address.and_then(|address| table.by_address.get(&address).copied()).unwrap_or_default();
        let open = table.all.open >= bounds.in_all || own.open >= bounds.per_address;
        let handshakes = table.all.handshakes >= HANDSHAKES || own.handshakes >= HANDSHAKES_PER_ADDRESS;
        if open || tls && handshakes {
            return None;
        }
        table.change(address, |count| {
            count.open += 1;
            count.handshakes += usize::from(tls);
        });
        table.last += 1;
        let id = ConnectionId(table.last);
        drop(table);
        Some(ConnectionPermit { gate: self.clone(), address, is_shaking: tls, id })
    }
}

impl ConnectionTable {
    fn change(&mut self, address: Option<IpAddr>, change: impl Fn(&mut ConnectionCount)) {
        change(&mut self.all);
        let Some(address) = address else { return };
        let own = self.by_address.entry(address).or_default();
        change(own);
        if own.open == 0 {
            self.by_address.remove(&address);
        }
    }
}

impl ConnectionPermit {
    /// Stops counting this connection as a handshake in progress.
    pub fn finish_handshake(&mut self) {
        if std::mem::take(&mut self.is_shaking) {
            self.gate.0.table().change(self.address, |count| count.handshakes -= 1);
        }
    }
}

impl Drop for ConnectionPermit {
    fn drop(&mut self) {
        self.finish_handshake();
        self.gate.0.table().change(self.address, |count| count.open -= 1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gate() -> ConnectionGate {
        ConnectionGate::new(ConnectionLimits { in_all: 10, per_address: 4 }, Arc::new(["10.0.0.0/8".parse().unwrap()]))
    }

    fn fill(gate: &ConnectionGate, address: &str) -> Vec<ConnectionPermit> {
        std::iter::from_fn(|| gate.enter(address.parse().unwrap(), false)).collect()
    }

    #[test]
    fn an_address_is_limited_and_a_trusted_proxy_is_not() {
        let gate = gate();
        let (one, two) = (fill(&gate, "192.0.2.1"), fill(&gate, "::ffff:192.0.2.2"));
        assert_eq!((one.len(), two.len()), (4, 4));
        drop(one);
        assert_eq!(fill(&gate, "10.1.2.3").len(), 6, "the remaining connections");
        drop(two);
        let here = fill(&gate, "2001:db8::1");
        assert_eq!((here.len(), fill(&gate, "2001:db8::2").len()), (4, 0), "same /64");
        drop(here);
        assert!(gate.0.table().by_address.is_empty());
        assert_eq!(gate.0.table().all.open, 0);
    }

    #[test]
    fn handshakes_are_counted_until_they_finish() {
        let many = ConnectionLimits { in_all: 100_000, per_address: 100_000 };
        let gate = ConnectionGate::new(many, Arc::default());
        let address: IpAddr = [192, 0, 2, 1].into();
        let mut places: Vec<_> = std::iter::from_fn(|| gate.enter(address, true)).collect();
        assert_eq!(places.len(), HANDSHAKES_PER_ADDRESS);
        places[0].finish_handshake();
        assert!(gate.enter(address, true).is_some());
        drop(places);
        let all = gate.0.table().all;
        assert_eq!((all.open, all.handshakes), (0, 0));
    }

    #[test]
    fn the_refusal_has_the_declared_content_length() {
        let text = std::str::from_utf8(REFUSAL).unwrap();
        let (head, body) = text.split_once("\r\n\r\n").unwrap();
        assert!(head.contains(&format!("Content-Length: {}", body.len())), "{}", body.len());
    }
}
