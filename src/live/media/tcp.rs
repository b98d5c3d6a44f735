//! The TCP half of the media port, for networks that block UDP: ICE-TCP, passive side (RFC 6544), with two-byte length
//! framing (RFC 4571). A connection that does not name a session's ufrag within [`TCP_TIMEOUT`], or does not read, is
//! closed.

use super::{
    connection_slots::{ConnectionSlot, ConnectionSlots},
    limits::{IDLE_TIMEOUT, PACKET_BYTES, TCP_BUFFER_BYTES, TCP_QUEUE, TCP_TIMEOUT},
    stun::{Fragments, server_ufrag},
};
use bytes::{Bytes, BytesMut};
use futures_util::{SinkExt, StreamExt};
use nix::sys::socket::{setsockopt, sockopt};
use std::{net::SocketAddr, sync::Arc, time::Duration};
use tokio::{
    io::{AsyncRead, AsyncWrite},
    net::{TcpListener, TcpStream},
    sync::mpsc,
    time::timeout,
};
use tokio_util::codec::{Framed, LengthDelimitedCodec};

pub enum FromTcp {
    /// Its first packet follows; the engine admits or closes the connection by it.
    Open {
        from: SocketAddr,
        to: SocketAddr,
        out: mpsc::Sender<Bytes>,
        place: Arc<ConnectionSlot>,
    },
    Packet {
        from: SocketAddr,
        bytes: BytesMut,
    },
    Closed {
        from: SocketAddr,
    },
}

/// Accepts connections until the task is dropped. `into` are the queues of the media threads.
pub async fn accept(listener: TcpListener, known: Arc<Fragments>, into: Arc<[mpsc::Sender<FromTcp>]>) {
    let places = ConnectionSlots::of_this_process();
    loop {
        match listener.accept().await {
            Ok((stream, from)) => {
                let Some(place) = places.enter(from.ip().to_canonical()) else { continue };
                tokio::spawn(serve_connection(stream, from, place, known.clone(), into.clone()));
            }
            Err(error) => {
                tracing::debug!(%error, "cannot accept a media connection");
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
        }
    }
}

fn framed<S: AsyncRead + AsyncWrite>(stream: S) -> Framed<S, LengthDelimitedCodec> {
    let codec = LengthDelimitedCodec::builder().length_field_type::<u16>().max_frame_length(PACKET_BYTES).new_codec();
    Framed::new(stream, codec)
}

async fn serve_connection(
    stream: TcpStream,
    from: SocketAddr,
    place: ConnectionSlot,
    known: Arc<Fragments>,
    threads: Arc<[mpsc::Sender<FromTcp>]>,
) {
    let _ = stream.set_nodelay(true);
    // By default the kernel buffers megabytes for a peer that does not read.
    let _ = setsockopt(&stream, sockopt::SndBuf, &TCP_BUFFER_BYTES);
    let _ = setsockopt(&stream, sockopt::RcvBuf, &TCP_BUFFER_BYTES);
    let Ok(to) = stream.local_addr() else { return };
    let mut frames = framed(stream);
    let Ok(Some(Ok(first))) = timeout(TCP_TIMEOUT, frames.next()).await else { return };
    let Some(session) = server_ufrag(&first).and_then(|fragment| known.get(&fragment)) else { return };
    let Some(into) = threads.get(session.thread) else { return };
    // Held until the connection is closed; counts as pending until the engine has admitted it.
    let place = Arc::new(place);
    let (out, packets) = mpsc::channel(TCP_QUEUE);
    let opened = into.send(FromTcp::Open { from, to, out, place: place.clone() }).await;
    if opened.is_err() || into.send(FromTcp::Packet { from, bytes: first }).await.is_err() {
        return;
    }
    relay(&mut frames, from, packets, into, TCP_TIMEOUT).await;
    // Fails only if the engine has ended.
    let _ = into.send(FromTcp::Closed { from }).await;
    drop((frames, place));
}

async fn relay<S: AsyncRead + AsyncWrite + Unpin>(
    frames: &mut Framed<S, LengthDelimitedCodec>,
    from: SocketAddr,
    mut packets: mpsc::Receiver<Bytes>,
    into: &mpsc::Sender<FromTcp>,
    write_timeout: Duration,
) {
    loop {
        tokio::select! {
            packet = packets.recv() => {
                // The engine dropped the sender: the connection was rejected, or its session has ended.
                let Some(packet) = packet else { return };
                if !matches!(timeout(write_timeout, frames.send(packet)).await, Ok(Ok(()))) {
                    return;
                }
            }
            frame = timeout(IDLE_TIMEOUT, frames.next()) => {
                let Ok(Some(Ok(bytes))) = frame else { return };
                if into.send(FromTcp::Packet { from, bytes }).await.is_err() {
                    return;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_peer_that_does_not_read_is_closed_and_its_queue_is_bounded() {
        let (server, _reads_nothing) = tokio::io::duplex(4_096);
        let (out, packets) = mpsc::channel(TCP_QUEUE);
        let (into, _engine) = mpsc::channel(1);
        let relaying = tokio::spawn(async move {
            let from = SocketAddr::from(([192, 0, 2, 1], 9));
            relay(&mut framed(server), from, packets, &into, Duration::from_millis(50)).await;
        });
        let mut waiting = 0;
        while out.try_send(Bytes::from_static(&[7; 1_200])).is_ok() {
            waiting += 1;
        }
        assert_eq!(waiting, TCP_QUEUE);
        tokio::time::timeout(Duration::from_secs(10), relaying).await.expect("it is closed").unwrap();
        assert!(out.is_closed());
    }
}
