//! E-mail verification: proof that an address belongs to its account (`docs/behaviour.md#accounts`).

use super::{Instant, UserId, time};
use serde::{Deserialize, Serialize};

/// A verification link that was mailed to an account; one at a time, valid once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EmailVerification {
    pub user_id: UserId,
    pub token_hash: [u8; 32],
    pub token_sealed: Vec<u8>,
    pub made_at: Instant,
}

/// Lifetime of a link, in ms.
const LINK_TTL: i64 = 7 * time::DAY;
/// Minimum interval between verification mails, in ms.
const RESEND_INTERVAL: i64 = time::MINUTE;

impl EmailVerification {
    #[must_use]
    pub const fn expires_at(&self) -> Instant {
        self.made_at.plus(LINK_TTL)
    }

    /// Milliseconds until another mail may be requested; zero or less: now. Also zero after the clock was set back.
    #[must_use]
    pub const fn wait(&self, now: Instant) -> i64 {
        let ago = now.since(self.made_at);
        if ago < 0 { 0 } else { RESEND_INTERVAL - ago }
    }
}
