//! One connection of the media plane, and what it is there for. WHIP (RFC 9725) calls the first kind a publisher and
//! WHEP the second a viewer; a wall is a viewer of many.

use super::{
    forward::{Feed, Track},
    limits::Bucket,
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

/// Where packets of a session come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Remote {
    pub is_tcp: bool,
    pub address: SocketAddr,
}

/// What belongs to a known remote address.
#[derive(Clone, Copy, Debug)]
pub struct Link {
    pub session: MediaSessionId,
    /// The host's own address that packets came to.
    pub local: Option<IpAddr>,
}

pub struct Session {
    pub rtc: Rtc,
    pub role: Role,
    pub fragment: String,
    pub remotes: Vec<Remote>,
    /// What it may send a second: requests from new addresses, packets, and frames for others.
    pub strangers: Bucket,
    pub packets: Bucket,
    pub frames: Bucket,
    pub created: Instant,
    pub last_packet: Instant,
    pub connected: bool,
    /// When the connection wants to be called again.
    pub due: Instant,
}

#[allow(clippy::large_enum_variant, reason = "each is in a map of its own session; there are few")]
pub enum Role {
    Publisher(Publisher),
    Viewer(Viewer),
}

/// A candidate's connection.
pub struct Publisher {
    pub invite: InviteId,
    pub attempt: AttemptId,
    pub video: Option<Feed>,
    pub audio: Option<Mid>,
    /// The way back, for the proctor's own camera and voice.
    pub back_video: Option<Track>,
    pub back_audio: Option<Track>,
    /// When a frame of video arrived; of audio, where there is no video.
    pub last_media: Option<Instant>,
}

impl Publisher {
    pub const fn new(invite: InviteId, attempt: AttemptId) -> Self {
        Self { invite, attempt, video: None, audio: None, back_video: None, back_audio: None, last_media: None }
    }

    /// The first line of each kind in each direction counts; more have no use.
    pub fn add(&mut self, media: &MediaAdded) {
        let arrives = matches!(media.direction, Direction::RecvOnly | Direction::SendRecv);
        let leaves = matches!(media.direction, Direction::SendOnly | Direction::SendRecv);
        match media.kind {
            MediaKind::Video => {
                if arrives && self.video.is_none() {
                    self.video = Some(Feed::new(media.mid));
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

/// One candidate on a page.
pub struct Tile {
    /// `None` while nobody is shown there.
    pub invite: Option<InviteId>,
    pub track: Track,
}

/// What an administrator lets a candidate hear and see.
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

/// An offer that waits for its answer, with the lines that it adds.
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
    /// The sound of the candidate in focus.
    pub audio: Option<Track>,
    pub focus: Option<InviteId>,
    pub pending: Option<Pending>,
    /// The administrator's own camera, on a single monitor. The microphone needs no state.
    pub camera: Option<Feed>,
    pub proctor: Proctor,
    /// The last sign of life of a wall that is not connected.
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

/// Runs what handles bytes of others. A panic there is a defect of a library; it ends one session, not all.
pub fn guarded<T>(act: impl FnOnce() -> T) -> Option<T> {
    catch_unwind(AssertUnwindSafe(act)).ok()
}
