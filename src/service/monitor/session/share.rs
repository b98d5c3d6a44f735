//! Shares of proctors: whom a stream of events shows, and what a change of a share ends (`docs/behaviour/sessions.md#sessions-5`).

use crate::{
    app::App,
    domain::{
        InviteId, Result, TestId, UserId,
        exam_session::{AssignedProctor, ExamSession, Seat},
        permission::{Capability, Rights},
    },
    live::AboutPerson,
    service::{events, work::Work},
    store::Read,
};
use std::collections::{BTreeSet, HashMap};

/// People that a stream remembers.
const MAX_KNOWN: usize = 2_000;

/// The people whom a stream of events shows to its account.
pub struct ShownPeople {
    app: App,
    account: UserId,
    rights: Rights,
    /// The test of those in another proctor's share, `None` for all others.
    known: HashMap<InviteId, Option<TestId>>,
}

impl ShownPeople {
    #[must_use]
    pub fn of(app: &App, account: UserId, rights: &Rights) -> Self {
        Self { app: app.clone(), account, rights: rights.clone(), known: HashMap::new() }
    }

    /// Whether an event about a person is shown: the account looks after them, or receives it by another capability than that
    /// to watch.
    pub fn include(&mut self, about: AboutPerson) -> bool {
        if self.rights.scope(Capability::Watch).is_none() {
            return true;
        }
        let Some(test) = self.of_others(about.invite) else { return true };
        about
            .held
            .iter()
            .any(|held| *held != Capability::Watch && self.rights.scope(*held).is_some_and(|scope| scope.permits(test)))
    }

    /// Asks again about everyone.
    pub fn forget(&mut self) {
        self.known.clear();
    }

    fn of_others(&mut self, invite: InviteId) -> Option<TestId> {
        if let Some(known) = self.known.get(&invite) {
            return *known;
        }
        // A store that cannot be read right now hides no one. It is asked again.
        let found = self.find(invite).ok()?;
        if self.known.len() >= MAX_KNOWN {
            self.known.clear();
        }
        self.known.insert(invite, found);
        found
    }

    fn find(&self, invite: InviteId) -> Result<Option<TestId>> {
        let read = self.app.store.read()?;
        let Some(seat) = read.get::<Seat>(invite)? else { return Ok(None) };
        let session: Option<ExamSession> = read.get(seat.session_id)?;
        let is_shown = session.is_none_or(|session| session.shows(Some(self.account), invite));
        Ok(if is_shown { None } else { Some(seat.test_id) })
    }
}

/// People came into a session or left it, or the session goes: those who look after a part of it see others now.
pub(super) fn people_changed(w: &mut Work<'_, '_>, session: &ExamSession) {
    let accounts: Vec<UserId> = with_share(&session.proctors).collect();
    for account in accounts {
        events::share_changed(w, account);
    }
}

/// The proctors or the lead of a session may have changed.
pub(super) fn staff_changed(w: &mut Work<'_, '_>, before: &ExamSession, now: &ExamSession) {
    if (&before.proctors, before.lead) == (&now.proctors, now.lead) {
        return;
    }
    let accounts: BTreeSet<UserId> = with_share(&before.proctors).chain(with_share(&now.proctors)).collect();
    for account in accounts {
        events::share_changed(w, account);
    }
}

fn with_share(proctors: &[AssignedProctor]) -> impl Iterator<Item = UserId> + '_ {
    proctors.iter().filter(|proctor| proctor.share.is_some()).map(|proctor| proctor.account)
}
