//! Blocking calls to a folder that may hang, such as a share of the network whose server is gone. A call that hangs cannot
//! be ended: its thread is lost until the folder answers. So there is one at a time, and nobody waits for it for ever.

use crate::sync::Mutex;
use std::{
    sync::{Arc, PoisonError},
    time::{Duration, Instant},
};
use tokio::time::{MissedTickBehavior, interval};

/// `usual`, or what a test of a debug build asks for.
pub fn patience(usual: Duration) -> Duration {
    #[cfg(debug_assertions)]
    if let Some(patience) = crate::watchdog::sabotage::millis("INVIGIL_FOLDER_PATIENCE_MS") {
        return patience;
    }
    usual
}

const TICK: Duration = Duration::from_millis(50);

/// One way in.
#[derive(Clone, Default)]
pub struct Gate(Arc<Mutex<Option<Instant>>>);

/// The call that is under way has got no further for that long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hung(pub Duration);

/// Held by the call that is under way.
pub struct Under(Gate);

impl Under {
    /// It gets on.
    pub fn beat(&self) {
        *self.0.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now());
    }
}

impl Drop for Under {
    fn drop(&mut self) {
        *self.0.0.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }
}

impl Gate {
    /// How long the call that is under way has got no further.
    fn silence(&self) -> Option<Duration> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).map(|beat| beat.elapsed())
    }

    fn enter(&self) -> Option<Under> {
        let mut beat = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if beat.is_some() {
            return None;
        }
        *beat = Some(Instant::now());
        Some(Under(self.clone()))
    }

    /// Makes the call on a thread for blocking ones, after the one that is under way. `None` where it panicked.
    ///
    /// # Errors
    /// [`Hung`] once whichever is under way has got no further for `limit`; that one goes on.
    pub async fn call<T: Send + 'static>(
        &self,
        limit: Duration,
        f: impl FnOnce(&Under) -> T + Send + 'static,
    ) -> Result<Option<T>, Hung> {
        let mut ticks = interval(TICK);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let under = loop {
            if let Some(under) = self.enter() {
                break under;
            }
            self.check(limit)?;
            ticks.tick().await;
        };
        let mut call = tokio::task::spawn_blocking(move || f(&under));
        loop {
            tokio::select! {
                done = &mut call => return Ok(done.ok()),
                _ = ticks.tick() => self.check(limit)?,
            }
        }
    }

    fn check(&self, limit: Duration) -> Result<(), Hung> {
        match self.silence() {
            Some(silence) if silence >= limit => Err(Hung(silence)),
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
    async fn a_call_that_hangs_is_given_up_and_no_second_one_is_begun() {
        let gate = Gate::default();
        let (end, wait) = channel::<()>();
        let hung = gate.call(LIMIT, move |_| wait.recv()).await;
        assert!(hung.unwrap_err().0 >= LIMIT);
        let (begun, begins) = channel();
        let second = gate.call(LIMIT, move |_| begun.send(()));
        assert!(second.await.is_err());
        assert!(begins.recv().is_err(), "it was never made");
        end.send(()).unwrap();
        while gate.silence().is_some() {
            tokio::task::yield_now().await;
        }
        assert_eq!(gate.call(LIMIT * 100, |_| 7).await, Ok(Some(7)));
    }

    #[tokio::test]
    async fn a_call_that_gets_on_may_take_long_and_one_that_panics_leaves_the_way_free() {
        let gate = Gate::default();
        let slow = gate.call(LIMIT * 5, |under| {
            for _ in 0..30 {
                under.beat();
                std::thread::sleep(LIMIT / 4);
            }
        });
        assert_eq!(slow.await, Ok(Some(())));
        let patience = Duration::from_secs(20);
        assert_eq!(gate.call(patience, |_| panic!("on purpose")).await, Ok(None::<()>));
        assert_eq!(gate.call(patience, |_| 7).await, Ok(Some(7)));
    }
}
