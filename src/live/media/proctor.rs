//! The proctor's own camera and voice: off until switched on, to one candidate alone, and told to that candidate's page.

use super::{
    command::Notice,
    engine::Engine,
    session::{Proctor, Role, Session, Viewer},
    unknown_session,
};
use crate::{
    domain::{Error, InviteId, MediaSessionId, Result},
    live::{Audience, Event as Push},
};
use serde_json::{Value, json};

impl Engine {
    pub fn set_proctor(&mut self, id: MediaSessionId, speaking: bool, video: bool, name: String) -> Result<()> {
        let Some(Session { role: Role::Viewer(viewer), .. }) = self.sessions.get_mut(&id) else {
            return Err(unknown_session());
        };
        let Some(invite) = viewer.focus.filter(|_| !viewer.is_wall) else {
            return Err(Error::field("session_id", "Open the monitor of one candidate to speak to them."));
        };
        let by = viewer.owner;
        let before = std::mem::replace(&mut viewer.proctor, Proctor { speaking, video, name });
        let room = self.rooms.entry(invite).or_default();
        // Whoever came on last is heard: two voices cannot share one line.
        room.speaker = if speaking { Some(id) } else { room.speaker.filter(|s| *s != id) };
        room.performer = if video { Some(id) } else { room.performer.filter(|s| *s != id) };
        let now_on = speaking || video;
        if before.is_on() != now_on {
            self.notice(if now_on { Notice::Speaking { invite, by } } else { Notice::Silent { invite, by } });
        }
        self.tell_candidate(invite);
        Ok(())
    }

    /// Takes a viewer that ended off the air.
    pub fn off_air(&mut self, invite: InviteId, id: MediaSessionId, viewer: &Viewer) {
        if !viewer.proctor.is_on() {
            return;
        }
        self.notice(Notice::Silent { invite, by: viewer.owner });
        if let Some(room) = self.rooms.get_mut(&invite) {
            room.speaker = room.speaker.filter(|s| *s != id);
            room.performer = room.performer.filter(|s| *s != id);
        }
        self.tell_candidate(invite);
    }

    /// Who is on the air for a candidate.
    fn on_air(&self, invite: InviteId) -> Value {
        let Some(room) = self.rooms.get(&invite) else { return Value::Null };
        let name = room.speaker.or(room.performer).and_then(|id| match &self.sessions.get(&id)?.role {
            Role::Viewer(viewer) => Some(viewer.proctor.name.clone()),
            Role::Publisher(_) => None,
        });
        let Some(name) = name else { return Value::Null };
        json!({ "speaking": room.speaker.is_some(), "video": room.performer.is_some(), "name": name })
    }

    fn tell_candidate(&mut self, invite: InviteId) {
        let state = match self.on_air(invite) {
            Value::Null => json!({ "speaking": false, "video": false, "name": "" }),
            on => on,
        };
        if let Some(publisher) = self.rooms.get(&invite).and_then(|r| r.publisher) {
            self.shared.mailboxes.put(publisher, "proctor", state);
        }
        self.announce(invite);
    }

    /// Tells a page that has just come what the one before it was told.
    pub fn greet(&self, invite: InviteId) {
        let Some(room) = self.rooms.get(&invite) else { return };
        if let Some(publisher) = room.publisher {
            if room.high {
                self.shared.mailboxes.put(publisher, "layers", json!({ "high": true }));
            }
            let on_air = self.on_air(invite);
            if !on_air.is_null() {
                self.shared.mailboxes.put(publisher, "proctor", on_air);
            }
        }
        self.announce(invite);
    }

    /// Tells a candidate's page what is wanted of it, and who speaks to it.
    pub fn announce(&self, invite: InviteId) {
        let Some(attempt) = self.attempt_of(invite) else { return };
        self.shared.hub.publish(&[Audience::Attempt(attempt)], || {
            let high = self.rooms.get(&invite).is_some_and(|r| r.high);
            let data = json!({ "invite_id": invite.to_string(), "high": high, "proctor": self.on_air(invite) });
            Push::new("video.changed", data)
        });
    }
}
