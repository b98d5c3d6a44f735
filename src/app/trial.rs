//! Trials and rehearsals have an application each (`docs/behaviour/tests.md#trials`, `docs/rehearsal.md`).

use super::{App, AppInner, AppParts, Config};
use crate::{
    domain::{InviteId, Result},
    secrets::{MasterKey, token},
    store::{Snapshot, Store},
};
use std::sync::Arc;
use tempfile::TempDir;

impl App {
    /// An application for one trial, around an empty store. It shares with this one what has no memory of candidates: the
    /// clock and the code runner; it reads pictures of this one's store. All else is its own, so that nothing of the
    /// trial can be seen, counted or limited here. It has no settings of a mail server and no administrators: it sends and
    /// notifies nothing.
    #[must_use]
    pub fn for_trial(&self, store: Store) -> Self {
        let parts = self.apart(store);
        let mut inner = AppInner::new(parts);
        inner.code.runner = self.code.runner.clone();
        inner.trial_of = Some(self.store.clone());
        Self(Arc::new(inner))
    }

    /// An application for a rehearsal, around a store of its own, whose folder is removed with it. As that of a trial, but
    /// on the same disk, and with the live video of this one: both are what is measured.
    #[must_use]
    pub fn for_rehearsal(&self, store: Store, scratch: Option<TempDir>) -> Self {
        let parts = self.apart(store);
        let trial_of = Some(self.store.clone());
        Self(Arc::new(AppInner { media: self.media.clone(), scratch, trial_of, ..AppInner::new(parts) }))
    }

    /// Parts of an application that shares no memory of candidates with this one.
    fn apart(&self, store: Store) -> AppParts {
        AppParts {
            store,
            clock: self.clock.clone(),
            master: MasterKey::generate(),
            passwords: self.secrets.passwords.clone(),
            mailer: self.clients.mailer.clone(),
            ai: self.clients.ai.clone(),
            config: Config::default(),
        }
    }

    /// The application that serves an invite link: that of a trial or a rehearsal, or this one.
    #[must_use]
    pub fn serving(&self, link: &str) -> Self {
        if !token::is_of_trial(link) {
            return self.clone();
        }
        let link = token::hash(link);
        let apart = self.jobs.trials.behind(link).or_else(|| self.jobs.rehearsals.behind(link, self.now()));
        apart.unwrap_or_else(|| self.clone())
    }

    /// The application that has an invite, for calls of its candidate that name no link: that of a rehearsal, or this one.
    #[must_use]
    pub fn holding(&self, invite: InviteId) -> Self {
        self.jobs.rehearsals.holding(invite).unwrap_or_else(|| self.clone())
    }

    /// # Errors
    /// Storage only.
    pub fn read_pictures(&self) -> Result<Snapshot> {
        Ok(self.trial_of.as_ref().unwrap_or(&self.store).read()?)
    }

    /// Ends all event streams, for a graceful stop.
    pub fn close_streams(&self) {
        self.hub.close();
        for trial in self.jobs.trials.all() {
            trial.hub.close();
        }
        if let Some(rehearsal) = self.jobs.rehearsals.app() {
            rehearsal.hub.close();
        }
    }
}
