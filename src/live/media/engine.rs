//! The thread that owns all connections. Each of them is a machine without sockets or clocks (str0m): the engine brings
//! it packets and the time, carries its output out, and passes what it reports on to the others.

use super::{
    Port, Shared, Why,
    command::{Command, Notice},
    limits::{ANSWER_PATIENCE, PACKET_BYTES, SILENCE, SOURCES_PER_SESSION, WALL_PATIENCE},
    session::{Link, Pending, Remote, Role, Session, guarded},
    stun::{asked_fragment, is_stun},
    tcp::{self, FromTcp},
    udp::{Buffers, UdpPort},
};
use crate::{
    domain::{InviteId, MediaSessionId},
    live::{Audience, Event as Push},
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
    Event, Input, Output, Rtc,
    config::{CryptoProvider, DtlsCert},
    crypto::from_feature_flags,
    net::{Protocol, Receive, Transmit},
};
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

/// How often silence is looked for, and missing key frames are asked for again.
const TICK: Duration = Duration::from_millis(500);
/// Batches of packets read before timers get their turn.
const BATCHES: usize = 16;
/// Packets that come within this time are read together: a thousand senders are no thousand wake-ups.
const GATHER: Duration = Duration::from_millis(1);
/// Calls that connections ask for in the future fall on moments this far apart, for the same reason.
const TURN: Duration = Duration::from_millis(10);
/// Outputs of a connection that is being closed.
const GOODBYES: usize = 64;

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

/// With the host's own address that they came to.
type Streams = HashMap<SocketAddr, (mpsc::Sender<Bytes>, IpAddr)>;

pub struct Engine {
    pub shared: Arc<Shared>,
    pub sessions: HashMap<MediaSessionId, Session>,
    pub rooms: HashMap<InviteId, Room>,
    pub candidates: Vec<SocketAddr>,
    pub certificate: DtlsCert,
    pub crypto: Arc<CryptoProvider>,
    links: HashMap<Remote, Link>,
    due: BTreeSet<(Instant, MediaSessionId)>,
    turns: Turns,
    /// What connections reported and is not handled yet.
    reports: VecDeque<(MediaSessionId, Event)>,
    /// Connections that have died and are not removed yet.
    dead: Vec<(MediaSessionId, Why)>,
    udp: UdpPort,
    tcp: Streams,
    notices: mpsc::Sender<Notice>,
}

pub async fn run(
    shared: Arc<Shared>,
    port: Port,
    candidates: Vec<SocketAddr>,
    mut commands: mpsc::Receiver<Command>,
    notices: mpsc::Sender<Notice>,
    stop: CancellationToken,
) -> io::Result<()> {
    let crypto = Arc::new(from_feature_flags());
    // One for all connections: making one takes longer than all the rest of an answer.
    let certificate = crypto.dtls_provider.generate_certificate().ok_or_else(|| io::Error::other("no certificate"))?;
    port.tcp.set_nonblocking(true)?;
    let listener = tokio::net::TcpListener::from_std(port.tcp)?;
    let (into, mut frames) = mpsc::channel(1_024);
    let accepting = tokio::spawn(tcp::accept(listener, shared.known.clone(), into));
    let mut engine = Engine {
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
        udp: UdpPort::new(port.udp)?,
        tcp: HashMap::new(),
        notices,
    };
    let mut buffers = Buffers::new();
    let mut tick = tokio::time::interval(TICK);
    tick.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    let timer = tokio::time::sleep(TICK);
    tokio::pin!(timer);
    let mut read_at = Instant::now();
    loop {
        let next = engine.due.first().map_or_else(|| Instant::now() + TICK, |(at, _)| *at);
        timer.as_mut().reset(next.into());
        tokio::select! {
            () = stop.cancelled() => break,
            command = commands.recv() => match command {
                Some(command) => engine.command(command),
                None => break,
            },
            Some(frame) = frames.recv() => engine.framed(frame),
            ready = gathered(&engine.udp, read_at + GATHER) => {
                ready?;
                engine.read(&mut buffers);
                read_at = Instant::now();
            }
            () = &mut timer => {}
            _ = tick.tick() => engine.tick(),
        }
        engine.call_due();
        engine.settle();
    }
    accepting.abort();
    for id in engine.sessions.keys().copied().collect::<Vec<_>>() {
        engine.end(id, Why::Stopping);
    }
    Ok(())
}

async fn gathered(udp: &UdpPort, at: Instant) -> io::Result<()> {
    tokio::time::sleep_until(at.into()).await;
    udp.readable().await
}

/// Moments that many connections share, counted from this one.
struct Turns(Instant);

impl Turns {
    /// The first of them that is not before `at`; what is due already is not put off.
    fn after(&self, at: Instant) -> Instant {
        if at <= Instant::now() {
            return at;
        }
        let turns = at.saturating_duration_since(self.0).as_nanos().div_ceil(TURN.as_nanos());
        self.0 + TURN * u32::try_from(turns).unwrap_or(u32::MAX)
    }
}

impl Engine {
    fn read(&mut self, buffers: &mut Buffers) {
        for _ in 0..BATCHES {
            let mut arrived = Vec::new();
            let more = self.udp.read(buffers, |packet| {
                // What no session can have sent is not even copied.
                let remote = Remote { is_tcp: false, address: packet.from };
                if packet.bytes.len() <= PACKET_BYTES && (self.links.contains_key(&remote) || is_stun(packet.bytes)) {
                    arrived.push((remote, packet.to, packet.bytes.to_vec()));
                }
            });
            for (remote, to, bytes) in arrived {
                self.packet(remote, to, &bytes);
            }
            if !more {
                return;
            }
        }
    }

    fn framed(&mut self, frame: FromTcp) {
        let remote =
            |from: SocketAddr| Remote { is_tcp: true, address: SocketAddr::new(from.ip().to_canonical(), from.port()) };
        match frame {
            FromTcp::Open { from, to, out } => {
                self.tcp.insert(remote(from).address, (out, to.ip().to_canonical()));
            }
            FromTcp::Packet { from, bytes } => {
                let remote = remote(from);
                let to = self.tcp.get(&remote.address).map(|(_, to)| *to);
                self.packet(remote, to, &bytes);
            }
            FromTcp::Closed { from } => {
                let remote = remote(from);
                self.tcp.remove(&remote.address);
                if let Some(link) = self.links.remove(&remote)
                    && let Some(session) = self.sessions.get_mut(&link.session)
                {
                    session.remotes.retain(|r| *r != remote);
                }
            }
        }
    }

    /// The address by which a session knows the one that a packet came to: behind a port mapping it is another.
    fn destination(&self, to: Option<IpAddr>, from: SocketAddr) -> Option<SocketAddr> {
        let exact = self.candidates.iter().find(|c| Some(c.ip()) == to);
        let alike = || self.candidates.iter().find(|c| c.is_ipv4() == from.is_ipv4());
        exact.or_else(alike).or(self.candidates.first()).copied()
    }

    fn packet(&mut self, remote: Remote, to: Option<IpAddr>, bytes: &[u8]) {
        let now = Instant::now();
        let Some(destination) = self.destination(to, remote.address) else { return };
        let proto = if remote.is_tcp { Protocol::Tcp } else { Protocol::Udp };
        let Some(Ok(receive)) = guarded(|| Receive::new(proto, remote.address, destination, bytes)) else { return };
        let input = Input::Receive(now, receive);
        let link = self.links.get(&remote).map(|l| l.session);
        // A request may be for another session than the last one from there: ports are used again.
        let asked = if is_stun(bytes) { asked_fragment(bytes).and_then(|f| self.shared.known.get(&f)) } else { link };
        let Some(id) = asked else { return };
        if link != Some(id) && !self.admit(id, remote, to, &input, now) {
            self.shared.probes.arrived(id);
            return;
        }
        let Some(session) = self.sessions.get_mut(&id) else { return };
        session.last_packet = now;
        // What cannot be read is not the session's end: anybody can send in another's name.
        match guarded(|| session.rtc.handle_input(input)) {
            Some(Ok(())) => {}
            Some(Err(error)) => tracing::debug!(%error, "a media packet was not understood"),
            None => self.dead.push((id, Why::Broken)),
        }
        self.drain(id);
        self.settle();
    }

    /// Lets a new address in, if it proves to know the session's password; not too many at a time.
    fn admit(
        &mut self,
        id: MediaSessionId,
        remote: Remote,
        to: Option<IpAddr>,
        input: &Input<'_>,
        now: Instant,
    ) -> bool {
        let Some(session) = self.sessions.get_mut(&id) else { return false };
        if !session.strangers.take(now) || guarded(|| session.rtc.accepts(input)) != Some(true) {
            return false;
        }
        session.remotes.push(remote);
        if session.remotes.len() > SOURCES_PER_SESSION {
            let oldest = session.remotes.remove(0);
            self.forget(oldest);
        }
        self.links.insert(remote, Link { session: id, local: to });
        true
    }

    fn forget(&mut self, remote: Remote) {
        self.links.remove(&remote);
        if remote.is_tcp {
            // Its task closes the connection when nobody can write to it.
            self.tcp.remove(&remote.address);
        }
    }

    /// Carries out what a connection wants to send and notes what it reports. Must follow every change of one.
    pub fn drain(&mut self, id: MediaSessionId) {
        let Some(session) = self.sessions.get_mut(&id) else { return };
        loop {
            match guarded(|| session.rtc.poll_output()) {
                Some(Ok(Output::Transmit(packet))) => transmit(&self.links, &self.tcp, &self.udp, &packet),
                Some(Ok(Output::Event(event))) => self.reports.push_back((id, event)),
                Some(Ok(Output::Timeout(at))) => {
                    let at = self.turns.after(at);
                    self.due.remove(&(session.due, id));
                    session.due = at;
                    self.due.insert((at, id));
                    break;
                }
                Some(Err(error)) => {
                    tracing::debug!(%error, "a media connection failed");
                    self.dead.push((id, Why::Broken));
                    break;
                }
                None => {
                    self.dead.push((id, Why::Broken));
                    break;
                }
            }
        }
        if !session.rtc.is_alive() {
            self.dead.push((id, Why::Left));
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

    fn say_goodbye(&self, rtc: &mut Rtc) {
        if rtc.close().is_err() {
            return;
        }
        for _ in 0..GOODBYES {
            match rtc.poll_output() {
                Ok(Output::Transmit(packet)) => transmit(&self.links, &self.tcp, &self.udp, &packet),
                Ok(Output::Event(_)) => {}
                Ok(Output::Timeout(_)) | Err(_) => return,
            }
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
}

fn transmit(links: &HashMap<Remote, Link>, tcp: &Streams, udp: &UdpPort, packet: &Transmit) {
    if packet.proto == Protocol::Tcp {
        if let Some((out, _)) = tcp.get(&packet.destination) {
            // A full queue is a network that loses packets.
            let _ = out.try_send(Bytes::copy_from_slice(&packet.contents));
        }
        return;
    }
    let remote = Remote { is_tcp: false, address: packet.destination };
    let local = links.get(&remote).and_then(|l| l.local);
    udp.send(packet.destination, local, &packet.contents);
}
