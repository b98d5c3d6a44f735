//! Locks with deadlock detection. Debug builds and tests record the order in which each thread acquires locks, and
//! panic on re-entry or on an order that could deadlock; release builds use the locks of the standard library. The lock
//! order is in `docs/locks.md`.

pub use tracing_mutex::stdsync::{Condvar, Mutex, MutexGuard, RwLock, RwLockWriteGuard};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[should_panic(expected = "Found cycle in mutex dependency graph")]
    fn reentrant_locking_panics() {
        let lock = Mutex::new(());
        let _first = lock.lock();
        let _second = lock.lock();
    }

    #[test]
    #[should_panic(expected = "Found cycle in mutex dependency graph")]
    fn inconsistent_lock_order_panics_without_an_actual_deadlock() {
        let (a, b) = (Mutex::new(()), Mutex::new(()));
        {
            let _a = a.lock();
            let _b = b.lock();
        }
        let _b = b.lock();
        let _a = a.lock();
    }
}
