//! Declared long operations of a start: the service manager waits for them.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// What may take as long as it takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    /// With the repair of a file that was not closed in order.
    Opening,
    Migration,
}

static UNDER_WAY: [AtomicUsize; 2] = [const { AtomicUsize::new(0) }; 2];

impl Operation {
    pub const fn words(self) -> &'static str {
        match self {
            Self::Opening => "opening the database",
            Self::Migration => "migrating the database",
        }
    }

    fn count(self) -> &'static AtomicUsize {
        &UNDER_WAY[self as usize]
    }
}

/// The operation is under way as long as this lives.
#[must_use]
pub struct LongOperation(Operation);

impl Drop for LongOperation {
    fn drop(&mut self) {
        self.0.count().fetch_sub(1, Relaxed);
    }
}

pub fn long_operation(operation: Operation) -> LongOperation {
    operation.count().fetch_add(1, Relaxed);
    LongOperation(operation)
}

/// One that is under way, the more telling one first.
pub(super) fn declared() -> Option<Operation> {
    [Operation::Migration, Operation::Opening].into_iter().find(|one| one.count().load(Relaxed) > 0)
}
