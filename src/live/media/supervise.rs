//! The life of the media thread. A run that breaks, by a defect or by its sockets, ends all its connections properly, and
//! another one begins on the same port after a pause: pages come back by themselves, and send stills until then.

use super::{
    command::{Inbox, Notice},
    engine::Engine,
    limits::{FIRST_PAUSE, LONGEST_PAUSE, SOUND_RUN},
    session::guarded,
    shared::{Port, Shared},
};
use futures_util::FutureExt;
use std::{io, net::SocketAddr, panic::AssertUnwindSafe, sync::Arc, time::Instant};
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

/// Runs until `stop`. Notices of the last run are sent before this ends.
pub async fn run(
    shared: Arc<Shared>,
    port: Port,
    candidates: Vec<SocketAddr>,
    mut inbox: Inbox,
    notices: mpsc::Sender<Notice>,
    stop: CancellationToken,
) {
    let mut pause = FIRST_PAUSE;
    loop {
        let begun = Instant::now();
        let result = once(&shared, &port, candidates.clone(), &mut inbox, notices.clone(), &stop).await;
        let Err(error) = result else { return };
        tracing::error!(%error, "live video broke; it is started again");
        shared.set_failure(Some(format!("it broke, and is started again: {error}")));
        // Who waits is told to come again: dropping a call answers it.
        while inbox.commands.try_recv().is_ok() {}
        while inbox.offers.try_recv().is_ok() {}
        if begun.elapsed() >= SOUND_RUN {
            pause = FIRST_PAUSE;
        }
        tokio::select! {
            () = stop.cancelled() => return,
            () = tokio::time::sleep(pause) => {}
        }
        pause = LONGEST_PAUSE.min(pause * 2);
    }
}

async fn once(
    shared: &Arc<Shared>,
    port: &Port,
    candidates: Vec<SocketAddr>,
    inbox: &mut Inbox,
    notices: mpsc::Sender<Notice>,
    stop: &CancellationToken,
) -> io::Result<()> {
    let listener = port.tcp.try_clone()?;
    let mut engine = Engine::new(shared.clone(), port.udp.try_clone()?, candidates, notices)?;
    shared.set_failure(None);
    let serving = AssertUnwindSafe(engine.serve(listener, inbox, stop)).catch_unwind().await;
    let result = serving.unwrap_or_else(|_| Err(io::Error::other("a defect, which the log tells of")));
    if result.is_err() {
        // Before anything is taken down: who comes now is refused.
        shared.set_failure(Some("it broke".to_owned()));
    }
    engine.end_all();
    // What a defect left half done may break once more when it is dropped.
    if guarded(|| drop(engine)).is_none() {
        tracing::error!("live video was not taken down properly");
    }
    result
}
