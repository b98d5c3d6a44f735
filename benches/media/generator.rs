//! Threads that play the browsers. Each has a runtime of its own, as sockets belong to one.

use std::{cell::Cell, future::Future, pin::Pin};
use tokio::{
    sync::{mpsc, oneshot},
    task::LocalSet,
};

type Work = Pin<Box<dyn Future<Output = ()>>>;
type Job = Box<dyn FnOnce() -> Work + Send>;

/// The beginning of the names of these threads.
pub const NAME: &str = "generator";

pub struct Generators {
    jobs: Vec<mpsc::UnboundedSender<Job>>,
    next: Cell<usize>,
}

impl Generators {
    pub fn start(threads: usize) -> Self {
        let jobs = (0..threads).map(|n| {
            let (jobs, mut queue) = mpsc::unbounded_channel::<Job>();
            let serve = move || {
                let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
                LocalSet::new().block_on(&runtime, async {
                    while let Some(job) = queue.recv().await {
                        tokio::task::spawn_local(job());
                    }
                });
            };
            std::thread::Builder::new().name(format!("{NAME}-{}", n + 1)).spawn(serve).unwrap();
            jobs
        });
        Self { jobs: jobs.collect(), next: Cell::new(0) }
    }

    /// Runs work on the next thread, and waits for its result. What it spawns stays on that thread.
    pub async fn run<F, T>(&self, work: impl FnOnce() -> F + Send + 'static) -> T
    where
        F: Future<Output = T> + 'static,
        T: Send + 'static,
    {
        let (done, result) = oneshot::channel();
        let turn = self.next.get();
        self.next.set((turn + 1) % self.jobs.len());
        let job: Job = Box::new(move || {
            let work = work();
            let all: Work = Box::pin(async move {
                // Fails only if the measurement has ended.
                let _ = done.send(work.await);
            });
            all
        });
        assert!(self.jobs[turn].send(job).is_ok(), "a generator has ended");
        result.await.expect("a client failed")
    }
}
