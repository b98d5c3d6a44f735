//! Access granted by the caller's attempt key.

use crate::domain::{attempt::Attempt, invite::Invite, paper::Paper};
use std::sync::Arc;

/// Access to an attempt by the caller's key.
pub(crate) struct Access {
    pub invite: Invite,
    pub attempt: Attempt,
    pub paper: Arc<Paper>,
    pub superseded: bool,
}
