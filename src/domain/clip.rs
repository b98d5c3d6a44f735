//! Clips: the video around a flag, kept with the attempt where the test asks for it
//! (`docs/behaviour/monitoring.md#clips-around-flags`).

use super::{AttemptId, ClipId, Error, Instant, Result, TestId, UserId, signal::SignalKind};
use serde::{Deserialize, Serialize};

/// Maximum number of clips of one attempt.
pub const MAX_CLIPS: usize = 40;
/// Maximum size of a part of a clip, in bytes: what one transaction writes beside the saves of candidates.
pub const MAX_PART_BYTES: usize = 256 * 1024;
/// Maximum number of parts of all clips: 8 GiB.
pub const MAX_PARTS: u64 = 32 * 1024;

/// Signals that can make a clip.
pub const CHOICES: [SignalKind; 5] = [
    SignalKind::TabHidden,
    SignalKind::FullscreenLeft,
    SignalKind::Paste,
    SignalKind::SecondScreen,
    SignalKind::CameraLost,
];

/// Whether a test keeps clips.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClipRule {
    pub test_id: TestId,
    pub is_on: bool,
    /// Signals that make a clip, beside flags and screenshots; in the order of [`CHOICES`].
    pub signals: Vec<SignalKind>,
    /// Counts the stored changes from 1.
    pub version: u32,
    /// `None` for the operator.
    pub by: Option<UserId>,
    pub at: Instant,
}

/// The signals of a rule as they were chosen: each once.
///
/// # Errors
/// 422 on `signals`.
pub fn check_signals(signals: &[SignalKind]) -> Result<Vec<SignalKind>> {
    if signals.iter().any(|kind| !CHOICES.contains(kind)) {
        return Err(Error::field("signals", "This signal cannot keep a clip."));
    }
    Ok(CHOICES.into_iter().filter(|kind| signals.contains(kind)).collect())
}

/// An attempt keeps clips: its candidate was informed of it before the start, so a later change of the test's rule does not
/// change it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AgreedClips {
    pub attempt_id: AttemptId,
    pub signals: Vec<SignalKind>,
}

/// Why a clip is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ClipCause {
    Flag,
    Screenshot,
    Signal(SignalKind),
}

/// A cause with its instant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClipMark {
    pub at: Instant,
    pub cause: ClipCause,
}

/// Metadata of a clip; its WebM is stored in parts ([`ClipPart`]).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Clip {
    pub id: ClipId,
    pub attempt_id: AttemptId,
    /// The times of the first frame, and of the last.
    pub from: Instant,
    pub to: Instant,
    /// The first one began the clip; those that came while it lasted made it longer.
    pub marks: Vec<ClipMark>,
    pub bytes: u32,
    pub parts: u32,
    /// All parts are stored. A start of the server removes a clip that is not whole.
    pub is_whole: bool,
}

/// A part of a clip, at most [`MAX_PART_BYTES`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClipPart {
    pub attempt_id: AttemptId,
    pub clip_id: ClipId,
    /// Number of the part, counted from 0.
    pub number: u32,
    pub bytes: Vec<u8>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signals_are_chosen_once_and_in_order() {
        let chosen = check_signals(&[SignalKind::Paste, SignalKind::TabHidden, SignalKind::Paste]).unwrap();
        assert_eq!(chosen, [SignalKind::TabHidden, SignalKind::Paste]);
        assert!(check_signals(&[SignalKind::Focus]).unwrap_err().fields.contains_key("signals"));
        assert_eq!(check_signals(&[]).unwrap(), []);
    }
}
