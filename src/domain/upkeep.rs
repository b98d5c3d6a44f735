//! Records of the server about its own running.

use super::Instant;
use serde::{Deserialize, Serialize};

/// State of the backups.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Upkeep {
    /// When the latest complete backup was made.
    pub last_backup_at: Option<Instant>,
    /// When and why the last backup failed; `None` if it succeeded.
    pub backup_failed: Option<(Instant, String)>,
}

/// Sign of life of the server: after a crash it shows since when it did not run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LastBeat {
    pub at: Instant,
    /// The last one before the server stopped in order.
    pub is_final: bool,
}
