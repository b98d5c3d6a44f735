//! Calls on their way to the media threads. How many may wait is one number for the server, however many threads share it.

use std::sync::Arc;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc};

/// A call, with its place among those that wait for any media thread.
pub type Queued<C> = (C, OwnedSemaphorePermit);

/// The calls for one media thread.
pub struct CallQueue<C> {
    into: mpsc::Sender<Queued<C>>,
    places: Arc<Semaphore>,
}

impl<C> CallQueue<C> {
    /// `places` are those of all threads, at most `most`.
    pub fn new(places: Arc<Semaphore>, most: usize) -> (Self, mpsc::Receiver<Queued<C>>) {
        let (into, calls) = mpsc::channel(most);
        (Self { into, places }, calls)
    }

    /// Queues a call; returns false if too many wait.
    pub fn put(&self, call: C) -> bool {
        let place = self.places.clone().try_acquire_owned();
        place.is_ok_and(|place| self.into.try_send((call, place)).is_ok())
    }

    /// Whether the media thread has ended for good.
    pub fn is_closed(&self) -> bool {
        self.into.is_closed()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_many_calls_wait_with_three_threads_as_with_one() {
        const PLACES: usize = 10;
        for threads in [1, 3] {
            let places = Arc::new(Semaphore::new(PLACES));
            let (queues, mut calls): (Vec<_>, Vec<_>) =
                (0..threads).map(|_| CallQueue::new(places.clone(), PLACES)).unzip();
            let put = || (0..100).filter(|n| queues[n % threads].put(*n)).count();
            assert_eq!(put(), PLACES, "{threads} threads");
            // A call that is being answered keeps its place.
            let (call, place) = calls[0].try_recv().unwrap();
            assert_eq!((call, put()), (0, 0));
            drop(place);
            assert_eq!(put(), 1);
            // Those that are dropped unanswered, when a run has failed, do not.
            for calls in &mut calls {
                while calls.try_recv().is_ok() {}
            }
            assert_eq!(put(), PLACES);
        }
    }
}
