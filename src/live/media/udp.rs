//! The UDP half of the media port. The library tells to which of the host's addresses a packet came, and sends the
//! reply from there: ICE discards replies from another address (RFC 8445 section 7.2.5.2.1).

use quinn_udp::{RecvMeta, Transmit, UdpSocketState};
use std::{
    io::{self, IoSliceMut},
    net::{IpAddr, Ipv6Addr, SocketAddr},
    time::Instant,
};
use tokio::{io::Interest, net::UdpSocket};

/// Packets that the kernel may hand over in one buffer fit in this.
const BUFFER: usize = 64 * 1024;
const BUFFERS: usize = 8;
/// What the kernel keeps while the engine is busy, in bytes; it may grant less.
const KERNEL_QUEUE: usize = 4 << 20;

pub struct UdpPort {
    socket: UdpSocket,
    state: UdpSocketState,
    is_v6: bool,
}

/// One packet as it came in.
pub struct Packet<'a> {
    pub from: SocketAddr,
    pub to: Option<IpAddr>,
    pub bytes: &'a [u8],
}

/// Buffers for reading, made once.
pub struct Buffers(Vec<Vec<u8>>);

impl Buffers {
    pub fn new() -> Self {
        Self(vec![vec![0; BUFFER]; BUFFERS])
    }
}

fn canonical(address: SocketAddr) -> SocketAddr {
    SocketAddr::new(address.ip().to_canonical(), address.port())
}

impl UdpPort {
    /// # Errors
    /// Where the socket cannot be set up.
    pub fn new(socket: std::net::UdpSocket) -> io::Result<Self> {
        let is_v6 = socket.local_addr()?.is_ipv6();
        socket.set_nonblocking(true)?;
        let state = UdpSocketState::new((&socket).into())?;
        // Less than was asked for is still a queue.
        let _ = state.set_recv_buffer_size((&socket).into(), KERNEL_QUEUE);
        let _ = state.set_send_buffer_size((&socket).into(), KERNEL_QUEUE);
        Ok(Self { socket: UdpSocket::from_std(socket)?, state, is_v6 })
    }

    pub async fn readable(&self) -> io::Result<()> {
        self.socket.readable().await
    }

    /// Hands over what has arrived, at most a batch; false when there is nothing more.
    pub fn read(&self, buffers: &mut Buffers, mut each: impl FnMut(Packet<'_>)) -> bool {
        let mut meta = [RecvMeta::default(); BUFFERS];
        let got = {
            let mut slices: Vec<IoSliceMut<'_>> = buffers.0.iter_mut().map(|b| IoSliceMut::new(b)).collect();
            self.socket.try_io(Interest::READABLE, || self.state.recv((&self.socket).into(), &mut slices, &mut meta))
        };
        // An error of one packet (such as "port unreachable" for an earlier one) is no fault of the socket.
        let Ok(count) = got else { return false };
        for (meta, buffer) in meta.iter().zip(&buffers.0).take(count) {
            let bytes = &buffer[..meta.len.min(buffer.len())];
            for bytes in bytes.chunks(meta.stride.max(1)) {
                each(Packet { from: canonical(meta.addr), to: meta.dst_ip.map(|ip| ip.to_canonical()), bytes });
            }
        }
        count > 0
    }

    /// Sends or, where the kernel's queue is full, drops: media is never worth waiting for.
    pub fn send(&self, to: SocketAddr, from: Option<IpAddr>, bytes: &[u8]) {
        let destination = match (self.is_v6, to.ip()) {
            (true, IpAddr::V4(v4)) => SocketAddr::new(IpAddr::V6(v4.to_ipv6_mapped()), to.port()),
            _ => to,
        };
        let src_ip = from.filter(|ip| *ip != IpAddr::V6(Ipv6Addr::UNSPECIFIED));
        let packet = Transmit { destination, ecn: None, contents: bytes, segment_size: None, src_ip };
        let sent = self.socket.try_io(Interest::WRITABLE, || self.state.try_send((&self.socket).into(), &packet));
        if let Err(error) = sent {
            tracing::trace!(%error, "a packet was not sent");
        }
    }
}

pub async fn readable_at(udp: &UdpPort, at: Instant) -> io::Result<()> {
    tokio::time::sleep_until(at.into()).await;
    udp.readable().await
}
