//! Blocking calls to a folder that may hang, such as a network share whose server is down. A hung call cannot be
//! cancelled: its thread is lost until the folder responds. So one call runs at a time, and callers have a timeout.

use crate::sync::Mutex;
use std::{
    sync::{Arc, PoisonError},
    time::{Duration, Instant},
};
use tokio::time::{MissedTickBehavior, interval};

/// `default`, or the timeout that a test of a debug build sets.
pub fn hang_timeout(default: Duration) -> Duration {
    #[cfg(debug_assertions)]
    if let Some(timeout) = crate::watchdog::sabotage::millis("INVIGIL_FOLDER_PATIENCE_MS") {
        return timeout;
    }
    default
}

const TICK: Duration = Duration::from_millis(50);

/// Admits one call at a time. Holds the time of the running call's last progress.
#[derive(Clone, Default)]
pub struct DiskGate(Arc<Mutex<Option<Instant>>>);

/// The running call has made no progress for this long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hung(pub Duration);

/// Held by the running call.
pub struct DiskGateGuard(DiskGate);

impl DiskGateGuard {
    /// Reports progress.
    pub fn beat(&self) {
        *self.0.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now());
    }
}

impl Drop for DiskGateGuard {
    fn drop(&mut self) {
        *self.0.0.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }
}

impl DiskGate {
    /// Time since the last progress of the running call.
    fn idle_time(&self) -> Option<Duration> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).map(|beat| beat.elapsed())
    }

    fn enter(&self) -> Option<DiskGateGuard> {
        let mut beat = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if beat.is_some() {
            return None;
        }
        *beat = Some(Instant::now());
        Some(DiskGateGuard(self.clone()))
    }

    /// Runs `f` on a thread for blocking calls, after the running one. Returns `None` if it panicked.
    ///
    /// # Errors
    /// [`Hung`] once the running call, this or the previous one, has made no progress for `limit`; it is not cancelled.
    pub async fn call<T: Send + 'static>(
        &self,
        limit: Duration,
        f: impl FnOnce(&DiskGateGuard) -> T + Send + 'static,
    ) -> Result<Option<T>, Hung> {
        let mut ticks = interval(TICK);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let guard = loop {
            if let Some(guard) = self.enter() {
                break guard;
            }
            self.check(limit)?;
            ticks.tick().await;
        };
        let mut call = tokio::task::spawn_blocking(move || f(&guard));
        loop {
            tokio::select! {
                done = &mut call => return Ok(done.ok()),
                _ = ticks.tick() => self.check(limit)?,
            }
        }
    }

    fn check(&self, limit: Duration) -> Result<(), Hung> {
        match self.idle_time() {
            Some(idle) if idle >= limit => Err(Hung(idle)),
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::channel;

    const LIMIT: Duration = Duration::from_millis(100);

    #[tokio::test]
    async fn a_hung_call_times_out_and_no_second_one_starts() {
        let gate = DiskGate::default();
        let (end, wait) = channel::<()>();
        let hung = gate.call(LIMIT, move |_| wait.recv()).await;
        assert!(hung.unwrap_err().0 >= LIMIT);
        let (begun, begins) = channel();
        let second = gate.call(LIMIT, move |_| begun.send(()));
        assert!(second.await.is_err());
        assert!(begins.recv().is_err(), "it never started");
        end.send(()).unwrap();
        while gate.idle_time().is_some() {
            tokio::task::yield_now().await;
        }
        assert_eq!(gate.call(LIMIT * 100, |_| 7).await, Ok(Some(7)));
    }

    #[tokio::test]
    async fn a_call_with_progress_may_take_long_and_one_that_panics_releases_the_gate() {
        let gate = DiskGate::default();
        let slow = gate.call(LIMIT * 5, |guard| {
            for _ in 0..30 {
                guard.beat();
                std::thread::sleep(LIMIT / 4);
            }
        });
        assert_eq!(slow.await, Ok(Some(())));
        let timeout = Duration::from_secs(20);
        assert_eq!(gate.call(timeout, |_| panic!("on purpose")).await, Ok(None::<()>));
        assert_eq!(gate.call(timeout, |_| 7).await, Ok(Some(7)));
    }
}
