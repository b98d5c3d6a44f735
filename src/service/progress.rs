//! How far running attempts are, for the monitoring page: counted as answers are saved, so that no list reads answers.

use crate::sync::{Mutex, MutexGuard};
use crate::{
    app::App,
    domain::{
        AttemptId, Instant, Result,
        attempt::{Answer, Attempt},
    },
    store::{Read, Tx, records::key},
};
use std::{collections::HashMap, sync::PoisonError};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Answers that are not blank.
    pub answered: u32,
    pub last_saved_at: Option<Instant>,
}

/// Changes that one save makes.
#[derive(Default)]
pub(super) struct Step {
    more: i32,
    stored: bool,
}

impl Step {
    pub fn stored(&mut self, old: Option<&str>, new: &str) {
        let counts = |text: &str| i32::from(!text.trim().is_empty());
        self.stored = true;
        self.more += counts(new) - old.map_or(0, counts);
    }
}

#[derive(Default)]
pub struct Progresses(Mutex<HashMap<AttemptId, Progress>>);

impl Progresses {
    fn table(&self) -> MutexGuard<'_, HashMap<AttemptId, Progress>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn forget(&self, id: AttemptId) {
        self.table().remove(&id);
    }

    /// Of an attempt that was not counted since the server started, the answers are read once.
    ///
    /// # Errors
    /// Storage only.
    pub fn of(&self, app: &App, read: &impl Read, id: AttemptId) -> Result<Progress> {
        let known = self.table().get(&id).copied();
        if let Some(known) = known {
            return Ok(known);
        }
        let counted = count(read, id)?;
        // A save that was committed after this snapshot has put its own count here, which is the newer one.
        let progress = *self.table().entry(id).or_insert(counted);
        // The end of the attempt makes this forgotten, once; a snapshot from before it must not bring it back for good.
        let runs = |attempt: Attempt| attempt.is_running();
        if !app.store.read()?.get::<Attempt>(&key::of_attempt(id))?.is_some_and(runs) {
            self.forget(id);
        }
        Ok(progress)
    }
}

fn count(read: &impl Read, id: AttemptId) -> Result<Progress> {
    let answers: Vec<Answer> = read.records(&key::of_attempt(id))?;
    let answered = answers.iter().filter(|a| !a.text.trim().is_empty()).count();
    let last_saved_at = answers.iter().map(|a| a.saved_at).max();
    Ok(Progress { answered: u32::try_from(answered).unwrap_or(u32::MAX), last_saved_at })
}

/// Counts a save once it is durable. Within the transaction, after the answers were put: where nothing was counted yet
/// the whole is, so that what readers put there meanwhile from older snapshots is overwritten.
///
/// # Errors
/// Storage only.
pub(super) fn saved(tx: &mut Tx<'_>, app: &App, id: AttemptId, step: &Step, now: Instant) -> Result<()> {
    if !step.stored {
        return Ok(());
    }
    let whole = if app.progress.table().contains_key(&id) { None } else { Some(count(tx, id)?) };
    let (more, handle) = (step.more, app.clone());
    tx.after_commit(move || {
        let mut table = handle.progress.table();
        let entry = table.entry(id).or_default();
        match whole {
            Some(whole) => *entry = whole,
            None => entry.answered = entry.answered.saturating_add_signed(more),
        }
        entry.last_saved_at = Some(now);
    });
    Ok(())
}
