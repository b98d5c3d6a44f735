//! Messages to the engine and its notices.

use super::{CloseReason, call_queue::Queued};
use crate::domain::{AttemptId, InviteId, MediaSessionId, Result, UserId, clip::ClipCause};
use str0m::change::{SdpAnswer, SdpOffer};
use tokio::sync::{mpsc, oneshot};

pub type ReplySender<T> = oneshot::Sender<Result<T>>;

/// The publisher: an attempt whose permission was checked by the caller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PublisherId {
    pub invite: InviteId,
    pub attempt: AttemptId,
    /// The attempt keeps clips around flags.
    pub keeps_clips: bool,
}

/// An SDP offer or answer of the server.
#[derive(Clone, Debug)]
pub struct SdpDescription {
    pub sdp: String,
    /// Number of the signal that carries this SDP; later signals have larger numbers.
    pub cursor: u64,
}

/// Result of a wall change.
#[derive(Clone, Debug, Default)]
pub struct WallOffer {
    /// The offer to answer; `None` if no renegotiation is needed.
    pub sdp: Option<String>,
    /// The invite shown on each media section, by MID.
    pub mids: Vec<(String, InviteId)>,
}

/// A candidate's offer.
pub struct MediaOffer {
    pub id: MediaSessionId,
    pub publisher: PublisherId,
    pub description: SdpOffer,
    pub reply: ReplySender<SdpDescription>,
}

/// A call of an administrator's page.
pub enum MediaCommand {
    Watch { id: MediaSessionId, owner: UserId, invite: InviteId, reply: ReplySender<SdpDescription> },
    Answer { id: MediaSessionId, answer: SdpAnswer, reply: ReplySender<()> },
    OpenWall { id: MediaSessionId, owner: UserId, reply: ReplySender<()> },
    SetWall { id: MediaSessionId, invites: Vec<InviteId>, focus: Option<InviteId>, reply: ReplySender<WallOffer> },
    Proctor { id: MediaSessionId, speaking: bool, video: bool, name: String, reply: ReplySender<()> },
    MarkClip { invite: InviteId, cause: ClipCause },
}

/// Queues to the engine. Offers and commands are queued separately, so that an exam hall of candidates reconnecting at
/// once does not delay administrators.
pub struct Inbox {
    pub offers: mpsc::Receiver<Queued<MediaOffer>>,
    pub commands: mpsc::Receiver<Queued<MediaCommand>>,
}

/// An event for an attempt's timeline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MediaNotice {
    VideoOn { attempt: AttemptId },
    VideoOff { attempt: AttemptId, why: CloseReason },
    Watching { invite: InviteId, by: UserId },
    WatchingEnded { invite: InviteId, by: UserId },
    Speaking { invite: InviteId, by: UserId },
    Silent { invite: InviteId, by: UserId },
}
