//! Data that is written in several transactions before the one that makes it count: the grades of a long question paper,
//! the tests of a large import. The rows of one that was interrupted are removed by the sweeper.

use crate::{
    domain::{AttemptId, Error, ImportId, Result},
    sync::Mutex,
};
use std::{
    array,
    collections::HashSet,
    sync::{
        Arc, PoisonError,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Attempts share these places by their id.
const PLACES: usize = 64;

pub struct Staging {
    ends: [Arc<Semaphore>; PLACES],
    /// Patterns may take long to compile: one attempt at a time keeps a core free for the others' saves.
    grading: Arc<Semaphore>,
    imports: Arc<Mutex<HashSet<ImportId>>>,
    /// There may be rows of an interrupted one: from before the start, or of one that failed since.
    leftovers: Arc<AtomicBool>,
}

impl Default for Staging {
    fn default() -> Self {
        Self {
            ends: array::from_fn(|_| Arc::new(Semaphore::new(1))),
            grading: Arc::new(Semaphore::new(1)),
            imports: Arc::default(),
            leftovers: Arc::new(AtomicBool::new(true)),
        }
    }
}

/// The end of an attempt in progress: one caller at a time stages its grades.
pub struct Ending {
    _place: OwnedSemaphorePermit,
    /// Dropped unfinished, it leaves rows.
    leaves: Arc<AtomicBool>,
    is_done: bool,
}

impl Ending {
    pub fn done(mut self) {
        self.is_done = true;
    }
}

impl Drop for Ending {
    fn drop(&mut self) {
        if !self.is_done {
            self.leaves.store(true, Relaxed);
        }
    }
}

/// An import in progress.
pub struct Importing {
    pub id: ImportId,
    live: Arc<Mutex<HashSet<ImportId>>>,
    leaves: Arc<AtomicBool>,
}

impl Drop for Importing {
    fn drop(&mut self) {
        self.live.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.id);
        self.leaves.store(true, Relaxed);
    }
}

impl Staging {
    /// # Errors
    /// None in practice: the places are never closed.
    pub async fn end(&self, id: AttemptId) -> Result<Ending> {
        let place = self.place(id).acquire_owned().await.map_err(Error::internal)?;
        Ok(Ending { _place: place, leaves: self.leftovers.clone(), is_done: false })
    }

    /// Like [`Staging::end`]; `None` while another caller is at it.
    pub fn try_end(&self, id: AttemptId) -> Option<Ending> {
        let place = self.place(id).try_acquire_owned().ok()?;
        Some(Ending { _place: place, leaves: self.leftovers.clone(), is_done: false })
    }

    /// The place of who scores the answers of an attempt.
    ///
    /// # Errors
    /// None in practice: the place is never closed.
    pub async fn grading(&self) -> Result<OwnedSemaphorePermit> {
        self.grading.clone().acquire_owned().await.map_err(Error::internal)
    }

    fn place(&self, id: AttemptId) -> Arc<Semaphore> {
        let number = usize::from(id.0.as_bytes()[15]) % PLACES;
        self.ends[number].clone()
    }

    pub fn import(&self, id: ImportId) -> Importing {
        self.imports.lock().unwrap_or_else(PoisonError::into_inner).insert(id);
        Importing { id, live: self.imports.clone(), leaves: self.leftovers.clone() }
    }

    pub fn is_importing(&self, id: ImportId) -> bool {
        self.imports.lock().unwrap_or_else(PoisonError::into_inner).contains(&id)
    }

    /// Whether there may be leftovers; the caller removes them, and calls [`Staging::keep_leftovers`] if it cannot.
    pub fn take_leftovers(&self) -> bool {
        self.leftovers.swap(false, Relaxed)
    }

    pub fn keep_leftovers(&self) {
        self.leftovers.store(true, Relaxed);
    }
}
