//! How often one caller may ask the engine, and how many of its calls may wait at a time. Making a connection takes the
//! media thread a millisecond, which is everybody's.

use super::{
    limits::{CHANGES, CHANGING, OFFERING, OFFERS, WAITING_PER_ADMIN, WAITING_PER_ATTEMPT},
    signal_queue::Party,
};
use crate::{
    domain::{Error, Instant, InviteId, Kind, Result, UserId, rate_limit::RateLimit},
    sync::{Mutex, MutexGuard},
};
use std::{collections::HashMap, sync::PoisonError};

struct Counts {
    offers: RateLimit<InviteId>,
    changes: RateLimit<UserId>,
    waiting: HashMap<Party, usize>,
}

pub struct Gate(Mutex<Counts>);

/// A call's place while it waits for the engine; given back when dropped.
pub struct Pass<'a> {
    gate: &'a Gate,
    party: Party,
}

impl Gate {
    pub fn new() -> Self {
        Self(Mutex::new(Counts {
            offers: RateLimit::new(OFFERS, OFFERING),
            changes: RateLimit::new(CHANGES, CHANGING),
            waiting: HashMap::new(),
        }))
    }

    fn counts(&self) -> MutexGuard<'_, Counts> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// # Errors
    /// 429 with the time to wait.
    pub fn enter(&self, party: Party, now: Instant) -> Result<Pass<'_>> {
        let mut counts = self.counts();
        let waiting = counts.waiting.get(&party).copied().unwrap_or_default();
        let most = match party {
            Party::Candidate(_) => WAITING_PER_ATTEMPT,
            Party::Admin(_) => WAITING_PER_ADMIN,
        };
        if waiting >= most {
            return Err(slower(1_000));
        }
        match party {
            Party::Candidate(invite) => counts.offers.take(invite, now),
            Party::Admin(owner) => counts.changes.take(owner, now),
        }
        .map_err(slower)?;
        counts.waiting.insert(party, waiting + 1);
        Ok(Pass { gate: self, party })
    }
}

impl Pass<'_> {
    /// The engine did not even hear of the call: it does not count.
    pub fn unheard(&self) {
        let mut counts = self.gate.counts();
        match self.party {
            Party::Candidate(invite) => counts.offers.give_back(&invite),
            Party::Admin(owner) => counts.changes.give_back(&owner),
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

fn slower(millis: i64) -> Error {
    let detail = "Live video was asked for too often. Please try again in a moment.";
    let seconds = u32::try_from(millis.max(1).saturating_add(999) / 1_000).unwrap_or(1);
    Error { retry_after: Some(seconds), ..Error::new(Kind::TooMany, "too_many", detail) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use uuid::Uuid;

    #[test]
    fn one_caller_has_so_many_calls_waiting_and_others_have_their_own() {
        let gate = Gate::new();
        let (ada, bob) = (Party::Admin(UserId(Uuid::from_u128(1))), Party::Admin(UserId(Uuid::from_u128(2))));
        let passes: Vec<_> = (0..100).filter_map(|_| gate.enter(ada, Instant(0)).ok()).collect();
        assert_eq!(passes.len(), WAITING_PER_ADMIN);
        let bobs = gate.enter(bob, Instant(0));
        assert!(bobs.is_ok());
        drop((passes, bobs));
        assert!(gate.enter(ada, Instant(0)).is_ok());
        assert!(gate.counts().waiting.is_empty());
    }

    #[test]
    fn what_the_engine_never_heard_of_does_not_count() {
        let gate = Gate::new();
        let party = Party::Candidate(InviteId(Uuid::from_u128(1)));
        for _ in 0..1_000 {
            gate.enter(party, Instant(0)).unwrap().unheard();
        }
        let heard = (0..1_000).filter(|_| gate.enter(party, Instant(0)).is_ok()).count();
        assert_eq!(heard, OFFERS.burst as usize);
        assert_eq!(gate.enter(party, Instant(0)).err().unwrap().retry_after, Some(2));
        assert!(gate.enter(party, Instant(OFFERS.refill)).is_ok());
    }
}
