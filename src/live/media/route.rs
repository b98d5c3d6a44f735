//! What connections report, and where it goes: frames to those who watch, requests for key frames to the sender.

use super::{
    Why,
    command::Notice,
    engine::Engine,
    forward::{LayerId, Source, Track},
    session::{Publisher, Role, Session, Viewer, guarded},
    state::{Changed, Seen},
};
use crate::domain::{AttemptId, InviteId, MediaSessionId};
use serde_json::json;
use std::time::{Duration, Instant};
use str0m::{
    Event, Rtc,
    media::{KeyframeRequest, KeyframeRequestKind, MediaData, Rid},
};

/// A candidate is live as long as media arrived within this time.
const LIVE: Duration = Duration::from_secs(3);
/// A connection that was agreed on should bring a picture within this time.
const FIRST_PICTURE: Duration = Duration::from_secs(15);

/// Hands a frame to a connection. What cannot be written, because the other side does not take this codec, is not sent.
/// `None`: the connection broke.
fn write(rtc: &mut Rtc, track: &mut Track, source: Source, data: &MediaData) -> Option<bool> {
    guarded(|| {
        let Some(writer) = rtc.writer(track.mid) else { return false };
        let Some(pt) = writer.match_params(data.params) else { return false };
        let (time, arrived) = track.time(source, data.time, data.network_time);
        let writer = writer.start_of_talkspurt(data.audio_start_of_talk_spurt);
        writer.write(pt, arrived, time, data.data.clone()).is_ok()
    })
}

impl Engine {
    pub fn report(&mut self, id: MediaSessionId, event: Event) {
        match event {
            Event::Connected => self.connected(id),
            Event::MediaAdded(media) => {
                if let Some(Session { role: Role::Publisher(publisher), .. }) = self.sessions.get_mut(&id) {
                    publisher.add(&media);
                }
            }
            Event::MediaData(data) => self.media(id, &data),
            Event::KeyframeRequest(request) => self.key_frame_wanted(id, &request),
            Event::Closed => self.end(id, Why::Left),
            _ => {}
        }
    }

    fn connected(&mut self, id: MediaSessionId) {
        let Some(session) = self.sessions.get_mut(&id) else { return };
        session.connected = true;
        let Role::Viewer(viewer) = &session.role else { return };
        let (invites, focus, by) = (viewer.invites().collect::<Vec<_>>(), viewer.focus, viewer.owner);
        if let Some(invite) = focus {
            self.notice(Notice::Watching { invite, by });
        }
        for invite in invites {
            self.refresh(invite);
        }
    }

    fn media(&mut self, id: MediaSessionId, data: &MediaData) {
        let now = Instant::now();
        let Some(session) = self.sessions.get_mut(&id) else { return };
        if !session.frames.take(now) {
            return;
        }
        match &mut session.role {
            Role::Publisher(publisher) => {
                let (invite, attempt) = (publisher.invite, publisher.attempt);
                let is_video = publisher.video.as_ref().is_some_and(|v| v.mid == data.mid);
                if is_video || (publisher.video.is_none() && publisher.audio == Some(data.mid)) {
                    publisher.last_media = Some(now);
                    self.seen(invite, attempt, Seen::Live);
                }
                if is_video {
                    self.candidate_video(id, invite, data, now);
                } else {
                    self.candidate_audio(id, invite, data);
                }
            }
            Role::Viewer(_) => self.proctor_media(id, data),
        }
    }

    fn candidate_video(&mut self, id: MediaSessionId, invite: InviteId, data: &MediaData, now: Instant) {
        let (low, high) = {
            let Some(Session { role: Role::Publisher(Publisher { video: Some(feed), .. }), .. }) =
                self.sessions.get_mut(&id)
            else {
                return;
            };
            feed.arrived(data.rid, now);
            (feed.choose(false, now), feed.choose(true, now))
        };
        let Some(room) = self.rooms.get(&invite) else { return };
        if room.publisher != Some(id) {
            return;
        }
        let source = (id, data.rid);
        let mut used = false;
        for viewer in room.viewers.clone() {
            let Some(session) = self.sessions.get_mut(&viewer) else { continue };
            let Role::Viewer(role) = &mut session.role else { continue };
            if !session.connected {
                continue;
            }
            let wanted = if role.focus == Some(invite) { high } else { low };
            let Some(tile) = role.tile_of(invite) else { continue };
            if !tile.track.takes(source, data.is_keyframe(), wanted) {
                continue;
            }
            used = true;
            let written = write(&mut session.rtc, &mut tile.track, source, data);
            self.written(viewer, written);
        }
        if used && !data.contiguous {
            self.ask_key_frame(id, data.rid);
        }
    }

    fn candidate_audio(&mut self, id: MediaSessionId, invite: InviteId, data: &MediaData) {
        let Some(room) = self.rooms.get(&invite) else { return };
        if room.publisher != Some(id) {
            return;
        }
        for viewer in room.viewers.clone() {
            let Some(session) = self.sessions.get_mut(&viewer) else { continue };
            let Role::Viewer(role) = &mut session.role else { continue };
            if !session.connected || role.focus != Some(invite) {
                continue;
            }
            if let Some(track) = &mut role.audio {
                let written = write(&mut session.rtc, track, (id, data.rid), data);
                self.written(viewer, written);
            }
        }
    }

    /// A frame was handed to a connection, or broke it: its own end, not its sender's.
    fn written(&mut self, id: MediaSessionId, written: Option<bool>) {
        match written {
            Some(true) => self.drain(id),
            Some(false) => {}
            None => self.dead.push((id, Why::Broken)),
        }
    }

    /// The proctor's own voice and picture, to the one candidate.
    fn proctor_media(&mut self, id: MediaSessionId, data: &MediaData) {
        let Some(Session { role: Role::Viewer(viewer), .. }) = self.sessions.get_mut(&id) else { return };
        let Some(invite) = viewer.focus else { return };
        let is_audio = data.params.spec().codec.is_audio();
        if let (false, Some(camera)) = (is_audio, &mut viewer.camera) {
            camera.arrived(data.rid, Instant::now());
        }
        let Some(room) = self.rooms.get(&invite) else { return };
        let on_air = if is_audio { room.speaker } else { room.performer };
        let Some(publisher) = room.publisher.filter(|_| on_air == Some(id)) else { return };
        let source = (id, data.rid);
        let Some(session) = self.sessions.get_mut(&publisher) else { return };
        let Role::Publisher(role) = &mut session.role else { return };
        let track = if is_audio { &mut role.back_audio } else { &mut role.back_video };
        let Some(track) = track else { return };
        let takes = is_audio || track.takes(source, data.is_keyframe(), Some(LayerId(data.rid)));
        if takes {
            let written = write(&mut session.rtc, track, source, data);
            self.written(publisher, written);
        } else {
            self.ask_key_frame(id, data.rid);
        }
    }

    fn key_frame_wanted(&mut self, id: MediaSessionId, request: &KeyframeRequest) {
        let Some(session) = self.sessions.get(&id) else { return };
        let source = match &session.role {
            Role::Viewer(viewer) => viewer.tiles.iter().find(|t| t.track.mid == request.mid),
            Role::Publisher(publisher) => {
                if let Some((sender, rid)) = publisher.back_video.as_ref().and_then(|t| t.current) {
                    self.ask_key_frame(sender, rid);
                }
                return;
            }
        };
        if let Some((sender, rid)) = source.and_then(|t| t.track.current) {
            self.ask_key_frame(sender, rid);
        }
    }

    /// Asks a sender for a key frame of one layer, not too often.
    pub fn ask_key_frame(&mut self, sender: MediaSessionId, rid: Option<Rid>) {
        let Some(session) = self.sessions.get_mut(&sender) else { return };
        let feed = match &mut session.role {
            Role::Publisher(publisher) => publisher.video.as_mut(),
            Role::Viewer(viewer) => viewer.camera.as_mut(),
        };
        let Some(feed) = feed else { return };
        if !feed.may_ask(rid, Instant::now()) {
            return;
        }
        let (rtc, mid) = (&mut session.rtc, feed.mid);
        let asked = guarded(|| {
            if let Some(mut writer) = rtc.writer(mid) {
                // A layer that never sent anything cannot be asked; it begins with a key frame.
                let _ = writer.request_keyframe(rid, KeyframeRequestKind::Pli);
            }
            true
        });
        self.written(sender, asked);
    }

    /// Brings a room in order after somebody came, left or looked elsewhere: which layers are wanted, and key frames for
    /// those who wait.
    pub fn refresh(&mut self, invite: InviteId) {
        let now = Instant::now();
        let Some(room) = self.rooms.get(&invite) else { return };
        let mut high = false;
        let mut waiting: Vec<Option<Rid>> = Vec::new();
        let publisher = room.publisher;
        let feed = publisher.and_then(|p| match &self.sessions.get(&p)?.role {
            Role::Publisher(role) => role.video.as_ref(),
            Role::Viewer(_) => None,
        });
        for viewer in &room.viewers {
            let Some(Session { role: Role::Viewer(viewer), connected: true, .. }) = self.sessions.get(viewer) else {
                continue;
            };
            let focused = viewer.focus == Some(invite);
            high |= focused;
            let Some(LayerId(wanted)) = feed.and_then(|f| f.choose(focused, now)) else { continue };
            let tile = viewer.tiles.iter().find(|t| t.invite == Some(invite));
            if tile.is_some_and(|t| t.track.current != publisher.map(|p| (p, wanted))) && !waiting.contains(&wanted) {
                waiting.push(wanted);
            }
        }
        if let Some(publisher) = publisher {
            for rid in waiting {
                self.ask_key_frame(publisher, rid);
            }
        }
        let Some(room) = self.rooms.get_mut(&invite) else { return };
        if room.high != high {
            room.high = high;
            self.shared.board.set_high(invite, high);
            if let Some(publisher) = room.publisher {
                self.shared.mailboxes.put(publisher, "layers", json!({ "high": high }));
            }
            self.announce(invite);
        }
    }

    /// What the server sees of a candidate has changed, or not.
    pub fn seen(&mut self, invite: InviteId, attempt: AttemptId, seen: Seen) {
        let now = || (self.shared.now)();
        let Some(Changed { before }) = self.shared.board.set(invite, attempt, seen, now) else { return };
        match (before, seen) {
            (_, Seen::Live) => self.notice(Notice::VideoOn { attempt }),
            (Some(Seen::Live), Seen::Offline(why)) => self.notice(Notice::VideoOff { attempt, why }),
            _ => {}
        }
        self.tell_admins(invite);
    }

    pub fn publisher_left(&mut self, id: MediaSessionId, publisher: &Publisher, why: Why) {
        let (invite, attempt) = (publisher.invite, publisher.attempt);
        let Some(room) = self.rooms.get_mut(&invite).filter(|room| room.publisher == Some(id)) else {
            if why == Why::TestEnded && matches!(self.shared.board.get(invite), Some(s) if s.seen == Seen::Live) {
                self.notice(Notice::VideoOff { attempt, why });
            }
            return;
        };
        room.publisher = None;
        self.seen(invite, attempt, Seen::Offline(why));
        self.tidy(invite);
    }

    pub fn viewer_left(&mut self, id: MediaSessionId, viewer: &Viewer, was_connected: bool) {
        if let (Some(invite), true) = (viewer.focus, was_connected) {
            self.notice(Notice::WatchingEnded { invite, by: viewer.owner });
        }
        for invite in viewer.invites().collect::<Vec<_>>() {
            self.off_air(invite, id, viewer);
            self.leave(invite, id);
        }
    }

    /// Silence, and those who still wait for a key frame.
    pub fn watch_rooms(&mut self, now: Instant) {
        for invite in self.rooms.keys().copied().collect::<Vec<_>>() {
            self.refresh(invite);
            let Some(publisher) = self.rooms.get(&invite).and_then(|r| r.publisher) else { continue };
            let Some(session) = self.sessions.get(&publisher) else { continue };
            let Role::Publisher(role) = &session.role else { continue };
            let age = now.saturating_duration_since(session.created);
            let fresh = role.last_media.is_some_and(|at| now.saturating_duration_since(at) < LIVE);
            let (connected, attempt) = (session.connected, role.attempt);
            match self.shared.board.get(invite).map(|s| s.seen) {
                Some(Seen::Live) if !fresh => self.seen(invite, attempt, Seen::Offline(Why::Silent)),
                Some(Seen::Connecting) if age >= FIRST_PICTURE => {
                    let why = if connected { Why::NoPicture } else { Why::Silent };
                    self.seen(invite, attempt, Seen::Offline(why));
                }
                _ => {}
            }
        }
    }

    pub fn attempt_of(&self, invite: InviteId) -> Option<AttemptId> {
        let publisher = self.rooms.get(&invite)?.publisher?;
        match &self.sessions.get(&publisher)?.role {
            Role::Publisher(publisher) => Some(publisher.attempt),
            Role::Viewer(_) => None,
        }
    }
}
