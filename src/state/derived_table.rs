//! A table in memory that follows the store: a commit names what it changed, and the next reader reads that again.

use crate::domain::AttemptId;
use std::{collections::HashSet, mem, sync::Arc};

/// Changed submissions up to which a table is updated; beyond it, it is built again.
pub(super) const MAX_CHANGED: usize = 10_000;

pub(super) struct DerivedTable<T> {
    /// `None` before the first reader and while one updates it.
    pub table: Option<Arc<T>>,
    /// Submissions that changed since they were read.
    pub changed: HashSet<AttemptId>,
    /// More changed than can be named.
    pub overflowed: bool,
    /// How often the store had been opened again when the table was built: a commit with an unknown outcome names
    /// nothing.
    reopens: u64,
}

impl<T> Default for DerivedTable<T> {
    fn default() -> Self {
        Self { table: None, changed: HashSet::new(), overflowed: false, reopens: 0 }
    }
}

impl<T> DerivedTable<T> {
    pub fn is_fresh(&self, reopens: u64) -> bool {
        self.changed.is_empty() && !self.overflowed && self.reopens == reopens
    }

    /// The table, if nothing has changed since it was read.
    pub fn fresh(&self, reopens: u64) -> Option<Arc<T>> {
        self.is_fresh(reopens).then(|| self.table.clone())?
    }

    /// Takes the table out, with what changed, and whether it is to be built. Its caller drops it outside of a lock.
    pub fn begin(&mut self, reopens: u64) -> (Option<Arc<T>>, HashSet<AttemptId>, bool) {
        let is_usable = !self.overflowed && self.reopens == reopens;
        (self.overflowed, self.reopens) = (false, reopens);
        (self.table.take(), mem::take(&mut self.changed), is_usable)
    }

    pub fn note(&mut self, id: AttemptId) {
        if self.overflowed {
            return;
        }
        if self.changed.len() < MAX_CHANGED {
            self.changed.insert(id);
        } else {
            self.changed = HashSet::new();
            self.overflowed = true;
        }
    }
}
