//! The exam session of an invite.

use crate::{
    domain::{
        ExamSessionId, Instant, InviteId, Result, TestId, UserId,
        exam_session::{ExamSession, Seat},
        invite::Invite,
    },
    service::actor::Watcher,
    store::{Read, StoreError},
};
use std::collections::{HashMap, hash_map::Entry};

/// The seat of an invite with its session; `None` for an invite without one.
///
/// # Errors
/// Storage only.
pub fn of_invite(read: &impl Read, invite: &Invite) -> Result<Option<(Seat, ExamSession)>> {
    let Some(seat) = read.get::<Seat>(invite.id)? else { return Ok(None) };
    Ok(read.get::<ExamSession>(seat.session_id)?.map(|session| (seat, session)))
}

/// Whether everyone in the session of an invite is paused.
///
/// # Errors
/// Storage only.
pub(crate) fn is_paused(read: &impl Read, invite: &Invite) -> Result<bool> {
    Ok(of_invite(read, invite)?.is_some_and(|(_, session)| session.paused.is_some()))
}

/// Whether an account looks after a person, as far as the session of now says.
///
/// # Errors
/// Storage only.
pub(crate) fn is_looked_after(read: &impl Read, account: Option<UserId>, invite: InviteId) -> Result<bool, StoreError> {
    Shares::of(account).contain(read, invite)
}

/// Whether those who watch see a person: of the tests that the permission is for, and of the own share of an exam session.
///
/// # Errors
/// Storage only.
pub(crate) fn is_watched(read: &impl Read, by: &Watcher, test: TestId, invite: InviteId) -> Result<bool, StoreError> {
    Ok(by.scope().permits(test) && is_looked_after(read, by.id(), invite)?)
}

/// [`is_looked_after`] for many people: each session is read once.
pub(crate) struct Shares {
    account: Option<UserId>,
    sessions: HashMap<ExamSessionId, Option<ExamSession>>,
}

impl Shares {
    pub fn of(account: Option<UserId>) -> Self {
        Self { account, sessions: HashMap::new() }
    }

    /// # Errors
    /// Storage only.
    pub fn contain(&mut self, read: &impl Read, invite: InviteId) -> Result<bool, StoreError> {
        let Some(Seat { session_id, .. }) = read.get::<Seat>(invite)? else { return Ok(true) };
        let session = match self.sessions.entry(session_id) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(place) => place.insert(read.get(session_id)?),
        };
        Ok(session.as_ref().is_none_or(|session| session.shows(self.account, invite)))
    }
}

/// Where all begin together, no test starts before that moment; where there is a waiting room, not before the person is
/// let in.
///
/// # Errors
/// 409 `not_admitted`, `not_started_yet`.
pub(crate) fn require_begun(read: &impl Read, invite: &Invite, now: Instant) -> Result<()> {
    let Some((seat, session)) = of_invite(read, invite)? else { return Ok(()) };
    session.require_admitted(&seat)?;
    session.require_begun(now)
}
