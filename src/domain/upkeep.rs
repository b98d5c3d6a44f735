//! State of the backups.

use super::Instant;
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Upkeep {
    /// When the latest complete backup was made.
    pub last_backup_at: Option<Instant>,
    /// When and why the last backup failed; `None` if it succeeded.
    pub backup_failed: Option<(Instant, String)>,
}
