//! State shared by callers and the media threads: the port, the connections that are known, the reason of a failure.

use super::{
    call_queue::CallQueue,
    clip_queue::ClipQueue,
    command::{Inbox, MediaCommand, MediaNotice, MediaOffer},
    end_requests::EndQueue,
    gate::MediaGate,
    load::ThreadLoad,
    probe::Probes,
    signal_queue::SignalQueues,
    state::Board,
    stun::Fragments,
};
use crate::{
    domain::{Instant, InviteId},
    live::{Hub, StaffEvent},
    sync::{Mutex, MutexGuard},
    watchdog::Pulse,
};
use serde_json::json;
use std::{
    borrow::Cow,
    io,
    net::{SocketAddr, TcpListener, UdpSocket},
    sync::{Arc, OnceLock, PoisonError},
};
use tokio::sync::{Semaphore, mpsc};

/// The media port, bound but not served yet.
pub struct Port {
    pub(super) udp: UdpSocket,
    pub(super) tcp: TcpListener,
    pub(super) address: SocketAddr,
}

impl Port {
    /// Binds the same port for UDP and TCP; for port 0 any port that is free for both.
    ///
    /// # Errors
    /// If one of them is in use, or the address is not local.
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

/// The progress and the load of a thread of live video.
#[derive(Clone)]
pub struct ThreadReports {
    pub pulse: Arc<Pulse>,
    pub load: Arc<ThreadLoad>,
}

impl ThreadReports {
    pub fn new(name: impl Into<Cow<'static, str>>) -> Self {
        Self { pulse: Pulse::new(name), load: Arc::default() }
    }
}

/// The way to one media thread.
pub(super) struct ThreadHandle {
    pub(super) offers: CallQueue<MediaOffer>,
    pub(super) commands: CallQueue<MediaCommand>,
    pub(super) ends: Arc<EndQueue>,
    pub(super) reports: ThreadReports,
}

pub(super) struct RunningMedia {
    pub(super) threads: Vec<ThreadHandle>,
    /// The thread that reads the port for several media threads; one reads it itself.
    pub(super) reader: Option<ThreadReports>,
    pub(super) ice_servers: Vec<String>,
    pub(super) address: SocketAddr,
    /// Addresses that browsers receive as ICE candidates.
    pub(super) advertised: Vec<SocketAddr>,
}

/// State shared by the engines and their callers.
pub(crate) struct MediaInner {
    pub(super) hub: Arc<Hub>,
    pub(super) now: Box<dyn Fn() -> Instant + Send + Sync>,
    pub(super) board: Board,
    pub(super) signal_queues: SignalQueues,
    pub(super) running: OnceLock<RunningMedia>,
    /// Why it does not run although it should.
    pub(super) failure: Mutex<Option<String>>,
    pub(super) gate: MediaGate,
    /// Permits to read large descriptions, which are read one after the other.
    pub(super) sdp_parsing: Arc<Semaphore>,
    pub(super) clips: ClipQueue,
    pub(super) known: Arc<Fragments>,
    pub(super) probes: Probes,
}

impl MediaInner {
    pub(super) fn failure(&self) -> MutexGuard<'_, Option<String>> {
        self.failure.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn notify_admins(&self, invite: InviteId) {
        let event = StaffEvent::VideoChanged;
        let named = || event.of(invite, json!({ "invite_id": invite.to_string() }));
        self.hub.publish(&event.about_the_site(), named);
        // The engine knows no tests: those who watch some of them do not learn whose video it is.
        self.hub.publish(&event.about_something(), || event.with(json!({})));
    }

    pub(super) fn set_failure(&self, words: Option<String>) {
        *self.failure() = words;
    }
}

/// A media thread, whatever run it is in.
#[derive(Clone)]
pub struct MediaSeat {
    pub thread: usize,
    /// Held by the engine for the time of a run.
    pub inbox: Arc<tokio::sync::Mutex<Inbox>>,
    pub ends: Arc<EndQueue>,
    pub reports: ThreadReports,
}

/// The parts that all runs have in common.
pub struct Supervised {
    pub shared: Arc<MediaInner>,
    pub port: Port,
    pub candidates: Vec<SocketAddr>,
    pub notices: mpsc::Sender<MediaNotice>,
    pub seats: Vec<MediaSeat>,
    /// Reports of the thread that reads the port for several.
    pub reader: ThreadReports,
}
