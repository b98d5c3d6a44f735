//! The TCP half of the media port, for networks that let no UDP through: ICE-TCP, passive side (RFC 6544), with each
//! packet behind two bytes of length (RFC 4571). Who does not prove soon that it knows a session is closed, and so is who
//! does not read.

use super::{
    limits::{PACKET_BYTES, SILENCE, TCP_KERNEL_BYTES, TCP_PACKETS, TCP_PATIENCE},
    places::{Place, Places},
    stun::{Fragments, asked_fragment},
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
    /// Its first packet follows, by which it is let in or closed.
    Open {
        from: SocketAddr,
        to: SocketAddr,
        out: mpsc::Sender<Bytes>,
        place: Arc<Place>,
    },
    Packet {
        from: SocketAddr,
        bytes: BytesMut,
    },
    Closed {
        from: SocketAddr,
    },
}

/// Accepts until the task is dropped.
pub async fn accept(listener: TcpListener, known: Arc<Fragments>, into: mpsc::Sender<FromTcp>) {
    let places = Places::of_this_process();
    loop {
        match listener.accept().await {
            Ok((stream, from)) => {
                let Some(place) = places.enter(from.ip().to_canonical()) else { continue };
                tokio::spawn(converse(stream, from, place, known.clone(), into.clone()));
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

async fn converse(
    stream: TcpStream,
    from: SocketAddr,
    place: Place,
    known: Arc<Fragments>,
    into: mpsc::Sender<FromTcp>,
) {
    let _ = stream.set_nodelay(true);
    // What the kernel would keep by itself for one who does not read is megabytes.
    let _ = setsockopt(&stream, sockopt::SndBuf, &TCP_KERNEL_BYTES);
    let _ = setsockopt(&stream, sockopt::RcvBuf, &TCP_KERNEL_BYTES);
    let Ok(to) = stream.local_addr() else { return };
    let mut frames = framed(stream);
    let Ok(Some(Ok(first))) = timeout(TCP_PATIENCE, frames.next()).await else { return };
    if asked_fragment(&first).and_then(|fragment| known.get(&fragment)).is_none() {
        return;
    }
    // Held until the connection is closed, and counted as silent until the engine has admitted it.
    let place = Arc::new(place);
    let (out, packets) = mpsc::channel(TCP_PACKETS);
    let opened = into.send(FromTcp::Open { from, to, out, place: place.clone() }).await;
    if opened.is_err() || into.send(FromTcp::Packet { from, bytes: first }).await.is_err() {
        return;
    }
    carry(&mut frames, from, packets, &into, TCP_PATIENCE).await;
    // The engine is gone when nobody hears this.
    let _ = into.send(FromTcp::Closed { from }).await;
    drop((frames, place));
}

async fn carry<S: AsyncRead + AsyncWrite + Unpin>(
    frames: &mut Framed<S, LengthDelimitedCodec>,
    from: SocketAddr,
    mut packets: mpsc::Receiver<Bytes>,
    into: &mpsc::Sender<FromTcp>,
    patience: Duration,
) {
    loop {
        tokio::select! {
            packet = packets.recv() => {
                // The engine let go of it: it was refused, or its session has ended.
                let Some(packet) = packet else { return };
                if !matches!(timeout(patience, frames.send(packet)).await, Ok(Ok(()))) {
                    return;
                }
            }
            frame = timeout(SILENCE, frames.next()) => {
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
    async fn who_does_not_read_is_closed_and_keeps_few_packets_waiting() {
        let (server, _reads_nothing) = tokio::io::duplex(4_096);
        let (out, packets) = mpsc::channel(TCP_PACKETS);
        let (into, _engine) = mpsc::channel(1);
        let carried = tokio::spawn(async move {
            let from = SocketAddr::from(([192, 0, 2, 1], 9));
            carry(&mut framed(server), from, packets, &into, Duration::from_millis(50)).await;
        });
        let mut waiting = 0;
        while out.try_send(Bytes::from_static(&[7; 1_200])).is_ok() {
            waiting += 1;
        }
        assert_eq!(waiting, TCP_PACKETS);
        tokio::time::timeout(Duration::from_secs(10), carried).await.expect("it is closed").unwrap();
        assert!(out.is_closed());
    }
}
