//! The rehearsal that runs: played candidates in an application `A` of its own (`docs/rehearsal.md`). One at a time, as it
//! puts a whole hall on the server.

use crate::{
    domain::{ExamSessionId, Instant, InviteId, RehearsalId, UserId, time::SignedDuration},
    sync::{Mutex, MutexGuard},
};
use std::{
    collections::HashSet,
    sync::{Arc, PoisonError},
};

/// A rehearsal ends by itself when none of its candidates has called for this long: its machine is gone.
pub const IDLE: SignedDuration = SignedDuration::from_secs(60);

/// A rehearsal that runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunningRehearsal {
    pub id: RehearsalId,
    pub session: ExamSessionId,
    /// `None` for the operator.
    pub by: Option<UserId>,
    pub invites: Arc<HashSet<InviteId>>,
    pub began_at: Instant,
    pub ends_at: Instant,
}

struct Open<A> {
    what: RunningRehearsal,
    /// Hashes of the tokens of its links.
    links: HashSet<[u8; 32]>,
    app: A,
    /// The last call of one of its candidates.
    called_at: Instant,
}

pub struct Rehearsals<A>(Mutex<Option<Open<A>>>);

impl<A> Default for Rehearsals<A> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<A: Clone> Rehearsals<A> {
    fn open(&self) -> MutexGuard<'_, Option<Open<A>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lists a rehearsal.
    ///
    /// # Errors
    /// Its application, if another one runs.
    pub fn begin(&self, what: RunningRehearsal, links: HashSet<[u8; 32]>, app: A) -> Result<(), A> {
        let mut open = self.open();
        if open.is_some() {
            return Err(app);
        }
        let called_at = what.began_at;
        *open = Some(Open { what, links, app, called_at });
        Ok(())
    }

    #[must_use]
    pub fn running(&self) -> Option<RunningRehearsal> {
        self.open().as_ref().map(|open| open.what.clone())
    }

    #[must_use]
    pub fn app(&self) -> Option<A> {
        self.open().as_ref().map(|open| open.app.clone())
    }

    /// The application behind a link; notes the call.
    #[must_use]
    pub fn behind(&self, link: [u8; 32], now: Instant) -> Option<A> {
        let mut open = self.open();
        let open = open.as_mut().filter(|open| open.links.contains(&link))?;
        open.called_at = now;
        Some(open.app.clone())
    }

    /// The application that has an invite.
    #[must_use]
    pub fn holding(&self, invite: InviteId) -> Option<A> {
        self.open().as_ref().filter(|open| open.what.invites.contains(&invite)).map(|open| open.app.clone())
    }

    /// Takes out the rehearsal that `is_over` holds for.
    pub fn end(&self, is_over: impl FnOnce(&RunningRehearsal) -> bool) -> Option<(RunningRehearsal, A)> {
        self.open().take_if(|open| is_over(&open.what)).map(|open| (open.what, open.app))
    }

    /// Like [`Self::end`], for one whose time is up or whose machine is gone.
    #[must_use]
    pub fn end_due(&self, now: Instant) -> Option<(RunningRehearsal, A)> {
        let is_due = |open: &mut Open<A>| open.what.ends_at <= now || !open.called_at.is_within(IDLE, now);
        self.open().take_if(is_due).map(|open| (open.what, open.app))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::time::{MINUTE, SECOND};
    use uuid::Uuid;

    const NOW: Instant = Instant::from_millis(1_000_000_000);

    fn running(n: u128) -> RunningRehearsal {
        RunningRehearsal {
            id: RehearsalId(Uuid::from_u128(n)),
            session: ExamSessionId(Uuid::from_u128(9)),
            by: None,
            invites: Arc::new(HashSet::from([InviteId(Uuid::from_u128(3))])),
            began_at: NOW,
            ends_at: NOW.plus(MINUTE * 5),
        }
    }

    fn begun() -> Rehearsals<u8> {
        let rehearsals = Rehearsals::default();
        rehearsals.begin(running(1), HashSet::from([[1; 32], [2; 32]]), 7).unwrap();
        rehearsals
    }

    #[test]
    fn one_runs_at_a_time_and_only_its_own_links_lead_to_it() {
        let rehearsals = begun();
        assert_eq!(rehearsals.begin(running(2), HashSet::new(), 8), Err(8));
        assert_eq!(rehearsals.behind([2; 32], NOW), Some(7));
        assert_eq!(rehearsals.behind([3; 32], NOW), None);
        assert_eq!(rehearsals.end(|what| what.id == running(2).id), None);
        assert_eq!(rehearsals.holding(InviteId(Uuid::from_u128(3))), Some(7));
        assert_eq!(rehearsals.holding(InviteId(Uuid::from_u128(4))), None);
        assert_eq!(rehearsals.end(|what| what.id == running(1).id), Some((running(1), 7)));
        assert_eq!((rehearsals.running(), rehearsals.behind([2; 32], NOW)), (None, None));
    }

    #[test]
    fn it_ends_with_its_time_or_a_minute_after_the_last_call() {
        let rehearsals = begun();
        assert_eq!(rehearsals.end_due(NOW.plus(IDLE - SECOND)), None);
        assert_eq!(rehearsals.behind([1; 32], NOW.plus(IDLE - SECOND)), Some(7));
        assert_eq!(rehearsals.end_due(NOW.plus(IDLE + SECOND)), None);
        assert_eq!(rehearsals.end_due(NOW.plus(IDLE * 2)), Some((running(1), 7)));
        let rehearsals = begun();
        assert_eq!(rehearsals.behind([1; 32], NOW.plus(MINUTE * 5)), Some(7));
        assert_eq!(rehearsals.end_due(NOW.plus(MINUTE * 5)), Some((running(1), 7)));
    }
}
