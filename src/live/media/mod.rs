//! The media plane: a selective forwarding unit (RFC 7667 section 3.7). Candidates publish to it, administrators view
//! from it; one thread owns all sessions, or several share them, and other code talks to them through [`Media`].
//!
//! `udp`, `tcp`, `connection_slots` and `stun` implement the port; `supervise` keeps the engines running (`engine`), which drive
//! the sessions (`session`); `demux` demultiplexes packets to them; `negotiate` does the SDP negotiation; `forward` and
//! `route` forward media; `state` and `signal_queue` are read without asking an engine; `calls`, `gate` and `end_requests` are
//! the calls to them, `call_queue` their queues. With several threads, `dispatch` reads the port for all and passes packets on
//! (`packet_queue`), a candidate belongs to one of them, and `peers` and `relay` forward their frames to walls of the others;
//! `load` says how busy each is. `clips` keeps the last frames of those whose attempts keep clips (`clip_ring`).

mod address;
mod call_queue;
mod calls;
mod clip_queue;
mod clip_ring;
mod clips;
mod close_reason;
mod command;
mod connection_slots;
mod demux;
mod dispatch;
mod end_requests;
mod engine;
mod forward;
mod gate;
mod limits;
mod load;
mod negotiate;
mod packet_queue;
mod peers;
mod probe;
mod proctor;
mod relay;
mod route;
mod session;
mod shared;
mod signal_queue;
mod state;
mod stun;
mod supervise;
mod tcp;
mod timer_coalescing;
mod udp;

pub use address::advertised;
pub use clip_queue::FinishedClip;
pub use clip_ring::{ClipFrame, RecordedClip};
pub use close_reason::CloseReason;
pub use command::{MediaNotice, PublisherId, SdpDescription, WallOffer};
pub use limits::{
    MAX_THREADS, OFFER_BYTES, OFFER_LINES, SDP_BYTES, SESSIONS_PER_ADMIN, VIEWERS_PER_INVITE, WALL_TILES,
};
pub use load::MediaThreadLoad;
pub use probe::Reached;
use shared::MediaInner;
pub use shared::Port;
use shared::{MediaSeat, RunningMedia, Supervised, ThreadHandle, ThreadReports};
pub use signal_queue::{MediaSignal, Party};
pub use state::{MediaState, MediaStatus};

use crate::{
    domain::{Error, ErrorCode, ErrorKind, Instant, InviteId, MediaSessionId, Result, UserId},
    sync::Mutex,
    watchdog::Pulse,
};
use call_queue::CallQueue;
use clip_queue::ClipQueue;
use command::{Inbox, MediaCommand, MediaOffer};
use end_requests::EndQueue;
use gate::MediaGate;
use limits::{COMMAND_QUEUE, NOTICE_QUEUE, OFFER_QUEUE};
use probe::Probes;
use signal_queue::SignalQueues;
use state::Board;
use std::{
    io,
    net::{IpAddr, SocketAddr},
    sync::{Arc, OnceLock},
};
use str0m::net::Protocol;
use tokio::sync::{Semaphore, mpsc, oneshot};
use tokio_util::sync::CancellationToken;

#[derive(Clone, Debug, Default)]
pub struct MediaOptions {
    /// Addresses to name instead of the host's own; without a port, the port that is listened on.
    pub advertise: Vec<(IpAddr, Option<u16>)>,
    /// URLs of STUN servers that pages receive.
    pub ice_servers: Vec<String>,
    /// Media threads; one if 0.
    pub threads: usize,
}

/// A handle to the media plane; cheap to clone. Until [`Media::start`] every call that needs the engine fails with
/// 409 `media_off`.
#[derive(Clone)]
pub struct Media(Arc<MediaInner>);

impl Media {
    pub fn new(hub: Arc<super::Hub>, now: impl Fn() -> Instant + Send + Sync + 'static) -> Self {
        Self(Arc::new(MediaInner {
            hub,
            now: Box::new(now),
            board: Board::default(),
            signal_queues: SignalQueues::default(),
            running: OnceLock::new(),
            failure: Mutex::default(),
            gate: MediaGate::new(),
            sdp_parsing: Arc::new(Semaphore::new(1)),
            clips: ClipQueue::new(),
            known: Arc::default(),
            probes: Probes::default(),
        }))
    }

    /// Serves `port` on its own threads until `stop`. Returns the receiver of notices, which the caller must drain, and
    /// a future that completes when that thread has stopped.
    ///
    /// # Errors
    /// If the thread cannot be started, or the media plane is running already.
    pub fn start(
        &self,
        port: Port,
        options: MediaOptions,
        stop: CancellationToken,
    ) -> io::Result<(mpsc::Receiver<MediaNotice>, impl Future<Output = ()> + use<>)> {
        let threads = options.threads.clamp(1, MAX_THREADS);
        let reader = ThreadReports::new("live video port");
        let shared_reader = (threads > 1).then(|| reader.clone());
        let (threads, seats) = new_threads(threads);
        let (notices, outbox) = mpsc::channel(NOTICE_QUEUE);
        let (ended, end) = oneshot::channel::<()>();
        let candidates = advertised(port.address, &options.advertise);
        let advertised = candidates.clone();
        let address = port.address;
        let running =
            RunningMedia { threads, reader: shared_reader, ice_servers: options.ice_servers, address, advertised };
        self.0.running.set(running).map_err(|_| io::Error::other("the media plane is already running"))?;
        let (shared, stopped) = (self.0.clone(), stop.clone());
        let media = Supervised { shared, port, candidates, notices, seats, reader };
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        std::thread::Builder::new().name("media".into()).spawn(move || {
            runtime.block_on(supervise::run(media, stop));
            drop(ended);
        })?;
        // If video ends on its own, the tests continue.
        Ok((outbox, async move {
            drop(end.await);
            stopped.cancelled().await;
        }))
    }

    /// The pulses of the media threads, and of the one that reads the port for several, for the watchdog; none before
    /// [`Media::start`].
    #[must_use]
    pub fn pulses(&self) -> Vec<Arc<Pulse>> {
        let Some(running) = self.0.running.get() else { return Vec::new() };
        let threads = running.threads.iter().map(|thread| &thread.reports);
        threads.chain(&running.reader).map(|reports| reports.pulse.clone()).collect()
    }

    /// The load of each media thread, and of the one that reads the port for several; none before [`Media::start`].
    #[must_use]
    pub fn loads(&self) -> Vec<MediaThreadLoad> {
        let Some(running) = self.0.running.get() else { return Vec::new() };
        let threads = running.threads.iter().zip(1..).map(|(t, n): (_, usize)| t.reports.load.report(n.to_string()));
        threads.chain(running.reader.iter().map(|reader| reader.load.report("port".to_owned()))).collect()
    }

    /// The number of candidates and of viewers with a running session, on all media threads.
    #[must_use]
    pub fn connections(&self) -> (usize, usize) {
        self.0.signal_queues.running()
    }

    /// The number of media threads; 0 before [`Media::start`].
    #[must_use]
    pub fn threads(&self) -> usize {
        self.0.running.get().map_or(0, |running| running.threads.len())
    }

    /// Returns the bound address of the media port; `None` while the engine is not running.
    #[must_use]
    pub fn address(&self) -> Option<SocketAddr> {
        self.served().map(|running| running.address)
    }

    fn served(&self) -> Option<&RunningMedia> {
        let running = self.0.running.get().filter(|r| r.threads.iter().all(|t| !t.commands.is_closed()))?;
        self.0.failure().is_none().then_some(running)
    }

    /// Records why the media plane could not be started, in words for the operator.
    pub fn failed(&self, words: String) {
        self.0.set_failure(Some(words));
    }

    /// Returns why live video is currently down although it should be running.
    #[must_use]
    pub fn failure(&self) -> Option<String> {
        self.0.failure().clone()
    }

    /// Checks whether packets sent from this machine to the advertised addresses arrive, over UDP and TCP. `new_id`
    /// returns unused session ids, one per probe.
    pub async fn probe(&self, new_id: impl Fn() -> MediaSessionId) -> Vec<Reached> {
        let Some(running) = self.served() else { return Vec::new() };
        let ways = running.advertised.iter().flat_map(|to| [(*to, Protocol::Udp), (*to, Protocol::Tcp)]);
        let asked = ways.map(|(to, protocol)| self.0.probes.ask(new_id(), &self.0.known, to, protocol));
        futures_util::future::join_all(asked).await
    }

    /// Checks that the engine is running.
    ///
    /// # Errors
    /// 409 `media_off`.
    pub fn require_running(&self) -> Result<()> {
        self.running().map(drop)
    }

    #[must_use]
    pub fn ice_servers(&self) -> &[String] {
        self.0.running.get().map_or(&[], |r| &r.ice_servers)
    }

    fn running(&self) -> Result<&RunningMedia> {
        let off = || Error::conflict(ErrorCode::MediaOff, "Live video is not available on this server.");
        self.served().ok_or_else(off)
    }

    /// Resolves a session: the given one if the caller owns it, or else the caller's latest for that invite.
    ///
    /// # Errors
    /// 404 `unknown_session`.
    pub fn session(
        &self,
        party: Party,
        invite: Option<InviteId>,
        given: Option<MediaSessionId>,
    ) -> Result<MediaSessionId> {
        let found = match (given, invite) {
            (Some(id), _) => Some(id).filter(|id| self.0.signal_queues.belongs(*id, party)),
            (None, Some(invite)) => self.0.signal_queues.latest(party, invite),
            (None, None) => None,
        };
        found.ok_or_else(unknown_session)
    }

    /// Like [`Media::session`], for running sessions only.
    ///
    /// # Errors
    /// 404 `unknown_session`.
    pub fn open_session(
        &self,
        party: Party,
        invite: Option<InviteId>,
        given: Option<MediaSessionId>,
    ) -> Result<MediaSessionId> {
        self.session(party, invite, given)
            .and_then(|id| if self.0.signal_queues.is_open(id) { Ok(id) } else { Err(unknown_session()) })
    }

    /// Returns the running sessions of `party` for one invite.
    #[must_use]
    pub fn sessions_about(&self, party: Party, invite: InviteId) -> Vec<MediaSessionId> {
        self.0.signal_queues.all(party, invite)
    }

    /// Returns the signals of a session with numbers above `after`, and the cursor for the next call.
    #[must_use]
    pub fn signals(&self, id: MediaSessionId, after: u64) -> (Vec<MediaSignal>, u64) {
        self.0.signal_queues.read(id, after).unwrap_or_default()
    }

    /// Returns the video state of a candidate; `None` before the first connection.
    #[must_use]
    pub fn state(&self, invite: InviteId) -> Option<MediaState> {
        self.0.board.get(invite)
    }

    /// Returns the administrators with a running session.
    #[must_use]
    pub fn watching_admins(&self) -> Vec<UserId> {
        self.0.signal_queues.admins()
    }
}

/// The media threads for callers, and for their runs.
fn new_threads(threads: usize) -> (Vec<ThreadHandle>, Vec<MediaSeat>) {
    let offer_places = Arc::new(Semaphore::new(OFFER_QUEUE));
    let command_places = Arc::new(Semaphore::new(COMMAND_QUEUE));
    let new_thread = |thread: usize| {
        let (offers, offers_inbox) = CallQueue::<MediaOffer>::new(offer_places.clone(), OFFER_QUEUE);
        let (commands, commands_inbox) = CallQueue::<MediaCommand>::new(command_places.clone(), COMMAND_QUEUE);
        let inbox = Arc::new(tokio::sync::Mutex::new(Inbox { offers: offers_inbox, commands: commands_inbox }));
        let reports = match threads {
            1 => ThreadReports::new("live video"),
            _ => ThreadReports::new(format!("live video thread {}", thread + 1)),
        };
        let ends = Arc::new(EndQueue::default());
        let handle = ThreadHandle { offers, commands, ends: ends.clone(), reports: reports.clone() };
        (handle, MediaSeat { thread, inbox, ends, reports })
    };
    (0..threads).map(new_thread).unzip()
}

fn too_many(detail: &str) -> Error {
    Error { retry_after: Some(30), ..Error::new(ErrorKind::TooMany, ErrorCode::TooMany, detail) }
}

fn unknown_session() -> Error {
    Error::new(ErrorKind::NotFound, ErrorCode::UnknownSession, "This live video connection no longer exists.")
}
