//! Since when this process does the work of a server.

use crate::domain::Instant;
use std::sync::atomic::{AtomicI64, Ordering::Relaxed};

/// A moment that is set when the work begins, so that a process may wait before it.
#[derive(Debug)]
pub struct LeadingSince(AtomicI64);

impl LeadingSince {
    #[must_use]
    pub const fn new(at: Instant) -> Self {
        Self(AtomicI64::new(at.as_millis()))
    }

    #[must_use]
    pub fn get(&self) -> Instant {
        Instant::from_millis(self.0.load(Relaxed))
    }

    pub fn set(&self, at: Instant) {
        self.0.store(at.as_millis(), Relaxed);
    }
}
