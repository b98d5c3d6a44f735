//! Reachability probe of the media port: sends a STUN request with a unique ufrag and waits for the engine to receive
//! it.

use super::stun::{Fragments, OwnedSession};
use crate::{
    domain::MediaSessionId,
    sync::{Mutex, MutexGuard},
};
use std::{
    collections::HashMap,
    net::{Ipv4Addr, Ipv6Addr, SocketAddr},
    sync::PoisonError,
    time::Duration,
};
use str0m::{
    IceCreds,
    ice::{StunMessage, TransId},
    net::Protocol,
};
use tokio::{
    io::AsyncWriteExt,
    net::{TcpStream, UdpSocket},
    sync::oneshot,
    time::{sleep, timeout},
};

/// Enough from this machine to itself, even through a router in front of it.
const TIMEOUT: Duration = Duration::from_secs(1);
/// Retransmission interval, because UDP packets may be lost.
const RETRY_INTERVAL: Duration = Duration::from_millis(300);

/// Result of probing one advertised address from this machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reached {
    pub address: SocketAddr,
    pub is_udp: bool,
    pub is_reached: bool,
}

/// Probes in flight, by ids that no session has.
#[derive(Default)]
pub struct Probes(Mutex<HashMap<MediaSessionId, oneshot::Sender<()>>>);

impl Probes {
    fn table(&self) -> MutexGuard<'_, HashMap<MediaSessionId, oneshot::Sender<()>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reports a request received for an id that is not a session.
    pub fn arrived(&self, id: MediaSessionId) {
        if let Some(arrived) = self.table().remove(&id) {
            // Fails if the probe has timed out.
            let _ = arrived.send(());
        }
    }

    /// Probes one address over one protocol.
    pub async fn ask(&self, id: MediaSessionId, known: &Fragments, address: SocketAddr, protocol: Protocol) -> Reached {
        let (sender, arrived) = oneshot::channel();
        self.table().insert(id, sender);
        let entry = Registration { probes: self, known, id, fragment: IceCreds::new().ufrag };
        // Every media server has a first thread.
        known.insert(entry.fragment.clone(), OwnedSession { id, thread: 0 });
        let is_udp = protocol == Protocol::Udp;
        // Completes only if sending fails.
        let sending = async {
            let fragment = &entry.fragment;
            if is_udp { over_udp(address, fragment).await } else { over_tcp(address, fragment).await }
        };
        let is_reached = tokio::select! {
            arrived = timeout(TIMEOUT, arrived) => matches!(arrived, Ok(Ok(()))),
            _ = sending => false,
        };
        Reached { address, is_udp, is_reached }
    }
}

/// Registers a probe until dropped: the caller may disconnect before the reply.
struct Registration<'a> {
    probes: &'a Probes,
    known: &'a Fragments,
    id: MediaSessionId,
    fragment: String,
}

impl Drop for Registration<'_> {
    fn drop(&mut self) {
        self.known.remove(&self.fragment);
        self.probes.table().remove(&self.id);
    }
}

/// Builds a binding request (RFC 8489 section 2). Its message integrity is a dummy: it needs no response.
fn request(fragment: &str) -> Option<Vec<u8>> {
    let username = format!("{fragment}:doctor");
    let message = StunMessage::binding_request(&username, TransId::new(), true, 0, 0, false);
    let mut bytes = vec![0; 256];
    let length = message.to_bytes(Some(&[]), &mut bytes, |_, _| [0; 20]).ok()?;
    bytes.truncate(length);
    Some(bytes)
}

async fn over_udp(to: SocketAddr, fragment: &str) -> Option<()> {
    let any = if to.is_ipv4() { (Ipv4Addr::UNSPECIFIED, 0).into() } else { (Ipv6Addr::UNSPECIFIED, 0).into() };
    let socket = UdpSocket::bind::<SocketAddr>(any).await.ok()?;
    loop {
        socket.send_to(&request(fragment)?, to).await.ok()?;
        sleep(RETRY_INTERVAL).await;
    }
}

/// Probes with two-byte length framing (RFC 4571).
async fn over_tcp(to: SocketAddr, fragment: &str) -> Option<()> {
    let mut stream = TcpStream::connect(to).await.ok()?;
    let bytes = request(fragment)?;
    stream.write_u16(u16::try_from(bytes.len()).ok()?).await.ok()?;
    stream.write_all(&bytes).await.ok()?;
    std::future::pending().await
}

#[cfg(test)]
mod tests {
    use super::*;
    use uuid::Uuid;

    #[tokio::test]
    async fn a_probe_whose_caller_disconnects_is_removed() {
        let (probes, known) = (Probes::default(), Fragments::default());
        let socket = UdpSocket::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
        let (to, id) = (socket.local_addr().unwrap(), MediaSessionId(Uuid::from_u128(1)));
        let mut packet = [0; 256];
        tokio::select! {
            reached = probes.ask(id, &known, to, Protocol::Udp) => panic!("unexpected result: {reached:?}"),
            got = socket.recv_from(&mut packet) => assert!(got.is_ok()),
        }
        assert!(probes.table().is_empty() && known.is_empty());
    }
}
