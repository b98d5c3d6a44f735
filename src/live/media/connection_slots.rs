//! Connection limits of the TCP port: a low one for connections that have not authenticated yet (pending), a high one
//! for those admitted to a session.

use super::limits::{MAX_PENDING_TCP, MAX_TCP, PENDING_TCP_PER_ADDRESS, TCP_PER_ADDRESS};
use crate::sync::{Mutex, MutexGuard};
use nix::sys::resource::{Resource, getrlimit};
use std::{
    collections::HashMap,
    net::IpAddr,
    sync::{Arc, PoisonError},
};

#[derive(Clone, Copy, Default)]
struct SlotCount {
    pending: usize,
    admitted: usize,
}

#[derive(Default)]
struct SlotCounts {
    all: SlotCount,
    of: HashMap<IpAddr, SlotCount>,
}

pub struct ConnectionSlots {
    counts: Mutex<SlotCounts>,
    /// Maximum of admitted connections in total.
    limit: usize,
}

/// The slot of one connection; released when both the connection's task and the engine have dropped it.
pub struct ConnectionSlot {
    places: Arc<ConnectionSlots>,
    ip: IpAddr,
    admitted: Mutex<bool>,
}

impl ConnectionSlots {
    /// Limited to a quarter of the open files: HTTP connections and the store need some too.
    pub fn of_this_process() -> Arc<Self> {
        let files = getrlimit(Resource::RLIMIT_NOFILE).map_or(1_024, |(soft, _)| soft);
        Self::new(MAX_TCP.min(usize::try_from(files / 4).unwrap_or(MAX_TCP)))
    }

    fn new(limit: usize) -> Arc<Self> {
        Arc::new(Self { counts: Mutex::default(), limit })
    }

    fn counts(&self) -> MutexGuard<'_, SlotCounts> {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes a slot for a connection that has not authenticated yet; `None` beyond the limits.
    pub fn enter(self: &Arc<Self>, ip: IpAddr) -> Option<ConnectionSlot> {
        let mut counts = self.counts();
        let own = counts.of.get(&ip).copied().unwrap_or_default();
        if own.pending >= PENDING_TCP_PER_ADDRESS || counts.all.pending >= MAX_PENDING_TCP.min(self.limit) {
            return None;
        }
        counts.all.pending += 1;
        counts.of.entry(ip).or_default().pending += 1;
        Some(ConnectionSlot { places: self.clone(), ip, admitted: Mutex::new(false) })
    }
}

impl ConnectionSlot {
    /// Moves the slot to the admitted ones after authentication. Returns false beyond their limits. Idempotent.
    pub fn admit(&self) -> bool {
        let mut admitted = self.admitted.lock().unwrap_or_else(PoisonError::into_inner);
        if *admitted {
            return true;
        }
        let mut counts = self.places.counts();
        let own = counts.of.entry(self.ip).or_default();
        if own.admitted >= TCP_PER_ADDRESS {
            return false;
        }
        let (pending, own_admitted) = (own.pending - 1, own.admitted + 1);
        if counts.all.admitted >= self.places.limit {
            return false;
        }
        counts.of.insert(self.ip, SlotCount { pending, admitted: own_admitted });
        counts.all.pending -= 1;
        counts.all.admitted += 1;
        *admitted = true;
        true
    }
}

impl Drop for ConnectionSlot {
    fn drop(&mut self) {
        let was_admitted = *self.admitted.lock().unwrap_or_else(PoisonError::into_inner);
        let mut counts = self.places.counts();
        let counts = &mut *counts;
        let one = |count: &mut SlotCount| {
            let part = if was_admitted { &mut count.admitted } else { &mut count.pending };
            *part = part.saturating_sub(1);
            count.pending + count.admitted == 0
        };
        one(&mut counts.all);
        if counts.of.get_mut(&self.ip).is_some_and(one) {
            counts.of.remove(&self.ip);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(n: u8) -> IpAddr {
        [192, 0, 2, n].into()
    }

    #[test]
    fn pending_connections_have_few_places_until_admitted_or_closed() {
        let places = ConnectionSlots::new(MAX_TCP);
        let mut pending: Vec<_> = (0..1_000).filter_map(|_| places.enter(address(1))).collect();
        assert_eq!(pending.len(), PENDING_TCP_PER_ADDRESS);
        assert!(pending[0].admit() && pending[0].admit(), "idempotent");
        pending.extend(places.enter(address(1)));
        assert_eq!(pending.len(), PENDING_TCP_PER_ADDRESS + 1);
        pending.extend((2..100).flat_map(|n| [n; 100]).filter_map(|n| places.enter(address(n))));
        assert_eq!(pending.len(), MAX_PENDING_TCP + 1);
        drop(pending);
        assert!(places.counts().of.is_empty() && places.counts().all.pending == 0 && places.counts().all.admitted == 0);
    }

    #[test]
    fn admitted_connections_are_limited_per_address_and_in_total() {
        let places = ConnectionSlots::new(TCP_PER_ADDRESS + 10);
        let admitted =
            |n| (0..2_000).filter_map(|_| places.enter(address(n)).filter(ConnectionSlot::admit)).collect::<Vec<_>>();
        let (one, two) = (admitted(1), admitted(2));
        assert_eq!((one.len(), two.len()), (TCP_PER_ADDRESS, 10));
        drop(one);
        assert_eq!(admitted(3).len(), TCP_PER_ADDRESS);
    }
}
