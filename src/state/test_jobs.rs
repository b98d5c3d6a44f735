//! Long jobs about a whole test that wait or run, one of a kind at a time: comparisons of answers
//! (`docs/behaviour/results.md#similarity`), and dry runs of changed tests (`docs/behaviour/code.md#judging`). A restart
//! forgets them.

use crate::{
    domain::{Error, ErrorCode, ErrorKind, Result, TestId, UserId},
    sync::{Mutex, MutexGuard},
};
use std::{
    collections::VecDeque,
    sync::{
        Arc, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
};
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;

/// Jobs of a kind that may wait.
pub const MAX_WAITING: usize = 20;
/// `Retry-After` beyond it, in seconds.
const RETRY_AFTER: u32 = 60;

/// How far a job is: steps done, and all.
#[derive(Default)]
pub struct TestJobProgress {
    done: AtomicUsize,
    total: AtomicUsize,
}

impl TestJobProgress {
    pub fn expect(&self, steps: usize) {
        self.total.fetch_add(steps, Ordering::Relaxed);
    }

    pub fn advance(&self, steps: usize) {
        self.done.fetch_add(steps, Ordering::Relaxed);
    }

    /// Sets the steps done, of work that counts them itself. They never become fewer.
    pub fn reach(&self, done: u64) {
        self.done.fetch_max(usize::try_from(done).unwrap_or(usize::MAX), Ordering::Relaxed);
    }

    /// Sets the steps done, and all, of work that counts them itself.
    pub fn set(&self, done: u64, total: u64) {
        let count = |steps: u64| usize::try_from(steps).unwrap_or(usize::MAX);
        self.done.store(count(done), Ordering::Relaxed);
        self.total.store(count(total), Ordering::Relaxed);
    }

    /// Steps done, and all.
    #[must_use]
    pub fn counts(&self) -> (u32, u32) {
        let count = |steps: &AtomicUsize| u32::try_from(steps.load(Ordering::Relaxed)).unwrap_or(u32::MAX);
        (count(&self.done), count(&self.total))
    }

    /// Percent, never 100 while it runs.
    #[must_use]
    pub fn percent(&self) -> usize {
        let (done, total) = (self.done.load(Ordering::Relaxed), self.total.load(Ordering::Relaxed));
        (done * 100).checked_div(total).unwrap_or(0).min(99)
    }
}

#[derive(Clone)]
pub struct TestJob {
    pub test: TestId,
    /// `None` for the operator.
    pub by: Option<UserId>,
    pub progress: Arc<TestJobProgress>,
    /// Ends the job early.
    pub stop: CancellationToken,
}

#[derive(Default)]
struct Queue {
    running: Option<TestJob>,
    waiting: VecDeque<TestJob>,
}

pub struct TestJobs {
    queue: Mutex<Queue>,
    bell: Notify,
    /// The `code` of the error beyond [`MAX_WAITING`], and what the jobs are called in it.
    code: ErrorCode,
    plural: &'static str,
}

impl TestJobs {
    #[must_use]
    pub fn new(code: ErrorCode, plural: &'static str) -> Self {
        Self { queue: Mutex::default(), bell: Notify::new(), code, plural }
    }

    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Queues a job. One that waits or runs for this test already is the one that was asked for.
    ///
    /// # Errors
    /// 429 with the code of these jobs.
    pub fn ask(&self, test: TestId, by: Option<UserId>) -> Result<()> {
        let mut queue = self.queue();
        if queue.running.iter().chain(&queue.waiting).any(|asked| asked.test == test) {
            return Ok(());
        }
        if queue.waiting.len() >= MAX_WAITING {
            let detail = format!("Too many {} wait. Please try again when some have finished.", self.plural);
            let refusal = Error::new(ErrorKind::TooMany, self.code, detail);
            return Err(Error { retry_after: Some(RETRY_AFTER), ..refusal });
        }
        queue.waiting.push_back(TestJob { test, by, progress: Arc::default(), stop: CancellationToken::new() });
        drop(queue);
        self.bell.notify_one();
        Ok(())
    }

    /// Runs `pass`, which runs all jobs that wait, whenever one was queued, until `stop`.
    pub async fn serve<F: Future<Output = ()>>(&self, stop: CancellationToken, pass: impl Fn() -> F) {
        let all = async {
            loop {
                pass().await;
                self.bell.notified().await;
            }
        };
        tokio::select! {
            () = stop.cancelled() => {}
            () = all => {}
        }
    }

    /// Begins the next one. [`Self::end`] ends it.
    pub fn begin(&self) -> Option<TestJob> {
        let mut queue = self.queue();
        queue.running = queue.waiting.pop_front();
        queue.running.clone()
    }

    pub fn end(&self) {
        self.queue().running = None;
    }

    /// Takes a test's job out of the queue, or ends it. Returns whether there was one.
    pub fn cancel(&self, test: TestId) -> bool {
        let mut queue = self.queue();
        let waiting = queue.waiting.len();
        queue.waiting.retain(|asked| asked.test != test);
        let running = queue.running.iter().find(|asked| asked.test == test);
        if let Some(asked) = running {
            asked.stop.cancel();
        }
        running.is_some() || queue.waiting.len() < waiting
    }

    /// The progress of a test's job, in percent; `None` if none waits or runs.
    pub fn percent(&self, test: TestId) -> Option<usize> {
        let queue = self.queue();
        let found = queue.running.iter().chain(&queue.waiting).find(|asked| asked.test == test);
        found.map(|asked| asked.progress.percent())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use uuid::Uuid;

    #[test]
    fn a_test_has_one_job_at_a_time_and_the_queue_is_bounded() {
        let comparisons = TestJobs::new(ErrorCode::TooManyComparisons, "comparisons");
        let test = |n: u128| TestId::from(Uuid::from_u128(n));
        comparisons.ask(test(1), None).unwrap();
        comparisons.ask(test(1), None).unwrap();
        let asked = comparisons.begin().unwrap();
        comparisons.ask(test(1), None).unwrap();
        asked.progress.expect(4);
        asked.progress.advance(3);
        assert_eq!(comparisons.percent(test(1)), Some(75));
        asked.progress.advance(1);
        assert_eq!(comparisons.percent(test(1)), Some(99));
        comparisons.end();
        assert_eq!(comparisons.percent(test(1)), None);
        assert!(comparisons.begin().is_none());
        comparisons.ask(test(1), None).unwrap();
        comparisons.ask(test(2), None).unwrap();
        let running = comparisons.begin().unwrap();
        assert!(comparisons.cancel(test(1)) && comparisons.cancel(test(2)) && !comparisons.cancel(test(3)));
        assert!(running.stop.is_cancelled());
        comparisons.end();
        assert!(comparisons.begin().is_none());
        for n in 0..MAX_WAITING {
            comparisons.ask(test(n as u128), None).unwrap();
        }
        assert_eq!(comparisons.ask(test(1_000), None).unwrap_err().code, ErrorCode::TooManyComparisons);
    }
}
