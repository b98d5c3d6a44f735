//! Substring indexes, in memory.
//!
//! A substring index on disk needs a row for every position of every name: high write amplification (each invite would
//! touch hundreds of further pages) and a file several times as large. The in-memory index costs neither disk space nor
//! disk writes: the first search builds it from the index on disk, and every commit updates it.

pub(super) mod packed;
use super::{KeyRange, record::IndexTable};
use crate::sync::{RwLock, RwLockWriteGuard};
use packed::PackedRows;
use std::{
    collections::BTreeMap,
    sync::{
        PoisonError,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
};

/// A committed change of one row of a searched index.
#[derive(Clone)]
pub(super) struct IndexChange {
    pub index: IndexTable,
    pub row: Vec<u8>,
    /// Whether the row exists now.
    pub present: bool,
}

impl IndexChange {
    /// `None` for an index without substring search.
    pub fn of(index: IndexTable, row: Vec<u8>, present: bool) -> Option<Self> {
        index.text_at.is_some().then_some(Self { index, row, present })
    }
}

enum IndexState {
    /// A search reads the index from disk; `missed` holds the changes committed meanwhile.
    Building {
        number: u64,
        missed: Vec<IndexChange>,
    },
    Ready(PackedRows),
}

#[derive(Default)]
pub(super) struct SubstringIndexes {
    states: RwLock<States>,
    builds: AtomicU64,
}

#[derive(Default)]
struct States {
    of: BTreeMap<IndexTable, IndexState>,
    /// True while rows change. It stays true after a panic, and a partly updated index is discarded.
    changing: bool,
}

/// Permission to build a substring index, held by one caller at a time. Dropped unfinished, it leaves no index.
pub(super) struct Build<'m> {
    indexes: &'m SubstringIndexes,
    index: IndexTable,
    number: u64,
}

impl SubstringIndexes {
    /// See [`PackedRows::find`]; `None` while the substring index is not built.
    pub fn find(&self, index: IndexTable, range: &KeyRange, part: &str, limit: usize) -> Option<Vec<Vec<u8>>> {
        let states = self.states.read().unwrap_or_else(PoisonError::into_inner);
        match states.of.get(&index).filter(|_| !states.changing) {
            Some(IndexState::Ready(rows)) => Some(rows.find(range, part, limit)),
            _ => None,
        }
    }

    /// Applies the changes of a commit; called after each commit, in commit order.
    pub fn apply_commit(&self, changes: Vec<IndexChange>) {
        let mut states = self.write();
        states.changing = true;
        for change in changes {
            match states.of.get_mut(&change.index) {
                Some(IndexState::Ready(rows)) => apply(rows, &change),
                Some(IndexState::Building { missed, .. }) => missed.push(change),
                None => {}
            }
        }
        states.changing = false;
    }

    /// Invalidates all substring indexes: after a commit with an unknown outcome, and after a bulk change.
    pub fn invalidate(&self) {
        self.write().of.clear();
    }

    /// Starts a build: from now on changes are recorded for the caller, who then reads the index from disk. `None` if
    /// the substring index is built or being built.
    pub fn begin(&self, index: IndexTable) -> Option<Build<'_>> {
        // Almost always it is built: a shared lock lets searches run concurrently.
        if self.states.read().is_ok_and(|states| states.of.contains_key(&index)) {
            return None;
        }
        let mut states = self.write();
        if states.of.contains_key(&index) {
            return None;
        }
        let number = self.builds.fetch_add(1, Relaxed);
        states.of.insert(index, IndexState::Building { number, missed: Vec::new() });
        Some(Build { indexes: self, index, number })
    }

    fn write(&self) -> RwLockWriteGuard<'_, States> {
        let mut states = self.states.write().unwrap_or_else(PoisonError::into_inner);
        if states.changing {
            *states = States::default();
        }
        states
    }
}

/// Idempotent: the row may have been read with this change already.
fn apply(rows: &mut PackedRows, change: &IndexChange) {
    if change.present { rows.insert(&change.row) } else { rows.remove(&change.row) }
}

impl Build<'_> {
    /// Publishes the rows read, unless the build was invalidated meanwhile.
    pub fn finish(self, mut rows: PackedRows) {
        let mut states = self.indexes.write();
        if let Some(state @ IndexState::Building { .. }) = states.of.get_mut(&self.index)
            && let IndexState::Building { number, missed } = &*state
            && *number == self.number
        {
            for change in missed {
                apply(&mut rows, change);
            }
            *state = IndexState::Ready(rows);
        }
    }
}

impl Drop for Build<'_> {
    fn drop(&mut self) {
        let mut states = self.indexes.write();
        if matches!(states.of.get(&self.index), Some(IndexState::Building { number, .. }) if *number == self.number) {
            states.of.remove(&self.index);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{
        super::{Key, Table},
        *,
    };

    const INDEX: IndexTable = IndexTable { table: Table("words"), unique: false, text_at: Some(0) };

    fn change(text: &str, present: bool) -> IndexChange {
        IndexChange { index: INDEX, row: Key::new().text(text).build(), present }
    }

    fn found(indexes: &SubstringIndexes) -> Option<usize> {
        indexes.find(INDEX, &KeyRange::all(), "n", 9).map(|rows| rows.len())
    }

    #[test]
    fn commits_during_a_build_are_applied() {
        let indexes = SubstringIndexes::default();
        indexes.apply_commit(vec![change("none", true)]);
        let build = indexes.begin(INDEX).unwrap();
        assert!(indexes.begin(INDEX).is_none(), "one at a time");
        let mut read = PackedRows::new(0);
        read.insert(&change("ann", true).row);
        read.insert(&change("ben", true).row);
        indexes.apply_commit(vec![change("dan", true), change("ann", false), change("ben", true)]);
        assert_eq!(found(&indexes), None);
        build.finish(read);
        assert_eq!(found(&indexes), Some(2));
        indexes.apply_commit(vec![change("dan", false)]);
        assert_eq!(found(&indexes), Some(1));
    }

    #[test]
    fn an_invalidated_or_abandoned_build_is_repeated() {
        let indexes = SubstringIndexes::default();
        let old = indexes.begin(INDEX).unwrap();
        indexes.invalidate();
        let new = indexes.begin(INDEX).unwrap();
        old.finish(PackedRows::new(0));
        assert_eq!(found(&indexes), None, "it was read before the invalidation");
        drop(new);
        indexes.begin(INDEX).unwrap().finish(PackedRows::new(0));
        assert_eq!(found(&indexes), Some(0));
        indexes.invalidate();
        assert_eq!(found(&indexes), None);
    }
}
