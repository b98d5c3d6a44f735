//! Supervisor of the media threads. If a run of an engine fails, by a panic or a socket error, it ends all sessions
//! cleanly and restarts on the same port with exponential backoff. Pages reconnect automatically, and send still frames
//! until then.

use super::{
    CloseReason,
    command::MediaNotice,
    dispatch::{self, Routes},
    engine::{EngineInput, MediaEngine},
    limits::{BACKOFF_RESET, MAX_BACKOFF, MIN_BACKOFF, TCP_INBOX},
    packet_queue::PacketQueue,
    peers::{PEER_QUEUE, PeerQueue, Peers},
    session::guarded,
    shared::{MediaSeat, Supervised},
    state::MediaStatus,
    tcp::{self, FromTcp},
    udp::UdpReceiver,
};
use futures_util::{FutureExt, StreamExt, stream::FuturesUnordered};
use std::{io, panic::AssertUnwindSafe, sync::Arc, thread, time::Instant};
use tokio::{
    runtime::Builder,
    sync::{mpsc, oneshot},
    task::JoinSet,
};
use tokio_util::sync::CancellationToken;

/// Runs until `stop`. Notices of the last run are sent before this returns.
pub async fn run(media: Supervised, stop: CancellationToken) {
    let mut backoff = MIN_BACKOFF;
    let media = Arc::new(media);
    loop {
        let started = Instant::now();
        let result = once(&media, &stop).await;
        end_rest(&media);
        let Err(error) = result else { return };
        tracing::error!(%error, "live video failed; restarting");
        media.shared.set_failure(Some(format!("it failed and is restarting: {error}")));
        // Dropping the queued calls replies 503 to their callers.
        for seat in &media.seats {
            let mut inbox = seat.inbox.lock().await;
            while inbox.commands.try_recv().is_ok() {}
            while inbox.offers.try_recv().is_ok() {}
        }
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

/// One run of all engines; it ends with the first of them.
async fn once(media: &Arc<Supervised>, stop: &CancellationToken) -> io::Result<()> {
    media.shared.set_failure(None);
    let listener = media.port.tcp.try_clone()?;
    listener.set_nonblocking(true)?;
    let listener = tokio::net::TcpListener::from_std(listener)?;
    let (framing, frames): (Vec<_>, Vec<_>) = media.seats.iter().map(|_| mpsc::channel(TCP_INBOX)).unzip();
    // Dropped when this call returns, which stops accepting.
    let mut accepting = JoinSet::new();
    accepting.spawn(tcp::accept(listener, media.shared.known.clone(), framing.into()));
    let run = stop.child_token();
    let serving = async {
        match &media.seats[..] {
            [seat] => alone(media, seat, frames, &run).await,
            _ => together(media, frames, &run).await,
        }
    };
    tokio::pin!(serving);
    let result = tokio::select! {
        served = &mut serving => return served,
        _ = accepting.join_next() => Err(io::Error::other("the TCP listener stopped")),
    };
    run.cancel();
    serving.await?;
    result
}

/// One engine, on this thread, which reads the port itself.
async fn alone(
    media: &Supervised,
    seat: &MediaSeat,
    frames: Vec<mpsc::Receiver<FromTcp>>,
    stop: &CancellationToken,
) -> io::Result<()> {
    let frames = frames.into_iter().next().ok_or_else(|| io::Error::other("no media thread"))?;
    let udp = UdpReceiver::new(media.port.udp.try_clone()?)?;
    let peers = Peers { own: seat.thread, queues: Vec::new() };
    engine(media, seat, peers, None, EngineInput::of_port(udp, frames), stop).await
}

/// Several engines, each on its own thread; this one reads the port for them.
async fn together(
    media: &Arc<Supervised>,
    frames: Vec<mpsc::Receiver<FromTcp>>,
    stop: &CancellationToken,
) -> io::Result<()> {
    let routes = Arc::new(Routes::default());
    let loads = || media.seats.iter().map(|seat| seat.reports.load.clone());
    let queue = |load| {
        let (into, inbox) = mpsc::channel(PEER_QUEUE);
        (PeerQueue { into, load }, inbox)
    };
    let (queues, inboxes): (Vec<_>, Vec<_>) = loads().map(queue).unzip();
    let (batches, packets): (Vec<_>, Vec<_>) = loads().map(PacketQueue::new).unzip();
    let udp = UdpReceiver::new(media.port.udp.try_clone()?)?;
    let mut ends = FuturesUnordered::new();
    let mut result = Ok(());
    for (seat, ((frames, inbox), packets)) in media.seats.iter().zip(frames.into_iter().zip(inboxes).zip(packets)) {
        let (media, seat, routes, stop) = (media.clone(), seat.clone(), routes.clone(), stop.clone());
        let peers = Peers { own: seat.thread, queues: queues.clone() };
        let input = EngineInput::dispatched(packets, frames, inbox);
        let (ended, end) = oneshot::channel();
        let serve = move || {
            let served = Builder::new_current_thread()
                .enable_all()
                .build()
                .and_then(|runtime| runtime.block_on(engine(&media, &seat, peers, Some(routes), input, &stop)));
            let _ = ended.send(served);
        };
        let name = format!("media-{}", ends.len() + 1);
        match thread::Builder::new().name(name).spawn(serve) {
            Ok(_) => ends.push(end),
            Err(error) => result = Err(error),
        }
    }
    if result.is_ok() {
        let reading = dispatch::run(udp, media.shared.known.clone(), routes, batches, &media.reader);
        result = tokio::select! {
            Some(ended) = ends.next() => ended.unwrap_or_else(|_| Err(io::Error::other("a media thread ended"))),
            // Its panic must not end the supervisor, which this thread runs as well.
            read = AssertUnwindSafe(reading).catch_unwind() => {
                Err(read.unwrap_or_else(|_| io::Error::other("a panic while the port was read, reported in the log")))
            }
        };
        media.reader.load.ended();
    }
    if result.is_err() {
        // Before the teardown, so that new calls are rejected.
        media.shared.set_failure(Some("it failed".to_owned()));
    }
    stop.cancel();
    while ends.next().await.is_some() {}
    result
}

async fn engine(
    media: &Supervised,
    seat: &MediaSeat,
    peers: Peers,
    routes: Option<Arc<Routes>>,
    input: EngineInput,
    stop: &CancellationToken,
) -> io::Result<()> {
    let mut inbox = seat.inbox.lock().await;
    let mut engine = MediaEngine::new(media, seat, peers, routes)?;
    let serving = AssertUnwindSafe(engine.serve(input, &mut inbox, stop)).catch_unwind().await;
    let result = serving.unwrap_or_else(|_| Err(io::Error::other("a panic, reported in the log")));
    if result.is_err() {
        // Before the teardown, so that new calls are rejected.
        media.shared.set_failure(Some("it failed".to_owned()));
    }
    engine.end_all();
    seat.reports.load.ended();
    // State left inconsistent by a panic may panic again when dropped.
    if guarded(|| drop(engine)).is_none() {
        tracing::error!("panic while tearing down live video");
    }
    result
}

/// Finishes what a panic in the teardown of an engine skipped, so that no session still appears to be running.
fn end_rest(media: &Supervised) {
    let shared = &media.shared;
    shared.known.clear();
    shared.signal_queues.end_all(&CloseReason::Stopping.signal());
    for (invite, state) in shared.board.set_all_offline(CloseReason::Stopping) {
        if state.seen == MediaStatus::Live {
            let notice = MediaNotice::VideoOff { attempt: state.attempt, why: CloseReason::Stopping };
            // The timeline loses an entry if the store does not keep up.
            let _ = media.notices.try_send(notice);
        }
        shared.notify_admins(invite);
    }
}
