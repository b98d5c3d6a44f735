//! Why a connection ended, for machines and in words.

use serde_json::{Value, json};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// A newer connection of the same attempt took its place.
    Replaced,
    /// The page ended it, or went away.
    Left,
    /// Nothing came for too long.
    Silent,
    /// A connection was agreed on, but no picture came.
    NoPicture,
    TestEnded,
    /// The administrator may no longer watch.
    NotAllowed,
    /// The server stops.
    Stopping,
    /// It sent what cannot be understood.
    Broken,
}

impl Why {
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

    /// What `closed` tells the page whose connection it was.
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

    /// Why a candidate is not seen, for those who watch.
    pub const fn in_words(self) -> &'static str {
        match self {
            Self::Left => "The page was closed.",
            Self::NoPicture => "No picture comes from the camera.",
            Self::TestEnded => "The test has ended.",
            Self::Stopping => "The server is restarting.",
            Self::Replaced | Self::Silent | Self::NotAllowed | Self::Broken => "The network was lost.",
        }
    }
}
