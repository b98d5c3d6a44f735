//! How many connections there are, in all and of one address. Each is an open file, and what is opened here is not there
//! for the database, backups and live video.

use super::{body_budget::ConnectionId, proxy::network};
use crate::sync::{Mutex, MutexGuard};
use ipnet::IpNet;
use nix::sys::resource::{Resource, getrlimit};
use std::{
    collections::HashMap,
    net::IpAddr,
    sync::{Arc, PoisonError},
};

/// Connections in all, where the process may open that many files: of these three quarters are for connections.
pub const IN_ALL: usize = 32_768;
/// Connections of one address (IPv6: one /64): an exam hall of two thousand behind one. A trusted proxy has no such bound.
pub const PER_ADDRESS: usize = 16_384;
/// TLS handshakes under way, in all and of one address.
const HANDSHAKES: usize = 4_096;
const HANDSHAKES_PER_ADDRESS: usize = 2_048;

/// What a plain client is told that is not let in; whoever speaks TLS cannot be told.
pub const REFUSAL: &[u8] = b"HTTP/1.1 503 Service Unavailable\r\nContent-Type: application/json\r\nRetry-After: 5\r\n\
    Connection: close\r\nContent-Length: 99\r\n\r\n{\"detail\":\"There are too many connections. Please try again.\",\
    \"code\":\"unavailable\",\"request_id\":\"\"}";

/// The bounds of one listener.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    pub in_all: usize,
    pub per_address: usize,
}

impl Bounds {
    /// As many as the process may have open files, but for a quarter.
    #[must_use]
    pub fn of_this_process() -> Self {
        let files = getrlimit(Resource::RLIMIT_NOFILE).map_or(1_024, |(soft, _)| soft);
        let in_all = usize::try_from(files / 4 * 3).unwrap_or(IN_ALL).clamp(16, IN_ALL);
        // Where there is room for few, one address still leaves some to the others.
        Self { in_all, per_address: PER_ADDRESS.min(in_all / 4 * 3) }
    }
}

#[derive(Clone, Copy, Default)]
struct Count {
    open: usize,
    handshakes: usize,
}

#[derive(Default)]
struct Table {
    all: Count,
    /// Of addresses that have any.
    by_address: HashMap<IpAddr, Count>,
    last: u64,
}

#[derive(Clone)]
pub struct Gate(Arc<Inner>);

struct Inner {
    bounds: Bounds,
    trusted: Arc<[IpNet]>,
    table: Mutex<Table>,
}

impl Inner {
    fn table(&self) -> MutexGuard<'_, Table> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// One connection's; free again when this goes.
pub struct Place {
    gate: Gate,
    /// `None` for a trusted proxy.
    address: Option<IpAddr>,
    is_shaking: bool,
    pub id: ConnectionId,
}

impl Gate {
    pub fn new(bounds: Bounds, trusted: Arc<[IpNet]>) -> Self {
        Self(Arc::new(Inner { bounds, trusted, table: Mutex::default() }))
    }

    /// `None` where there are too many; `tls`: it begins with a handshake.
    pub fn enter(&self, peer: IpAddr, tls: bool) -> Option<Place> {
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
        Some(Place { gate: self.clone(), address, is_shaking: tls, id })
    }
}

impl Table {
    fn change(&mut self, address: Option<IpAddr>, change: impl Fn(&mut Count)) {
        change(&mut self.all);
        let Some(address) = address else { return };
        let own = self.by_address.entry(address).or_default();
        change(own);
        if own.open == 0 {
            self.by_address.remove(&address);
        }
    }
}

impl Place {
    /// The handshake is done.
    pub fn settle(&mut self) {
        if std::mem::take(&mut self.is_shaking) {
            self.gate.0.table().change(self.address, |count| count.handshakes -= 1);
        }
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.settle();
        self.gate.0.table().change(self.address, |count| count.open -= 1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gate() -> Gate {
        Gate::new(Bounds { in_all: 10, per_address: 4 }, Arc::new(["10.0.0.0/8".parse().unwrap()]))
    }

    fn fill(gate: &Gate, address: &str) -> Vec<Place> {
        std::iter::from_fn(|| gate.enter(address.parse().unwrap(), false)).collect()
    }

    #[test]
    fn one_address_has_its_share_and_a_proxy_what_there_is() {
        let gate = gate();
        let (one, two) = (fill(&gate, "192.0.2.1"), fill(&gate, "::ffff:192.0.2.2"));
        assert_eq!((one.len(), two.len()), (4, 4));
        drop(one);
        assert_eq!(fill(&gate, "10.1.2.3").len(), 6, "all that is left");
        drop(two);
        let here = fill(&gate, "2001:db8::1");
        assert_eq!((here.len(), fill(&gate, "2001:db8::2").len()), (4, 0), "one network");
        drop(here);
        assert!(gate.0.table().by_address.is_empty());
        assert_eq!(gate.0.table().all.open, 0);
    }

    #[test]
    fn handshakes_are_counted_until_they_are_done() {
        let many = Bounds { in_all: 100_000, per_address: 100_000 };
        let gate = Gate::new(many, Arc::default());
        let address: IpAddr = [192, 0, 2, 1].into();
        let mut places: Vec<_> = std::iter::from_fn(|| gate.enter(address, true)).collect();
        assert_eq!(places.len(), HANDSHAKES_PER_ADDRESS);
        places[0].settle();
        assert!(gate.enter(address, true).is_some());
        drop(places);
        let all = gate.0.table().all;
        assert_eq!((all.open, all.handshakes), (0, 0));
    }

    #[test]
    fn the_refusal_is_as_long_as_it_says() {
        let text = std::str::from_utf8(REFUSAL).unwrap();
        let (head, body) = text.split_once("\r\n\r\n").unwrap();
        assert!(head.contains(&format!("Content-Length: {}", body.len())), "{}", body.len());
    }
}
