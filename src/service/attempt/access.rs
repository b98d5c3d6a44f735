//! What the caller's attempt key permits.

use crate::domain::{attempt::Attempt, invite::Invite, paper::Paper};
use std::sync::Arc;

/// What the caller's key lets them do with an attempt.
pub(crate) struct Access {
    pub invite: Invite,
    pub attempt: Attempt,
    pub paper: Arc<Paper>,
    pub superseded: bool,
}
