//! When to wait a moment for more writes before a commit.

use std::{
    thread,
    time::{Duration, Instant},
};

use tokio::sync::mpsc::Receiver;

use super::job::Message;

const MOST: Duration = Duration::from_millis(1);
const NAP: Duration = Duration::from_micros(20);

/// Waits a tenth of the last commit's time while there is company.
///
/// A commit costs the same for one write and for hundreds, so on a slow disk a short wait fills
/// batches; a lone client never waits.
#[derive(Debug, Default)]
pub(super) struct Linger {
    last_commit: Duration,
    last_batch: usize,
}

impl Linger {
    /// Fills `inbox` up to `limit`, until as many writes are there as last time or time is up.
    pub fn gather(&self, queue: &mut Receiver<Message>, inbox: &mut Vec<Message>, limit: usize) {
        if self.last_batch < 2 {
            return;
        }
        let until = Instant::now() + (self.last_commit / 10).min(MOST);
        loop {
            while inbox.len() < limit
                && let Ok(message) = queue.try_recv()
            {
                inbox.push(message);
            }
            if inbox.len() >= self.last_batch.min(limit) || Instant::now() >= until {
                return;
            }
            thread::sleep(NAP);
        }
    }

    /// Notes how the batch went.
    pub fn learn(&mut self, batch: usize, commit: Duration) {
        self.last_batch = batch;
        self.last_commit = commit;
    }
}
