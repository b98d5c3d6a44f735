//! How much memory request bodies may hold while they arrive. What a body has taken counts, not what it declares; it is
//! given back when the body was read or given up. The first bytes of each body have a pool of their own, so that a few
//! large uploads that stall never keep small saves out.

use crate::{
    domain::{Error, Kind},
    http::proxy::network,
    sync::{Mutex, MutexGuard},
};
use std::{
    collections::HashMap,
    net::IpAddr,
    sync::{Arc, PoisonError},
};

/// What of each body counts as small, in bytes.
pub const SMALL: usize = 16 * 1024;
/// All bodies together, in bytes: the small parts, and what lies beyond them.
const IN_ALL: [usize; 2] = [32 * 1024 * 1024, 32 * 1024 * 1024];
/// Of these, one address (IPv6: one /64), in bytes.
const PER_ADDRESS: [usize; 2] = [24 * 1024 * 1024, 24 * 1024 * 1024];
/// Of these, one connection, in bytes: the largest upload there is, and saves beside it.
const PER_CONNECTION: [usize; 2] = [2 * 1024 * 1024, 12 * 1024 * 1024];
/// Seconds after which a refused body may be sent again.
const RETRY: u32 = 5;

/// Names the connection that a request came by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ConnectionId(pub u64);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Holder {
    Everybody,
    Address(IpAddr),
    Connection(ConnectionId),
}

impl Holder {
    const fn most(self) -> [usize; 2] {
        match self {
            Self::Everybody => IN_ALL,
            Self::Address(_) => PER_ADDRESS,
            Self::Connection(_) => PER_CONNECTION,
        }
    }

    fn refusal(self) -> Error {
        match self {
            Self::Everybody => {
                Error::unavailable("The server receives too much at once. Please try again in a moment.", RETRY)
            }
            Self::Address(_) | Self::Connection(_) => Error {
                retry_after: Some(RETRY),
                ..Error::new(Kind::TooMany, "too_many_uploads", "Too much is being sent from here at once.")
            },
        }
    }
}

/// Shared by all requests; only who holds something has an entry.
#[derive(Clone, Default)]
pub struct BodyBudget(Arc<Mutex<HashMap<Holder, [usize; 2]>>>);

impl BodyBudget {
    fn table(&self) -> MutexGuard<'_, HashMap<Holder, [usize; 2]>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The share of one body, empty at first.
    pub fn share(&self, address: IpAddr, connection: Option<ConnectionId>) -> Share {
        let holders =
            [Some(Holder::Everybody), Some(Holder::Address(network(address))), connection.map(Holder::Connection)];
        Share { budget: self.clone(), holders, bytes: 0 }
    }

    #[cfg(test)]
    fn held(&self) -> usize {
        self.table().get(&Holder::Everybody).map_or(0, |held| held.iter().sum())
    }
}

/// What one body holds; given back when it goes.
pub struct Share {
    budget: BodyBudget,
    holders: [Option<Holder>; 3],
    bytes: usize,
}

const fn parts(bytes: usize) -> [usize; 2] {
    let small = if bytes < SMALL { bytes } else { SMALL };
    [small, bytes - small]
}

impl Share {
    /// Takes as much as makes it `bytes` in all.
    ///
    /// # Errors
    /// 429 where this address or connection holds its most, 503 where all together do.
    pub fn grow_to(&mut self, bytes: usize) -> Result<(), Error> {
        let (before, after) = (parts(self.bytes), parts(bytes.max(self.bytes)));
        let mut table = self.budget.table();
        for holder in self.holders.iter().rev().flatten() {
            let held = table.get(holder).copied().unwrap_or_default();
            let most = holder.most();
            if (0..2).any(|part| after[part] > before[part] && held[part] + after[part] - before[part] > most[part]) {
                return Err(holder.refusal());
            }
        }
        for holder in self.holders.iter().flatten() {
            let held = table.entry(*holder).or_default();
            for part in 0..2 {
                held[part] += after[part] - before[part];
            }
        }
        drop(table);
        self.bytes = bytes.max(self.bytes);
        Ok(())
    }
}

impl Drop for Share {
    fn drop(&mut self) {
        if self.bytes == 0 {
            return;
        }
        let bytes = parts(self.bytes);
        let mut table = self.budget.table();
        for holder in self.holders.iter().flatten() {
            let Some(held) = table.get_mut(holder) else { continue };
            for part in 0..2 {
                held[part] -= bytes[part];
            }
            if *held == [0, 0] {
                table.remove(holder);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BIG: usize = 8 * 1024 * 1024;

    fn address(n: u8) -> IpAddr {
        IpAddr::from([192, 0, 2, n])
    }

    /// As many bodies of this size as one address gets in.
    fn fill(budget: &BodyBudget, from: IpAddr, size: usize) -> (Vec<Share>, Error) {
        let mut shares = Vec::new();
        loop {
            let mut share = budget.share(from, None);
            match share.grow_to(size) {
                Ok(()) => shares.push(share),
                Err(error) => return (shares, error),
            }
        }
    }

    #[test]
    fn large_bodies_that_stall_keep_nobodys_small_one_out() {
        let budget = BodyBudget::default();
        let (one, own) = fill(&budget, address(1), BIG);
        let (two, all) = fill(&budget, address(2), BIG);
        assert_eq!((own.kind, all.kind), (Kind::TooMany, Kind::Unavailable));
        assert!(own.retry_after.is_some() && all.retry_after.is_some());
        assert!(budget.held() <= IN_ALL.iter().sum());
        for n in 1..200 {
            budget.share(address(n), None).grow_to(SMALL).unwrap();
        }
        drop((one, two));
        assert_eq!((budget.held(), budget.table().len()), (0, 0));
    }

    #[test]
    fn one_address_leaves_room_for_others_small_bodies() {
        let budget = BodyBudget::default();
        let (held, refusal) = fill(&budget, address(1), SMALL);
        assert_eq!((held.len(), refusal.kind), (PER_ADDRESS[0] / SMALL, Kind::TooMany));
        budget.share(address(2), None).grow_to(SMALL).unwrap();
    }

    #[test]
    fn one_connection_holds_one_large_body() {
        let budget = BodyBudget::default();
        let on_it = || budget.share(address(1), Some(ConnectionId(7)));
        let (mut first, mut second) = (on_it(), on_it());
        first.grow_to(BIG).unwrap();
        assert_eq!(second.grow_to(BIG).unwrap_err().kind, Kind::TooMany);
        second.grow_to(SMALL).unwrap();
        drop(first);
        second.grow_to(BIG).unwrap();
    }
}
