//! The thread that owns all connections. Each of them is a machine without sockets or clocks (str0m): the engine brings
//! it packets and the time, carries its output out, and passes what it reports on to the others.

use super::{
    Why,
    command::{Inbox, Notice},
    limits::{ANSWER_PATIENCE, SILENCE, WALL_PATIENCE},
    places::Place,
    session::{Link, Pending, Remote, Role, Session, guarded},
    shared::Shared,
    state::Seen,
    tcp,
    turns::Turns,
    udp::{Buffers, UdpPort, readable_at as gathered},
};
#[cfg(debug_assertions)]
use crate::watchdog::sabotage;
use crate::{
    domain::{InviteId, MediaSessionId},
    live::{Audience, Event as Push},
    watchdog,
};
use bytes::Bytes;
use serde_json::json;
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

/// How often silence is looked for, and missing key frames are asked for again.
const TICK: Duration = Duration::from_millis(500);
/// Packets that come within this time are read together: a thousand senders are no thousand wake-ups.
const GATHER: Duration = Duration::from_millis(1);
/// Packets of TCP connections that wait for the engine; each connection waits for its turn with one.
const FRAMES: usize = 1_024;

/// The candidates' side of one invite, and who watches.
#[derive(Default)]
pub struct Room {
    pub publisher: Option<MediaSessionId>,
    pub viewers: Vec<MediaSessionId>,
    /// Somebody looks at this candidate alone.
    pub high: bool,
    /// Whose voice and whose picture go to the candidate.
    pub speaker: Option<MediaSessionId>,
    pub performer: Option<MediaSessionId>,
}

/// A TCP connection.
pub struct Stream {
    pub out: mpsc::Sender<Bytes>,
    /// The host's own address that it came to.
    pub to: IpAddr,
    pub place: Arc<Place>,
}

pub struct Engine {
    pub shared: Arc<Shared>,
    pub sessions: HashMap<MediaSessionId, Session>,
    pub rooms: HashMap<InviteId, Room>,
    pub candidates: Vec<SocketAddr>,
    pub certificate: DtlsCert,
    pub crypto: Arc<CryptoProvider>,
    pub links: HashMap<Remote, Link>,
    pub due: BTreeSet<(Instant, MediaSessionId)>,
    pub turns: Turns,
    /// What connections reported and is not handled yet.
    pub reports: VecDeque<(MediaSessionId, Event)>,
    /// Connections that have died and are not removed yet.
    pub dead: Vec<(MediaSessionId, Why)>,
    pub udp: UdpPort,
    pub tcp: HashMap<SocketAddr, Stream>,
    notices: mpsc::Sender<Notice>,
}

impl Engine {
    pub fn new(
        shared: Arc<Shared>,
        udp: std::net::UdpSocket,
        candidates: Vec<SocketAddr>,
        notices: mpsc::Sender<Notice>,
    ) -> io::Result<Self> {
        let crypto = Arc::new(from_feature_flags());
        // One for all connections: making one takes longer than all the rest of an answer.
        let made = crypto.dtls_provider.generate_certificate();
        let certificate = made.ok_or_else(|| io::Error::other("no certificate"))?;
        Ok(Self {
            shared,
            sessions: HashMap::new(),
            rooms: HashMap::new(),
            candidates,
            certificate,
            crypto,
            links: HashMap::new(),
            due: BTreeSet::new(),
            turns: Turns(Instant::now()),
            reports: VecDeque::new(),
            dead: Vec::new(),
            udp: UdpPort::new(udp)?,
            tcp: HashMap::new(),
            notices,
        })
    }

    /// Serves until `stop`.
    pub async fn serve(
        &mut self,
        listener: std::net::TcpListener,
        inbox: &mut Inbox,
        stop: &CancellationToken,
    ) -> io::Result<()> {
        listener.set_nonblocking(true)?;
        let listener = tokio::net::TcpListener::from_std(listener)?;
        let (into, mut frames) = mpsc::channel(FRAMES);
        // Dropped with this call, it accepts no more.
        let mut accepting = tokio::task::JoinSet::new();
        accepting.spawn(tcp::accept(listener, self.shared.known.clone(), into));
        let pulse = self.shared.pulse.clone();
        // Should video end, the tests go on.
        let _alive = pulse.adopt_dispensable();
        let mut buffers = Buffers::new();
        let mut tick = tokio::time::interval(TICK);
        tick.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        let timer = tokio::time::sleep(TICK);
        tokio::pin!(timer);
        let mut read_at = Instant::now();
        loop {
            let next = self.due.first().map_or_else(|| Instant::now() + TICK, |(at, _)| *at);
            timer.as_mut().reset(next.into());
            pulse.at(watchdog::Place::Turn);
            tokio::select! {
                () = stop.cancelled() => return Ok(()),
                Some(command) = inbox.commands.recv() => {
                    pulse.at(watchdog::Place::Commands);
                    self.command(command);
                }
                Some(offer) = inbox.offers.recv() => {
                    pulse.at(watchdog::Place::Commands);
                    self.offered(offer);
                }
                () = self.shared.ends.any() => {}
                Some(frame) = frames.recv() => self.framed(frame),
                _ = accepting.join_next() => return Err(io::Error::other("no TCP connections are accepted any more")),
                ready = gathered(&self.udp, read_at + GATHER) => {
                    ready?;
                    pulse.at(watchdog::Place::Packets);
                    self.read(&mut buffers);
                    read_at = Instant::now();
                }
                () = &mut timer => {}
                _ = tick.tick() => self.tick(),
            }
            pulse.at(watchdog::Place::Timers);
            #[cfg(debug_assertions)]
            sabotage::deadlock_if_due(sabotage::Hang::Media);
            self.end_asked();
            self.call_due();
            self.settle();
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
                self.dead.push((id, Why::Broken));
            }
            self.drain(id);
            // A connection that wants to be called at once gets its turn after the others.
            if let Some(session) = self.sessions.get_mut(&id)
                && session.due <= now
            {
                self.due.remove(&(session.due, id));
                session.due = now + Duration::from_millis(1);
                self.due.insert((session.due, id));
            }
        }
    }

    /// Handles reports until none is left; each may bring about more.
    pub fn settle(&mut self) {
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

    pub fn insert(&mut self, id: MediaSessionId, session: Session) {
        self.shared.known.insert(session.fragment.clone(), id);
        self.due.insert((session.due, id));
        self.sessions.insert(id, session);
    }

    /// Ends one connection, and tells both its page and, where a browser still hears it, its machine.
    pub fn end(&mut self, id: MediaSessionId, why: Why) {
        let Some(mut session) = self.sessions.remove(&id) else { return };
        self.due.remove(&(session.due, id));
        self.shared.known.remove(&session.fragment);
        // Before its page can know of the end: who asks then learns why.
        self.shared.mailboxes.end(id, why.signal());
        guarded(|| self.say_goodbye(&mut session.rtc));
        for remote in std::mem::take(&mut session.remotes) {
            self.forget(remote);
        }
        match session.role {
            Role::Publisher(publisher) => self.publisher_left(id, &publisher, why),
            Role::Viewer(viewer) => self.viewer_left(id, &viewer, session.connected),
        }
    }

    /// A full queue means a store that does not answer: the timeline then lacks an entry, and the log says so.
    pub fn notice(&self, notice: Notice) {
        if self.notices.try_send(notice).is_err() {
            tracing::warn!(?notice, "the timeline lacks an entry");
        }
    }

    pub fn tell_admins(&self, invite: InviteId) {
        let event = || Push::new("video.changed", json!({ "invite_id": invite.to_string() }));
        self.shared.hub.publish(&[Audience::Admins], event);
    }

    /// What time alone brings about.
    fn tick(&mut self) {
        let now = Instant::now();
        self.shared.mailboxes.sweep(now);
        self.forget_closed();
        let mut over = Vec::new();
        for (id, session) in &mut self.sessions {
            let idle = now.saturating_duration_since(session.last_packet);
            let patience = match &mut session.role {
                Role::Viewer(viewer) => {
                    // The first offer of a single monitor is the only one it gets.
                    let late = |p: &Pending| now.duration_since(p.since) >= ANSWER_PATIENCE;
                    if viewer.is_wall && viewer.pending.as_ref().is_some_and(late) {
                        viewer.pending = None;
                    }
                    if viewer.is_wall && now.duration_since(viewer.renewed) < WALL_PATIENCE {
                        continue;
                    }
                    SILENCE
                }
                Role::Publisher(_) => SILENCE,
            };
            if idle >= patience {
                over.push((*id, Why::Silent));
            }
        }
        self.dead.extend(over);
        self.settle();
        self.watch_rooms(now);
        self.settle();
    }

    /// What somebody asked to end since the last time.
    fn end_asked(&mut self) {
        let asked = self.shared.ends.take();
        for (id, why) in asked.sessions {
            self.end(id, why);
        }
        for owner in asked.owners {
            self.end_owner(owner);
        }
        if !asked.invites.is_empty() {
            self.end_invites(&asked.invites);
        }
    }

    /// Ends everything, whatever state a defect left it in: nothing is left that looks as if it ran.
    pub fn end_all(&mut self) {
        for id in self.sessions.keys().copied().collect::<Vec<_>>() {
            if guarded(|| self.end(id, Why::Stopping)).is_none() {
                tracing::error!("a live video connection was not ended properly");
            }
        }
        // A defect in the midst of an end: what that did not come to.
        self.shared.known.clear();
        self.shared.mailboxes.end_all(&Why::Stopping.signal());
        for (invite, state) in self.shared.board.lose_all(Why::Stopping) {
            if state.seen == Seen::Live {
                self.notice(Notice::VideoOff { attempt: state.attempt, why: Why::Stopping });
            }
            self.tell_admins(invite);
        }
    }
}
