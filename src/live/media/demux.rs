//! Packet demultiplexing and rate limits per sender. A packet of an unknown sender costs one table lookup; packets of a
//! session are counted before the session parses them.

use super::{
    CloseReason,
    engine::{MediaEngine, MediaTcpStream},
    limits::{PACKET_BYTES, REMOTES_PER_SESSION},
    session::{RemoteEnd, RemotePath, guarded},
    stun::{is_stun, server_ufrag},
    tcp::FromTcp,
    udp::{Arrived, Buffers, MAX_BATCHES, UdpReceiver, UdpSender},
};
use crate::domain::MediaSessionId;
use bytes::Bytes;
use std::{
    collections::HashMap,
    net::{IpAddr, SocketAddr},
    time::Instant,
};
use str0m::{
    Input, Output, Rtc,
    net::{Protocol, Receive, Transmit},
};

/// Outputs sent for a session that is being closed.
const MAX_CLOSE_OUTPUTS: usize = 64;

impl MediaEngine {
    /// Handles packets that have arrived. Returns false if more may wait, which are read after the timers.
    pub fn read(&mut self, udp: &UdpReceiver, buffers: &mut Buffers) -> bool {
        for _ in 0..MAX_BATCHES {
            let mut arrived = Vec::new();
            let more = udp.read(buffers, |packet| {
                // Only packets of known addresses, or naming the ufrag of a session, are even copied.
                let remote = RemoteEnd { is_tcp: false, address: packet.from };
                let is_known = || server_ufrag(packet.bytes).and_then(|f| self.shared.known.get(&f)).is_some();
                if packet.bytes.len() <= PACKET_BYTES && (self.links.contains_key(&remote) || is_known()) {
                    arrived.push(Arrived::from(&packet));
                }
            });
            self.packets(arrived);
            if !more {
                return true;
            }
        }
        false
    }

    pub fn framed(&mut self, frame: FromTcp) {
        let remote = |from: SocketAddr| RemoteEnd {
            is_tcp: true,
            address: SocketAddr::new(from.ip().to_canonical(), from.port()),
        };
        match frame {
            FromTcp::Open { from, to, out, place } => {
                self.tcp.insert(remote(from).address, MediaTcpStream { out, to: to.ip().to_canonical(), place });
            }
            FromTcp::Packet { from, bytes } => {
                let remote = remote(from);
                let Some(to) = self.tcp.get(&remote.address).map(|stream| stream.to) else { return };
                self.packet(remote, Some(to), &bytes);
                if !self.links.contains_key(&remote) {
                    // Rejected: dropping the sender makes its task close the connection.
                    self.tcp.remove(&remote.address);
                }
            }
            FromTcp::Closed { from } => self.closed(remote(from)),
        }
    }

    fn closed(&mut self, remote: RemoteEnd) {
        self.tcp.remove(&remote.address);
        if let Some(link) = self.unlink(remote)
            && let Some(session) = self.sessions.get_mut(&link.session)
        {
            session.remotes.retain(|r| *r != remote);
        }
    }

    /// Removes TCP connections whose task ended without reporting it.
    pub fn forget_closed(&mut self) {
        let gone: Vec<_> = self.tcp.iter().filter(|(_, s)| s.out.is_closed()).map(|(address, _)| *address).collect();
        for address in gone {
            self.closed(RemoteEnd { is_tcp: true, address });
        }
    }

    /// Maps the local address of a packet to a host candidate: behind a port mapping the two differ.
    fn destination(&self, to: Option<IpAddr>, from: SocketAddr) -> Option<SocketAddr> {
        let exact = self.candidates.iter().find(|c| Some(c.ip()) == to);
        let alike = || self.candidates.iter().find(|c| c.is_ipv4() == from.is_ipv4());
        exact.or_else(alike).or(self.candidates.first()).copied()
    }

    pub fn packets(&mut self, arrived: Vec<Arrived>) {
        for Arrived { remote, to, bytes } in arrived {
            self.packet(remote, to, &bytes);
        }
    }

    fn packet(&mut self, remote: RemoteEnd, to: Option<IpAddr>, bytes: &[u8]) {
        let now = Instant::now();
        let link = self.links.get(&remote).map(|l| l.session);
        if let Some(session) = link.and_then(|id| self.sessions.get_mut(&id))
            && !session.packets.take(now)
        {
            return;
        }
        let Some(destination) = self.destination(to, remote.address) else { return };
        let proto = if remote.is_tcp { Protocol::Tcp } else { Protocol::Udp };
        let Some(Ok(receive)) = guarded(|| Receive::new(proto, remote.address, destination, bytes)) else { return };
        let input = Input::Receive(now, receive);
        // A binding request may be for another session than the last one from that address: ports are reused.
        let target = if is_stun(bytes) {
            server_ufrag(bytes).and_then(|f| self.shared.known.get(&f)).map(|s| s.id)
        } else {
            link
        };
        let Some(id) = target else { return };
        if link != Some(id) && !self.admit(id, remote, to, &input, now) {
            self.shared.probes.arrived(id);
            return;
        }
        let Some(session) = self.sessions.get_mut(&id) else { return };
        session.last_packet = now;
        // A malformed packet does not end the session: source addresses can be spoofed.
        match guarded(|| session.rtc.handle_input(input)) {
            Some(Ok(())) => {}
            Some(Err(error)) => tracing::debug!(%error, "malformed media packet"),
            None => self.dead.push((id, CloseReason::Broken)),
        }
        self.drain(id);
        self.handle_events();
    }

    /// Admits a new remote address if its binding request authenticates with the session's ICE password, rate limited.
    fn admit(
        &mut self,
        id: MediaSessionId,
        remote: RemoteEnd,
        to: Option<IpAddr>,
        input: &Input<'_>,
        now: Instant,
    ) -> bool {
        let Some(session) = self.sessions.get_mut(&id) else { return false };
        if !session.new_remotes.take(now) || guarded(|| session.rtc.accepts(input)) != Some(true) {
            return false;
        }
        if remote.is_tcp && !self.tcp.get(&remote.address).is_some_and(|stream| stream.place.admit()) {
            return false;
        }
        session.remotes.push(remote);
        if session.remotes.len() > REMOTES_PER_SESSION {
            let oldest = session.remotes.remove(0);
            self.forget(oldest);
        }
        self.links.insert(remote, RemotePath { session: id, local: to });
        if let Some(routes) = self.routes.as_ref().filter(|_| !remote.is_tcp) {
            routes.insert(remote.address, self.peers.own);
        }
        true
    }

    fn unlink(&mut self, remote: RemoteEnd) -> Option<RemotePath> {
        if let Some(routes) = self.routes.as_ref().filter(|_| !remote.is_tcp) {
            routes.remove(remote.address, self.peers.own);
        }
        self.links.remove(&remote)
    }

    pub fn forget(&mut self, remote: RemoteEnd) {
        self.unlink(remote);
        if remote.is_tcp {
            // Dropping the sender makes its task close the connection.
            self.tcp.remove(&remote.address);
        }
    }

    /// Sends a session's output, queues its events and reschedules its timer. Must follow every input to a session.
    pub fn drain(&mut self, id: MediaSessionId) {
        let Some(session) = self.sessions.get_mut(&id) else { return };
        loop {
            match guarded(|| session.rtc.poll_output()) {
                Some(Ok(Output::Transmit(packet))) => transmit(&self.links, &self.tcp, &self.udp, &packet),
                Some(Ok(Output::Event(event))) => self.reports.push_back((id, event)),
                Some(Ok(Output::Timeout(at))) => {
                    let at = self.turns.after(at, Instant::now());
                    self.due.remove(&(session.due, id));
                    session.due = at;
                    self.due.insert((at, id));
                    break;
                }
                Some(Err(error)) => {
                    tracing::debug!(%error, "a media connection failed");
                    self.dead.push((id, CloseReason::Broken));
                    break;
                }
                None => {
                    self.dead.push((id, CloseReason::Broken));
                    break;
                }
            }
        }
        if !session.rtc.is_alive() {
            self.dead.push((id, CloseReason::Left));
        }
    }

    pub fn close_rtc(&self, rtc: &mut Rtc) {
        if rtc.close().is_err() {
            return;
        }
        for _ in 0..MAX_CLOSE_OUTPUTS {
            match rtc.poll_output() {
                Ok(Output::Transmit(packet)) => transmit(&self.links, &self.tcp, &self.udp, &packet),
                Ok(Output::Event(_)) => {}
                Ok(Output::Timeout(_)) | Err(_) => return,
            }
        }
    }
}

fn transmit(
    links: &HashMap<RemoteEnd, RemotePath>,
    tcp: &HashMap<SocketAddr, MediaTcpStream>,
    udp: &UdpSender,
    packet: &Transmit,
) {
    if packet.proto == Protocol::Tcp {
        if let Some(stream) = tcp.get(&packet.destination) {
            // A full queue drops packets, as a congested network would.
            let _ = stream.out.try_send(Bytes::copy_from_slice(&packet.contents));
        }
        return;
    }
    let remote = RemoteEnd { is_tcp: false, address: packet.destination };
    let local = links.get(&remote).and_then(|l| l.local);
    udp.send(packet.destination, local, &packet.contents);
}
