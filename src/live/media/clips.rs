//! The engine's part of clips: fills the rings, cuts the clips, and queues them for the store.

use super::{
    clip_queue::FinishedClip,
    clip_ring::{ClipFrame, ClipRing, MAX_RING_BYTES, MAX_RINGS_BYTES, RecordedClip},
    command::PublisherId,
    engine::MediaEngine,
    forward::{Frame, LayerId},
    session::{MediaRole, MediaSession},
};
use crate::domain::{InviteId, MediaSessionId, clip::ClipCause};

impl MediaEngine {
    /// A candidate connects whose attempt keeps clips, or no clips.
    pub fn keep_ring(&mut self, publisher: PublisherId) {
        let PublisherId { invite, attempt, keeps_clips } = publisher;
        if self.rings.get(&invite).is_some_and(|ring| !keeps_clips || ring.attempt() != attempt) {
            self.finish_ring(invite);
        }
        if keeps_clips {
            self.rings.entry(invite).or_insert_with(|| ClipRing::new(attempt));
        }
    }

    fn most_per_ring(&self) -> usize {
        MAX_RING_BYTES.min(MAX_RINGS_BYTES / self.peers.threads() / self.rings.len().max(1))
    }

    /// Adds a frame of the small layer to the candidate's ring, if there is one.
    pub fn keep_frame(&mut self, id: MediaSessionId, invite: InviteId, frame: &Frame, low: Option<LayerId>) {
        if low != Some(LayerId(frame.rid)) {
            return;
        }
        let most = self.most_per_ring();
        let Some(ring) = self.rings.get_mut(&invite) else { return };
        let kept = ClipFrame { at: frame.arrived, is_key: frame.is_key, data: frame.data.clone() };
        ring.push((id, frame.rid), kept, frame.is_contiguous, most);
    }

    /// Begins or prolongs a clip of a candidate whose attempt keeps clips.
    pub fn mark_clip(&mut self, invite: InviteId, cause: ClipCause) {
        let Some(ring) = self.rings.get_mut(&invite) else { return };
        let was_recording = ring.is_recording();
        let over = ring.mark(cause, std::time::Instant::now());
        if !was_recording || over.is_some() {
            self.shared.clips.begin();
        }
        if let Some(over) = over {
            self.finished(over);
        }
    }

    fn finished(&self, clip: RecordedClip) {
        let now = (std::time::Instant::now(), (self.shared.now)());
        if let Err(lost) = self.shared.clips.send(FinishedClip { clip, now }) {
            tracing::warn!(attempt = %lost.clip.attempt, "a clip was dropped: the queue is full");
            self.shared.clips.done();
        }
    }

    /// Housekeeping of rings: ends clips whose time is over, and asks for key frames.
    pub fn check_rings(&mut self, now: std::time::Instant) {
        let most = self.most_per_ring();
        let (mut over, mut waiting) = (Vec::new(), Vec::new());
        for (invite, ring) in &mut self.rings {
            let was_recording = ring.is_recording();
            let due = ring.due(now);
            if was_recording && !ring.is_recording() {
                over.push(due);
            }
            ring.trim(now, most);
            if ring.wants_key(now) {
                waiting.push(*invite);
            }
        }
        for clip in over {
            match clip {
                Some(clip) => self.finished(clip),
                None => self.shared.clips.done(),
            }
        }
        for invite in waiting {
            let Some(publisher) = self.rooms.get(&invite).and_then(|room| room.publisher) else { continue };
            let low = match self.sessions.get(&publisher) {
                Some(MediaSession { role: MediaRole::Publisher(role), .. }) => {
                    role.video.as_ref().and_then(|feed| feed.choose(false, now))
                }
                _ => None,
            };
            if let Some(LayerId(rid)) = low {
                self.request_keyframe(publisher, rid);
            }
        }
    }

    /// Ends the ring of a candidate, with the clip that is recorded.
    pub fn finish_ring(&mut self, invite: InviteId) {
        let Some(mut ring) = self.rings.remove(&invite) else { return };
        if !ring.is_recording() {
            return;
        }
        match ring.finish() {
            Some(clip) => self.finished(clip),
            None => self.shared.clips.done(),
        }
    }
}
