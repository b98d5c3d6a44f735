//! The proof that a mailbox is an account's own (rules "Accounts").

use super::{Instant, UserId, time};
use serde::{Deserialize, Serialize};

/// The link that was mailed to an account; one at a time, good once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EmailVerification {
    pub user_id: UserId,
    pub token_hash: [u8; 32],
    pub token_sealed: Vec<u8>,
    pub made_at: Instant,
}

/// A link is good for this many milliseconds.
const GOOD_FOR: i64 = 7 * time::DAY;
/// Another may be asked for after this many milliseconds.
const ASK_AGAIN: i64 = time::MINUTE;

impl EmailVerification {
    #[must_use]
    pub const fn expires_at(&self) -> Instant {
        self.made_at.plus(GOOD_FOR)
    }

    /// Milliseconds until another mail may be asked for; zero or less: now. So it is after the clock was set back, too.
    #[must_use]
    pub const fn wait(&self, now: Instant) -> i64 {
        let ago = now.since(self.made_at);
        if ago < 0 { 0 } else { ASK_AGAIN - ago }
    }
}
