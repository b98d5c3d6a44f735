//! The media plane: a selective forwarding unit (RFC 7667 section 3.7). Candidates publish to it, administrators view
//! from it; one thread owns all connections, and everybody else talks to it through [`Media`].
//!
//! `udp`, `tcp` and `stun` are the port; `engine` runs the connections of `session`; `negotiate` makes and changes them;
//! `forward` and `route` pass media on; `state` and `mailbox` are what others may read without asking the engine.

mod address;
mod command;
mod engine;
mod forward;
mod limits;
mod mailbox;
mod negotiate;
mod probe;
mod proctor;
mod route;
mod session;
mod state;
mod stun;
mod tcp;
mod udp;
mod why;

pub use address::advertised;
pub use command::{Candidature, Description, Notice, WallOffer};
pub use limits::{OFFER_LINES, SDP_BYTES, SESSIONS_PER_ADMIN, VIEWERS_PER_INVITE, WALL_TILES};
pub use mailbox::{Party, Signal};
pub use probe::Reached;
pub use state::{Seen, State};
pub use why::Why;

use crate::domain::{Error, Instant, InviteId, Kind, MediaSessionId, Result, UserId};
use command::{Command, Reply};
use mailbox::Mailboxes;
use probe::Probes;
use state::Board;
use std::{
    io,
    net::{IpAddr, SocketAddr, TcpListener, UdpSocket},
    sync::{Arc, OnceLock},
};
use str0m::{
    change::{SdpAnswer, SdpOffer},
    net::Protocol,
};
use stun::Fragments;
use tokio::sync::{mpsc, oneshot};
use tokio_util::sync::CancellationToken;

/// Commands that wait for the engine.
const QUEUE: usize = 256;
/// Notices that wait for the store.
const NOTICES: usize = 4_096;

/// The one port of media, not served yet.
pub struct Port {
    udp: UdpSocket,
    tcp: TcpListener,
    address: SocketAddr,
}

impl Port {
    /// Takes the same number for UDP and TCP; any number that is free in both for port 0.
    ///
    /// # Errors
    /// Where one of them is taken, or the address is not the host's.
    pub fn bind(address: SocketAddr) -> io::Result<Self> {
        let attempts = if address.port() == 0 { 16 } else { 1 };
        let mut last = io::Error::other("no port is free");
        for _ in 0..attempts {
            let tcp = TcpListener::bind(address)?;
            let address = tcp.local_addr()?;
            match UdpSocket::bind(address) {
                Ok(udp) => return Ok(Self { udp, tcp, address }),
                Err(error) => last = error,
            }
        }
        Err(last)
    }

    #[must_use]
    pub const fn address(&self) -> SocketAddr {
        self.address
    }
}

#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Addresses to name instead of the host's own; without a port, the port that is listened on.
    pub advertise: Vec<(IpAddr, Option<u16>)>,
    /// URLs of STUN servers that pages are told of.
    pub ice_servers: Vec<String>,
}

struct Running {
    commands: mpsc::Sender<Command>,
    ice_servers: Vec<String>,
    address: SocketAddr,
    /// Where browsers are told to look for it.
    advertised: Vec<SocketAddr>,
}

/// What the engine shares with those who read.
struct Shared {
    hub: Arc<super::Hub>,
    now: Box<dyn Fn() -> Instant + Send + Sync>,
    board: Board,
    mailboxes: Mailboxes,
    running: OnceLock<Running>,
    /// Why it does not run although it should.
    failure: OnceLock<String>,
    known: Arc<Fragments>,
    probes: Probes,
}

/// A handle to the media plane; cheap to clone. Until it is started every call that needs it is refused.
#[derive(Clone)]
pub struct Media(Arc<Shared>);

impl Media {
    pub fn new(hub: Arc<super::Hub>, now: impl Fn() -> Instant + Send + Sync + 'static) -> Self {
        Self(Arc::new(Shared {
            hub,
            now: Box::new(now),
            board: Board::default(),
            mailboxes: Mailboxes::default(),
            running: OnceLock::new(),
            failure: OnceLock::new(),
            known: Arc::default(),
            probes: Probes::default(),
        }))
    }

    /// Serves `port` on a thread of its own until `stop`. Answers the notices, which somebody must read, and what ends
    /// when that thread has stopped.
    ///
    /// # Errors
    /// Where the sockets cannot be set up, and when it runs already.
    pub fn start(
        &self,
        port: Port,
        options: Options,
        stop: CancellationToken,
    ) -> io::Result<(mpsc::Receiver<Notice>, impl Future<Output = ()> + use<>)> {
        let (commands, inbox) = mpsc::channel(QUEUE);
        let (notices, outbox) = mpsc::channel(NOTICES);
        let (ended, end) = oneshot::channel::<()>();
        let candidates = advertised(port.address, &options.advertise);
        let advertised = candidates.clone();
        let running = Running { commands, ice_servers: options.ice_servers, address: port.address, advertised };
        self.0.running.set(running).map_err(|_| io::Error::other("the media plane runs already"))?;
        let (shared, media, stopped) = (self.0.clone(), self.clone(), stop.clone());
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        std::thread::Builder::new().name("media".into()).spawn(move || {
            let result = runtime.block_on(engine::run(shared, port, candidates, inbox, notices, stop));
            if let Err(error) = result {
                tracing::error!(%error, "live video ended");
                media.failed(format!("it ended: {error}"));
            }
            drop(ended);
        })?;
        // Should video end by itself, the tests go on.
        Ok((outbox, async move {
            drop(end.await);
            stopped.cancelled().await;
        }))
    }

    /// The address that media is served on; `None` while it is not.
    #[must_use]
    pub fn address(&self) -> Option<SocketAddr> {
        self.0.running.get().filter(|r| !r.commands.is_closed()).map(|r| r.address)
    }

    /// Notes that it could not be started, or ended by itself, in words for whoever runs the server.
    pub fn failed(&self, words: String) {
        // The first failure is the one that matters.
        let _ = self.0.failure.set(words);
    }

    #[must_use]
    pub fn failure(&self) -> Option<&str> {
        self.0.failure.get().map(String::as_str)
    }

    /// Whether packets sent from this machine to the addresses that browsers are told reach it, over UDP and TCP. Each
    /// try needs a name that no connection has.
    pub async fn probe(&self, new_id: impl Fn() -> MediaSessionId) -> Vec<Reached> {
        let Some(running) = self.0.running.get().filter(|r| !r.commands.is_closed()) else { return Vec::new() };
        let ways = running.advertised.iter().flat_map(|to| [(*to, Protocol::Udp), (*to, Protocol::Tcp)]);
        let asked = ways.map(|(to, protocol)| self.0.probes.ask(new_id(), &self.0.known, to, protocol));
        futures_util::future::join_all(asked).await
    }

    /// # Errors
    /// 409 `media_off`.
    pub fn require_running(&self) -> Result<()> {
        self.running().map(drop)
    }

    #[must_use]
    pub fn ice_servers(&self) -> &[String] {
        self.0.running.get().map_or(&[], |r| &r.ice_servers)
    }

    fn running(&self) -> Result<&Running> {
        let off = || Error::conflict("media_off", "Live video is not available on this server.");
        self.0.running.get().filter(|r| !r.commands.is_closed()).ok_or_else(off)
    }

    async fn ask<T>(&self, command: impl FnOnce(Reply<T>) -> Command) -> Result<T> {
        let (reply, answer) = oneshot::channel();
        let busy = || Error::unavailable("Live video is busy. Please try again.", 2);
        // A full queue is told at once: callers must not pile up.
        self.running()?.commands.try_send(command(reply)).map_err(|_| busy())?;
        answer.await.map_err(|_| busy())?
    }

    /// For what must happen however full the queue is.
    fn tell(&self, command: Command) {
        let Ok(running) = self.running() else { return };
        if let Err(mpsc::error::TrySendError::Full(command)) = running.commands.try_send(command) {
            let commands = running.commands.clone();
            std::thread::spawn(move || drop(commands.blocking_send(command)));
        }
    }

    /// A candidate publishes: answers the answer.
    ///
    /// # Errors
    /// 409 `media_off`; 422 for an offer that is none; 503 when there are too many connections.
    pub async fn publish(&self, id: MediaSessionId, candidature: Candidature, sdp: &str) -> Result<Description> {
        self.require_running()?;
        let lines = sdp.lines().filter(|l| l.starts_with("m=")).count();
        if lines > OFFER_LINES {
            return Err(Error::field("sdp", format!("An offer has at most {OFFER_LINES} media lines.")));
        }
        let offer = SdpOffer::from_sdp_string(&without_candidates(sdp)).map_err(|_| not_sdp("offer"))?;
        self.0.mailboxes.open(id, Party::Candidate(candidature.invite), Some(candidature.invite));
        self.ask(|reply| Command::Publish { id, candidature, offer, reply }).await
    }

    /// An administrator watches one candidate: answers the server's offer.
    ///
    /// # Errors
    /// 409 `media_off`; 429 beyond the limits.
    pub async fn watch(&self, id: MediaSessionId, owner: UserId, invite: InviteId) -> Result<Description> {
        self.require_running()?;
        self.check_limit(owner)?;
        self.0.mailboxes.open(id, Party::Admin(owner), Some(invite));
        self.ask(|reply| Command::Watch { id, owner, invite, reply }).await
    }

    fn check_limit(&self, owner: UserId) -> Result<()> {
        if self.0.mailboxes.open_of(Party::Admin(owner)) >= SESSIONS_PER_ADMIN {
            return Err(too_many("You have too many live video connections open. Please close some tabs."));
        }
        Ok(())
    }

    /// Completes what the server offered.
    ///
    /// # Errors
    /// 404 `unknown_session`; 409 `no_offer`; 422.
    pub async fn answer(&self, id: MediaSessionId, sdp: &str) -> Result<()> {
        self.require_running()?;
        let answer = SdpAnswer::from_sdp_string(&without_candidates(sdp)).map_err(|_| not_sdp("answer"))?;
        self.ask(|reply| Command::Answer { id, answer, reply }).await
    }

    /// # Errors
    /// 409 `media_off`; 429 beyond the limits.
    pub async fn open_wall(&self, id: MediaSessionId, owner: UserId) -> Result<()> {
        self.require_running()?;
        self.check_limit(owner)?;
        self.0.mailboxes.open(id, Party::Admin(owner), None);
        self.ask(|reply| Command::OpenWall { id, owner, reply }).await
    }

    /// Shows these candidates, one of them in focus.
    ///
    /// # Errors
    /// 404 `unknown_session`; 409 `renegotiating`; 429 where a candidate has too many viewers.
    pub async fn set_wall(
        &self,
        id: MediaSessionId,
        invites: Vec<InviteId>,
        focus: Option<InviteId>,
    ) -> Result<WallOffer> {
        self.ask(|reply| Command::SetWall { id, invites, focus, reply }).await
    }

    /// What of the administrator's own voice and picture reaches the candidate.
    ///
    /// # Errors
    /// 404 `unknown_session`; 422 on a wall.
    pub async fn set_proctor(&self, id: MediaSessionId, speaking: bool, video: bool, name: String) -> Result<()> {
        self.ask(|reply| Command::Proctor { id, speaking, video, name, reply }).await
    }

    pub fn end(&self, id: MediaSessionId, why: Why) {
        self.tell(Command::End { id, why });
    }

    /// Ends publisher and viewers of a candidate who is done.
    pub fn end_invite(&self, invite: InviteId) {
        self.tell(Command::EndInvite { invite });
    }

    /// Ends what an account has open.
    pub fn end_owner(&self, owner: UserId) {
        self.tell(Command::EndOwner { owner });
    }

    /// The session that is meant: the given one, if it is the caller's, or else the caller's latest for that invite.
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
            (Some(id), _) => Some(id).filter(|id| self.0.mailboxes.belongs(*id, party)),
            (None, Some(invite)) => self.0.mailboxes.latest(party, invite),
            (None, None) => None,
        };
        found.ok_or_else(unknown_session)
    }

    /// The same, where it must still run.
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
            .and_then(|id| if self.0.mailboxes.is_open(id) { Ok(id) } else { Err(unknown_session()) })
    }

    /// All sessions of `party` about one invite.
    #[must_use]
    pub fn sessions_about(&self, party: Party, invite: InviteId) -> Vec<MediaSessionId> {
        self.0.mailboxes.all(party, invite)
    }

    /// Signals of a session after number `after`, and the number to ask after next.
    #[must_use]
    pub fn signals(&self, id: MediaSessionId, after: u64) -> (Vec<Signal>, u64) {
        self.0.mailboxes.read(id, after).unwrap_or_default()
    }

    /// What the server sees of a candidate; `None` before there was any connection.
    #[must_use]
    pub fn state(&self, invite: InviteId) -> Option<State> {
        self.0.board.get(invite)
    }

    /// Administrators who have a connection.
    #[must_use]
    pub fn watching_admins(&self) -> Vec<UserId> {
        self.0.mailboxes.admins()
    }
}

/// Browsers reach the server, never the other way round: what they say about their own addresses, which may be names
/// that only their own network knows, is not needed (RFC 8445 section 2.5, ICE-lite).
fn without_candidates(sdp: &str) -> String {
    let lines = sdp.lines().filter(|l| !l.starts_with("a=candidate:") && !l.is_empty());
    lines.fold(String::with_capacity(sdp.len()), |text, line| text + line.trim_end() + "\r\n")
}

fn not_sdp(what: &str) -> Error {
    Error::field("sdp", format!("This is no {what} that the server understands."))
}

fn too_many(detail: &str) -> Error {
    Error { retry_after: Some(30), ..Error::new(Kind::TooMany, "too_many", detail) }
}

fn unknown_session() -> Error {
    Error::new(Kind::NotFound, "unknown_session", "There is no such live video connection any more.")
}
