//! Rate limit and concurrency limit per caller of the engine. Setting up a connection takes a millisecond of the
//! media thread, which many sessions share.

use super::{
    limits::{COMMAND_KEYS, COMMAND_RATE, OFFER_KEYS, OFFER_RATE, WAITING_PER_ADMIN, WAITING_PER_ATTEMPT},
    signal_queue::Party,
};
use crate::{
    domain::{
        Error, ErrorCode, ErrorKind, Instant, InviteId, Result, UserId,
        rate_limit::RateLimit,
        time::{SECOND, SignedDuration, seconds_to_wait},
    },
    sync::{Mutex, MutexGuard},
};
use std::{collections::HashMap, sync::PoisonError};

struct MediaGateTable {
    offers: RateLimit<InviteId>,
    commands: RateLimit<UserId>,
    waiting: HashMap<Party, usize>,
}

pub struct MediaGate(Mutex<MediaGateTable>);

/// A call's slot while it waits for the engine; released when dropped.
pub struct Pass<'a> {
    gate: &'a MediaGate,
    party: Party,
}

impl MediaGate {
    pub fn new() -> Self {
        Self(Mutex::new(MediaGateTable {
            offers: RateLimit::new(OFFER_RATE, OFFER_KEYS),
            commands: RateLimit::new(COMMAND_RATE, COMMAND_KEYS),
            waiting: HashMap::new(),
        }))
    }

    fn counts(&self) -> MutexGuard<'_, MediaGateTable> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Admits a call.
    ///
    /// # Errors
    /// 429 `too_many` with `Retry-After`.
    pub fn enter(&self, party: Party, now: Instant) -> Result<Pass<'_>> {
        let mut counts = self.counts();
        let waiting = counts.waiting.get(&party).copied().unwrap_or_default();
        let limit = match party {
            Party::Candidate(_) => WAITING_PER_ATTEMPT,
            Party::Staff(_) => WAITING_PER_ADMIN,
        };
        if waiting >= limit {
            return Err(too_many(SECOND));
        }
        match party {
            Party::Candidate(invite) => counts.offers.take(invite, now),
            Party::Staff(owner) => counts.commands.take(owner, now),
        }
        .map_err(too_many)?;
        counts.waiting.insert(party, waiting + 1);
        Ok(Pass { gate: self, party })
    }
}

impl Pass<'_> {
    /// Returns the token of a call that was never queued: it does not count against the rate limit.
    pub fn refund(&self) {
        let mut counts = self.gate.counts();
        match self.party {
            Party::Candidate(invite) => counts.offers.give_back(&invite),
            Party::Staff(owner) => counts.commands.give_back(&owner),
        }
    }
}

impl Drop for Pass<'_> {
    fn drop(&mut self) {
        let mut counts = self.gate.counts();
        if let Some(waiting) = counts.waiting.get_mut(&self.party) {
            *waiting -= 1;
            if *waiting == 0 {
                counts.waiting.remove(&self.party);
            }
        }
    }
}

fn too_many(wait: SignedDuration) -> Error {
    let detail = "Too many live video requests. Please try again in a moment.";
    Error { retry_after: Some(seconds_to_wait(wait)), ..Error::new(ErrorKind::TooMany, ErrorCode::TooMany, detail) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use uuid::Uuid;

    #[test]
    fn waiting_calls_are_limited_per_caller() {
        let gate = MediaGate::new();
        let (ada, bob) = (Party::Staff(UserId(Uuid::from_u128(1))), Party::Staff(UserId(Uuid::from_u128(2))));
        let passes: Vec<_> = (0..100).filter_map(|_| gate.enter(ada, Instant::EPOCH).ok()).collect();
        assert_eq!(passes.len(), WAITING_PER_ADMIN);
        let bobs = gate.enter(bob, Instant::EPOCH);
        assert!(bobs.is_ok());
        drop((passes, bobs));
        assert!(gate.enter(ada, Instant::EPOCH).is_ok());
        assert!(gate.counts().waiting.is_empty());
    }

    #[test]
    fn a_call_that_was_never_queued_does_not_count() {
        let gate = MediaGate::new();
        let party = Party::Candidate(InviteId(Uuid::from_u128(1)));
        for _ in 0..1_000 {
            gate.enter(party, Instant::EPOCH).unwrap().refund();
        }
        let admitted = (0..1_000).filter(|_| gate.enter(party, Instant::EPOCH).is_ok()).count();
        assert_eq!(admitted, OFFER_RATE.burst as usize);
        assert_eq!(gate.enter(party, Instant::EPOCH).err().unwrap().retry_after, Some(2));
        assert!(gate.enter(party, Instant::EPOCH.plus(OFFER_RATE.refill)).is_ok());
    }
}
