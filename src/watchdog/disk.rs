//! Calls to the disk that are under way. A disk that does not answer is no hang of ours: nobody can do anything but wait
//! for it, and a process that ended would wait for it again at its next start.

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

/// Threads that are told apart; two of more may share a slot, which only makes the watchdog more patient.
const SLOTS: usize = 1_024;

/// Since when each thread is in a call, in milliseconds after [`BEGAN`] and never 0; 0 for none.
static SINCE: [AtomicU64; SLOTS] = [const { AtomicU64::new(0) }; SLOTS];
static NEXT: AtomicUsize = AtomicUsize::new(0);
static BEGAN: LazyLock<Instant> = LazyLock::new(Instant::now);

thread_local! {
    static SLOT: Cell<Option<usize>> = const { Cell::new(None) };
}

/// The calling thread's own.
pub(super) fn slot() -> usize {
    SLOT.with(|slot| {
        slot.get().unwrap_or_else(|| {
            let given = NEXT.fetch_add(1, Relaxed) % SLOTS;
            slot.set(Some(given));
            given
        })
    })
}

/// Milliseconds on this module's clock, which does not pass while the machine sleeps; never 0.
pub(super) fn now() -> u64 {
    u64::try_from(BEGAN.elapsed().as_millis()).unwrap_or(u64::MAX).saturating_add(1)
}

/// Ends the note about a call, also where the call panics.
struct Noted(&'static AtomicU64, u64);

impl Drop for Noted {
    fn drop(&mut self) {
        self.0.store(self.1, Release);
    }
}

/// Makes a call to the disk, noted as one. Calls within it count as its own.
pub fn call<T>(f: impl FnOnce() -> T) -> T {
    let slot = &SINCE[slot()];
    let outer = slot.load(Relaxed);
    if outer == 0 {
        slot.store(now(), Release);
    }
    let _noted = Noted(slot, outer);
    f()
}

pub(super) fn in_call(slot: usize) -> bool {
    SINCE.get(slot).is_some_and(|since| since.load(Acquire) != 0)
}

/// How long the longest call that is under way has taken.
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
    fn a_call_is_noted_until_it_ends_or_panics() {
        let own = slot();
        assert!(!in_call(own));
        call(|| {
            call(|| assert!(in_call(own)));
            assert!(in_call(own), "the outer one goes on");
        });
        let _ = std::panic::catch_unwind(|| call(|| panic!("on purpose")));
        assert!(!in_call(own));
    }

    #[test]
    fn the_longest_call_is_another_threads_too() {
        let (end, wait) = channel::<()>();
        let (tell, told) = channel();
        let thread = std::thread::spawn(move || {
            call(|| {
                tell.send(()).unwrap();
                let _ = wait.recv();
            });
        });
        told.recv().unwrap();
        while longest() < Duration::from_millis(20) {
            std::thread::yield_now();
        }
        end.send(()).unwrap();
        thread.join().unwrap();
    }
}
