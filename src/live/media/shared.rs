//! State shared by callers and the media thread: the port, the connections that are known, the reason of a failure.

use super::{
    clip_queue::ClipQueue,
    command::{MediaCommand, MediaOffer},
    end_requests::EndQueue,
    gate::MediaGate,
    probe::Probes,
    signal_queue::SignalQueues,
    state::Board,
    stun::Fragments,
};
use crate::{
    domain::Instant,
    live::Hub,
    sync::{Mutex, MutexGuard},
    watchdog::Pulse,
};
use std::{
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

pub(super) struct RunningMedia {
    pub(super) offers: mpsc::Sender<MediaOffer>,
    pub(super) commands: mpsc::Sender<MediaCommand>,
    pub(super) ice_servers: Vec<String>,
    pub(super) address: SocketAddr,
    /// Addresses that browsers receive as ICE candidates.
    pub(super) advertised: Vec<SocketAddr>,
}

/// State shared by the engine and its callers.
pub(crate) struct MediaInner {
    pub(super) hub: Arc<Hub>,
    pub(super) now: Box<dyn Fn() -> Instant + Send + Sync>,
    pub(super) board: Board,
    pub(super) signal_queues: SignalQueues,
    pub(super) running: OnceLock<RunningMedia>,
    /// Why it does not run although it should.
    pub(super) failure: Mutex<Option<String>>,
    pub(super) gate: MediaGate,
    /// Whose turn it is to read a large description.
    pub(super) sdp_parsing: Arc<Semaphore>,
    pub(super) ends: EndQueue,
    pub(super) clips: ClipQueue,
    pub(super) known: Arc<Fragments>,
    pub(super) probes: Probes,
    pub(super) pulse: Arc<Pulse>,
}

impl MediaInner {
    pub(super) fn failure(&self) -> MutexGuard<'_, Option<String>> {
        self.failure.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn set_failure(&self, words: Option<String>) {
        *self.failure() = words;
    }
}
