//! Attempts: one run of a test, who holds it, and until when (rules "Taking a test").

use super::{AttemptId, Error, Instant, InviteId, Result, TestId, UserId, paper::PaperHash, time};
use serde::{Deserialize, Serialize};

/// After the deadline the server waits this long for the page's own submit (rules: deadline + 15 s).
pub const GRACE: i64 = 15 * time::SECOND;
/// Highest number of a journal entry: the largest whole number that every JSON reader keeps (RFC 8259 section 6).
pub const MAX_SEQ: u64 = (1 << 53) - 1;
/// One answer, in bytes.
pub const MAX_ANSWER: usize = 64 * 1024;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum EndedBy {
    Candidate,
    Deadline,
    Admin,
}

impl EndedBy {
    /// The detail of the audit log's `attempt.end`. Never changes: it is stored, and part of the log's hash chain.
    #[must_use]
    pub const fn audited_as(self) -> &'static str {
        match self {
            Self::Candidate => "candidate",
            Self::Deadline => "deadline",
            Self::Admin => "admin",
        }
    }
}

/// Who may write to an attempt. Keys are kept as SHA-256.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Holder {
    pub key_hash: [u8; 32],
    /// False while the server's own key stands in and calls without any key are served.
    pub bound: bool,
    /// An admin allowed one more browser to take over; the present one holds on until it does.
    pub released: bool,
    pub superseded: Vec<[u8; 32]>,
}

/// What a presented key is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// The holder's key, or no key while unbound.
    Holds,
    /// A key that binds an unbound attempt, or takes over a released one: the holder must be stored again.
    Takes,
    /// A key that held the attempt once.
    Superseded,
    Stranger,
}

impl Holder {
    #[must_use]
    pub fn claim(&self, key: Option<&[u8; 32]>, at_start: bool) -> Claim {
        match key {
            Some(key) if *key == self.key_hash => {
                if self.bound {
                    Claim::Holds
                } else {
                    Claim::Takes
                }
            }
            None if !self.bound => Claim::Holds,
            Some(_) if at_start && self.released => Claim::Takes,
            Some(key) if self.superseded.contains(key) => Claim::Superseded,
            _ => Claim::Stranger,
        }
    }

    /// Makes `key` the holder's, bound.
    pub fn take(&mut self, key: [u8; 32]) {
        if key != self.key_hash {
            let old = std::mem::replace(&mut self.key_hash, key);
            self.superseded.retain(|k| *k != key);
            self.superseded.push(old);
        }
        self.bound = true;
        self.released = false;
    }
}

/// The row that every save reads: small on purpose.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Attempt {
    pub id: AttemptId,
    pub invite_id: InviteId,
    pub test_id: TestId,
    pub applicant_id: UserId,
    pub paper: PaperHash,
    pub started_at: Instant,
    /// Milliseconds.
    pub duration: i64,
    /// Milliseconds that admins added.
    pub extra: i64,
    pub holder: Holder,
    pub is_monitored: bool,
    pub ended: Option<(EndedBy, Instant)>,
}

impl Attempt {
    /// Start + duration + added time, by the server's clock.
    #[must_use]
    pub fn deadline(&self) -> Instant {
        self.started_at.plus(self.duration).plus(self.extra)
    }

    /// When the server submits what it has.
    #[must_use]
    pub fn due(&self) -> Instant {
        self.deadline().plus(GRACE)
    }

    #[must_use]
    pub fn is_running(&self) -> bool {
        self.ended.is_none()
    }

    /// What a caller without the attempt's key is told: 409 while it runs elsewhere, 410 once it has ended.
    #[must_use]
    pub fn not_yours(&self) -> Error {
        if self.is_running() { elsewhere() } else { Error::gone("finished", "This test has already been submitted.") }
    }

    /// # Errors
    /// 409 once ended.
    pub fn require_running(&self) -> Result<()> {
        if self.is_running() {
            Ok(())
        } else {
            Err(Error::conflict("finished", "This test has already been submitted."))
        }
    }
}

/// 409: another browser holds the attempt (spec: 'Test Already In Progress').
#[must_use]
pub fn elsewhere() -> Error {
    Error::conflict(
        "attempt_elsewhere",
        "This test is already in progress in another browser or on another device. Please go on there, or contact your administrator.",
    )
}

/// The latest text of one question, and the journal's number of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answer {
    pub attempt_id: AttemptId,
    pub question_id: String,
    pub text: String,
    pub seq: u64,
    pub saved_at: Instant,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Lateness {
    /// Arrived after the attempt had ended.
    AfterEnd,
    /// Sent by a browser that no longer held the attempt.
    OtherBrowser,
    /// It counted until a reviewer accepted a late one in its place; accepting it again undoes that.
    Replaced,
    /// Handed in by the candidate as a file, because the network was gone at the end.
    File,
}

/// An answer that does not count unless a reviewer accepts it. The latest of each question and reason is kept; of
/// replaced ones, all.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LateAnswer {
    pub attempt_id: AttemptId,
    pub question_id: String,
    pub text: String,
    /// The journal's number; of a replaced answer, its place among these, from 0.
    pub seq: u64,
    pub received_at: Instant,
    pub lateness: Lateness,
}

/// How long a candidate had one question in view, as their page counted it: a hidden page does not count, one without a
/// connection does. It says what the browser said, so it informs a reviewer and decides nothing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TimeSpent {
    pub attempt_id: AttemptId,
    pub question_id: String,
    /// Never more than had passed since the start.
    pub seconds: u32,
}

/// A candidate without the attempt's key asks to go on in another browser; an admin may release the attempt.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ResumeRequest {
    pub attempt_id: AttemptId,
    /// The latest of `times`.
    pub at: Instant,
    pub times: u32,
}

/// A candidate may ask again after this many milliseconds.
pub const ASK_AGAIN: i64 = super::time::MINUTE;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_holds_takes_or_is_refused() {
        let (server, a, b) = ([0; 32], [1; 32], [2; 32]);
        let mut holder = Holder { key_hash: server, bound: false, released: false, superseded: vec![] };
        assert_eq!(holder.claim(None, false), Claim::Holds);
        assert_eq!(holder.claim(Some(&a), true), Claim::Stranger);
        assert_eq!(holder.claim(Some(&server), false), Claim::Takes);
        holder.take(server);
        assert_eq!(holder.claim(None, true), Claim::Stranger);
        assert_eq!(holder.claim(Some(&server), false), Claim::Holds);

        holder.released = true;
        assert_eq!(
            holder.claim(Some(&server), false),
            Claim::Holds,
            "the present browser goes on until another takes over"
        );
        assert_eq!(holder.claim(Some(&b), false), Claim::Stranger, "a save is no take-over");
        assert_eq!(holder.claim(Some(&b), true), Claim::Takes);
        holder.take(b);
        assert_eq!(holder.claim(Some(&server), true), Claim::Superseded);
        assert_eq!(holder.claim(Some(&a), true), Claim::Stranger);
    }
}
