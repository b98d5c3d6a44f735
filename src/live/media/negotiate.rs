//! Sets up and renegotiates sessions: SDP offers and answers (JSEP, RFC 8829).

use super::{
    CloseReason,
    command::{MediaCommand, MediaNotice, MediaOffer, PublisherId, ReplySender, SdpDescription, WallOffer},
    engine::MediaEngine,
    forward::{MediaFeed, Track},
    limits::{FRAMES_PER_SECOND, FixedWindow, NEW_REMOTES_PER_SECOND, PACKETS_PER_SECOND, WALL_TILES},
    session::{MediaRole, MediaSession, Pending, Publisher, Tile, Viewer, guarded},
    signal_queue::{Full, NewSession, Party, SessionLimits},
    state::MediaStatus,
    too_many, unknown_session,
};
use crate::domain::{Error, ErrorCode, InviteId, MediaSessionId, Result, UserId};
use serde_json::json;
use std::{collections::HashSet, time::Instant};
use str0m::{
    Candidate, IceCreds, Rtc,
    change::{SdpAnswer, SdpOffer},
    media::{Direction, MediaKind},
    net::TcpType,
};

impl MediaEngine {
    pub fn offered(&mut self, offer: MediaOffer) {
        let MediaOffer { id, publisher, description, reply } = offer;
        self.open(id, reply, |engine| engine.publish(id, publisher, description));
    }

    pub fn command(&mut self, command: MediaCommand) {
        match command {
            MediaCommand::Watch { id, owner, invite, reply } => {
                self.open(id, reply, |engine| engine.watch(id, owner, invite));
            }
            MediaCommand::OpenWall { id, owner, reply } => self.open(id, reply, |engine| engine.open_wall(id, owner)),
            // A change is kept even if its caller has disconnected before the reply.
            MediaCommand::Answer { id, answer, reply } => {
                drop(reply.send(self.run_isolated(id, |e| e.answer(id, answer))));
            }
            MediaCommand::SetWall { id, invites, focus, reply } => {
                drop(reply.send(self.run_isolated(id, |engine| engine.set_wall(id, &invites, focus))));
            }
            MediaCommand::MarkClip { invite, cause } => self.mark_clip(invite, cause),
            MediaCommand::Proctor { id, speaking, video, name, reply } => {
                drop(reply.send(self.run_isolated(id, |engine| engine.set_proctor(id, speaking, video, name))));
            }
        }
    }

    /// Opens a session if the caller still waits for it: a disconnected caller would never end it.
    fn open<T>(&mut self, id: MediaSessionId, reply: ReplySender<T>, create: impl FnOnce(&mut Self) -> Result<T>) {
        if reply.is_closed() {
            return;
        }
        let result = self.run_isolated(id, create);
        if reply.send(result).is_err() {
            self.end(id, CloseReason::Left);
            self.handle_events();
        }
    }

    /// Runs a change of one session; a panic ends that session and returns 503.
    fn run_isolated<T>(&mut self, id: MediaSessionId, act: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        guarded(|| act(self)).unwrap_or_else(|| {
            self.dead.push((id, CloseReason::Broken));
            Err(Error::unavailable("The live video connection failed. Please try again.", 2))
        })
    }

    fn new_rtc(&self) -> Result<(Rtc, String)> {
        let mut credentials = IceCreds::new();
        while self.shared.known.get(&credentials.ufrag).is_some() {
            credentials = IceCreds::new();
        }
        let fragment = credentials.ufrag.clone();
        let mut rtc = Rtc::builder()
            .set_crypto_provider(self.crypto.clone())
            .set_dtls_cert(self.certificate.clone())
            .set_local_ice_credentials(credentials)
            .set_ice_lite(true)
            .clear_codecs()
            .enable_vp8(true)
            .enable_opus(true, false)
            .build(Instant::now());
        for address in &self.candidates {
            let udp = Candidate::host(*address, "udp");
            let tcp = Candidate::builder().tcp().host(*address).tcptype(TcpType::Passive).build();
            for candidate in [udp, tcp] {
                rtc.add_local_candidate(candidate.map_err(Error::internal)?);
            }
        }
        Ok((rtc, fragment))
    }

    /// The limits of the server, whichever thread asks.
    fn limits(&self) -> SessionLimits {
        SessionLimits::of(self.peers.threads())
    }

    fn of_candidate(&self, invite: InviteId) -> NewSession {
        let replaces = self.rooms.get(&invite).is_some_and(|room| room.publisher.is_some());
        NewSession { party: Party::Candidate(invite), invite: Some(invite), thread: self.peers.own, replaces }
    }

    fn of_staff(&self, owner: UserId, invite: Option<InviteId>) -> NewSession {
        NewSession { party: Party::Staff(owner), invite, thread: self.peers.own, replaces: false }
    }

    fn require_room(&self, new: &NewSession) -> Result<()> {
        self.shared.signal_queues.require_room(new, &self.limits()).map_err(refused)
    }

    /// Adds a session, if the server still has room for it: other threads add theirs at the same time.
    fn add(&mut self, id: MediaSessionId, rtc: Rtc, fragment: String, role: MediaRole) -> Result<()> {
        let now = Instant::now();
        let new = match &role {
            MediaRole::Publisher(publisher) => self.of_candidate(publisher.invite),
            MediaRole::Viewer(viewer) => self.of_staff(viewer.owner, viewer.focus),
        };
        self.shared.signal_queues.open(id, &new, &self.limits()).map_err(refused)?;
        let session = MediaSession {
            rtc,
            role,
            fragment,
            remotes: Vec::new(),
            new_remotes: FixedWindow::new(NEW_REMOTES_PER_SECOND, now),
            packets: FixedWindow::new(PACKETS_PER_SECOND, now),
            frames: FixedWindow::new(FRAMES_PER_SECOND, now),
            created: now,
            last_packet: now,
            connected: false,
            due: now,
        };
        self.insert(id, session);
        self.drain(id);
        Ok(())
    }

    fn publish(&mut self, id: MediaSessionId, who: PublisherId, offer: SdpOffer) -> Result<SdpDescription> {
        let before = self.rooms.get(&who.invite).and_then(|room| room.publisher);
        self.require_room(&self.of_candidate(who.invite))?;
        let made = guarded(|| -> Result<_> {
            let (mut rtc, fragment) = self.new_rtc()?;
            let accepted = rtc.sdp_api().accept_offer(offer);
            let refused = |error| Error::field("sdp", format!("The offer cannot be accepted: {error}."));
            Ok((accepted.map_err(refused)?, rtc, fragment))
        });
        let (answer, rtc, fragment) =
            made.unwrap_or_else(|| Err(Error::field("sdp", "The offer cannot be accepted.")))?;
        let mut publisher = Publisher::new(who.invite, who.attempt);
        if let Some(old) = before.and_then(|old| self.sessions.get(&old))
            && let MediaRole::Publisher(old) = &old.role
        {
            // A page reload is not an interruption: keep the time of the last media.
            publisher.last_media = old.last_media;
        }
        self.add(id, rtc, fragment, MediaRole::Publisher(publisher))?;
        self.rooms.entry(who.invite).or_default().publisher = Some(id);
        self.keep_ring(who);
        self.handle_events();
        if let Some(old) = before {
            self.end(old, CloseReason::Replaced);
        }
        if !matches!(self.shared.board.get(who.invite).map(|s| s.seen), Some(MediaStatus::Live)) {
            self.set_seen(who.invite, who.attempt, MediaStatus::Connecting);
        }
        let sdp = answer.to_sdp_string();
        let cursor = self.shared.signal_queues.put(id, "answer", json!({ "type": "answer", "sdp": sdp }));
        self.resend_state(who.invite);
        Ok(SdpDescription { sdp, cursor })
    }

    fn watch(&mut self, id: MediaSessionId, owner: UserId, invite: InviteId) -> Result<SdpDescription> {
        self.require_room(&self.of_staff(owner, Some(invite)))?;
        let (mut rtc, fragment) = self.new_rtc()?;
        let mut change = rtc.sdp_api();
        let stream = Some(invite.to_string());
        let video = change.add_media(MediaKind::Video, Direction::SendOnly, stream.clone(), None, None);
        let audio = change.add_media(MediaKind::Audio, Direction::SendOnly, stream, None, None);
        let camera = change.add_media(MediaKind::Video, Direction::RecvOnly, None, None, None);
        change.add_media(MediaKind::Audio, Direction::RecvOnly, None, None, None);
        let (offer, pending) = change.apply().ok_or_else(|| Error::internal("no offer"))?;
        let now = Instant::now();
        let pending = Pending { offer: pending, since: now, tiles: Vec::new(), audio: None };
        let viewer = Viewer {
            tiles: vec![Tile { invite: Some(invite), track: Track::new(video) }],
            audio: Some(Track::new(audio)),
            focus: Some(invite),
            pending: Some(pending),
            camera: Some(MediaFeed::new(camera)),
            ..Viewer::new(owner, false, now)
        };
        self.add(id, rtc, fragment, MediaRole::Viewer(viewer))?;
        self.rooms.entry(invite).or_default().viewers.push(id);
        let sdp = offer.to_sdp_string();
        let cursor = self.shared.signal_queues.put(id, "offer", json!({ "type": "offer", "sdp": sdp }));
        Ok(SdpDescription { sdp, cursor })
    }

    fn open_wall(&mut self, id: MediaSessionId, owner: UserId) -> Result<()> {
        self.require_room(&self.of_staff(owner, None))?;
        let (rtc, fragment) = self.new_rtc()?;
        self.add(id, rtc, fragment, MediaRole::Viewer(Viewer::new(owner, true, Instant::now())))
    }

    fn viewer(&mut self, id: MediaSessionId) -> Result<(&mut Rtc, &mut Viewer, bool)> {
        match self.sessions.get_mut(&id) {
            Some(MediaSession { rtc, role: MediaRole::Viewer(viewer), connected, .. }) => Ok((rtc, viewer, *connected)),
            _ => Err(unknown_session()),
        }
    }

    fn answer(&mut self, id: MediaSessionId, answer: SdpAnswer) -> Result<()> {
        let (rtc, viewer, _) = self.viewer(id)?;
        let no_offer = || Error::conflict(ErrorCode::NoOffer, "There is no pending offer for this answer.");
        let pending = viewer.pending.take().ok_or_else(no_offer)?;
        let refusal = match guarded(|| rtc.sdp_api().accept_answer(pending.offer, answer)) {
            Some(Ok(())) => None,
            Some(Err(error)) => Some(format!("The answer cannot be accepted: {error}.")),
            None => Some("The answer cannot be accepted.".to_owned()),
        };
        if let Some(refusal) = refusal {
            self.keep_shown(id);
            return Err(Error::field("sdp", refusal));
        }
        let added: Vec<InviteId> = pending.tiles.iter().filter_map(|t| t.invite).collect();
        viewer.tiles.extend(pending.tiles);
        viewer.audio = viewer.audio.take().or(pending.audio);
        self.drain(id);
        for invite in added {
            self.rooms.entry(invite).or_default().viewers.push(id);
            self.refresh(invite);
        }
        self.handle_events();
        Ok(())
    }

    fn set_wall(&mut self, id: MediaSessionId, invites: &[InviteId], focus: Option<InviteId>) -> Result<WallOffer> {
        let (_, viewer, _) = self.viewer(id)?;
        if !viewer.is_wall {
            return Err(unknown_session());
        }
        viewer.renewed = Instant::now();
        if viewer.pending.is_some() {
            return Err(Error::conflict(
                ErrorCode::Renegotiating,
                "The previous change of this wall is not answered yet.",
            ));
        }
        let shown: Vec<InviteId> = viewer.invites().collect();
        let is_new = |i: &&InviteId| !shown.contains(i);
        let new: Vec<InviteId> = invites.iter().filter(is_new).take(WALL_TILES).copied().collect();
        if !self.shared.signal_queues.show(id, &new, &self.limits()) {
            return Err(refused(Full::Candidate));
        }
        let (rtc, viewer, _) = self.viewer(id)?;
        let mut gone = Vec::new();
        for tile in &mut viewer.tiles {
            if let Some(invite) = tile.invite.filter(|i| !invites.contains(i)) {
                gone.push(invite);
                tile.invite = None;
                tile.track.current = None;
            }
        }
        // Reuses free media sections: replacing one candidate by another then needs no renegotiation.
        let mut reused = Vec::new();
        let mut waiting = new.into_iter();
        for tile in viewer.tiles.iter_mut().filter(|t| t.invite.is_none()) {
            let Some(invite) = waiting.next() else { break };
            tile.invite = Some(invite);
            reused.push(invite);
        }
        let mut change = rtc.sdp_api();
        let audio = viewer.audio.is_none().then(|| {
            let stream = Some("focus".to_owned());
            Track::new(change.add_media(MediaKind::Audio, Direction::SendOnly, stream, None, None))
        });
        let tiles: Vec<Tile> = waiting
            .map(|invite| {
                let stream = Some(invite.to_string());
                let mid = change.add_media(MediaKind::Video, Direction::SendOnly, stream, None, None);
                Tile { invite: Some(invite), track: Track::new(mid) }
            })
            .collect();
        let all = viewer.tiles.iter().chain(&tiles);
        let mids = all.filter_map(|t| Some((t.track.mid.to_string(), t.invite?))).collect();
        let sdp = change.apply().map(|(offer, pending)| {
            viewer.pending = Some(Pending { offer: pending, since: Instant::now(), tiles, audio });
            offer.to_sdp_string()
        });
        self.drain(id);
        self.set_focus(id, focus.filter(|f| invites.contains(f)));
        for invite in gone {
            self.leave(invite, id);
        }
        self.keep_shown(id);
        for invite in reused {
            self.rooms.entry(invite).or_default().viewers.push(id);
            self.refresh(invite);
        }
        self.handle_events();
        Ok(WallOffer { sdp, mids })
    }

    /// The candidates whom a viewer shows no longer, nor is to show, do not count it any more.
    pub fn keep_shown(&self, id: MediaSessionId) {
        let Some(MediaSession { role: MediaRole::Viewer(viewer), .. }) = self.sessions.get(&id) else { return };
        let pending = viewer.pending.iter().flat_map(|pending| pending.tiles.iter().filter_map(|tile| tile.invite));
        self.shared.signal_queues.keep_shown(id, &viewer.invites().chain(pending).collect());
    }

    fn set_focus(&mut self, id: MediaSessionId, focus: Option<InviteId>) {
        let Ok((_, viewer, connected)) = self.viewer(id) else { return };
        let (before, owner) = (std::mem::replace(&mut viewer.focus, focus), viewer.owner);
        if before == focus {
            return;
        }
        if let Some(audio) = &mut viewer.audio {
            audio.current = None;
        }
        for (invite, is_on) in [(before, false), (focus, true)] {
            let Some(invite) = invite else { continue };
            if connected {
                let by = owner;
                let notice = if is_on {
                    MediaNotice::Watching { invite, by }
                } else {
                    MediaNotice::WatchingEnded { invite, by }
                };
                self.notice(notice);
            }
            self.refresh(invite);
        }
    }

    /// Removes a viewer from a candidate's room.
    pub fn leave(&mut self, invite: InviteId, viewer: MediaSessionId) {
        if let Some(room) = self.rooms.get_mut(&invite) {
            room.viewers.retain(|v| *v != viewer);
        }
        self.refresh(invite);
        self.remove_if_empty(invite);
    }

    /// Removes a room without publisher and viewers.
    pub fn remove_if_empty(&mut self, invite: InviteId) {
        if self
            .rooms
            .get(&invite)
            .is_some_and(|r| r.publisher.is_none() && r.viewers.is_empty() && r.elsewhere.is_empty())
        {
            self.rooms.remove(&invite);
        }
    }

    /// Ends the publishers and viewers of candidates whose attempts are over.
    pub fn end_invites(&mut self, ended: &HashSet<InviteId>) {
        for invite in ended {
            self.end_invite(*invite);
        }
        let mut changed = Vec::new();
        for (id, session) in &mut self.sessions {
            if let MediaRole::Viewer(Viewer { pending: Some(pending), .. }) = &mut session.role {
                let tiles = pending.tiles.iter_mut();
                tiles.filter(|t| t.invite.is_some_and(|i| ended.contains(&i))).for_each(|t| t.invite = None);
                changed.push(*id);
            }
        }
        for id in changed {
            self.keep_shown(id);
        }
    }

    fn end_invite(&mut self, invite: InviteId) {
        self.finish_ring(invite);
        let owns = self.owns(invite);
        let Some(room) = self.rooms.remove(&invite) else {
            if owns {
                self.shared.board.forget(invite);
            }
            return;
        };
        if let Some(publisher) = room.publisher {
            self.end(publisher, CloseReason::TestEnded);
        }
        for id in room.viewers {
            let Ok((_, viewer, _)) = self.viewer(id) else { continue };
            if viewer.is_wall {
                // The other tiles continue; the page learns of the end from its event stream.
                if let Some(tile) = viewer.tile_of(invite) {
                    tile.invite = None;
                    tile.track.current = None;
                }
                if viewer.focus == Some(invite) {
                    self.set_focus(id, None);
                }
                self.keep_shown(id);
            } else {
                self.end(id, CloseReason::TestEnded);
            }
        }
        self.rooms.remove(&invite);
        if owns {
            self.shared.board.forget(invite);
            self.shared.notify_admins(invite);
        }
    }

    pub fn end_owner(&mut self, owner: UserId, why: CloseReason) {
        let is_theirs = |s: &MediaSession| matches!(&s.role, MediaRole::Viewer(v) if v.owner == owner);
        let theirs: Vec<_> = self.sessions.iter().filter(|(_, s)| is_theirs(s)).map(|(id, _)| *id).collect();
        for id in theirs {
            self.end(id, why);
        }
    }
}

fn refused(full: Full) -> Error {
    too_many(match full {
        Full::Server => "The server has too many live video connections. Please try again later.",
        Full::Admin => "You have too many live video connections open. Please close some tabs.",
        Full::Candidate => "Too many people are already watching this candidate.",
    })
}
