//! Declared long operations during startup: the service manager is asked to wait for them.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// An operation without a time limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    /// Includes the recovery of a file after a crash.
    Opening,
    Migration,
}

static RUNNING: [AtomicUsize; 2] = [const { AtomicUsize::new(0) }; 2];

impl Operation {
    pub const fn words(self) -> &'static str {
        match self {
            Self::Opening => "opening the database",
            Self::Migration => "migrating the database",
        }
    }

    fn count(self) -> &'static AtomicUsize {
        &RUNNING[self as usize]
    }
}

/// Guard: the operation is running as long as this lives.
#[must_use]
pub struct LongOperation(Operation);

impl Drop for LongOperation {
    fn drop(&mut self) {
        self.0.count().fetch_sub(1, Relaxed);
    }
}

/// Declares that an operation is running until the guard is dropped.
pub fn long_operation(operation: Operation) -> LongOperation {
    operation.count().fetch_add(1, Relaxed);
    LongOperation(operation)
}

/// Returns a running operation, the more specific one first.
pub(super) fn declared() -> Option<Operation> {
    [Operation::Migration, Operation::Opening].into_iter().find(|one| one.count().load(Relaxed) > 0)
}
