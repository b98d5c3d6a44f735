//! How connections come to be and change: offers and answers (RFC 8829).

use super::{
    Why,
    command::{Candidature, Command, Description, Notice, WallOffer},
    engine::Engine,
    forward::{Feed, Track},
    limits::{Bucket, SESSIONS, VIEWERS_PER_INVITE, WALL_TILES},
    session::{Pending, Publisher, Role, Session, Tile, Viewer, guarded},
    state::Seen,
    too_many, unknown_session,
};
use crate::domain::{Error, InviteId, MediaSessionId, Result, UserId};
use serde_json::json;
use std::time::Instant;
use str0m::{
    Candidate, IceCreds, Rtc,
    change::{SdpAnswer, SdpOffer},
    media::{Direction, MediaKind},
    net::TcpType,
};

impl Engine {
    pub fn command(&mut self, command: Command) {
        // Whoever asked may have gone meanwhile: then nobody reads the reply, and the silence ends the session.
        match command {
            Command::Publish { id, candidature, offer, reply } => {
                let result = self.publish(id, candidature, offer);
                drop(reply.send(self.or_close(id, result)));
            }
            Command::Watch { id, owner, invite, reply } => {
                let result = self.watch(id, owner, invite);
                drop(reply.send(self.or_close(id, result)));
            }
            Command::Answer { id, answer, reply } => drop(reply.send(self.answer(id, answer))),
            Command::OpenWall { id, owner, reply } => {
                let result = self.open_wall(id, owner);
                drop(reply.send(self.or_close(id, result)));
            }
            Command::SetWall { id, invites, focus, reply } => drop(reply.send(self.set_wall(id, &invites, focus))),
            Command::Proctor { id, speaking, video, name, reply } => {
                drop(reply.send(self.set_proctor(id, speaking, video, name)));
            }
            Command::End { id, why } => self.end(id, why),
            Command::EndInvite { invite } => self.end_invite(invite),
            Command::EndOwner { owner } => self.end_owner(owner),
        }
    }

    /// A session that could not be made leaves no mailbox behind.
    fn or_close<T>(&self, id: MediaSessionId, result: Result<T>) -> Result<T> {
        if result.is_err() && !self.sessions.contains_key(&id) {
            self.shared.mailboxes.end(id, Why::Broken.signal());
        }
        result
    }

    fn fresh(&self) -> Result<(Rtc, String)> {
        if self.sessions.len() >= SESSIONS {
            return Err(too_many("The server has too many live video connections. Please try again later."));
        }
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

    fn add(&mut self, id: MediaSessionId, rtc: Rtc, fragment: String, role: Role) {
        let now = Instant::now();
        let session = Session {
            rtc,
            role,
            fragment,
            remotes: Vec::new(),
            strangers: Bucket::new(now),
            created: now,
            last_packet: now,
            connected: false,
            due: now,
        };
        self.insert(id, session);
        self.drain(id);
    }

    fn publish(&mut self, id: MediaSessionId, who: Candidature, offer: SdpOffer) -> Result<Description> {
        let (mut rtc, fragment) = self.fresh()?;
        let accepted = guarded(|| rtc.sdp_api().accept_offer(offer));
        let answer = match accepted {
            Some(Ok(answer)) => answer,
            Some(Err(error)) => return Err(Error::field("sdp", format!("The offer cannot be accepted: {error}."))),
            None => return Err(Error::field("sdp", "The offer cannot be accepted.")),
        };
        let before = self.rooms.entry(who.invite).or_default().publisher.replace(id);
        let mut publisher = Publisher::new(who.invite, who.attempt);
        if let Some(old) = before.and_then(|old| self.sessions.get(&old))
            && let Role::Publisher(old) = &old.role
        {
            // A page that is loaded anew is not gone in between.
            publisher.last_media = old.last_media;
        }
        self.add(id, rtc, fragment, Role::Publisher(publisher));
        self.settle();
        if let Some(old) = before {
            self.end(old, Why::Replaced);
        }
        if !matches!(self.shared.board.get(who.invite).map(|s| s.seen), Some(Seen::Live)) {
            self.seen(who.invite, Seen::Connecting);
        }
        let sdp = answer.to_sdp_string();
        let cursor = self.shared.mailboxes.put(id, "answer", json!({ "type": "answer", "sdp": sdp }));
        self.greet(who.invite);
        Ok(Description { sdp, cursor })
    }

    fn require_place(&self, invite: InviteId) -> Result<()> {
        let viewers = self.rooms.get(&invite).map_or(0, |room| room.viewers.len());
        if viewers >= VIEWERS_PER_INVITE {
            return Err(too_many("Too many people watch this candidate already."));
        }
        Ok(())
    }

    fn watch(&mut self, id: MediaSessionId, owner: UserId, invite: InviteId) -> Result<Description> {
        self.require_place(invite)?;
        let (mut rtc, fragment) = self.fresh()?;
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
            camera: Some(Feed::new(camera)),
            ..Viewer::new(owner, false, now)
        };
        self.add(id, rtc, fragment, Role::Viewer(viewer));
        self.rooms.entry(invite).or_default().viewers.push(id);
        let sdp = offer.to_sdp_string();
        let cursor = self.shared.mailboxes.put(id, "offer", json!({ "type": "offer", "sdp": sdp }));
        Ok(Description { sdp, cursor })
    }

    fn open_wall(&mut self, id: MediaSessionId, owner: UserId) -> Result<()> {
        let (rtc, fragment) = self.fresh()?;
        self.add(id, rtc, fragment, Role::Viewer(Viewer::new(owner, true, Instant::now())));
        Ok(())
    }

    fn viewer(&mut self, id: MediaSessionId) -> Result<(&mut Rtc, &mut Viewer, bool)> {
        match self.sessions.get_mut(&id) {
            Some(Session { rtc, role: Role::Viewer(viewer), connected, .. }) => Ok((rtc, viewer, *connected)),
            _ => Err(unknown_session()),
        }
    }

    fn answer(&mut self, id: MediaSessionId, answer: SdpAnswer) -> Result<()> {
        let (rtc, viewer, _) = self.viewer(id)?;
        let no_offer = || Error::conflict("no_offer", "There is no offer that this could answer.");
        let pending = viewer.pending.take().ok_or_else(no_offer)?;
        match guarded(|| rtc.sdp_api().accept_answer(pending.offer, answer)) {
            Some(Ok(())) => {}
            Some(Err(error)) => {
                return Err(Error::field("sdp", format!("The answer cannot be accepted: {error}.")));
            }
            None => return Err(Error::field("sdp", "The answer cannot be accepted.")),
        }
        let added: Vec<InviteId> = pending.tiles.iter().filter_map(|t| t.invite).collect();
        viewer.tiles.extend(pending.tiles);
        viewer.audio = viewer.audio.take().or(pending.audio);
        self.drain(id);
        for invite in added {
            self.rooms.entry(invite).or_default().viewers.push(id);
            self.refresh(invite);
        }
        self.settle();
        Ok(())
    }

    fn set_wall(&mut self, id: MediaSessionId, invites: &[InviteId], focus: Option<InviteId>) -> Result<WallOffer> {
        let (_, viewer, _) = self.viewer(id)?;
        if !viewer.is_wall {
            return Err(unknown_session());
        }
        viewer.renewed = Instant::now();
        if viewer.pending.is_some() {
            return Err(Error::conflict("renegotiating", "The last change of this wall waits for its answer."));
        }
        let shown: Vec<InviteId> = viewer.invites().collect();
        let is_new = |i: &&InviteId| !shown.contains(i);
        let new: Vec<InviteId> = invites.iter().filter(is_new).take(WALL_TILES).copied().collect();
        for invite in &new {
            self.require_place(*invite)?;
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
        // Lines that are free are used again: so nothing has to be agreed on when one candidate follows another.
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
        for invite in reused {
            self.rooms.entry(invite).or_default().viewers.push(id);
            self.refresh(invite);
        }
        self.settle();
        Ok(WallOffer { sdp, mids })
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
                let notice = if is_on { Notice::Watching { invite, by } } else { Notice::WatchingEnded { invite, by } };
                self.notice(notice);
            }
            self.refresh(invite);
        }
    }

    /// A viewer no longer shows a candidate.
    pub fn leave(&mut self, invite: InviteId, viewer: MediaSessionId) {
        if let Some(room) = self.rooms.get_mut(&invite) {
            room.viewers.retain(|v| *v != viewer);
        }
        self.refresh(invite);
        self.tidy(invite);
    }

    /// A room that nobody is in is closed.
    pub fn tidy(&mut self, invite: InviteId) {
        if self.rooms.get(&invite).is_some_and(|r| r.publisher.is_none() && r.viewers.is_empty()) {
            self.rooms.remove(&invite);
        }
    }

    fn end_invite(&mut self, invite: InviteId) {
        let Some(room) = self.rooms.remove(&invite) else {
            self.shared.board.forget(invite);
            return;
        };
        if let Some(publisher) = room.publisher {
            self.end(publisher, Why::TestEnded);
        }
        for id in room.viewers {
            let Ok((_, viewer, _)) = self.viewer(id) else { continue };
            if viewer.is_wall {
                // The others go on; the page learns of the end by its events.
                if let Some(tile) = viewer.tile_of(invite) {
                    tile.invite = None;
                    tile.track.current = None;
                }
                if viewer.focus == Some(invite) {
                    self.set_focus(id, None);
                }
            } else {
                self.end(id, Why::TestEnded);
            }
        }
        for session in self.sessions.values_mut() {
            if let Role::Viewer(Viewer { pending: Some(pending), .. }) = &mut session.role {
                pending.tiles.iter_mut().filter(|t| t.invite == Some(invite)).for_each(|t| t.invite = None);
            }
        }
        self.rooms.remove(&invite);
        self.shared.board.forget(invite);
        self.tell_admins(invite);
    }

    fn end_owner(&mut self, owner: UserId) {
        let is_theirs = |s: &Session| matches!(&s.role, Role::Viewer(v) if v.owner == owner);
        let theirs: Vec<_> = self.sessions.iter().filter(|(_, s)| is_theirs(s)).map(|(id, _)| *id).collect();
        for id in theirs {
            self.end(id, Why::NotAllowed);
        }
    }
}
