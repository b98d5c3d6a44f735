//! Integrity signals: observations of a candidate's page (`docs/behaviour/taking.md#integrity-signals`). They inform people
//! and never end an attempt.

use super::{AttemptId, Error, Instant, Result, sentence::Sentence};
use crate::sentence;
use serde::{Deserialize, Serialize};

/// Stored by variant position: append new kinds at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum SignalKind {
    TabHidden,
    TabVisible,
    Blur,
    Focus,
    /// The detail is the number of characters, never the text.
    Paste,
    FullscreenLeft,
    CameraDenied,
    CameraLost,
    CameraBack,
    SecondScreen,
    ProceededWithoutMonitoring,
    /// The page itself failed and made itself again; the detail names the error.
    PageError,
    CameraMuted,
    CameraBlack,
    CameraFrozen,
    /// The detail is never its name, which may be that of a person.
    CameraChanged,
    MicrophoneLost,
    MicrophoneBack,
}

impl SignalKind {
    /// Text of the notification that admins get for the first signal of this kind in an attempt; `None` for kinds
    /// without a notification.
    #[must_use]
    pub fn worth_a_look(self) -> Option<Sentence> {
        match self {
            Self::CameraLost => Some(sentence!("flagCameraLost": "the camera has stopped.")),
            Self::CameraMuted => Some(sentence!("flagCameraMuted": "the camera is muted.")),
            Self::CameraBlack => Some(sentence!("flagCameraBlack": "the camera sends a black picture.")),
            Self::CameraFrozen => Some(sentence!("flagCameraFrozen": "the camera sends a frozen picture.")),
            Self::SecondScreen => Some(sentence!("flagSecondScreen": "a second screen is connected.")),
            Self::ProceededWithoutMonitoring => Some(sentence!("flagWithoutCamera": "continues without a camera.")),
            _ => None,
        }
    }
}

impl SignalKind {
    /// Says that a camera is missing or fails: nothing where no camera was agreed on.
    #[must_use]
    pub const fn is_of_camera(self) -> bool {
        matches!(
            self,
            Self::CameraDenied
                | Self::CameraLost
                | Self::CameraBack
                | Self::CameraMuted
                | Self::CameraBlack
                | Self::CameraFrozen
                | Self::CameraChanged
                | Self::ProceededWithoutMonitoring
        )
    }
}

/// Keyed by attempt, instant and kind, so that a batch resent after a lost reply is idempotent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct IntegritySignal {
    pub attempt_id: AttemptId,
    /// Time of the page's clock, which is synchronised with the server's; between the attempt's start and the receipt.
    pub at: Instant,
    pub kind: SignalKind,
    /// Blank where the kind is sufficient.
    pub detail: String,
}

/// Number of signals of an attempt.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SignalTally {
    pub attempt_id: AttemptId,
    pub kept: u32,
    /// Signals beyond [`MAX_SIGNALS`]: counted, but not stored.
    pub not_kept: u64,
}

impl SignalTally {
    #[must_use]
    pub const fn none(attempt_id: AttemptId) -> Self {
        Self { attempt_id, kept: 0, not_kept: 0 }
    }

    /// Number of signals, dropped ones included.
    #[must_use]
    pub fn total(&self) -> u64 {
        u64::from(self.kept).saturating_add(self.not_kept)
    }
}

/// Maximum number of stored signals of one attempt; beyond it, only the first of each kind with a notification.
pub const MAX_SIGNALS: u32 = 2_000;
/// Maximum number of signals of one call.
pub const MAX_SIGNALS_PER_CALL: usize = 200;
const MAX_DETAIL_CHARS: usize = 200;

/// # Errors
/// 422 `invalid` for a detail of more than 200 characters or with control characters, and for a paste whose detail is
/// not a number: pasted text is never stored.
pub fn check_detail(kind: SignalKind, field: &str, detail: &str) -> Result<()> {
    if detail.chars().count() > MAX_DETAIL_CHARS || detail.chars().any(char::is_control) {
        return Err(Error::field(field, "The detail must be one line of 200 characters at most."));
    }
    if kind == SignalKind::Paste && detail.parse::<u32>().is_err() {
        return Err(Error::field(field, "The detail of a paste must be its number of characters."));
    }
    Ok(())
}
