//! What was done for the data itself.

use super::Instant;
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Upkeep {
    /// When the newest backup was made that was written to its end.
    pub last_backup_at: Option<Instant>,
    /// Why the last try to make one failed, if it did, and when.
    pub backup_failed: Option<(Instant, String)>,
}
