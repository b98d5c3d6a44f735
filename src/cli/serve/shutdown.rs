//! Graceful shutdown: no new work, running work finishes, then the database is closed.

use crate::{app::App, cli::failure::Failure, service::operate::lifecycle::Parts, watchdog::Watchdog};
use std::time::Duration;
use tokio::{
    signal::unix::{Signal, SignalKind, signal},
    time::timeout,
};
use tokio_util::sync::CancellationToken;

/// Grace period for running work, so that a whole stop takes less than 10 s; a mail that is still being sent then stays
/// in the outbox.
const DRAIN_TIMEOUT: Duration = Duration::from_secs(9);

/// The same for a server that does not lead any more: nothing that runs can be acknowledged.
pub const DEPOSED_TIMEOUT: Duration = Duration::from_secs(1);

pub struct Signals {
    terminate: Signal,
    interrupt: Signal,
}

impl Signals {
    /// Installs handlers, so that the signals no longer end the process.
    pub fn catch() -> Result<Self, Failure> {
        let catch = |kind| signal(kind).map_err(|e| Failure::refused(format!("cannot install signal handlers: {e}")));
        Ok(Self { terminate: catch(SignalKind::terminate())?, interrupt: catch(SignalKind::interrupt())? })
    }

    pub async fn next(&mut self) {
        tokio::select! {
            _ = self.terminate.recv() => {}
            _ = self.interrupt.recv() => {}
        }
    }
}

/// How a server ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ended {
    Stopped,
    /// Another machine has become the leader: this one starts again as a follower.
    Deposed,
}

/// Waits for a signal, then for running work to finish. A part that ends on its own also ends the server, and so does `over`:
/// this server does not lead any more.
pub async fn wait(
    mut signals: Signals,
    stop: CancellationToken,
    mut parts: Parts,
    app: &App,
    watchdog: &Watchdog,
    over: CancellationToken,
) -> Result<Ended, Failure> {
    let ended = tokio::select! {
        () = signals.next() => None,
        ended = parts.ended() => ended,
        () = over.cancelled() => {
            // The process goes on, and its manager need not know.
            stop.cancel();
            app.close_streams();
            let _ = timeout(DEPOSED_TIMEOUT, async { while parts.ended().await.is_some() {} }).await;
            parts.cut_off().await;
            return Ok(Ended::Deposed);
        }
    };
    tracing::info!("stopping");
    watchdog.stopping();
    stop.cancel();
    // Event streams would otherwise never drain.
    app.close_streams();
    tokio::spawn(async move {
        signals.next().await;
        tracing::warn!("stopped at once by a second signal");
        std::process::exit(1);
    });
    let drained = timeout(DRAIN_TIMEOUT, async { while parts.ended().await.is_some() {} }).await;
    if drained.is_err() {
        tracing::warn!("some work did not finish in time and was cut off");
    }
    app.close_streams();
    parts.cut_off().await;
    match ended {
        None => Ok(Ended::Stopped),
        Some(part) => Err(Failure::refused(format!("a part of the server ended unexpectedly ({part}); see the log"))),
    }
}
