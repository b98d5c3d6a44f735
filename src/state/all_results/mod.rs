//! The results of all tests in memory, to be sorted, searched and filtered. Built for the first reader, then kept current
//! as rankings are: a commit names the submissions it changed, and the next reader reads these again.

mod table;

pub use table::{
    AllResultsFilter, AllResultsQuery, MAX_LISTED, PassCriteria, PassCriterion, ResultConditions, ResultEntry,
    ResultFields, ResultSort, ResultTable,
};

use super::derived_table::DerivedTable;
use crate::{
    domain::AttemptId,
    sync::{Mutex, MutexGuard},
};
use std::{
    collections::HashSet,
    sync::{Arc, PoisonError},
};

#[derive(Default)]
pub struct AllResults {
    /// `None` before the first reader: until then no change has to be remembered.
    state: Mutex<Option<DerivedTable<ResultTable>>>,
    /// Owned by the reader that updates it: the others wait for it and take no thread.
    reading: Arc<tokio::sync::Mutex<()>>,
}

impl AllResults {
    fn state(&self) -> MutexGuard<'_, Option<DerivedTable<ResultTable>>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The table, if no submission has changed since it was read.
    pub fn fresh(&self, reopens: u64) -> Option<Arc<ResultTable>> {
        self.state().as_ref()?.fresh(reopens)
    }

    /// The lock of the reader that updates the table. From now on changes are recorded.
    pub fn reading(&self) -> Arc<tokio::sync::Mutex<()>> {
        self.state().get_or_insert_default();
        self.reading.clone()
    }

    /// Takes the table out for an update, with what changed; `None` if it is to be built. By the owner of
    /// [`Self::reading`] alone, before the store is read.
    pub fn begin(&self, reopens: u64) -> (Option<Arc<ResultTable>>, HashSet<AttemptId>) {
        let (table, changed, is_usable) = self.state().get_or_insert_default().begin(reopens);
        (table.filter(|_| is_usable), changed)
    }

    /// Puts the table back.
    pub fn keep(&self, table: Arc<ResultTable>) {
        if let Some(kept) = &mut *self.state() {
            kept.table = Some(table);
        }
    }

    /// All names of a test have changed.
    pub fn renamed(&self) {
        if let Some(kept) = &mut *self.state() {
            kept.overflowed = true;
        }
    }

    /// A submission, or the decision on it, has changed or was deleted.
    pub fn changed(&self, id: AttemptId) {
        if let Some(kept) = &mut *self.state() {
            kept.note(id);
        }
    }
}

#[cfg(test)]
mod tests;
