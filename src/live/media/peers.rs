//! Walls show candidates of every media thread. The thread that owns a candidate sends each frame once to every thread with viewers
//! of that candidate, which forwards it to them; those threads say every half second what they show, and an owner that hears
//! nothing stops sending.

use super::{
    engine::MediaEngine,
    forward::{Frame, LayerId, SourceLayer, WantedLayers},
    session::{MediaRole, MediaSession},
};
use crate::domain::{InviteId, MediaSessionId};
use std::time::{Duration, Instant};
use str0m::media::Rid;
use tokio::sync::mpsc;

/// Messages queued for one media thread; further ones are dropped, as a congested network would.
pub const PEER_QUEUE: usize = 1_024;
/// Messages handled before the timers of a thread.
pub const PEER_BATCH: usize = 128;
/// A thread that has not said for this long that it shows a candidate shows them no longer.
const DEMAND_TIMEOUT: Duration = Duration::from_secs(3);

/// Returns the media thread that owns a candidate's connection, the monitors of that candidate, and their clips.
pub fn owner_of(invite: InviteId, threads: usize) -> usize {
    // The last bits of an id are random (RFC 9562 section 5.7).
    let bits = invite.0.as_u128() % u128::try_from(threads.max(1)).unwrap_or(1);
    usize::try_from(bits).unwrap_or_default()
}

/// Returns the media thread for a wall, which has no candidate of its own.
pub fn wall_on(id: MediaSessionId, threads: usize) -> usize {
    owner_of(InviteId(id.0), threads)
}

pub enum PeerMessage {
    /// To the owner of a candidate.
    Demand { invite: InviteId, from: usize, demand: Demand },
    /// To the owner: a viewer asks for a keyframe.
    Keyframe { publisher: MediaSessionId, rid: Option<Rid> },
    /// From the owner. Audio has no layers.
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
    renewed: Instant,
    /// A frame was dropped: the next is not contiguous.
    is_behind: bool,
}

/// The source of a candidate whom another thread owns, as of the last frame.
#[derive(Clone, Copy)]
pub struct RemoteSource {
    pub publisher: MediaSessionId,
    pub layers: WantedLayers,
}

/// The queues to all media threads.
pub struct Peers {
    pub own: usize,
    pub queues: Vec<mpsc::Sender<PeerMessage>>,
}

impl Peers {
    pub fn threads(&self) -> usize {
        self.queues.len().max(1)
    }

    fn send(&self, thread: usize, message: PeerMessage) -> bool {
        self.queues.get(thread).is_some_and(|queue| queue.try_send(message).is_ok())
    }
}

impl MediaEngine {
    pub fn owns(&self, invite: InviteId) -> bool {
        owner_of(invite, self.peers.threads()) == self.peers.own
    }

    pub fn peer(&mut self, message: PeerMessage) {
        match message {
            PeerMessage::Demand { invite, from, demand } => self.demanded(invite, from, demand),
            PeerMessage::Keyframe { publisher, rid } => self.request_keyframe(publisher, rid),
            PeerMessage::Frame { invite, publisher, frame, layers } => {
                let source = (publisher, frame.rid);
                let Some(layers) = layers else { return self.sound(invite, source, &frame) };
                let Some(room) = self.rooms.get_mut(&invite) else { return };
                room.remote_source = Some(RemoteSource { publisher, layers });
                if self.show(invite, source, &frame, layers) && !frame.is_contiguous {
                    self.ask_for_keyframe(invite, source);
                }
            }
        }
        self.handle_events();
    }

    /// Requests a keyframe from a publisher, whichever thread owns them.
    pub fn ask_for_keyframe(&mut self, invite: InviteId, (publisher, rid): SourceLayer) {
        if self.owns(invite) {
            self.request_keyframe(publisher, rid);
        } else {
            // Asked again with the next demand.
            self.peers.send(owner_of(invite, self.peers.threads()), PeerMessage::Keyframe { publisher, rid });
        }
    }

    /// Sends a frame to the other threads with viewers of the candidate.
    pub fn send_to_peers(
        &mut self,
        invite: InviteId,
        publisher: MediaSessionId,
        frame: &Frame,
        layers: Option<WantedLayers>,
    ) {
        let Some(room) = self.rooms.get_mut(&invite) else { return };
        for viewers in room.elsewhere.iter_mut().filter(|viewers| layers.is_some() || viewers.is_focused) {
            let mut frame = frame.clone();
            frame.is_contiguous &= !viewers.is_behind;
            let is_sent = self.peers.send(viewers.thread, PeerMessage::Frame { invite, publisher, frame, layers });
            if layers.is_some() {
                viewers.is_behind = !is_sent;
            }
        }
    }

    /// Says to the owner of a candidate what viewers of this thread see of them.
    pub fn demand(&self, invite: InviteId) {
        let Some(room) = self.rooms.get(&invite) else { return };
        let mut demand = Demand::default();
        for viewer in &room.viewers {
            let Some(MediaSession { role: MediaRole::Viewer(viewer), connected: true, .. }) = self.sessions.get(viewer)
            else {
                continue;
            };
            let Some(tile) = viewer.tiles.iter().find(|t| t.invite == Some(invite)) else { continue };
            let is_focused = viewer.focus == Some(invite);
            demand.shown = demand.shown.max(if is_focused { Shown::Focused } else { Shown::Small });
            let wanted = room.remote_source.and_then(|source| {
                let LayerId(rid) = if is_focused { source.layers.high } else { source.layers.low }?;
                Some((source.publisher, rid))
            });
            if tile.track.current.is_none() || tile.track.current != wanted {
                demand.waits_high |= is_focused;
                demand.waits_low |= !is_focused;
            }
        }
        let from = self.peers.own;
        self.peers.send(owner_of(invite, self.peers.threads()), PeerMessage::Demand { invite, from, demand });
    }

    fn demanded(&mut self, invite: InviteId, thread: usize, demand: Demand) {
        let now = Instant::now();
        let room = self.rooms.entry(invite).or_default();
        let is_behind = room.elsewhere.iter().any(|viewers| viewers.thread == thread && viewers.is_behind);
        room.elsewhere.retain(|viewers| viewers.thread != thread);
        if demand.shown != Shown::Nowhere {
            let is_focused = demand.shown == Shown::Focused;
            room.elsewhere.push(RemoteViewers { thread, is_focused, renewed: now, is_behind });
        }
        if let Some(publisher) = room.publisher
            && let Some(MediaSession { role: MediaRole::Publisher(role), .. }) = self.sessions.get(&publisher)
            && let Some(feed) = &role.video
        {
            let layers = feed.wanted(now);
            let waits = [(demand.waits_low, layers.low), (demand.waits_high, layers.high)];
            for LayerId(rid) in waits.into_iter().filter_map(|(waits, layer)| layer.filter(|_| waits)) {
                self.request_keyframe(publisher, rid);
            }
        }
        self.refresh(invite);
        self.remove_if_empty(invite);
    }

    /// Forgets the viewers of threads that no longer say that they show a candidate.
    pub fn forget_silent_peers(&mut self, invite: InviteId, now: Instant) {
        if let Some(room) = self.rooms.get_mut(&invite) {
            room.elsewhere.retain(|viewers| now.saturating_duration_since(viewers.renewed) < DEMAND_TIMEOUT);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use uuid::Uuid;

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
}
