//! Several media threads behind one port: one task reads it and passes each packet to the thread that owns the session.

use super::{
    limits::{PACKET_BYTES, TICK},
    load::BusyMeter,
    packet_queue::PacketQueue,
    shared::ThreadReports,
    stun::{Fragments, is_stun, server_ufrag},
    udp::{Arrived, Buffers, MAX_BATCHES, Packet, UdpReceiver, next_read, readable_at},
};
#[cfg(debug_assertions)]
use crate::watchdog::sabotage;
use crate::{sync::RwLock, watchdog::Place};
use std::{
    collections::HashMap,
    io,
    net::SocketAddr,
    sync::{Arc, PoisonError},
    time::Instant,
};
use tokio::time::MissedTickBehavior;

/// The media threads that own the sessions of known remote addresses, over UDP.
#[derive(Default)]
pub struct Routes(RwLock<HashMap<SocketAddr, usize>>);

impl Routes {
    fn get(&self, remote: SocketAddr) -> Option<usize> {
        self.0.read().unwrap_or_else(PoisonError::into_inner).get(&remote).copied()
    }

    pub fn insert(&self, remote: SocketAddr, thread: usize) {
        self.0.write().unwrap_or_else(PoisonError::into_inner).insert(remote, thread);
    }

    /// Removes a route, unless another thread has taken the address over meanwhile: browsers use ports again.
    pub fn remove(&self, remote: SocketAddr, thread: usize) {
        let mut table = self.0.write().unwrap_or_else(PoisonError::into_inner);
        if table.get(&remote) == Some(&thread) {
            table.remove(&remote);
        }
    }
}

/// Where a packet belongs; `None` for one of an unknown sender.
fn thread_for(packet: &Packet<'_>, known: &Fragments, routes: &Routes) -> Option<usize> {
    if packet.bytes.len() > PACKET_BYTES {
        return None;
    }
    if is_stun(packet.bytes) {
        return server_ufrag(packet.bytes).and_then(|fragment| known.get(&fragment)).map(|session| session.thread);
    }
    routes.get(packet.from)
}

/// Reads the port until the socket fails.
pub async fn run(
    udp: UdpReceiver,
    known: Arc<Fragments>,
    routes: Arc<Routes>,
    threads: Vec<PacketQueue>,
    reports: &ThreadReports,
) -> io::Error {
    let pulse = &reports.pulse;
    // If video fails, tests continue without it.
    let _alive = pulse.adopt_dispensable();
    let mut meter = BusyMeter::start(reports.load.clone());
    // Progress also without packets.
    let mut tick = tokio::time::interval(TICK);
    tick.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut buffers = Buffers::new();
    let mut read_next = None;
    let mut batches: Vec<Vec<Arrived>> = threads.iter().map(|_| Vec::new()).collect();
    loop {
        #[cfg(debug_assertions)]
        {
            sabotage::deadlock_if_due(sabotage::Hang::MediaPort);
            assert!(!sabotage::is_due(sabotage::Hang::MediaPortDeath), "the reader of the port was killed on purpose");
        }
        pulse.at(Place::Turn);
        tokio::select! {
            ready = readable_at(&udp, read_next) => if let Err(error) = ready {
                return error;
            },
            _ = tick.tick() => {
                meter.measure(Instant::now());
                continue;
            }
        }
        pulse.at(Place::Packets);
        let mut is_drained = false;
        for _ in 0..MAX_BATCHES {
            let more = udp.read(&mut buffers, |packet| {
                let batch = thread_for(&packet, &known, &routes).and_then(|thread| batches.get_mut(thread));
                if let Some(batch) = batch {
                    batch.push(Arrived::from(&packet));
                }
            });
            if !more {
                is_drained = true;
                break;
            }
        }
        for (batch, thread) in batches.iter_mut().zip(&threads) {
            if !batch.is_empty() {
                thread.send(std::mem::take(batch));
            }
        }
        read_next = next_read(is_drained);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_route_is_removed_by_the_thread_that_has_it() {
        let (routes, remote) = (Routes::default(), SocketAddr::from(([192, 0, 2, 1], 9)));
        routes.insert(remote, 0);
        routes.insert(remote, 1);
        routes.remove(remote, 0);
        assert_eq!(routes.get(remote), Some(1));
        routes.remove(remote, 1);
        assert_eq!(routes.get(remote), None);
    }

    #[test]
    fn packets_of_unknown_senders_go_nowhere() {
        let (known, routes) = (Fragments::default(), Routes::default());
        let from = SocketAddr::from(([192, 0, 2, 1], 9));
        let of = |bytes: &[u8]| thread_for(&Packet { from, to: None, bytes }, &known, &routes);
        assert_eq!([of(&[0x80; 100]), of(&[0; 100]), of(&[])], [None; 3]);
        routes.insert(from, 2);
        assert_eq!([of(&[0x80; 100]), of(&[0; 100]), of(&[0x80; PACKET_BYTES + 1])], [Some(2), None, None]);
    }
}
