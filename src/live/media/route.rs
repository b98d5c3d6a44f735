//! Handles session events: forwards media to viewers and keyframe requests (PLI) to senders.

use super::{
    CloseReason,
    command::MediaNotice,
    engine::MediaEngine,
    forward::{LayerId, SourceLayer, Track},
    session::{MediaRole, MediaSession, Publisher, Viewer, guarded},
    state::{MediaStatus, MediaStatusChange},
};
use crate::domain::{AttemptId, InviteId, MediaSessionId};
use serde_json::json;
use std::time::{Duration, Instant};
use str0m::{
    Event, Rtc,
    media::{KeyframeRequest, KeyframeRequestKind, MediaData, Rid},
};

/// A candidate is live while media arrived within this time.
const LIVE_TIMEOUT: Duration = Duration::from_secs(3);
/// A connection on which packets of any kind arrived within this time is up: browsers check it every 2.5 s.
const PACKET_TIMEOUT: Duration = Duration::from_secs(5);
/// Packets that come this long after the last frame are not the last of a connection that broke off with it.
const AFTER_MEDIA: Duration = Duration::from_secs(1);
/// Time from the answer to the first video frame.
const FIRST_FRAME_TIMEOUT: Duration = Duration::from_secs(15);

/// Writes a frame to a session. Returns false if it was not sent, because the peer did not negotiate this codec; `None`
/// if the session panicked.
fn write(rtc: &mut Rtc, track: &mut Track, source: SourceLayer, data: &MediaData) -> Option<bool> {
    guarded(|| {
        let Some(writer) = rtc.writer(track.mid) else { return false };
        let Some(pt) = writer.match_params(data.params) else { return false };
        let (time, arrived) = track.time(source, data.time, data.network_time);
        let writer = writer.start_of_talkspurt(data.audio_start_of_talk_spurt);
        writer.write(pt, arrived, time, data.data.clone()).is_ok()
    })
}

impl MediaEngine {
    pub fn report(&mut self, id: MediaSessionId, event: Event) {
        match event {
            Event::Connected => self.connected(id),
            Event::MediaAdded(media) => {
                if let Some(MediaSession { role: MediaRole::Publisher(publisher), .. }) = self.sessions.get_mut(&id) {
                    publisher.add(&media);
                }
            }
            Event::MediaData(data) => self.media(id, &data),
            Event::KeyframeRequest(request) => self.keyframe_requested(id, &request),
            Event::Closed => self.end(id, CloseReason::Left),
            _ => {}
        }
    }

    fn connected(&mut self, id: MediaSessionId) {
        let Some(session) = self.sessions.get_mut(&id) else { return };
        session.connected = true;
        let MediaRole::Viewer(viewer) = &session.role else { return };
        let (invites, focus, by) = (viewer.invites().collect::<Vec<_>>(), viewer.focus, viewer.owner);
        if let Some(invite) = focus {
            self.notice(MediaNotice::Watching { invite, by });
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
            MediaRole::Publisher(publisher) => {
                let (invite, attempt) = (publisher.invite, publisher.attempt);
                let is_video = publisher.video.as_ref().is_some_and(|v| v.mid == data.mid);
                if is_video || (publisher.video.is_none() && publisher.audio == Some(data.mid)) {
                    publisher.last_media = Some(now);
                    self.set_seen(invite, attempt, MediaStatus::Live);
                }
                if is_video {
                    self.candidate_video(id, invite, data, now);
                } else {
                    self.candidate_audio(id, invite, data);
                }
            }
            MediaRole::Viewer(_) => self.proctor_media(id, data),
        }
    }

    fn candidate_video(&mut self, id: MediaSessionId, invite: InviteId, data: &MediaData, now: Instant) {
        let (low, high) = {
            let Some(MediaSession { role: MediaRole::Publisher(Publisher { video: Some(feed), .. }), .. }) =
                self.sessions.get_mut(&id)
            else {
                return;
            };
            feed.arrived(data.rid, now);
            (feed.choose(false, now), feed.choose(true, now))
        };
        if self.rooms.get(&invite).is_none_or(|room| room.publisher != Some(id)) {
            return;
        }
        self.keep_frame(id, invite, data, low);
        let Some(room) = self.rooms.get(&invite) else { return };
        let source = (id, data.rid);
        let mut forwarded = false;
        for viewer in room.viewers.clone() {
            let Some(session) = self.sessions.get_mut(&viewer) else { continue };
            let MediaRole::Viewer(role) = &mut session.role else { continue };
            if !session.connected {
                continue;
            }
            let wanted = if role.focus == Some(invite) { high } else { low };
            let Some(tile) = role.tile_of(invite) else { continue };
            if !tile.track.forwards(source, data.is_keyframe(), wanted) {
                continue;
            }
            forwarded = true;
            let written = write(&mut session.rtc, &mut tile.track, source, data);
            self.written(viewer, written);
        }
        if forwarded && !data.contiguous {
            self.request_keyframe(id, data.rid);
        }
    }

    fn candidate_audio(&mut self, id: MediaSessionId, invite: InviteId, data: &MediaData) {
        let Some(room) = self.rooms.get(&invite) else { return };
        if room.publisher != Some(id) {
            return;
        }
        for viewer in room.viewers.clone() {
            let Some(session) = self.sessions.get_mut(&viewer) else { continue };
            let MediaRole::Viewer(role) = &mut session.role else { continue };
            if !session.connected || role.focus != Some(invite) {
                continue;
            }
            if let Some(track) = &mut role.audio {
                let written = write(&mut session.rtc, track, (id, data.rid), data);
                self.written(viewer, written);
            }
        }
    }

    /// Handles the result of a write; a panic ends the receiving session, not the sender.
    fn written(&mut self, id: MediaSessionId, written: Option<bool>) {
        match written {
            Some(true) => self.drain(id),
            Some(false) => {}
            None => self.dead.push((id, CloseReason::Broken)),
        }
    }

    /// Forwards the proctor's own camera and microphone to the candidate.
    fn proctor_media(&mut self, id: MediaSessionId, data: &MediaData) {
        let Some(MediaSession { role: MediaRole::Viewer(viewer), .. }) = self.sessions.get_mut(&id) else { return };
        let Some(invite) = viewer.focus else { return };
        let is_audio = data.params.spec().codec.is_audio();
        if let (false, Some(camera)) = (is_audio, &mut viewer.camera) {
            camera.arrived(data.rid, Instant::now());
        }
        let Some(room) = self.rooms.get(&invite) else { return };
        let on_air = if is_audio { room.speaker } else { room.camera_source };
        let Some(publisher) = room.publisher.filter(|_| on_air == Some(id)) else { return };
        let source = (id, data.rid);
        let Some(session) = self.sessions.get_mut(&publisher) else { return };
        let MediaRole::Publisher(role) = &mut session.role else { return };
        let track = if is_audio { &mut role.back_audio } else { &mut role.back_video };
        let Some(track) = track else { return };
        let forwards = is_audio || track.forwards(source, data.is_keyframe(), Some(LayerId(data.rid)));
        if forwards {
            let written = write(&mut session.rtc, track, source, data);
            self.written(publisher, written);
        } else {
            self.request_keyframe(id, data.rid);
        }
    }

    fn keyframe_requested(&mut self, id: MediaSessionId, request: &KeyframeRequest) {
        let Some(session) = self.sessions.get(&id) else { return };
        let source = match &session.role {
            MediaRole::Viewer(viewer) => viewer.tiles.iter().find(|t| t.track.mid == request.mid),
            MediaRole::Publisher(publisher) => {
                if let Some((sender, rid)) = publisher.back_video.as_ref().and_then(|t| t.current) {
                    self.request_keyframe(sender, rid);
                }
                return;
            }
        };
        if let Some((sender, rid)) = source.and_then(|t| t.track.current) {
            self.request_keyframe(sender, rid);
        }
    }

    /// Requests a keyframe of one layer from a sender, throttled.
    pub fn request_keyframe(&mut self, sender: MediaSessionId, rid: Option<Rid>) {
        let Some(session) = self.sessions.get_mut(&sender) else { return };
        let feed = match &mut session.role {
            MediaRole::Publisher(publisher) => publisher.video.as_mut(),
            MediaRole::Viewer(viewer) => viewer.camera.as_mut(),
        };
        let Some(feed) = feed else { return };
        if !feed.may_request_keyframe(rid, Instant::now()) {
            return;
        }
        let (rtc, mid) = (&mut session.rtc, feed.mid);
        let asked = guarded(|| {
            if let Some(mut writer) = rtc.writer(mid) {
                // Fails for a layer that has not sent anything yet; it starts with a keyframe.
                let _ = writer.request_keyframe(rid, KeyframeRequestKind::Pli);
            }
            true
        });
        self.written(sender, asked);
    }

    /// Updates a room after a viewer joined, left or changed focus: signals the wanted layer to the publisher, and
    /// requests keyframes for viewers that wait for one.
    pub fn refresh(&mut self, invite: InviteId) {
        let now = Instant::now();
        let Some(room) = self.rooms.get(&invite) else { return };
        let mut high = false;
        let mut waiting: Vec<Option<Rid>> = Vec::new();
        let publisher = room.publisher;
        let feed = publisher.and_then(|p| match &self.sessions.get(&p)?.role {
            MediaRole::Publisher(role) => role.video.as_ref(),
            MediaRole::Viewer(_) => None,
        });
        for viewer in &room.viewers {
            let Some(MediaSession { role: MediaRole::Viewer(viewer), connected: true, .. }) = self.sessions.get(viewer)
            else {
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
                self.request_keyframe(publisher, rid);
            }
        }
        let Some(room) = self.rooms.get_mut(&invite) else { return };
        if room.high != high {
            room.high = high;
            self.shared.board.set_high(invite, high);
            if let Some(publisher) = room.publisher {
                self.shared.signal_queues.put(publisher, "layers", json!({ "high": high }));
            }
            self.announce(invite);
        }
    }

    /// Sets the video state of a candidate; a change is recorded on the timeline and published to admins.
    pub fn set_seen(&mut self, invite: InviteId, attempt: AttemptId, seen: MediaStatus) {
        let now = || (self.shared.now)();
        let Some(MediaStatusChange { before }) = self.shared.board.set(invite, attempt, seen, now) else { return };
        match (before, seen) {
            (_, MediaStatus::Live) => self.notice(MediaNotice::VideoOn { attempt }),
            (Some(MediaStatus::Live), MediaStatus::Offline(why)) => self.notice(MediaNotice::VideoOff { attempt, why }),
            _ => {}
        }
        self.notify_admins(invite);
    }

    pub fn publisher_left(&mut self, id: MediaSessionId, publisher: &Publisher, why: CloseReason) {
        let (invite, attempt) = (publisher.invite, publisher.attempt);
        let Some(room) = self.rooms.get_mut(&invite).filter(|room| room.publisher == Some(id)) else {
            if why == CloseReason::TestEnded
                && matches!(self.shared.board.get(invite), Some(s) if s.seen == MediaStatus::Live)
            {
                self.notice(MediaNotice::VideoOff { attempt, why });
            }
            return;
        };
        room.publisher = None;
        self.set_seen(invite, attempt, MediaStatus::Offline(why));
        self.remove_if_empty(invite);
    }

    pub fn viewer_left(&mut self, id: MediaSessionId, viewer: &Viewer, was_connected: bool) {
        if let (Some(invite), true) = (viewer.focus, was_connected) {
            self.notice(MediaNotice::WatchingEnded { invite, by: viewer.owner });
        }
        for invite in viewer.invites().collect::<Vec<_>>() {
            self.stop_proctor(invite, id, viewer);
            self.leave(invite, id);
        }
    }

    /// Housekeeping of rooms: media timeouts, and repeated keyframe requests.
    pub fn check_rooms(&mut self, now: Instant) {
        for invite in self.rooms.keys().copied().collect::<Vec<_>>() {
            self.refresh(invite);
            let Some(publisher) = self.rooms.get(&invite).and_then(|r| r.publisher) else { continue };
            let Some(session) = self.sessions.get(&publisher) else { continue };
            let MediaRole::Publisher(role) = &session.role else { continue };
            let age = now.saturating_duration_since(session.created);
            let fresh = role.last_media.is_some_and(|at| now.saturating_duration_since(at) < LIVE_TIMEOUT);
            let after_media = role.last_media.is_none_or(|at| session.last_packet.duration_since(at) >= AFTER_MEDIA);
            let stands =
                session.connected && after_media && now.saturating_duration_since(session.last_packet) < PACKET_TIMEOUT;
            let (attempt, why) = (role.attempt, if stands { CloseReason::NoPicture } else { CloseReason::Silent });
            let is_over = match self.shared.board.get(invite).map(|s| s.seen) {
                Some(MediaStatus::Live | MediaStatus::Offline(CloseReason::NoPicture | CloseReason::Silent)) => !fresh,
                Some(MediaStatus::Connecting) => age >= FIRST_FRAME_TIMEOUT,
                _ => false,
            };
            if is_over {
                self.set_seen(invite, attempt, MediaStatus::Offline(why));
            }
        }
    }

    pub fn attempt_of(&self, invite: InviteId) -> Option<AttemptId> {
        let publisher = self.rooms.get(&invite)?.publisher?;
        match &self.sessions.get(&publisher)?.role {
            MediaRole::Publisher(publisher) => Some(publisher.attempt),
            MediaRole::Viewer(_) => None,
        }
    }
}
