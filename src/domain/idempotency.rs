//! Idempotency keys: a repeated call returns what the first one created (`docs/behaviour/calls.md#calls`).

use super::{
    Error, ExamSessionId, Instant, InviteId, MessageId, Result, TestId, UserId,
    time::{DAY, HOUR, SignedDuration},
};
use serde::{Deserialize, Serialize};

/// How long a key is remembered.
pub const RETENTION: SignedDuration = DAY;
/// How long a call without a key and without an answer is taken for the same one. Programs repeat theirs within minutes, and a
/// person who sends the same list later means it.
pub const UNANSWERED: SignedDuration = HOUR;
/// Bytes of a key.
pub const LENGTH: std::ops::RangeInclusive<usize> = 1..=255;
/// Name of the header, and of the field in refusals.
pub const HEADER: &str = "Idempotency-Key";

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Created {
    Test(TestId),
    Invite(InviteId),
    /// An announcement to an exam session.
    Announcement(ExamSessionId, MessageId),
    /// A message to several attempts.
    Message(MessageId),
}

/// A call with a key that created a record. It holds hashes and ids alone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeyedCall {
    pub account: UserId,
    /// SHA-256 of the key.
    pub key: [u8; 32],
    /// SHA-256 of the call's name and body.
    pub request: [u8; 32],
    pub created: Created,
    pub at: Instant,
}

impl KeyedCall {
    /// Returns the record that the first call created, if this is a repeat of it.
    ///
    /// # Errors
    /// 422 on [`HEADER`] for another call or body with the same key.
    pub fn repeated(&self, request: &[u8; 32], now: Instant) -> Result<Option<Created>> {
        if now >= self.at.plus(RETENTION) {
            return Ok(None);
        }
        if self.request != *request {
            let message = "An earlier try with this key has already created a record, with other content. Check the \
                           list; sending again creates another one.";
            return Err(Error::field(HEADER, message));
        }
        Ok(Some(self.created))
    }
}

/// # Errors
/// 422 on [`HEADER`].
pub fn check_key(key: &str) -> Result<()> {
    if LENGTH.contains(&key.len()) && key.bytes().all(|byte| byte.is_ascii_graphic()) {
        return Ok(());
    }
    Err(Error::field(HEADER, "The key must be 1 to 255 visible ASCII characters."))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::time::MILLISECOND;
    use uuid::Uuid;

    #[test]
    fn a_repeat_is_known_from_another_call_for_a_day() {
        let created = Created::Test(TestId(Uuid::nil()));
        let at = Instant::EPOCH;
        let call = KeyedCall { account: UserId(Uuid::nil()), key: [1; 32], request: [2; 32], created, at };
        let last = at.plus(RETENTION - MILLISECOND);
        assert_eq!(call.repeated(&[2; 32], last), Ok(Some(created)));
        assert!(call.repeated(&[3; 32], last).unwrap_err().fields.contains_key(HEADER));
        assert_eq!(call.repeated(&[3; 32], last.plus(MILLISECOND)), Ok(None));
    }

    #[test]
    fn a_key_is_visible_ascii() {
        for good in ["a", "0b9e-!", &"x".repeat(255)] {
            assert_eq!(check_key(good), Ok(()));
        }
        for bad in ["", "a b", "\u{e9}", &"x".repeat(256)] {
            assert!(check_key(bad).is_err(), "{bad}");
        }
    }
}
