//! Supervisor of the media thread. If a run of the engine fails, by a panic or a socket error, it ends all sessions
//! cleanly and restarts on the same port with exponential backoff. Pages reconnect automatically, and send still frames
//! until then.

use super::{
    command::{Inbox, MediaNotice},
    engine::MediaEngine,
    limits::{BACKOFF_RESET, MAX_BACKOFF, MIN_BACKOFF},
    session::guarded,
    shared::{MediaInner, Port},
};
use futures_util::FutureExt;
use std::{io, net::SocketAddr, panic::AssertUnwindSafe, sync::Arc, time::Instant};
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

/// Runs until `stop`. Notices of the last run are sent before this returns.
pub async fn run(
    shared: Arc<MediaInner>,
    port: Port,
    candidates: Vec<SocketAddr>,
    mut inbox: Inbox,
    notices: mpsc::Sender<MediaNotice>,
    stop: CancellationToken,
) {
    let mut backoff = MIN_BACKOFF;
    loop {
        let started = Instant::now();
        let result = once(&shared, &port, candidates.clone(), &mut inbox, notices.clone(), &stop).await;
        let Err(error) = result else { return };
        tracing::error!(%error, "live video failed; restarting");
        shared.set_failure(Some(format!("it failed and is restarting: {error}")));
        // Dropping the queued calls replies 503 to their callers.
        while inbox.commands.try_recv().is_ok() {}
        while inbox.offers.try_recv().is_ok() {}
        if started.elapsed() >= BACKOFF_RESET {
            backoff = MIN_BACKOFF;
        }
        tokio::select! {
            () = stop.cancelled() => return,
            () = tokio::time::sleep(backoff) => {}
        }
        backoff = MAX_BACKOFF.min(backoff * 2);
    }
}

async fn once(
    shared: &Arc<MediaInner>,
    port: &Port,
    candidates: Vec<SocketAddr>,
    inbox: &mut Inbox,
    notices: mpsc::Sender<MediaNotice>,
    stop: &CancellationToken,
) -> io::Result<()> {
    let listener = port.tcp.try_clone()?;
    let mut engine = MediaEngine::new(shared.clone(), port.udp.try_clone()?, candidates, notices)?;
    shared.set_failure(None);
    let serving = AssertUnwindSafe(engine.serve(listener, inbox, stop)).catch_unwind().await;
    let result = serving.unwrap_or_else(|_| Err(io::Error::other("a panic, reported in the log")));
    if result.is_err() {
        // Before the teardown, so that new calls are rejected.
        shared.set_failure(Some("it failed".to_owned()));
    }
    engine.end_all();
    // State left inconsistent by a panic may panic again when dropped.
    if guarded(|| drop(engine)).is_none() {
        tracing::error!("panic while tearing down live video");
    }
    result
}
