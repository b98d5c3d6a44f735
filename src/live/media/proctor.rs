//! The proctor's own camera and microphone: off until switched on, forwarded to one candidate only, and signaled to
//! that candidate's page.

use super::{
    command::MediaNotice,
    engine::MediaEngine,
    session::{MediaRole, MediaSession, Proctor, Viewer},
    unknown_session,
};
use crate::{
    domain::{Error, InviteId, MediaSessionId, Result},
    live::{Audience, Event as Push},
};
use serde_json::{Value, json};

impl MediaEngine {
    pub fn set_proctor(&mut self, id: MediaSessionId, speaking: bool, video: bool, name: String) -> Result<()> {
        let Some(MediaSession { role: MediaRole::Viewer(viewer), .. }) = self.sessions.get_mut(&id) else {
            return Err(unknown_session());
        };
        let Some(invite) = viewer.focus.filter(|_| !viewer.is_wall) else {
            return Err(Error::field("session_id", "Open the monitor of one candidate to speak to them."));
        };
        let by = viewer.owner;
        let before = std::mem::replace(&mut viewer.proctor, Proctor { speaking, video, name });
        let room = self.rooms.entry(invite).or_default();
        // The latest speaker wins: two sources cannot share one media section.
        room.speaker = if speaking { Some(id) } else { room.speaker.filter(|s| *s != id) };
        room.camera_source = if video { Some(id) } else { room.camera_source.filter(|s| *s != id) };
        let now_on = speaking || video;
        if before.is_on() != now_on {
            self.notice(if now_on { MediaNotice::Speaking { invite, by } } else { MediaNotice::Silent { invite, by } });
        }
        self.signal_proctor_state(invite);
        Ok(())
    }

    /// Stops forwarding the camera and microphone of a viewer that ended.
    pub fn stop_proctor(&mut self, invite: InviteId, id: MediaSessionId, viewer: &Viewer) {
        if !viewer.proctor.is_on() {
            return;
        }
        self.notice(MediaNotice::Silent { invite, by: viewer.owner });
        if let Some(room) = self.rooms.get_mut(&invite) {
            room.speaker = room.speaker.filter(|s| *s != id);
            room.camera_source = room.camera_source.filter(|s| *s != id);
        }
        self.signal_proctor_state(invite);
    }

    /// Returns the signal data of the proctor who is heard or seen by a candidate, or null.
    fn proctor_state(&self, invite: InviteId) -> Value {
        let Some(room) = self.rooms.get(&invite) else { return Value::Null };
        let name = room.speaker.or(room.camera_source).and_then(|id| match &self.sessions.get(&id)?.role {
            MediaRole::Viewer(viewer) => Some(viewer.proctor.name.clone()),
            MediaRole::Publisher(_) => None,
        });
        let Some(name) = name else { return Value::Null };
        json!({ "speaking": room.speaker.is_some(), "video": room.camera_source.is_some(), "name": name })
    }

    fn signal_proctor_state(&mut self, invite: InviteId) {
        let state = match self.proctor_state(invite) {
            Value::Null => json!({ "speaking": false, "video": false, "name": "" }),
            on => on,
        };
        if let Some(publisher) = self.rooms.get(&invite).and_then(|r| r.publisher) {
            self.shared.signal_queues.put(publisher, "proctor", state);
        }
        self.announce(invite);
    }

    /// Signals the current layer and proctor state to a new publisher session, as its predecessor had it.
    pub fn resend_state(&self, invite: InviteId) {
        let Some(room) = self.rooms.get(&invite) else { return };
        if let Some(publisher) = room.publisher {
            if room.high {
                self.shared.signal_queues.put(publisher, "layers", json!({ "high": true }));
            }
            let proctor = self.proctor_state(invite);
            if !proctor.is_null() {
                self.shared.signal_queues.put(publisher, "proctor", proctor);
            }
        }
        self.announce(invite);
    }

    /// Publishes the wanted layer and the proctor state to the candidate's event streams.
    pub fn announce(&self, invite: InviteId) {
        let Some(attempt) = self.attempt_of(invite) else { return };
        self.shared.hub.publish(&[Audience::Attempt(attempt)], || {
            let high = self.rooms.get(&invite).is_some_and(|r| r.high);
            let data = json!({ "invite_id": invite.to_string(), "high": high, "proctor": self.proctor_state(invite) });
            Push::new("video.changed", data)
        });
    }
}
