//! Email verification: proof that an address belongs to its account (`docs/behaviour/accounts.md#accounts`).

use super::{
    Instant, UserId,
    time::{self, SignedDuration},
};
use serde::{Deserialize, Serialize};

/// A verification link that was mailed to an account; one at a time, valid once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EmailVerification {
    pub user_id: UserId,
    pub token_hash: [u8; 32],
    pub token_sealed: Vec<u8>,
    pub made_at: Instant,
}

/// Lifetime of a link.
const LINK_TTL: SignedDuration = time::DAY.saturating_mul(7);
/// Minimum interval between verification mails.
const RESEND_INTERVAL: SignedDuration = time::MINUTE;

impl EmailVerification {
    #[must_use]
    pub const fn expires_at(&self) -> Instant {
        self.made_at.plus(LINK_TTL)
    }

    /// Time until another mail may be requested; zero or less: now. Also zero after the clock was set back.
    #[must_use]
    pub fn wait(&self, now: Instant) -> SignedDuration {
        let ago = now.since(self.made_at);
        if ago.is_negative() { SignedDuration::ZERO } else { RESEND_INTERVAL - ago }
    }
}
