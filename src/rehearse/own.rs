//! How busy this machine is while it plays: a generator that is the limit itself measures nothing.

use super::measures::{Durations, OwnLoad};
use nix::sys::{
    resource::{UsageWho, getrusage},
    time::TimeVal,
};
use std::{
    num::NonZero,
    time::{Duration, Instant},
};
use tokio::{task::JoinHandle, time::sleep};
use tokio_util::sync::CancellationToken;

const TICK: Duration = Duration::from_millis(20);

/// Watches from its start on.
pub struct OwnWatch {
    began: Instant,
    used: Duration,
    lags: JoinHandle<Durations>,
    stop: CancellationToken,
}

fn length(time: TimeVal) -> Duration {
    let part = |number: i64| u64::try_from(number).unwrap_or_default();
    Duration::from_secs(part(time.tv_sec())) + Duration::from_micros(part(time.tv_usec()))
}

fn processor_time() -> Duration {
    getrusage(UsageWho::RUSAGE_SELF)
        .map_or(Duration::ZERO, |used| length(used.user_time()) + length(used.system_time()))
}

impl OwnWatch {
    pub fn start() -> Self {
        let stop = CancellationToken::new();
        Self { began: Instant::now(), used: processor_time(), lags: tokio::spawn(lags(stop.clone())), stop }
    }

    pub async fn end(self) -> OwnLoad {
        self.stop.cancel();
        let processors = u32::try_from(std::thread::available_parallelism().map_or(1, NonZero::get)).unwrap_or(1);
        let offered = self.began.elapsed().as_secs_f64() * f64::from(processors);
        let used = processor_time().saturating_sub(self.used).as_secs_f64();
        let lag = self.lags.await.unwrap_or_default().percentile(99).unwrap_or_default();
        OwnLoad { processor_share: if offered > 0.0 { used / offered } else { 0.0 }, lag }
    }
}

/// Measures the lateness of timers.
async fn lags(stop: CancellationToken) -> Durations {
    let mut all = Durations::default();
    while !stop.is_cancelled() {
        let due = Instant::now() + TICK;
        sleep(TICK).await;
        all.push(due.elapsed());
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_watch_counts_processor_time_and_late_timers() {
        let watch = OwnWatch::start();
        tokio::task::yield_now().await;
        // A task that keeps the thread makes every timer late.
        let until = Instant::now() + TICK * 5;
        while Instant::now() < until {}
        tokio::task::yield_now().await;
        let load = watch.end().await;
        assert!(load.processor_share > 0.0 && load.lag >= TICK * 3, "{load:?}");
    }
}
