//! Walls show candidates of every media thread. The thread that owns a candidate sends each frame once to every thread with
//! viewers of that candidate, which forwards it to them; those threads say every half second what they show, and an owner
//! that hears nothing stops sending.

use super::{
    forward::{Frame, WantedLayers},
    load::ThreadLoad,
};
use crate::domain::{InviteId, MediaSessionId};
use std::{
    sync::Arc,
    time::{Duration, Instant},
};
use str0m::media::Rid;
use tokio::sync::mpsc::{self, error::TrySendError};
use uuid::Uuid;

/// Messages queued for one media thread; further ones are dropped, as a congested network would.
pub const PEER_QUEUE: usize = 1_024;
/// Messages handled before the timers of a thread.
pub const PEER_BATCH: usize = 128;
/// A thread that has not said for this long that it shows a candidate shows them no longer.
pub const DEMAND_TIMEOUT: Duration = Duration::from_secs(3);

/// Returns the media thread that owns a candidate's connection, the monitors of that candidate, and their clips.
pub fn owner_of(invite: InviteId, threads: usize) -> usize {
    share_of(invite.0, threads)
}

/// Returns the media thread for a wall, which has no candidate of its own.
pub fn wall_on(id: MediaSessionId, threads: usize) -> usize {
    share_of(id.0, threads)
}

/// The last bits of an id are random (RFC 9562 section 5.7).
fn share_of(id: Uuid, threads: usize) -> usize {
    let bits = id.as_u128() % u128::try_from(threads.max(1)).unwrap_or(1);
    usize::try_from(bits).unwrap_or_default()
}

pub enum PeerMessage {
    /// Goes to the owner of a candidate.
    Demand { invite: InviteId, from: usize, demand: Demand },
    /// Goes to the owner: a viewer asks for a keyframe.
    Keyframe { publisher: MediaSessionId, rid: Option<Rid> },
    /// Comes from the owner. Audio has no layers.
    Frame { invite: InviteId, publisher: MediaSessionId, frame: Frame, layers: Option<WantedLayers> },
}

/// How large the viewers of a thread see a candidate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Shown {
    #[default]
    Nowhere,
    Small,
    /// A viewer has this candidate in focus, so the high simulcast layer and the sound are wanted.
    Focused,
}

/// How a thread shows a candidate whom it does not own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Demand {
    pub shown: Shown,
    /// Viewers wait for a keyframe of the low or of the high layer.
    pub waits_low: bool,
    pub waits_high: bool,
}

/// A demand that the owner has received.
pub struct RemoteViewers {
    pub thread: usize,
    pub is_focused: bool,
    pub renewed: Instant,
    /// A frame was dropped: the next is not contiguous.
    pub is_behind: bool,
}

/// The source of a candidate whom another thread owns, as of the last frame.
#[derive(Clone, Copy)]
pub struct RemoteSource {
    pub publisher: MediaSessionId,
    pub layers: WantedLayers,
}

/// The queue to one media thread, with that thread's load.
#[derive(Clone)]
pub struct PeerQueue {
    pub into: mpsc::Sender<PeerMessage>,
    pub load: Arc<ThreadLoad>,
}

/// The queues to all media threads.
pub struct Peers {
    pub own: usize,
    pub queues: Vec<PeerQueue>,
}

impl Peers {
    pub fn threads(&self) -> usize {
        self.queues.len().max(1)
    }

    #[cfg(debug_assertions)]
    pub fn is_last(&self) -> bool {
        self.own + 1 == self.threads()
    }

    pub fn send(&self, thread: usize, message: PeerMessage) -> bool {
        let Some(queue) = self.queues.get(thread) else { return false };
        let sent = queue.into.try_send(message);
        if matches!(sent, Err(TrySendError::Full(_))) {
            queue.load.frame_dropped();
        }
        sent.is_ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_candidate_has_one_owner_and_the_threads_share_them() {
        let ids = || (0..1_000).map(|n| InviteId(Uuid::from_u128(0x0190_0000_0000_7000_8000 << 48 | n)));
        for threads in 1..=8 {
            let mut counts = vec![0_usize; threads];
            for id in ids() {
                counts[owner_of(id, threads)] += 1;
            }
            assert!(counts.iter().all(|count| *count >= 1_000 / threads), "{counts:?}");
        }
        assert_eq!(owner_of(ids().next().unwrap(), 0), 0);
    }

    #[test]
    fn messages_for_a_slow_thread_are_bounded_and_those_beyond_are_counted() {
        let (into, inbox) = mpsc::channel(PEER_QUEUE);
        let load = Arc::new(ThreadLoad::default());
        let peers = Peers { own: 0, queues: vec![PeerQueue { into, load: load.clone() }] };
        let publisher = MediaSessionId(Uuid::from_u128(1));
        let send = |thread| peers.send(thread, PeerMessage::Keyframe { publisher, rid: None });
        let accepted = (0..PEER_QUEUE + 7).filter(|_| send(0)).count();
        assert_eq!((accepted, load.report(String::new()).frames_dropped), (PEER_QUEUE, 7));
        assert!(!send(1), "there is no such thread");
        drop(inbox);
        assert!(!send(0));
        assert_eq!(load.report(String::new()).frames_dropped, 7, "a thread that has ended is not a slow one");
    }
}
