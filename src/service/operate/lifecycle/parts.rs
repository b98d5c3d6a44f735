//! The parts of a running server. It ends when one of them ends before the stop, because it must not run without it.

use std::collections::HashMap;
use tokio::{
    runtime::Handle,
    task::{Id, JoinSet},
};
use tokio_util::sync::CancellationToken;

pub struct Parts {
    running: JoinSet<()>,
    names: HashMap<Id, &'static str>,
    stop: CancellationToken,
}

impl Parts {
    /// `stop` is what all parts end with.
    #[must_use]
    pub fn new(stop: CancellationToken) -> Self {
        Self { running: JoinSet::new(), names: HashMap::new(), stop }
    }

    #[must_use]
    pub fn stop(&self) -> CancellationToken {
        self.stop.clone()
    }

    /// Runs a part that ends with the stop.
    pub fn run(&mut self, name: &'static str, part: impl Future<Output = ()> + Send + 'static) {
        let task = self.running.spawn(part).id();
        self.names.insert(task, name);
    }

    /// Runs work that is done once: neither its end nor a panic ends the server. The stop cuts it off.
    pub fn run_once(&mut self, name: &'static str, on: &Handle, work: impl Future<Output = ()> + Send + 'static) {
        let (stop, task) = (self.stop.clone(), on.spawn(work));
        self.run(name, async move {
            let cut_off = task.abort_handle();
            tokio::select! {
                () = stop.cancelled() => return cut_off.abort(),
                // Its panic was logged.
                _ = task => {}
            }
            stop.cancelled().await;
        });
    }

    /// Waits until a part has ended, and returns its name. `None` once all have ended.
    pub async fn ended(&mut self) -> Option<&'static str> {
        let id = match self.running.join_next_with_id().await? {
            Ok((id, ())) => id,
            Err(error) => error.id(),
        };
        Some(self.names.remove(&id).unwrap_or("a part without a name"))
    }

    /// Cuts off what still runs.
    pub async fn cut_off(mut self) {
        self.running.shutdown().await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::future::{pending, ready};
    use tokio::sync::oneshot;

    /// Parts of which one waits for the stop, as the parts of a server do.
    fn parts() -> (Parts, CancellationToken) {
        let stop = CancellationToken::new();
        let mut parts = Parts::new(stop.clone());
        parts.run("waits", stop.clone().cancelled_owned());
        (parts, stop)
    }

    #[tokio::test]
    async fn a_part_that_ends_before_the_stop_is_named() {
        let (mut parts, _stop) = parts();
        parts.run("ends", ready(()));
        assert_eq!(parts.ended().await, Some("ends"));
        parts.run("panics", async { panic!("a defect") });
        assert_eq!(parts.ended().await, Some("panics"));
        parts.cut_off().await;
    }

    /// The work's own end is seen through a channel; the part that follows it is polled after it.
    #[tokio::test]
    async fn work_that_is_done_once_ends_nothing() {
        let (mut parts, stop) = parts();
        for is_sound in [true, false] {
            let (done, is_done) = oneshot::channel::<()>();
            parts.run_once("once", &Handle::current(), async move {
                let _done = done;
                assert!(is_sound, "a defect");
            });
            // The sender is dropped at the end of the work, also by its panic.
            is_done.await.unwrap_err();
        }
        let (end, ended) = oneshot::channel::<()>();
        parts.run("control", async move { ended.await.unwrap_or_default() });
        // Everything that is ready runs before a task that is woken now.
        end.send(()).unwrap();
        assert_eq!(parts.ended().await, Some("control"));
        stop.cancel();
        for _ in 0..3 {
            assert!(parts.ended().await.is_some());
        }
        assert_eq!(parts.ended().await, None);
    }

    #[tokio::test]
    async fn the_stop_cuts_off_work_that_is_done_once() {
        let (mut parts, stop) = parts();
        parts.run_once("once", &Handle::current(), pending());
        stop.cancel();
        let ended = [parts.ended().await, parts.ended().await];
        assert!(ended.contains(&Some("once")) && ended.contains(&Some("waits")), "{ended:?}");
        assert_eq!(parts.ended().await, None);
    }
}
