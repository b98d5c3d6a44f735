//! What the engine is asked, and what it tells.

use super::Why;
use crate::domain::{AttemptId, InviteId, MediaSessionId, Result, UserId};
use str0m::change::{SdpAnswer, SdpOffer};
use tokio::sync::{mpsc, oneshot};

pub type Reply<T> = oneshot::Sender<Result<T>>;

/// Who publishes: the permission to do so was looked up before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Candidature {
    pub invite: InviteId,
    pub attempt: AttemptId,
}

/// An offer or an answer of the server.
#[derive(Clone, Debug)]
pub struct Description {
    pub sdp: String,
    /// Signals that come after it have larger numbers.
    pub cursor: u64,
}

/// What a wall's page needs next.
#[derive(Clone, Debug, Default)]
pub struct WallOffer {
    /// `None` where the media lines stay as they are.
    pub sdp: Option<String>,
    /// Which line shows whom.
    pub mids: Vec<(String, InviteId)>,
}

/// What a candidate's page asks.
pub struct Offer {
    pub id: MediaSessionId,
    pub candidature: Candidature,
    pub description: SdpOffer,
    pub reply: Reply<Description>,
}

/// What an administrator's page asks.
pub enum Command {
    Watch { id: MediaSessionId, owner: UserId, invite: InviteId, reply: Reply<Description> },
    Answer { id: MediaSessionId, answer: SdpAnswer, reply: Reply<()> },
    OpenWall { id: MediaSessionId, owner: UserId, reply: Reply<()> },
    SetWall { id: MediaSessionId, invites: Vec<InviteId>, focus: Option<InviteId>, reply: Reply<WallOffer> },
    Proctor { id: MediaSessionId, speaking: bool, video: bool, name: String, reply: Reply<()> },
}

/// What waits for the engine. Each kind has a queue of its own, so that a hall of candidates who come back at once does
/// not keep administrators waiting.
pub struct Inbox {
    pub offers: mpsc::Receiver<Offer>,
    pub commands: mpsc::Receiver<Command>,
}

/// What belongs on a timeline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notice {
    VideoOn { attempt: AttemptId },
    VideoOff { attempt: AttemptId, why: Why },
    Watching { invite: InviteId, by: UserId },
    WatchingEnded { invite: InviteId, by: UserId },
    Speaking { invite: InviteId, by: UserId },
    Silent { invite: InviteId, by: UserId },
}
