//! How far a rehearsal is, for who waits for it.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// How far a rehearsal is.
#[derive(Debug, Default)]
pub struct Progress {
    done: AtomicU64,
    saves: AtomicU64,
}

impl Progress {
    pub fn step(&self) {
        self.done.fetch_add(1, Relaxed);
    }

    pub fn saved(&self) {
        self.saves.fetch_add(1, Relaxed);
    }

    /// Steps that are done, of three for each candidate (opened, started, submitted), and saves.
    #[must_use]
    pub fn now(&self) -> (u64, u64) {
        (self.done.load(Relaxed), self.saves.load(Relaxed))
    }
}
