//! Records of the server about its own running.

use super::{
    Instant,
    time::{self, SignedDuration},
};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// State of the backups.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Upkeep {
    /// Time at which the latest complete backup was made.
    pub last_backup_at: Option<Instant>,
    /// Time and reason of the last failure of a backup; `None` if the last one succeeded.
    pub backup_failed: Option<(Instant, String)>,
}

/// Sign of life of the server: after a crash it shows since when it did not run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LastBeat {
    pub at: Instant,
    /// The last one before the server stopped in order.
    pub is_final: bool,
}

/// The member of a twin that leads, as it was last reported.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TwinLeader {
    pub name: String,
}

/// How the server's time stands to the machine's monotonic clock: by it the server counts on after a restart, whatever
/// the wall clock says then.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClockMark {
    /// Names the start of the machine since which its monotonic clock runs.
    pub boot: String,
    /// The monotonic clock at [`ClockMark::at`].
    #[serde(with = "time::in_millis")]
    pub running: SignedDuration,
    pub at: Instant,
}

impl ClockMark {
    /// The time since this mark; `None` unless the machine runs since the same start.
    #[must_use]
    pub fn passed(&self, boot: Option<&str>, running: Duration) -> Option<SignedDuration> {
        let passed = SignedDuration::try_from(running).ok()? - self.running;
        (boot == Some(self.boot.as_str()) && !passed.is_negative()).then_some(passed)
    }

    /// The server's time at the start of the machine, which all marks of one start share until the clock is set.
    #[must_use]
    pub fn origin(&self) -> Instant {
        self.at.plus(-self.running)
    }
}
