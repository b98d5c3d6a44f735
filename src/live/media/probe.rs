//! Whether the media port can be reached: a request with a name of its own is sent to it, and looked for where it comes in.

use super::stun::Fragments;
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

/// From this machine to itself, even by way of a router in front of it.
const PATIENCE: Duration = Duration::from_secs(1);
/// A packet may be lost; so it is sent again.
const AGAIN: Duration = Duration::from_millis(300);

/// Whether one address that browsers are told can be reached from this machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reached {
    pub address: SocketAddr,
    pub is_udp: bool,
    pub is_reached: bool,
}

/// Requests that are under way. No connection has their names.
#[derive(Default)]
pub struct Probes(Mutex<HashMap<MediaSessionId, oneshot::Sender<()>>>);

impl Probes {
    fn table(&self) -> MutexGuard<'_, HashMap<MediaSessionId, oneshot::Sender<()>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A request came in for something that is no connection.
    pub fn arrived(&self, id: MediaSessionId) {
        if let Some(asked) = self.table().remove(&id) {
            // Nobody waits any more: it came too late.
            let _ = asked.send(());
        }
    }

    pub async fn ask(&self, id: MediaSessionId, known: &Fragments, address: SocketAddr, protocol: Protocol) -> Reached {
        let (asked, arrived) = oneshot::channel();
        self.table().insert(id, asked);
        let listed = Listed { probes: self, known, id, fragment: IceCreds::new().ufrag };
        known.insert(listed.fragment.clone(), id);
        let is_udp = protocol == Protocol::Udp;
        // Ends only where it cannot be sent.
        let asking = async {
            let fragment = &listed.fragment;
            if is_udp { over_udp(address, fragment).await } else { over_tcp(address, fragment).await }
        };
        let is_reached = tokio::select! {
            arrived = timeout(PATIENCE, arrived) => matches!(arrived, Ok(Ok(()))),
            _ = asking => false,
        };
        Reached { address, is_udp, is_reached }
    }
}

/// A request that is listened for. Dropped, it is no longer: whoever asked may hang up before the reply.
struct Listed<'a> {
    probes: &'a Probes,
    known: &'a Fragments,
    id: MediaSessionId,
    fragment: String,
}

impl Drop for Listed<'_> {
    fn drop(&mut self) {
        self.known.remove(&self.fragment);
        self.probes.table().remove(&self.id);
    }
}

/// A binding request (RFC 8489 section 2). What stands for its proof of a password proves nothing: it asks for no answer.
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
        sleep(AGAIN).await;
    }
}

/// Behind two bytes of length (RFC 4571).
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
    async fn a_question_whose_asker_hangs_up_is_forgotten() {
        let (probes, known) = (Probes::default(), Fragments::default());
        let socket = UdpSocket::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
        let (to, id) = (socket.local_addr().unwrap(), MediaSessionId(Uuid::from_u128(1)));
        let mut packet = [0; 256];
        tokio::select! {
            reached = probes.ask(id, &known, to, Protocol::Udp) => panic!("nobody answers: {reached:?}"),
            got = socket.recv_from(&mut packet) => assert!(got.is_ok()),
        }
        assert!(probes.table().is_empty() && known.is_empty());
    }
}
