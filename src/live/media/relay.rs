//! Frames and demands between the media threads (`peers`), as an engine handles them.

use super::{
    engine::MediaEngine,
    forward::{Frame, LayerId, SourceLayer, WantedLayers},
    peers::{DEMAND_TIMEOUT, Demand, PeerMessage, RemoteSource, RemoteViewers, Shown, owner_of},
    session::{MediaRole, MediaSession},
};
use crate::domain::{InviteId, MediaSessionId};
use std::time::Instant;

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
