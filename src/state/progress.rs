//! How many answers running attempts have, for the monitoring page: counted as answers are saved, so that no list reads answers.

use crate::{
    domain::{AttemptId, Instant},
    sync::{Mutex, MutexGuard},
};
use std::{collections::HashMap, sync::PoisonError};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AnswerProgress {
    /// Answers that are not blank.
    pub answered: u32,
    pub last_saved_at: Option<Instant>,
}

#[derive(Default)]
pub struct Progresses(Mutex<HashMap<AttemptId, AnswerProgress>>);

impl Progresses {
    fn table(&self) -> MutexGuard<'_, HashMap<AttemptId, AnswerProgress>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// An attempt starts, without answers.
    pub(crate) fn begin(&self, id: AttemptId) {
        self.table().entry(id).or_default();
    }

    pub(crate) fn forget(&self, id: AttemptId) {
        self.table().remove(&id);
    }

    /// The count of an attempt, if it was counted since the server started.
    pub(crate) fn get(&self, id: AttemptId) -> Option<AnswerProgress> {
        self.table().get(&id).copied()
    }

    /// Keeps `counted` unless a save that was committed meanwhile has put its own, newer count; returns what is kept.
    pub(crate) fn get_or_keep(&self, id: AttemptId, counted: AnswerProgress) -> AnswerProgress {
        *self.table().entry(id).or_insert(counted)
    }

    /// Counts a durable save: `whole` replaces the count, `more` is added to it.
    pub(crate) fn saved(&self, id: AttemptId, whole: Option<AnswerProgress>, more: i32, now: Instant) {
        let mut table = self.table();
        let entry = table.entry(id).or_default();
        match whole {
            Some(whole) => *entry = whole,
            None => entry.answered = entry.answered.saturating_add_signed(more),
        }
        entry.last_saved_at = Some(now);
    }
}
