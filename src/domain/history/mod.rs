//! History of the answers of an attempt: what is kept of it, and the chain that proves it (`docs/behaviour/taking.md#history`,
//! `docs/evidence.md`).

mod chain;
mod edits;
mod entry;
mod kept;
mod logged;
mod packed;
mod recent;
mod replay;
mod text;
mod varint;

pub use edits::{Edit, Edits, TICK, TextDifference};
pub use entry::{HistoryEntry, KeptContent};
pub use kept::{Arrived, ChainState, HistoryChain, HistoryStage, MAX_EDITS, MAX_KEPT};
pub use logged::{EntryBytes, LogPosition, Logged};
pub use packed::PackedHistory;
pub use recent::{MAX_RECENT, MAX_RECENT_BYTES, RecentEntries, RecentState};
pub use replay::{AnswerHistory, Broken, EditStep, Replay, Save, replay, replay_states};

use super::hex;
use serde::{Deserialize, Serialize};
use std::fmt;

/// Detail in which a test keeps the history of its answers, frozen with the question paper.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HistoryMode {
    /// The text at each acknowledged save.
    #[default]
    Saves,
    /// The saves, and the edits between them, in steps of 50 ms.
    Keystrokes,
}

impl HistoryMode {
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Saves => "saves",
            Self::Keystrokes => "keystrokes",
        }
    }

    #[must_use]
    pub fn is_default(&self) -> bool {
        *self == Self::default()
    }
}

/// Head of a chain: it covers everything that was chained before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Head(pub [u8; 32]);

impl fmt::Display for Head {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex::encode(&self.0))
    }
}

/// How a save arrived. The numbers are part of the chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Arrival {
    /// The save counted.
    Counted = 0,
    AfterEnd = 1,
    /// The save came from a browser that no longer held the attempt.
    OtherBrowser = 2,
    /// The save came in a file that the candidate handed in.
    File = 3,
    /// The server held this text when it began to keep history.
    Found = 4,
}

impl Arrival {
    pub const ALL: [Self; 5] = [Self::Counted, Self::AfterEnd, Self::OtherBrowser, Self::File, Self::Found];

    /// Whether its text was the answer from then on.
    #[must_use]
    pub const fn counts(self) -> bool {
        matches!(self, Self::Counted | Self::Found)
    }
}

/// Where a change of an answer came from. The numbers are part of the format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EditSource {
    Typed = 0,
    Pasted = 1,
    Dropped = 2,
    /// Undo or redo.
    Undone = 3,
    /// The page itself: a template, a cleared answer, the text of another tab.
    Program = 4,
    Choice = 5,
    /// A whole save, without a finer time.
    Save = 6,
}

#[cfg(test)]
mod tests;
