//! Stopping: no new work, what runs comes to its end, then the database is closed.

use crate::{app::App, cli::failure::Failure, watchdog::Watchdog};
use std::time::Duration;
use tokio::{
    signal::unix::{Signal, SignalKind, signal},
    task::JoinSet,
    time::timeout,
};
use tokio_util::sync::CancellationToken;

/// What runs gets this long, so that all of a stop takes less than 10 s; a mail that is being sent then stays in the
/// outbox.
const DRAIN: Duration = Duration::from_secs(9);

pub struct Signals {
    terminate: Signal,
    interrupt: Signal,
}

impl Signals {
    /// From now on the signals come here instead of ending the process.
    pub fn catch() -> Result<Self, Failure> {
        let catch = |kind| signal(kind).map_err(|e| Failure::refused(format!("signals cannot be caught: {e}")));
        Ok(Self { terminate: catch(SignalKind::terminate())?, interrupt: catch(SignalKind::interrupt())? })
    }

    async fn next(&mut self) {
        tokio::select! {
            _ = self.terminate.recv() => {}
            _ = self.interrupt.recv() => {}
        }
    }
}

/// Waits for a signal, then for what runs. A part that ends by itself ends the server: it must not go on halved.
pub async fn when_told(
    mut signals: Signals,
    stop: CancellationToken,
    mut running: JoinSet<()>,
    app: &App,
    watchdog: &Watchdog,
) -> Result<(), Failure> {
    let told = tokio::select! {
        () = signals.next() => true,
        _ = running.join_next() => false,
    };
    tracing::info!("stopping");
    watchdog.stopping();
    stop.cancel();
    // Streams of events would otherwise outlast every drain.
    app.hub.close();
    tokio::spawn(async move {
        signals.next().await;
        tracing::warn!("stopped at once, by a second signal");
        std::process::exit(1);
    });
    let drained = timeout(DRAIN, async { while running.join_next().await.is_some() {} }).await;
    if drained.is_err() {
        tracing::warn!("some work did not end in time and was cut off");
    }
    app.hub.close();
    running.shutdown().await;
    if told { Ok(()) } else { Err(Failure::refused("a part of the server ended by itself; the log says more")) }
}
