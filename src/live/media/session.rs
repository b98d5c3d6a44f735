//! One WebRTC session of the media plane and its role: publisher (as in WHIP, RFC 9725) or viewer (as in WHEP); a wall
//! is a viewer of many candidates.

use super::{
    forward::{MediaFeed, Track},
    limits::FixedWindow,
};
use crate::domain::{AttemptId, InviteId, MediaSessionId, UserId};
use std::{
    net::{IpAddr, SocketAddr},
    panic::{AssertUnwindSafe, catch_unwind},
    time::Instant,
};
use str0m::{
    Rtc,
    change::SdpPendingOffer,
    media::{Direction, MediaAdded, MediaKind, Mid},
};

/// The remote end of a candidate pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RemoteEnd {
    pub is_tcp: bool,
    pub address: SocketAddr,
}

/// The session of a known remote address.
#[derive(Clone, Copy, Debug)]
pub struct RemotePath {
    pub session: MediaSessionId,
    /// The local address that packets arrived at.
    pub local: Option<IpAddr>,
}

pub struct MediaSession {
    pub rtc: Rtc,
    pub role: MediaRole,
    /// The server's ICE ufrag.
    pub fragment: String,
    pub remotes: Vec<RemoteEnd>,
    /// Rate limits per second: STUN requests from new addresses, packets, and frames to forward.
    pub new_remotes: FixedWindow,
    pub packets: FixedWindow,
    pub frames: FixedWindow,
    pub created: Instant,
    pub last_packet: Instant,
    pub connected: bool,
    /// Time at which str0m wants its next timeout.
    pub due: Instant,
}

#[allow(clippy::large_enum_variant, reason = "each is in a map of its own session; there are few")]
pub enum MediaRole {
    Publisher(Publisher),
    Viewer(Viewer),
}

/// A candidate's connection.
pub struct Publisher {
    pub invite: InviteId,
    pub attempt: AttemptId,
    pub video: Option<MediaFeed>,
    pub audio: Option<Mid>,
    /// Tracks towards the candidate, for the proctor's own camera and microphone.
    pub back_video: Option<Track>,
    pub back_audio: Option<Track>,
    /// Arrival of the last video frame; of the last audio frame if there is no video.
    pub last_media: Option<Instant>,
}

impl Publisher {
    pub const fn new(invite: InviteId, attempt: AttemptId) -> Self {
        Self { invite, attempt, video: None, audio: None, back_video: None, back_audio: None, last_media: None }
    }

    /// Registers a media section. Only the first of each kind and direction is used.
    pub fn add(&mut self, media: &MediaAdded) {
        let arrives = matches!(media.direction, Direction::RecvOnly | Direction::SendRecv);
        let leaves = matches!(media.direction, Direction::SendOnly | Direction::SendRecv);
        match media.kind {
            MediaKind::Video => {
                if arrives && self.video.is_none() {
                    self.video = Some(MediaFeed::new(media.mid));
                }
                if leaves && self.back_video.is_none() {
                    self.back_video = Some(Track::new(media.mid));
                }
            }
            MediaKind::Audio => {
                if arrives && self.audio.is_none() {
                    self.audio = Some(media.mid);
                }
                if leaves && self.back_audio.is_none() {
                    self.back_audio = Some(Track::new(media.mid));
                }
            }
        }
    }
}

/// One candidate shown on a viewer's page.
pub struct Tile {
    /// `None` while the media section is free.
    pub invite: Option<InviteId>,
    pub track: Track,
}

/// Which of an administrator's own media is forwarded to the candidate.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Proctor {
    pub speaking: bool,
    pub video: bool,
    pub name: String,
}

impl Proctor {
    pub const fn is_on(&self) -> bool {
        self.speaking || self.video
    }
}

/// An offer waiting for its answer, with the tracks that it adds.
pub struct Pending {
    pub offer: SdpPendingOffer,
    pub since: Instant,
    pub tiles: Vec<Tile>,
    pub audio: Option<Track>,
}

/// An administrator's connection.
pub struct Viewer {
    pub owner: UserId,
    pub is_wall: bool,
    pub tiles: Vec<Tile>,
    /// Audio of the candidate in focus.
    pub audio: Option<Track>,
    pub focus: Option<InviteId>,
    pub pending: Option<Pending>,
    /// The administrator's own camera, on a single monitor. The microphone needs no state.
    pub camera: Option<MediaFeed>,
    pub proctor: Proctor,
    /// The last change of a wall, which keeps it alive while it is not connected.
    pub renewed: Instant,
}

impl Viewer {
    pub fn new(owner: UserId, is_wall: bool, now: Instant) -> Self {
        Self {
            owner,
            is_wall,
            tiles: Vec::new(),
            audio: None,
            focus: None,
            pending: None,
            camera: None,
            proctor: Proctor::default(),
            renewed: now,
        }
    }

    pub fn tile_of(&mut self, invite: InviteId) -> Option<&mut Tile> {
        self.tiles.iter_mut().find(|t| t.invite == Some(invite))
    }

    pub fn invites(&self) -> impl Iterator<Item = InviteId> {
        self.tiles.iter().filter_map(|t| t.invite)
    }
}

/// Runs code that parses untrusted bytes. Returns `None` if it panics: a library bug ends one session, not all.
pub fn guarded<T>(act: impl FnOnce() -> T) -> Option<T> {
    catch_unwind(AssertUnwindSafe(act)).ok()
}
