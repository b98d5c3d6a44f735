//! Locks of the process. Debug builds and tests record the order in which every thread takes them, and panic where a
//! thread takes a lock that it holds already, or two locks in an order that could deadlock; release builds use the
//! standard library's own. Which lock may be held while what runs is listed in `docs/locks.md`.

pub use tracing_mutex::stdsync::{Mutex, MutexGuard, RwLock, RwLockWriteGuard};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[should_panic(expected = "Found cycle in mutex dependency graph")]
    fn a_lock_that_is_taken_twice_is_reported() {
        let lock = Mutex::new(());
        let _first = lock.lock();
        let _second = lock.lock();
    }

    #[test]
    #[should_panic(expected = "Found cycle in mutex dependency graph")]
    fn two_orders_of_two_locks_are_reported_before_they_ever_meet() {
        let (a, b) = (Mutex::new(()), Mutex::new(()));
        {
            let _a = a.lock();
            let _b = b.lock();
        }
        let _b = b.lock();
        let _a = a.lock();
    }
}
