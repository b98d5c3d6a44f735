//! An engine, which owns the sessions of its media thread. Each session is a sans-IO state machine (str0m): the engine feeds it
//! packets and time, sends its output, and forwards its events and media to the others.

use super::{
    CloseReason,
    clip_ring::ClipRing,
    command::{Inbox, MediaNotice},
    connection_slots::ConnectionSlot,
    dispatch::Routes,
    end_requests::EndQueue,
    limits::{ANSWER_TIMEOUT, IDLE_TIMEOUT, TICK, WALL_IDLE_TIMEOUT},
    load::BusyMeter,
    packet_queue::PacketBatch,
    peers::{PEER_BATCH, PeerMessage, Peers, RemoteSource, RemoteViewers},
    session::{MediaRole, MediaSession, Pending, RemoteEnd, RemotePath, guarded},
    shared::{MediaInner, MediaSeat, Supervised, ThreadReports},
    stun::OwnedSession,
    tcp::FromTcp,
    timer_coalescing::TimerSlots,
    udp::{Buffers, UdpReceiver, UdpSender, next_read, readable_at},
};
#[cfg(debug_assertions)]
use crate::watchdog::sabotage;
use crate::{
    domain::{InviteId, MediaSessionId},
    watchdog,
};
use bytes::Bytes;
use std::{
    collections::{BTreeSet, HashMap, VecDeque},
    io,
    net::{IpAddr, SocketAddr},
    sync::Arc,
    time::{Duration, Instant},
};
use str0m::{
    Event, Input,
    config::{CryptoProvider, DtlsCert},
    crypto::from_feature_flags,
};
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

/// The publisher and the viewers of one invite.
#[derive(Default)]
pub struct Room {
    pub publisher: Option<MediaSessionId>,
    pub viewers: Vec<MediaSessionId>,
    /// A viewer has this candidate in focus, so the high simulcast layer is wanted.
    pub high: bool,
    /// The viewer session whose microphone is forwarded to the candidate.
    pub speaker: Option<MediaSessionId>,
    /// The viewer session whose camera is forwarded to the candidate.
    pub camera_source: Option<MediaSessionId>,
    /// The other threads with viewers, on the thread that owns the candidate.
    pub elsewhere: Vec<RemoteViewers>,
    /// The source on another thread.
    pub remote_source: Option<RemoteSource>,
}

/// A TCP connection.
pub struct MediaTcpStream {
    pub out: mpsc::Sender<Bytes>,
    /// The local address that it connected to.
    pub to: IpAddr,
    pub place: Arc<ConnectionSlot>,
}

pub struct MediaEngine {
    pub shared: Arc<MediaInner>,
    pub sessions: HashMap<MediaSessionId, MediaSession>,
    pub rooms: HashMap<InviteId, Room>,
    /// The rings of the candidates whose attempts keep clips.
    pub rings: HashMap<InviteId, ClipRing>,
    pub candidates: Vec<SocketAddr>,
    pub certificate: DtlsCert,
    pub crypto: Arc<CryptoProvider>,
    pub links: HashMap<RemoteEnd, RemotePath>,
    pub due: BTreeSet<(Instant, MediaSessionId)>,
    pub turns: TimerSlots,
    /// Events of sessions that are not handled yet.
    pub reports: VecDeque<(MediaSessionId, Event)>,
    /// Sessions that have failed and are not removed yet.
    pub dead: Vec<(MediaSessionId, CloseReason)>,
    pub udp: UdpSender,
    pub tcp: HashMap<SocketAddr, MediaTcpStream>,
    pub peers: Peers,
    /// Routes for the thread that reads the port, if that is another thread.
    pub routes: Option<Arc<Routes>>,
    ends: Arc<EndQueue>,
    progress: ThreadReports,
    notices: mpsc::Sender<MediaNotice>,
}

/// The packets for an engine.
pub struct EngineInput {
    /// The port, if this engine reads it.
    udp: Option<UdpReceiver>,
    packets: mpsc::Receiver<PacketBatch>,
    frames: mpsc::Receiver<FromTcp>,
    peers: mpsc::Receiver<PeerMessage>,
}

impl EngineInput {
    /// The port of the only engine.
    pub fn of_port(udp: UdpReceiver, frames: mpsc::Receiver<FromTcp>) -> Self {
        Self { udp: Some(udp), packets: mpsc::channel(1).1, frames, peers: mpsc::channel(1).1 }
    }

    pub fn dispatched(
        packets: mpsc::Receiver<PacketBatch>,
        frames: mpsc::Receiver<FromTcp>,
        peers: mpsc::Receiver<PeerMessage>,
    ) -> Self {
        Self { udp: None, packets, frames, peers }
    }
}

/// Like [`readable_at`]; never for an engine that does not read the port.
async fn port_readable(udp: Option<&UdpReceiver>, at: Option<Instant>) -> io::Result<()> {
    match udp {
        Some(udp) => readable_at(udp, at).await,
        None => std::future::pending().await,
    }
}

impl MediaEngine {
    pub fn new(media: &Supervised, seat: &MediaSeat, peers: Peers, routes: Option<Arc<Routes>>) -> io::Result<Self> {
        let crypto = Arc::new(from_feature_flags());
        // One certificate for all sessions: generating one takes longer than the rest of an answer.
        let made = crypto.dtls_provider.generate_certificate();
        let certificate = made.ok_or_else(|| io::Error::other("no certificate"))?;
        Ok(Self {
            shared: media.shared.clone(),
            sessions: HashMap::new(),
            rooms: HashMap::new(),
            rings: HashMap::new(),
            candidates: media.candidates.clone(),
            certificate,
            crypto,
            links: HashMap::new(),
            due: BTreeSet::new(),
            turns: TimerSlots(Instant::now()),
            reports: VecDeque::new(),
            dead: Vec::new(),
            udp: UdpSender::new(media.port.udp.try_clone()?)?,
            tcp: HashMap::new(),
            peers,
            routes,
            ends: seat.ends.clone(),
            progress: seat.reports.clone(),
            notices: media.notices.clone(),
        })
    }

    /// Serves until `stop`.
    ///
    /// # Errors
    /// If a socket fails.
    pub async fn serve(
        &mut self,
        mut input: EngineInput,
        inbox: &mut Inbox,
        stop: &CancellationToken,
    ) -> io::Result<()> {
        let (ThreadReports { pulse, load }, ends) = (self.progress.clone(), self.ends.clone());
        // If video fails, tests continue without it.
        let _alive = pulse.adopt_dispensable();
        let mut meter = BusyMeter::start(load);
        let mut buffers = Buffers::new();
        let mut tick = tokio::time::interval(TICK);
        tick.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        let timer = tokio::time::sleep(TICK);
        tokio::pin!(timer);
        let mut read_next = None;
        loop {
            let next = self.due.first().map_or_else(|| Instant::now() + TICK, |(at, _)| *at);
            timer.as_mut().reset(next.into());
            pulse.at(watchdog::Place::Turn);
            tokio::select! {
                () = stop.cancelled() => return Ok(()),
                Some((command, place)) = inbox.commands.recv() => {
                    pulse.at(watchdog::Place::Commands);
                    self.command(command);
                    drop(place);
                }
                Some((offer, place)) = inbox.offers.recv() => {
                    pulse.at(watchdog::Place::Commands);
                    self.offered(offer);
                    drop(place);
                }
                () = ends.changed() => {}
                Some(frame) = input.frames.recv() => self.framed(frame),
                Some(message) = input.peers.recv() => {
                    pulse.at(watchdog::Place::Packets);
                    self.peer(message);
                    let more = std::iter::from_fn(|| input.peers.try_recv().ok());
                    more.take(PEER_BATCH).for_each(|message| self.peer(message));
                }
                Some(mut batch) = input.packets.recv() => {
                    pulse.at(watchdog::Place::Packets);
                    self.packets(batch.take());
                }
                ready = port_readable(input.udp.as_ref(), read_next) => {
                    ready?;
                    pulse.at(watchdog::Place::Packets);
                    let is_drained = input.udp.as_ref().is_none_or(|udp| self.read(udp, &mut buffers));
                    read_next = next_read(is_drained);
                }
                () = &mut timer => {}
                _ = tick.tick() => {
                    meter.measure(Instant::now());
                    self.tick();
                }
            }
            pulse.at(watchdog::Place::Timers);
            #[cfg(debug_assertions)]
            if self.peers.is_last() {
                sabotage::deadlock_if_due(sabotage::Hang::Media);
            }
            self.apply_ends();
            self.call_due();
            self.handle_events();
        }
    }

    fn call_due(&mut self) {
        let now = Instant::now();
        while let Some((at, id)) = self.due.first().copied()
            && at <= now
        {
            self.due.pop_first();
            let Some(session) = self.sessions.get_mut(&id) else { continue };
            if !matches!(guarded(|| session.rtc.handle_input(Input::Timeout(now))), Some(Ok(()))) {
                self.dead.push((id, CloseReason::Broken));
            }
            self.drain(id);
            // A session that is due again at once waits until the others had their turn.
            if let Some(session) = self.sessions.get_mut(&id)
                && session.due <= now
            {
                self.due.remove(&(session.due, id));
                session.due = now + Duration::from_millis(1);
                self.due.insert((session.due, id));
            }
        }
    }

    /// Handles queued events and failed sessions until both queues are empty; each may add more.
    pub fn handle_events(&mut self) {
        loop {
            if let Some((id, event)) = self.reports.pop_front() {
                self.report(id, event);
            } else if let Some((id, why)) = self.dead.pop() {
                self.end(id, why);
            } else {
                return;
            }
        }
    }

    pub fn insert(&mut self, id: MediaSessionId, session: MediaSession) {
        self.shared.known.insert(session.fragment.clone(), OwnedSession { id, thread: self.peers.own });
        self.due.insert((session.due, id));
        self.sessions.insert(id, session);
    }

    /// Ends one session: queues `closed` for its page and closes its DTLS connection if the browser is still reachable.
    pub fn end(&mut self, id: MediaSessionId, why: CloseReason) {
        let Some(mut session) = self.sessions.remove(&id) else { return };
        self.due.remove(&(session.due, id));
        self.shared.known.remove(&session.fragment);
        // Before the DTLS close, so that a page that notices it can already read the close reason.
        self.shared.signal_queues.end(id, why.signal());
        guarded(|| self.close_rtc(&mut session.rtc));
        for remote in std::mem::take(&mut session.remotes) {
            self.forget(remote);
        }
        match session.role {
            MediaRole::Publisher(publisher) => self.publisher_left(id, &publisher, why),
            MediaRole::Viewer(viewer) => self.viewer_left(id, &viewer, session.connected),
        }
    }

    /// Queues a timeline entry. If the store does not keep up and the queue is full, drops the entry and logs it.
    pub fn notice(&self, notice: MediaNotice) {
        if self.notices.try_send(notice).is_err() {
            tracing::warn!(?notice, "a timeline entry was dropped: the queue is full");
        }
    }

    /// Periodic housekeeping: timeouts and expiry.
    fn tick(&mut self) {
        let now = Instant::now();
        self.progress.load.set_sessions(self.sessions.len());
        if self.peers.own == 0 {
            self.shared.signal_queues.sweep(now);
        }
        self.forget_closed();
        let (mut over, mut unanswered) = (Vec::new(), Vec::new());
        for (id, session) in &mut self.sessions {
            let idle = now.saturating_duration_since(session.last_packet);
            let timeout = match &mut session.role {
                MediaRole::Viewer(viewer) => {
                    // Only a wall is renegotiated; a single monitor gets one offer.
                    let late = |p: &Pending| now.duration_since(p.since) >= ANSWER_TIMEOUT;
                    if viewer.is_wall && viewer.pending.as_ref().is_some_and(late) {
                        viewer.pending = None;
                        unanswered.push(*id);
                    }
                    if viewer.is_wall && now.duration_since(viewer.renewed) < WALL_IDLE_TIMEOUT {
                        continue;
                    }
                    IDLE_TIMEOUT
                }
                MediaRole::Publisher(_) => IDLE_TIMEOUT,
            };
            if idle >= timeout {
                over.push((*id, CloseReason::Silent));
            }
        }
        for id in unanswered {
            self.keep_shown(id);
        }
        self.dead.extend(over);
        self.handle_events();
        self.check_rooms(now);
        self.check_rings(now);
        self.handle_events();
    }

    /// Ends what callers asked to end since the last call.
    fn apply_ends(&mut self) {
        let ends = self.ends.take();
        for (id, why) in ends.sessions {
            self.end(id, why);
        }
        for (owner, why) in ends.owners {
            self.end_owner(owner, why);
        }
        if !ends.invites.is_empty() {
            self.end_invites(&ends.invites);
        }
    }

    /// Ends all sessions, whatever state a panic left them in, so that none still appears to be running.
    pub fn end_all(&mut self) {
        for id in self.sessions.keys().copied().collect::<Vec<_>>() {
            if guarded(|| self.end(id, CloseReason::Stopping)).is_none() {
                tracing::error!("panic while ending a live video connection");
            }
        }
        for invite in self.rings.keys().copied().collect::<Vec<_>>() {
            guarded(|| self.finish_ring(invite));
        }
    }
}
