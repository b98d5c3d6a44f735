//! Trials have an application each (`docs/behaviour/tests.md#trials`).

use super::{App, AppInner, AppParts, Config};
use crate::{
    domain::Result,
    secrets::{MasterKey, token},
    store::{Snapshot, Store},
};
use std::sync::Arc;

impl App {
    /// An application for one trial, around an empty store. It shares with this one what has no memory of candidates: the
    /// clock and the code runner; it reads pictures of this one's store. All else is its own, so that nothing of the
    /// trial can be seen, counted or limited here. It has no settings of a mail server and no administrators: it sends and
    /// notifies nothing.
    #[must_use]
    pub fn for_trial(&self, store: Store) -> Self {
        let parts = AppParts {
            store,
            clock: self.clock.clone(),
            master: MasterKey::generate(),
            passwords: self.passwords.clone(),
            mailer: self.mailer.clone(),
            ai: self.ai.clone(),
            config: Config::default(),
        };
        let (runner, trial_of) = (self.runner.clone(), Some(self.store.clone()));
        Self(Arc::new(AppInner { runner, trial_of, ..AppInner::new(parts) }))
    }

    /// The application that serves an invite link: that of a trial, or this one.
    #[must_use]
    pub fn serving(&self, link: &str) -> Self {
        let trial = token::is_of_trial(link).then(|| self.trials.behind(token::hash(link))).flatten();
        trial.unwrap_or_else(|| self.clone())
    }

    /// # Errors
    /// Storage only.
    pub fn read_pictures(&self) -> Result<Snapshot> {
        Ok(self.trial_of.as_ref().unwrap_or(&self.store).read()?)
    }

    /// Ends all event streams, for a graceful stop.
    pub fn close_streams(&self) {
        self.hub.close();
        for trial in self.trials.all() {
            trial.hub.close();
        }
    }
}
