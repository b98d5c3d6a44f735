//! Limit of the programs that a reviewer runs on the tests of an answer: verdicts, time and memory disclose a little of a
//! hidden input each time (`docs/sandbox.md`).

use crate::{
    domain::{
        Error, ErrorCode, ErrorKind, Instant, Result, UserId,
        rate_limit::{Rate, RateLimit},
        time::{SignedDuration, seconds_to_wait},
    },
    sync::Mutex,
};
use std::sync::PoisonError;

/// Tries of one account: 10 at once, then 6 a minute.
const TRIES: Rate = Rate { burst: 10, refill: SignedDuration::from_secs(10) };
const MAX_ACCOUNTS: usize = 1_000;

pub struct Tries(Mutex<RateLimit<UserId>>);

impl Default for Tries {
    fn default() -> Self {
        Self(Mutex::new(RateLimit::new(TRIES, MAX_ACCOUNTS)))
    }
}

impl Tries {
    /// Takes a token for one program.
    ///
    /// # Errors
    /// 429 `too_many_tries`.
    pub fn take(&self, account: UserId, now: Instant) -> Result<()> {
        let taken = self.0.lock().unwrap_or_else(PoisonError::into_inner).take(account, now);
        taken.map_err(|wait| Error {
            retry_after: Some(seconds_to_wait(wait)),
            ..Error::new(
                ErrorKind::TooMany,
                ErrorCode::TooManyTries,
                "Please wait a moment before you run another program.",
            )
        })
    }
}
