//! The queue of packets from the thread that reads the port to one media thread. It is bounded in bytes as well as in
//! batches, since a batch may have one packet or thousands; what does not fit is dropped and counted.

use super::{load::ThreadLoad, udp::Arrived};
use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering::Relaxed},
};
use tokio::sync::mpsc;

/// Batches of packets queued for one media thread; further ones are dropped, as a full socket buffer would.
pub const PACKET_QUEUE: usize = 256;
/// Bytes queued for one media thread, with what each packet takes besides; a batch that comes while so many wait is
/// dropped. As much as the socket's own buffer.
pub const MAX_PACKET_BYTES: usize = 4 << 20;

/// Packets that were read together. Counts as waiting until it is dropped.
pub struct PacketBatch {
    packets: Vec<Arrived>,
    bytes: usize,
    waiting: Arc<AtomicUsize>,
}

impl PacketBatch {
    pub fn take(&mut self) -> Vec<Arrived> {
        std::mem::take(&mut self.packets)
    }
}

impl Drop for PacketBatch {
    fn drop(&mut self) {
        self.waiting.fetch_sub(self.bytes, Relaxed);
    }
}

/// The end of the thread that reads the port.
pub struct PacketQueue {
    into: mpsc::Sender<PacketBatch>,
    waiting: Arc<AtomicUsize>,
    load: Arc<ThreadLoad>,
}

impl PacketQueue {
    /// `load` is that of the thread for which the packets are.
    pub fn new(load: Arc<ThreadLoad>) -> (Self, mpsc::Receiver<PacketBatch>) {
        let (into, batches) = mpsc::channel(PACKET_QUEUE);
        (Self { into, waiting: Arc::default(), load }, batches)
    }

    /// Queues packets, or drops and counts them.
    pub fn send(&self, packets: Vec<Arrived>) {
        let count = packets.len();
        let bytes = packets.iter().map(|packet| packet.bytes.len() + size_of::<Arrived>()).sum();
        let is_full = self.waiting.load(Relaxed) >= MAX_PACKET_BYTES;
        self.waiting.fetch_add(bytes, Relaxed);
        let batch = PacketBatch { packets, bytes, waiting: self.waiting.clone() };
        if is_full || self.into.try_send(batch).is_err() {
            self.load.packets_dropped(count);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::live::media::udp::Packet;
    use std::net::SocketAddr;

    fn packets(count: usize, bytes: usize) -> Vec<Arrived> {
        let (from, bytes) = (SocketAddr::from(([192, 0, 2, 1], 9)), vec![0x80; bytes]);
        (0..count).map(|_| Arrived::from(&Packet { from, to: None, bytes: &bytes })).collect()
    }

    fn dropped(load: &ThreadLoad) -> u64 {
        load.report(String::new()).packets_dropped
    }

    #[test]
    fn batches_beyond_the_bound_in_bytes_are_dropped_and_counted() {
        let load = Arc::new(ThreadLoad::default());
        let (queue, mut batches) = PacketQueue::new(load.clone());
        // Each has more than a megabyte.
        for _ in 0..20 {
            queue.send(packets(1_000, 1_200));
        }
        let mut held: Vec<PacketBatch> = std::iter::from_fn(|| batches.try_recv().ok()).collect();
        assert!((3..=4).contains(&held.len()), "{}", held.len());
        assert_eq!(dropped(&load), 1_000 * (20 - held.len() as u64));
        // They count until the thread has handled them.
        let before = dropped(&load);
        assert_eq!(held[0].take().len(), 1_000);
        queue.send(packets(1, 100));
        assert_eq!(dropped(&load), before + 1);
        held.clear();
        assert_eq!(queue.waiting.load(Relaxed), 0);
        queue.send(packets(1, 100));
        assert_eq!((dropped(&load), batches.try_recv().is_ok()), (before + 1, true));
    }

    #[test]
    fn many_small_batches_are_bounded_too() {
        let load = Arc::new(ThreadLoad::default());
        let (queue, batches) = PacketQueue::new(load.clone());
        for _ in 0..1_000 {
            queue.send(packets(1, 20));
        }
        assert_eq!(dropped(&load), 1_000 - PACKET_QUEUE as u64);
        drop(batches);
        assert_eq!(queue.waiting.load(Relaxed), 0, "nothing is held for a thread that has ended");
    }
}
