//! Group commit delay: a short wait for more writes before a commit.

use std::{
    thread,
    time::{Duration, Instant},
};

use tokio::sync::mpsc::Receiver;

use super::job::WriterMessage;

const MAX_DELAY: Duration = Duration::from_millis(1);
const POLL_INTERVAL: Duration = Duration::from_micros(20);

/// Waits for up to a tenth of the last commit's duration, if the last batch held more than one write.
///
/// A commit costs the same for one write as for hundreds, so on a slow disk a short wait fills the batch; a single
/// client never waits.
#[derive(Debug, Default)]
pub(super) struct GroupCommitDelay {
    last_commit: Duration,
    last_batch: usize,
}

impl GroupCommitDelay {
    /// Fills `inbox` up to `limit`, until it is as large as the last batch or the delay is over.
    pub fn gather(&self, queue: &mut Receiver<WriterMessage>, inbox: &mut Vec<WriterMessage>, limit: usize) {
        if self.last_batch < 2 {
            return;
        }
        let until = Instant::now() + (self.last_commit / 10).min(MAX_DELAY);
        loop {
            while inbox.len() < limit
                && let Ok(message) = queue.try_recv()
            {
                inbox.push(message);
            }
            if inbox.len() >= self.last_batch.min(limit) || Instant::now() >= until {
                return;
            }
            thread::sleep(POLL_INTERVAL);
        }
    }

    /// Records the size and commit duration of a batch.
    pub fn record(&mut self, batch: usize, commit: Duration) {
        self.last_batch = batch;
        self.last_commit = commit;
    }
}
