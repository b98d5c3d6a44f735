//! Searched indexes, mirrored in memory.
//!
//! To find a part of a text by rows of their own, every letter of every name would need one: each invite would touch
//! hundreds of pages more, and the file would be several times as large. A mirror costs the writer nothing and the file
//! nothing; it is made by the first search, from the index that it mirrors, and then follows every commit.

pub(crate) mod packed;
use super::{Index, KeyRange};
use crate::sync::{RwLock, RwLockWriteGuard};
use packed::Packed;
use std::{
    collections::BTreeMap,
    sync::{
        PoisonError,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
};

/// What a commit did to one row of a searched index.
#[derive(Clone)]
pub(super) struct Change {
    pub index: Index,
    pub row: Vec<u8>,
    /// Whether the row is there now.
    pub there: bool,
}

enum State {
    /// Somebody reads the index; meanwhile these were committed.
    Building {
        number: u64,
        missed: Vec<Change>,
    },
    Ready(Packed),
}

#[derive(Default)]
pub(super) struct Mirrors {
    states: RwLock<States>,
    builds: AtomicU64,
}

#[derive(Default)]
struct States {
    of: BTreeMap<Index, State>,
    /// True while rows change: a panic leaves it so, and a mirror that is half changed is worth nothing.
    changing: bool,
}

/// The permission to make a mirror, for one caller at a time. Dropped unfinished, it leaves none.
pub(super) struct Build<'m> {
    mirrors: &'m Mirrors,
    index: Index,
    number: u64,
}

impl Mirrors {
    /// See [`Packed::find`]; `None` while there is no mirror.
    pub fn find(&self, index: Index, range: &KeyRange, part: &str, most: usize) -> Option<Vec<Vec<u8>>> {
        let states = self.states.read().unwrap_or_else(PoisonError::into_inner);
        match states.of.get(&index).filter(|_| !states.changing) {
            Some(State::Ready(rows)) => Some(rows.find(range, part, most)),
            _ => None,
        }
    }

    /// Follows a commit; called in the order of the commits, after each.
    pub fn follow(&self, changes: Vec<Change>) {
        let mut states = self.write();
        states.changing = true;
        for change in changes {
            match states.of.get_mut(&change.index) {
                Some(State::Ready(rows)) => apply(rows, &change),
                Some(State::Building { missed, .. }) => missed.push(change),
                None => {}
            }
        }
        states.changing = false;
    }

    /// Forgets everything, where what was committed is not known or rows were changed in bulk.
    pub fn forget(&self) {
        self.write().of.clear();
    }

    /// From now on changes are kept for the caller, who then reads the index; `None` if a mirror is there or being made.
    pub fn begin(&self, index: Index) -> Option<Build<'_>> {
        // Nearly always there is one: searches do not wait for each other.
        if self.states.read().is_ok_and(|states| states.of.contains_key(&index)) {
            return None;
        }
        let mut states = self.write();
        if states.of.contains_key(&index) {
            return None;
        }
        let number = self.builds.fetch_add(1, Relaxed);
        states.of.insert(index, State::Building { number, missed: Vec::new() });
        Some(Build { mirrors: self, index, number })
    }

    fn write(&self) -> RwLockWriteGuard<'_, States> {
        let mut states = self.states.write().unwrap_or_else(PoisonError::into_inner);
        if states.changing {
            *states = States::default();
        }
        states
    }
}

/// Whether or not the row was read with this change already: it comes to the same.
fn apply(rows: &mut Packed, change: &Change) {
    if change.there { rows.insert(&change.row) } else { rows.remove(&change.row) }
}

impl Build<'_> {
    /// Takes what was read, unless it was forgotten meanwhile.
    pub fn finish(self, mut rows: Packed) {
        let mut states = self.mirrors.write();
        if let Some(state @ State::Building { .. }) = states.of.get_mut(&self.index)
            && let State::Building { number, missed } = &*state
            && *number == self.number
        {
            for change in missed {
                apply(&mut rows, change);
            }
            *state = State::Ready(rows);
        }
    }
}

impl Drop for Build<'_> {
    fn drop(&mut self) {
        let mut states = self.mirrors.write();
        if matches!(states.of.get(&self.index), Some(State::Building { number, .. }) if *number == self.number) {
            states.of.remove(&self.index);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{super::Key, *};

    const INDEX: Index = Index::searched("words", 0);

    fn change(text: &str, there: bool) -> Change {
        Change { index: INDEX, row: Key::new().text(text).build(), there }
    }

    fn found(mirrors: &Mirrors) -> Option<usize> {
        mirrors.find(INDEX, &KeyRange::all(), "n", 9).map(|rows| rows.len())
    }

    #[test]
    fn what_is_committed_while_the_index_is_read_is_not_missed() {
        let mirrors = Mirrors::default();
        mirrors.follow(vec![change("none", true)]);
        let build = mirrors.begin(INDEX).unwrap();
        assert!(mirrors.begin(INDEX).is_none(), "one at a time");
        let mut read = Packed::new(0);
        read.insert(&change("ann", true).row);
        read.insert(&change("ben", true).row);
        mirrors.follow(vec![change("dan", true), change("ann", false), change("ben", true)]);
        assert_eq!(found(&mirrors), None);
        build.finish(read);
        assert_eq!(found(&mirrors), Some(2));
        mirrors.follow(vec![change("dan", false)]);
        assert_eq!(found(&mirrors), Some(1));
    }

    #[test]
    fn what_was_forgotten_or_given_up_is_made_anew() {
        let mirrors = Mirrors::default();
        let old = mirrors.begin(INDEX).unwrap();
        mirrors.forget();
        let new = mirrors.begin(INDEX).unwrap();
        old.finish(Packed::new(0));
        assert_eq!(found(&mirrors), None, "it was read before what made it forget");
        drop(new);
        mirrors.begin(INDEX).unwrap().finish(Packed::new(0));
        assert_eq!(found(&mirrors), Some(0));
        mirrors.forget();
        assert_eq!(found(&mirrors), None);
    }
}
