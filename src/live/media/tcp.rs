//! The TCP half of the media port, for networks that let no UDP through: ICE-TCP, passive side (RFC 6544), with each
//! packet behind two bytes of length (RFC 4571). Who does not prove soon that it knows a session is closed.

use super::{
    limits::{PACKET_BYTES, SILENCE, SILENT_TCP, SILENT_TCP_PER_ADDRESS, TCP_PATIENCE},
    stun::{Fragments, asked_fragment},
};
use crate::sync::Mutex;
use bytes::{Bytes, BytesMut};
use futures_util::{SinkExt, StreamExt};
use std::{
    collections::HashMap,
    net::{IpAddr, SocketAddr},
    sync::{Arc, PoisonError},
    time::Duration,
};
use tokio::{
    net::{TcpListener, TcpStream},
    sync::mpsc,
    time::timeout,
};
use tokio_util::codec::{Framed, LengthDelimitedCodec};

/// Packets that wait for one slow reader; more are dropped, as a network would.
const QUEUE: usize = 256;

pub enum FromTcp {
    Open { from: SocketAddr, to: SocketAddr, out: mpsc::Sender<Bytes> },
    Packet { from: SocketAddr, bytes: BytesMut },
    Closed { from: SocketAddr },
}

/// Connections that have not said yet who they are.
#[derive(Default)]
struct Silent(Mutex<HashMap<IpAddr, usize>>);

impl Silent {
    fn enter(self: &Arc<Self>, ip: IpAddr) -> Option<Place> {
        let mut table = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let own = table.get(&ip).copied().unwrap_or_default();
        if own >= SILENT_TCP_PER_ADDRESS || table.values().sum::<usize>() >= SILENT_TCP {
            return None;
        }
        table.insert(ip, own + 1);
        Some(Place { silent: self.clone(), ip })
    }
}

/// One of the places for silent connections; given back when dropped.
struct Place {
    silent: Arc<Silent>,
    ip: IpAddr,
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut table = self.silent.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = table.get_mut(&self.ip) {
            *count -= 1;
            if *count == 0 {
                table.remove(&self.ip);
            }
        }
    }
}

/// Accepts until the task is dropped.
pub async fn accept(listener: TcpListener, known: Arc<Fragments>, into: mpsc::Sender<FromTcp>) {
    let silent = Arc::new(Silent::default());
    loop {
        match listener.accept().await {
            Ok((stream, from)) => {
                let Some(place) = silent.enter(from.ip().to_canonical()) else { continue };
                tokio::spawn(converse(stream, from, place, known.clone(), into.clone()));
            }
            Err(error) => {
                tracing::debug!(%error, "cannot accept a media connection");
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
        }
    }
}

type Frames = Framed<TcpStream, LengthDelimitedCodec>;

async fn converse(
    stream: TcpStream,
    from: SocketAddr,
    place: Place,
    known: Arc<Fragments>,
    into: mpsc::Sender<FromTcp>,
) {
    let _ = stream.set_nodelay(true);
    let Ok(to) = stream.local_addr() else { return };
    let codec = LengthDelimitedCodec::builder().length_field_type::<u16>().max_frame_length(PACKET_BYTES).new_codec();
    let mut frames = Framed::new(stream, codec);
    let Ok(Some(Ok(first))) = timeout(TCP_PATIENCE, frames.next()).await else { return };
    if asked_fragment(&first).and_then(|fragment| known.get(&fragment)).is_none() {
        return;
    }
    drop(place);
    let (out, packets) = mpsc::channel(QUEUE);
    let opened = into.send(FromTcp::Open { from, to, out }).await;
    if opened.is_err() || into.send(FromTcp::Packet { from, bytes: first }).await.is_err() {
        return;
    }
    carry(&mut frames, from, packets, &into).await;
    // The engine is gone when nobody hears this.
    let _ = into.send(FromTcp::Closed { from }).await;
}

async fn carry(
    frames: &mut Frames,
    from: SocketAddr,
    mut packets: mpsc::Receiver<Bytes>,
    into: &mpsc::Sender<FromTcp>,
) {
    loop {
        tokio::select! {
            frame = timeout(SILENCE, frames.next()) => {
                let Ok(Some(Ok(bytes))) = frame else { return };
                if into.send(FromTcp::Packet { from, bytes }).await.is_err() {
                    return;
                }
            }
            packet = packets.recv() => {
                // The engine let go of it: its session has ended.
                let Some(packet) = packet else { return };
                if !matches!(timeout(TCP_PATIENCE, frames.send(packet)).await, Ok(Ok(()))) {
                    return;
                }
            }
        }
    }
}
