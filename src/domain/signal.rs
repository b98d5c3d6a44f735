//! Integrity signals: what a candidate's page saw (rules "Taking a test"). They inform a person and end nothing.

use super::{AttemptId, Error, Instant, Result};
use serde::{Deserialize, Serialize};

/// Stored by its place: a new kind goes to the end.
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
}

impl SignalKind {
    /// What administrators are told at once, the first time in an attempt; the rest waits in the timeline.
    #[must_use]
    pub const fn worth_a_look(self) -> Option<&'static str> {
        match self {
            Self::CameraLost => Some("the camera has stopped."),
            Self::SecondScreen => Some("a second screen is connected."),
            Self::ProceededWithoutMonitoring => Some("goes on without a camera."),
            _ => None,
        }
    }
}

/// Found by attempt, instant and kind, so that a batch sent again after a lost reply adds nothing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Signal {
    pub attempt_id: AttemptId,
    /// By the page's clock, which follows the server's; between the start and the receipt.
    pub at: Instant,
    pub kind: SignalKind,
    /// Blank where the kind says it all.
    pub detail: String,
}

/// How many signals an attempt has.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SignalTally {
    pub attempt_id: AttemptId,
    pub kept: u32,
    /// Came when [`MOST_SIGNALS`] were kept already: counted only.
    pub not_kept: u64,
}

impl SignalTally {
    #[must_use]
    pub const fn none(attempt_id: AttemptId) -> Self {
        Self { attempt_id, kept: 0, not_kept: 0 }
    }
}

/// Signals kept of one attempt; beyond them the first of each kind that administrators are told of.
pub const MOST_SIGNALS: u32 = 2_000;
/// Signals of one call.
pub const MOST_AT_ONCE: usize = 200;
const MOST_DETAIL: usize = 200;

/// # Errors
/// 422 for a detail of more than 200 characters, and for a paste whose detail is not a number: pasted text is not kept.
pub fn check_detail(kind: SignalKind, field: &str, detail: &str) -> Result<()> {
    if detail.chars().count() > MOST_DETAIL || detail.chars().any(char::is_control) {
        return Err(Error::field(field, "The detail must be one line of 200 characters at most."));
    }
    if kind == SignalKind::Paste && detail.parse::<u32>().is_err() {
        return Err(Error::field(field, "The detail of a paste is the number of its characters."));
    }
    Ok(())
}
