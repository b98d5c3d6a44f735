//! Places for TCP connections: few for those that have not proved to know a session, more for those that have.

use super::limits::{SILENT_TCP, SILENT_TCP_PER_ADDRESS, TCP, TCP_PER_ADDRESS};
use crate::sync::{Mutex, MutexGuard};
use nix::sys::resource::{Resource, getrlimit};
use std::{
    collections::HashMap,
    net::IpAddr,
    sync::{Arc, PoisonError},
};

#[derive(Clone, Copy, Default)]
struct Count {
    silent: usize,
    admitted: usize,
}

#[derive(Default)]
struct Counts {
    all: Count,
    of: HashMap<IpAddr, Count>,
}

pub struct Places {
    counts: Mutex<Counts>,
    /// Admitted ones in all.
    most: usize,
}

/// One place; given back when both the connection's task and the engine have let go of it.
pub struct Place {
    places: Arc<Places>,
    ip: IpAddr,
    admitted: Mutex<bool>,
}

impl Places {
    /// Others need open files too: the pages, the store.
    pub fn of_this_process() -> Arc<Self> {
        let files = getrlimit(Resource::RLIMIT_NOFILE).map_or(1_024, |(soft, _)| soft);
        Self::new(TCP.min(usize::try_from(files / 4).unwrap_or(TCP)))
    }

    fn new(most: usize) -> Arc<Self> {
        Arc::new(Self { counts: Mutex::default(), most })
    }

    fn counts(&self) -> MutexGuard<'_, Counts> {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A place for a connection of which nothing is known.
    pub fn enter(self: &Arc<Self>, ip: IpAddr) -> Option<Place> {
        let mut counts = self.counts();
        let own = counts.of.get(&ip).copied().unwrap_or_default();
        if own.silent >= SILENT_TCP_PER_ADDRESS || counts.all.silent >= SILENT_TCP.min(self.most) {
            return None;
        }
        counts.all.silent += 1;
        counts.of.entry(ip).or_default().silent += 1;
        Some(Place { places: self.clone(), ip, admitted: Mutex::new(false) })
    }
}

impl Place {
    /// It has proved to know a session; false where there are too many of them.
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
        let (silent, own_admitted) = (own.silent - 1, own.admitted + 1);
        if counts.all.admitted >= self.places.most {
            return false;
        }
        counts.of.insert(self.ip, Count { silent, admitted: own_admitted });
        counts.all.silent -= 1;
        counts.all.admitted += 1;
        *admitted = true;
        true
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let was_admitted = *self.admitted.lock().unwrap_or_else(PoisonError::into_inner);
        let mut counts = self.places.counts();
        let counts = &mut *counts;
        let one = |count: &mut Count| {
            let part = if was_admitted { &mut count.admitted } else { &mut count.silent };
            *part = part.saturating_sub(1);
            count.silent + count.admitted == 0
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
    fn silent_connections_take_few_places_until_they_are_admitted_or_gone() {
        let places = Places::new(TCP);
        let mut silent: Vec<_> = (0..1_000).filter_map(|_| places.enter(address(1))).collect();
        assert_eq!(silent.len(), SILENT_TCP_PER_ADDRESS);
        assert!(silent[0].admit() && silent[0].admit(), "once is enough");
        silent.extend(places.enter(address(1)));
        assert_eq!(silent.len(), SILENT_TCP_PER_ADDRESS + 1);
        silent.extend((2..100).flat_map(|n| [n; 100]).filter_map(|n| places.enter(address(n))));
        assert_eq!(silent.len(), SILENT_TCP + 1);
        drop(silent);
        assert!(places.counts().of.is_empty() && places.counts().all.silent == 0 && places.counts().all.admitted == 0);
    }

    #[test]
    fn admitted_connections_are_limited_by_address_and_in_all() {
        let places = Places::new(TCP_PER_ADDRESS + 10);
        let admitted = |n| (0..2_000).filter_map(|_| places.enter(address(n)).filter(Place::admit)).collect::<Vec<_>>();
        let (one, two) = (admitted(1), admitted(2));
        assert_eq!((one.len(), two.len()), (TCP_PER_ADDRESS, 10));
        drop(one);
        assert_eq!(admitted(3).len(), TCP_PER_ADDRESS);
    }
}
