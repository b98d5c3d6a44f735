//! Disk calls in progress. A hung disk is not a hang of this process: a restarted process would wait for the same disk
//! again.

use std::{
    cell::Cell,
    sync::{
        LazyLock,
        atomic::{
            AtomicU64, AtomicUsize,
            Ordering::{Acquire, Relaxed, Release},
        },
    },
    time::{Duration, Instant},
};

/// Threads tracked separately. Further threads share slots, which can only excuse a stall, never report a false one.
const SLOTS: usize = 1_024;

/// Start of each thread's current call, in ms after [`BEGAN`] and never 0; 0 for none.
static SINCE: [AtomicU64; SLOTS] = [const { AtomicU64::new(0) }; SLOTS];
static NEXT: AtomicUsize = AtomicUsize::new(0);
static BEGAN: LazyLock<Instant> = LazyLock::new(Instant::now);

thread_local! {
    static SLOT: Cell<Option<usize>> = const { Cell::new(None) };
}

/// Returns the calling thread's slot.
pub(super) fn slot() -> usize {
    SLOT.with(|slot| {
        slot.get().unwrap_or_else(|| {
            let given = NEXT.fetch_add(1, Relaxed) % SLOTS;
            slot.set(Some(given));
            given
        })
    })
}

/// Milliseconds on this module's monotonic clock, which stops while the machine is suspended; never 0.
pub(super) fn now() -> u64 {
    u64::try_from(BEGAN.elapsed().as_millis()).unwrap_or(u64::MAX).saturating_add(1)
}

/// Clears the record of a call, also if the call panics.
struct CallGuard(&'static AtomicU64, u64);

impl Drop for CallGuard {
    fn drop(&mut self) {
        self.0.store(self.1, Release);
    }
}

/// Runs `f`, recorded as a disk call. Nested calls count as part of the outer one.
pub fn call<T>(f: impl FnOnce() -> T) -> T {
    let slot = &SINCE[slot()];
    let outer = slot.load(Relaxed);
    if outer == 0 {
        slot.store(now(), Release);
    }
    let _guard = CallGuard(slot, outer);
    f()
}

pub(super) fn in_call(slot: usize) -> bool {
    SINCE.get(slot).is_some_and(|since| since.load(Acquire) != 0)
}

/// Returns the duration of the longest call in progress; zero if there is none.
#[must_use]
pub fn longest() -> Duration {
    let since = SINCE.iter().map(|since| since.load(Acquire)).filter(|since| *since != 0).min();
    since.map_or(Duration::ZERO, |since| Duration::from_millis(now().saturating_sub(since)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::channel;

    #[test]
    fn a_call_is_recorded_until_it_ends_or_panics() {
        let own = slot();
        assert!(!in_call(own));
        call(|| {
            call(|| assert!(in_call(own)));
            assert!(in_call(own), "the outer call is still running");
        });
        let _ = std::panic::catch_unwind(|| call(|| panic!("on purpose")));
        assert!(!in_call(own));
    }

    #[test]
    fn the_longest_call_includes_those_of_other_threads() {
        let (end, wait) = channel::<()>();
        let (started, has_started) = channel();
        let thread = std::thread::spawn(move || {
            call(|| {
                started.send(()).unwrap();
                let _ = wait.recv();
            });
        });
        has_started.recv().unwrap();
        while longest() < Duration::from_millis(20) {
            std::thread::yield_now();
        }
        end.send(()).unwrap();
        thread.join().unwrap();
    }
}
