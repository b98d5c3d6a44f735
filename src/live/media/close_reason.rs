//! Close reasons of sessions, as codes and as sentences.

use serde_json::{Value, json};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CloseReason {
    /// Replaced by a newer session of the same attempt.
    Replaced,
    /// The page ended it or was closed.
    Left,
    /// Idle timeout: no packet arrived.
    Silent,
    /// The session was negotiated, but no video frame arrived.
    NoPicture,
    TestEnded,
    /// The administrator may no longer watch.
    NotAllowed,
    /// The server stops.
    Stopping,
    /// Protocol error, or a panic while handling its packets.
    Broken,
}

impl CloseReason {
    pub const ALL: [Self; 8] = [
        Self::Replaced,
        Self::Left,
        Self::Silent,
        Self::NoPicture,
        Self::TestEnded,
        Self::NotAllowed,
        Self::Stopping,
        Self::Broken,
    ];

    pub const fn code(self) -> &'static str {
        match self {
            Self::Replaced => "replaced",
            Self::Left => "left",
            Self::Silent => "network_lost",
            Self::NoPicture => "no_picture",
            Self::TestEnded => "test_ended",
            Self::NotAllowed => "not_allowed",
            Self::Stopping => "server_stopping",
            Self::Broken => "broken",
        }
    }

    /// Data of the `closed` signal for the page that owns the session.
    pub fn signal(self) -> Value {
        let reason = match self {
            Self::Replaced => "Another connection took its place.",
            Self::Left => "The connection was ended.",
            Self::Silent | Self::NoPicture => "The network was lost.",
            Self::TestEnded => "The test has ended.",
            Self::NotAllowed => "You may no longer watch this.",
            Self::Stopping => "The server is restarting.",
            Self::Broken => "The connection failed.",
        };
        json!({ "reason": reason, "code": self.code() })
    }
}
