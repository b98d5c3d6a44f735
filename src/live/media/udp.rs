//! The UDP half of the media port. quinn-udp reports the local address of each packet and sends replies from it: ICE
//! discards replies from another address (RFC 8445 section 7.2.5.2.1).

use super::session::RemoteEnd;
use quinn_udp::{RecvMeta, Transmit, UdpSocketState};
use std::{
    io::{self, IoSliceMut},
    net::{IpAddr, Ipv6Addr, SocketAddr},
    time::{Duration, Instant},
};
use tokio::{io::Interest, net::UdpSocket};

/// Bytes per receive buffer; holds all packets that the kernel may coalesce (GRO).
const BUFFER_BYTES: usize = 64 * 1024;
const BUFFERS: usize = 8;
/// Socket buffer size, in bytes, for while the engine is busy; the kernel may grant less.
const SOCKET_BUFFER_BYTES: usize = 4 << 20;

/// The receiving half.
pub struct UdpReceiver {
    socket: UdpSocket,
    state: UdpSocketState,
}

/// The sending half, of which each media thread has one. It is not registered for readiness: arriving packets would wake all of
/// these threads.
pub struct UdpSender {
    socket: std::net::UdpSocket,
    state: UdpSocketState,
    is_v6: bool,
}

/// A received packet.
pub struct Packet<'a> {
    pub from: SocketAddr,
    pub to: Option<IpAddr>,
    pub bytes: &'a [u8],
}

/// A packet of a known sender, on its way to the engine that owns the session.
pub struct Arrived {
    pub remote: RemoteEnd,
    pub to: Option<IpAddr>,
    pub bytes: Vec<u8>,
}

impl From<&Packet<'_>> for Arrived {
    fn from(packet: &Packet<'_>) -> Self {
        let remote = RemoteEnd { is_tcp: false, address: packet.from };
        Self { remote, to: packet.to, bytes: packet.bytes.to_vec() }
    }
}

/// Receive buffers, allocated once.
pub struct Buffers(Vec<Vec<u8>>);

/// Packets that arrive within this time are read in one turn: a thousand senders do not cost a thousand wake-ups.
const READ_INTERVAL: Duration = Duration::from_millis(1);
/// Batches of packets read in one turn.
pub const MAX_BATCHES: usize = 16;

/// Returns when to read next. A flood fills the socket's buffer sooner than that: waiting then would discard the packets of
/// sessions.
pub fn next_read(is_drained: bool) -> Option<Instant> {
    is_drained.then(|| Instant::now() + READ_INTERVAL)
}

impl Buffers {
    pub fn new() -> Self {
        Self(vec![vec![0; BUFFER_BYTES]; BUFFERS])
    }
}

fn canonical(address: SocketAddr) -> SocketAddr {
    SocketAddr::new(address.ip().to_canonical(), address.port())
}

impl UdpReceiver {
    /// # Errors
    /// If the socket cannot be configured.
    pub fn new(socket: std::net::UdpSocket) -> io::Result<Self> {
        socket.set_nonblocking(true)?;
        let state = UdpSocketState::new((&socket).into())?;
        // Best effort: a smaller buffer works too.
        let _ = state.set_recv_buffer_size((&socket).into(), SOCKET_BUFFER_BYTES);
        Ok(Self { socket: UdpSocket::from_std(socket)?, state })
    }

    pub async fn readable(&self) -> io::Result<()> {
        self.socket.readable().await
    }

    /// Passes at most one batch of received packets to `each`. Returns false when there are no more.
    pub fn read(&self, buffers: &mut Buffers, mut each: impl FnMut(Packet<'_>)) -> bool {
        let mut meta = [RecvMeta::default(); BUFFERS];
        let got = {
            let mut slices: Vec<IoSliceMut<'_>> = buffers.0.iter_mut().map(|b| IoSliceMut::new(b)).collect();
            self.socket.try_io(Interest::READABLE, || self.state.recv((&self.socket).into(), &mut slices, &mut meta))
        };
        // A per-packet error (such as ICMP "port unreachable" for an earlier packet) does not affect the socket.
        let Ok(count) = got else { return false };
        for (meta, buffer) in meta.iter().zip(&buffers.0).take(count) {
            let bytes = &buffer[..meta.len.min(buffer.len())];
            for bytes in bytes.chunks(meta.stride.max(1)) {
                each(Packet { from: canonical(meta.addr), to: meta.dst_ip.map(|ip| ip.to_canonical()), bytes });
            }
        }
        count > 0
    }
}

impl UdpSender {
    /// # Errors
    /// If the socket cannot be configured.
    pub fn new(socket: std::net::UdpSocket) -> io::Result<Self> {
        let is_v6 = socket.local_addr()?.is_ipv6();
        socket.set_nonblocking(true)?;
        let state = UdpSocketState::new((&socket).into())?;
        // Best effort: a smaller buffer works too.
        let _ = state.set_send_buffer_size((&socket).into(), SOCKET_BUFFER_BYTES);
        Ok(Self { socket, state, is_v6 })
    }

    /// Sends a packet, or drops it if the socket buffer is full: late media is worthless.
    pub fn send(&self, to: SocketAddr, from: Option<IpAddr>, bytes: &[u8]) {
        let destination = match (self.is_v6, to.ip()) {
            (true, IpAddr::V4(v4)) => SocketAddr::new(IpAddr::V6(v4.to_ipv6_mapped()), to.port()),
            _ => to,
        };
        let src_ip = from.filter(|ip| *ip != IpAddr::V6(Ipv6Addr::UNSPECIFIED));
        let packet = Transmit { destination, ecn: None, contents: bytes, segment_size: None, src_ip };
        if let Err(error) = self.state.try_send((&self.socket).into(), &packet) {
            tracing::trace!(%error, "a packet was not sent");
        }
    }
}

/// `None`: after the other tasks of this thread and its timers had a turn, without which a socket that is never empty
/// would starve them; even a timer that has expired would wait for the next millisecond.
pub async fn readable_at(udp: &UdpReceiver, at: Option<Instant>) -> io::Result<()> {
    match at {
        Some(at) => tokio::time::sleep_until(at.into()).await,
        None => tokio::task::yield_now().await,
    }
    udp.readable().await
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::{
        Arc,
        atomic::{AtomicBool, Ordering::Relaxed},
    };

    #[tokio::test]
    async fn a_socket_that_is_never_empty_does_not_starve_other_tasks() {
        let port = UdpReceiver::new(std::net::UdpSocket::bind("127.0.0.1:0").unwrap()).unwrap();
        let sender = UdpSocket::bind("127.0.0.1:0").await.unwrap();
        sender.send_to(b"x", port.socket.local_addr().unwrap()).await.unwrap();
        // Not read, it stays.
        port.readable().await.unwrap();
        let had_a_turn = Arc::new(AtomicBool::new(false));
        let other = had_a_turn.clone();
        tokio::spawn(async move { other.store(true, Relaxed) });
        for _ in 0..3 {
            readable_at(&port, None).await.unwrap();
        }
        assert!(had_a_turn.load(Relaxed));
    }
}
