//! Handles session events: forwards media to viewers and keyframe requests (PLI) to senders.

use super::{
    CloseReason,
    command::MediaNotice,
    engine::MediaEngine,
    forward::{Frame, LayerId, SourceLayer, Track, WantedLayers},
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
fn write(rtc: &mut Rtc, track: &mut Track, source: SourceLayer, frame: &Frame) -> Option<bool> {
    guarded(|| {
        let Some(writer) = rtc.writer(track.mid) else { return false };
        let Some(pt) = writer.match_params(frame.params) else { return false };
        let (time, arrived) = track.time(source, frame.time, frame.arrived);
        let writer = writer.start_of_talkspurt(frame.starts_talk);
        writer.write(pt, arrived, time, frame.data.clone()).is_ok()
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
                let frame = Frame::from(data);
                if is_video {
                    self.candidate_video(id, invite, &frame, now);
                } else {
                    self.candidate_audio(id, invite, &frame);
                }
            }
            MediaRole::Viewer(_) => self.proctor_media(id, &Frame::from(data)),
        }
    }

    fn candidate_video(&mut self, id: MediaSessionId, invite: InviteId, frame: &Frame, now: Instant) {
        let layers = {
            let Some(MediaSession { role: MediaRole::Publisher(Publisher { video: Some(feed), .. }), .. }) =
                self.sessions.get_mut(&id)
            else {
                return;
            };
            feed.arrived(frame.rid, now);
            feed.wanted(now)
        };
        if self.rooms.get(&invite).is_none_or(|room| room.publisher != Some(id)) {
            return;
        }
        self.keep_frame(id, invite, frame, layers.low);
        if self.show(invite, (id, frame.rid), frame, layers) && !frame.is_contiguous {
            self.request_keyframe(id, frame.rid);
        }
        self.send_to_peers(invite, id, frame, Some(layers));
    }

    /// Forwards a frame to the viewers of this thread. Returns whether it was wanted.
    pub fn show(&mut self, invite: InviteId, source: SourceLayer, frame: &Frame, layers: WantedLayers) -> bool {
        let Some(room) = self.rooms.get(&invite) else { return false };
        let mut forwarded = false;
        for viewer in room.viewers.clone() {
            let Some(session) = self.sessions.get_mut(&viewer) else { continue };
            let MediaRole::Viewer(role) = &mut session.role else { continue };
            if !session.connected {
                continue;
            }
            let wanted = if role.focus == Some(invite) { layers.high } else { layers.low };
            let Some(tile) = role.tile_of(invite) else { continue };
            if !tile.track.forwards(source, frame.is_key, wanted) {
                continue;
            }
            forwarded = true;
            let written = write(&mut session.rtc, &mut tile.track, source, frame);
            self.written(viewer, written);
        }
        forwarded
    }

    fn candidate_audio(&mut self, id: MediaSessionId, invite: InviteId, frame: &Frame) {
        if self.rooms.get(&invite).is_none_or(|room| room.publisher != Some(id)) {
            return;
        }
        self.sound(invite, (id, frame.rid), frame);
        self.send_to_peers(invite, id, frame, None);
    }

    /// Forwards sound to the viewers of this thread who have the candidate in focus.
    pub fn sound(&mut self, invite: InviteId, source: SourceLayer, frame: &Frame) {
        let Some(room) = self.rooms.get(&invite) else { return };
        for viewer in room.viewers.clone() {
            let Some(session) = self.sessions.get_mut(&viewer) else { continue };
            let MediaRole::Viewer(role) = &mut session.role else { continue };
            if !session.connected || role.focus != Some(invite) {
                continue;
            }
            if let Some(track) = &mut role.audio {
                let written = write(&mut session.rtc, track, source, frame);
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
    fn proctor_media(&mut self, id: MediaSessionId, frame: &Frame) {
        let Some(MediaSession { role: MediaRole::Viewer(viewer), .. }) = self.sessions.get_mut(&id) else { return };
        let Some(invite) = viewer.focus else { return };
        let is_audio = frame.params.spec().codec.is_audio();
        if let (false, Some(camera)) = (is_audio, &mut viewer.camera) {
            camera.arrived(frame.rid, Instant::now());
        }
        let Some(room) = self.rooms.get(&invite) else { return };
        let on_air = if is_audio { room.speaker } else { room.camera_source };
        let Some(publisher) = room.publisher.filter(|_| on_air == Some(id)) else { return };
        let source = (id, frame.rid);
        let Some(session) = self.sessions.get_mut(&publisher) else { return };
        let MediaRole::Publisher(role) = &mut session.role else { return };
        let track = if is_audio { &mut role.back_audio } else { &mut role.back_video };
        let Some(track) = track else { return };
        let forwards = is_audio || track.forwards(source, frame.is_key, Some(LayerId(frame.rid)));
        if forwards {
            let written = write(&mut session.rtc, track, source, frame);
            self.written(publisher, written);
        } else {
            self.request_keyframe(id, frame.rid);
        }
    }

    fn keyframe_requested(&mut self, id: MediaSessionId, request: &KeyframeRequest) {
        let Some(session) = self.sessions.get(&id) else { return };
        let tile = match &session.role {
            MediaRole::Viewer(viewer) => viewer.tiles.iter().find(|t| t.track.mid == request.mid),
            MediaRole::Publisher(publisher) => {
                if let Some((sender, rid)) = publisher.back_video.as_ref().and_then(|t| t.current) {
                    self.request_keyframe(sender, rid);
                }
                return;
            }
        };
        if let Some((invite, source)) = tile.and_then(|t| Some((t.invite?, t.track.current?))) {
            self.ask_for_keyframe(invite, source);
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
        if !self.owns(invite) {
            return self.demand(invite);
        }
        let now = Instant::now();
        let Some(room) = self.rooms.get(&invite) else { return };
        let mut high = room.elsewhere.iter().any(|viewers| viewers.is_focused);
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
        self.shared.notify_admins(invite);
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
            self.forget_silent_peers(invite, now);
            self.refresh(invite);
            self.remove_if_empty(invite);
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
