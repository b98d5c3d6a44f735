//! Memory budget of request bodies in transit. Counts the bytes that a body has reserved, not its declared length, and
//! releases them when the body is consumed or dropped. The first bytes of each body come from a separate pool, so that
//! a few stalled large uploads cannot block small saves.

use crate::{
    domain::{Error, ErrorCode, ErrorKind},
    http::proxy::network,
    sync::{Mutex, MutexGuard},
};
use std::{
    collections::HashMap,
    net::IpAddr,
    sync::{Arc, PoisonError},
};

/// Bytes of each body that are charged to the pool of small parts.
pub const SMALL: usize = 16 * 1024;
/// Limit of all bodies together, in bytes: `[small parts, remainders]`.
const MAX_TOTAL: [usize; 2] = [32 * 1024 * 1024, 32 * 1024 * 1024];
/// Limit per client address (IPv6: per /64), in bytes.
const PER_ADDRESS: [usize; 2] = [24 * 1024 * 1024, 24 * 1024 * 1024];
/// Limit per connection, in bytes: the largest upload plus concurrent saves.
const PER_CONNECTION: [usize; 2] = [2 * 1024 * 1024, 12 * 1024 * 1024];
/// `Retry-After` of a refused body, in seconds.
const RETRY_AFTER: u32 = 5;

/// Identifies the connection of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ConnectionId(pub u64);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum BudgetHolder {
    Server,
    Address(IpAddr),
    Connection(ConnectionId),
}

impl BudgetHolder {
    const fn limit(self) -> [usize; 2] {
        match self {
            Self::Server => MAX_TOTAL,
            Self::Address(_) => PER_ADDRESS,
            Self::Connection(_) => PER_CONNECTION,
        }
    }

    fn refusal(self) -> Error {
        match self {
            Self::Server => {
                Error::unavailable("The server is receiving too much data. Please try again in a moment.", RETRY_AFTER)
            }
            Self::Address(_) | Self::Connection(_) => Error {
                retry_after: Some(RETRY_AFTER),
                ..Error::new(
                    ErrorKind::TooMany,
                    ErrorCode::TooManyUploads,
                    "Too many uploads from your network at once.",
                )
            },
        }
    }
}

/// Bytes reserved per holder, shared by all requests; a holder without reserved bytes has no entry.
#[derive(Clone, Default)]
pub struct BodyBudget(Arc<Mutex<HashMap<BudgetHolder, [usize; 2]>>>);

impl BodyBudget {
    fn table(&self) -> MutexGuard<'_, HashMap<BudgetHolder, [usize; 2]>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns an empty reservation for one body.
    pub fn reservation(&self, address: IpAddr, connection: Option<ConnectionId>) -> BodyReservation {
        let holders = [
            Some(BudgetHolder::Server),
            Some(BudgetHolder::Address(network(address))),
            connection.map(BudgetHolder::Connection),
        ];
        BodyReservation { budget: self.clone(), holders, bytes: 0 }
    }

    #[cfg(test)]
    fn held(&self) -> usize {
        self.table().get(&BudgetHolder::Server).map_or(0, |held| held.iter().sum())
    }
}

/// Bytes reserved by one body; released on drop.
pub struct BodyReservation {
    budget: BodyBudget,
    holders: [Option<BudgetHolder>; 3],
    bytes: usize,
}

const fn parts(bytes: usize) -> [usize; 2] {
    let small = if bytes < SMALL { bytes } else { SMALL };
    [small, bytes - small]
}

impl BodyReservation {
    /// Grows the reservation to `bytes` in total; never shrinks it.
    ///
    /// # Errors
    /// 429 `too_many_uploads` if the address or connection is at its limit, 503 if the server is.
    pub fn grow_to(&mut self, bytes: usize) -> Result<(), Error> {
        let (before, after) = (parts(self.bytes), parts(bytes.max(self.bytes)));
        let mut table = self.budget.table();
        for holder in self.holders.iter().rev().flatten() {
            let held = table.get(holder).copied().unwrap_or_default();
            let limit = holder.limit();
            if (0..2).any(|part| after[part] > before[part] && held[part] + after[part] - before[part] > limit[part]) {
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

impl Drop for BodyReservation {
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

    /// Reserves bodies of `size` bytes for one address until one is refused.
    fn fill(budget: &BodyBudget, from: IpAddr, size: usize) -> (Vec<BodyReservation>, Error) {
        let mut reservations = Vec::new();
        loop {
            let mut reservation = budget.reservation(from, None);
            match reservation.grow_to(size) {
                Ok(()) => reservations.push(reservation),
                Err(error) => return (reservations, error),
            }
        }
    }

    #[test]
    fn stalled_large_bodies_do_not_block_small_ones() {
        let budget = BodyBudget::default();
        let (one, own) = fill(&budget, address(1), BIG);
        let (two, all) = fill(&budget, address(2), BIG);
        assert_eq!((own.kind, all.kind), (ErrorKind::TooMany, ErrorKind::Unavailable));
        assert!(own.retry_after.is_some() && all.retry_after.is_some());
        assert!(budget.held() <= MAX_TOTAL.iter().sum());
        for n in 1..200 {
            budget.reservation(address(n), None).grow_to(SMALL).unwrap();
        }
        drop((one, two));
        assert_eq!((budget.held(), budget.table().len()), (0, 0));
    }

    #[test]
    fn one_address_cannot_exhaust_the_small_pool() {
        let budget = BodyBudget::default();
        let (held, refusal) = fill(&budget, address(1), SMALL);
        assert_eq!((held.len(), refusal.kind), (PER_ADDRESS[0] / SMALL, ErrorKind::TooMany));
        budget.reservation(address(2), None).grow_to(SMALL).unwrap();
    }

    #[test]
    fn one_connection_holds_at_most_one_large_body() {
        let budget = BodyBudget::default();
        let on_it = || budget.reservation(address(1), Some(ConnectionId(7)));
        let (mut first, mut second) = (on_it(), on_it());
        first.grow_to(BIG).unwrap();
        assert_eq!(second.grow_to(BIG).unwrap_err().kind, ErrorKind::TooMany);
        second.grow_to(SMALL).unwrap();
        drop(first);
        second.grow_to(BIG).unwrap();
    }
}
