//! Attempts: one candidate taking one test once, its holder and its deadline (`docs/behaviour/taking.md#taking-a-test`,
//! `#attempt-key`, `#deadline`).

pub use super::ended_by::EndedBy;
use super::{
    AttemptId, Error, ErrorCode, Instant, InviteId, Result, TestId, UserId,
    error::Moment,
    history::RecentEntries,
    language::Language,
    paper::PaperHash,
    pause::Pauses,
    time::{self, SignedDuration},
};
use serde::{Deserialize, Serialize};

/// Grace period after the deadline for the page's own submit (`docs/behaviour/taking.md#deadline`).
pub const GRACE: SignedDuration = SignedDuration::from_secs(15);
/// How far ahead of the server's clock a page may be when its time is up.
const CLOCK_TOLERANCE: SignedDuration = time::SECOND;
/// Maximum `seq` of a journal entry: the largest integer that every JSON parser keeps exactly (RFC 8259 section 6).
pub const MAX_SEQ: u64 = (1 << 53) - 1;
/// Maximum length of one answer, in bytes.
pub const MAX_ANSWER: usize = 64 * 1024;

/// The attempt holder: the browser that may write to an attempt. Keys are stored as SHA-256
/// (`docs/behaviour/taking.md#attempt-key`).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Holder {
    pub key_hash: [u8; 32],
    /// False while the server's own key is a placeholder: calls without a key are accepted.
    pub bound: bool,
    /// An admin allows another browser to take over; the present one remains the holder until then.
    pub released: bool,
    pub superseded: Vec<[u8; 32]>,
}

/// Outcome of checking an attempt key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AttemptKeyCheck {
    /// The key is the holder's, or there is none while the attempt is unbound.
    Holds,
    /// The key binds an unbound attempt, or takes over a released one: the caller must store the changed holder.
    Takes,
    /// The key is that of an earlier holder.
    Superseded,
    /// The key is unknown, or missing although the attempt is bound.
    Stranger,
}

impl Holder {
    /// Checks a presented key (SHA-256). Only a start (`at_start`) can take over a released attempt.
    #[must_use]
    pub fn claim(&self, key: Option<&[u8; 32]>, at_start: bool) -> AttemptKeyCheck {
        match key {
            Some(key) if *key == self.key_hash => {
                if self.bound {
                    AttemptKeyCheck::Holds
                } else {
                    AttemptKeyCheck::Takes
                }
            }
            None if !self.bound => AttemptKeyCheck::Holds,
            Some(_) if at_start && self.released => AttemptKeyCheck::Takes,
            Some(key) if self.superseded.contains(key) => AttemptKeyCheck::Superseded,
            _ => AttemptKeyCheck::Stranger,
        }
    }

    /// Binds the attempt to `key`; its previous key becomes superseded.
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

/// The attempt itself. Every save reads this row, so it is small.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Attempt {
    pub id: AttemptId,
    pub invite_id: InviteId,
    pub test_id: TestId,
    pub applicant_id: UserId,
    pub paper: PaperHash,
    pub started_at: Instant,
    #[serde(with = "time::in_millis")]
    pub duration: SignedDuration,
    /// Time that the accommodation and admins added.
    #[serde(with = "time::in_millis")]
    pub extra: SignedDuration,
    pub holder: Holder,
    pub is_monitored: bool,
    pub ended: Option<(EndedBy, Instant)>,
    pub pauses: Pauses,
    /// The language of the candidate's page, which the candidate may change; `None` until the page has reported it.
    pub language: Option<Language>,
}

impl Attempt {
    /// Start + duration + added time + pauses, by the server's clock (`docs/behaviour/taking.md#deadline`). A pause that
    /// lasts counts once it is over: until then [`Self::clock`] stands still. A break counts from its beginning.
    #[must_use]
    pub fn deadline(&self) -> Instant {
        self.started_at.plus(self.duration).plus(self.extra).plus(self.pauses.total())
    }

    /// The deadline if a pause that lasts ended now. It is as far ahead as time is left, so a page that does not know of the
    /// pause does not take the time for over.
    #[must_use]
    pub fn deadline_at(&self, now: Instant) -> Instant {
        match self.break_until(now) {
            Some(until) => self.deadline().plus(now.since(until)),
            None => self.deadline().plus(now.since(self.clock(now))),
        }
    }

    /// Returns the time at which the pause or the break began that lasts; `None` once the attempt has ended.
    #[must_use]
    pub fn paused_since(&self, now: Instant) -> Option<Instant> {
        self.pauses.since(now).filter(|_| self.is_running())
    }

    /// Returns the time at which the break ends that lasts; `None` once the attempt has ended.
    #[must_use]
    pub fn break_until(&self, now: Instant) -> Option<Instant> {
        self.pauses.break_until(now).filter(|_| self.is_running())
    }

    /// The time by the clock of this attempt, which stands still in a pause. Whatever limits its time compares with this.
    #[must_use]
    pub fn clock(&self, now: Instant) -> Instant {
        self.pauses.clock(now)
    }

    /// Whether the deadline and the grace period are over.
    #[must_use]
    pub fn is_past_due(&self, now: Instant) -> bool {
        self.clock(now) >= self.due()
    }

    /// Refuses a submit that a page sent because it takes the time for over, while time is left: an administrator has
    /// given some.
    ///
    /// # Errors
    /// 409 `not_over` with the deadline.
    pub fn require_over(&self, now: Instant) -> Result<()> {
        let deadline = self.deadline_at(now);
        let is_paused = self.paused_since(now).is_some();
        if deadline <= now.plus(CLOCK_TOLERANCE) && !is_paused {
            return Ok(());
        }
        let detail = if is_paused {
            "Your test is paused: its time stands still, and your answers are saved."
        } else {
            "You have been given more time: your test continues."
        };
        Err(Error { moment: Some(Moment::Deadline(deadline)), ..Error::conflict(ErrorCode::NotOver, detail) })
    }

    /// Returns the time at which the server submits the stored answers: the deadline and the grace period.
    #[must_use]
    pub fn due(&self) -> Instant {
        self.deadline().plus(GRACE)
    }

    /// Returns the time at which it ended, or its time is up: what happens later costs no time.
    #[must_use]
    pub fn over_at(&self) -> Instant {
        self.ended.map_or(self.deadline(), |(_, at)| at.min(self.deadline()))
    }

    #[must_use]
    pub fn is_running(&self) -> bool {
        self.ended.is_none()
    }

    /// Error for a caller that is not the holder: 409 `attempt_elsewhere` while the attempt runs, 410 `finished` once
    /// it has ended.
    #[must_use]
    pub fn not_yours(&self) -> Error {
        if self.is_running() {
            elsewhere()
        } else {
            Error::gone(ErrorCode::Finished, "This test has already been submitted.")
        }
    }

    /// # Errors
    /// 409 `finished` once ended.
    pub fn require_running(&self) -> Result<()> {
        if self.is_running() {
            Ok(())
        } else {
            Err(Error::conflict(ErrorCode::Finished, "This test has already been submitted."))
        }
    }
}

/// 409 `attempt_elsewhere`: another browser holds the attempt (screen 'Test Already In Progress').
#[must_use]
pub fn elsewhere() -> Error {
    Error::conflict(
        ErrorCode::AttemptElsewhere,
        "This test is already in progress in another browser or on another device. Please continue there, or contact your administrator.",
    )
}

/// Latest answer to a question, with its journal `seq`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answer {
    pub attempt_id: AttemptId,
    pub question_id: String,
    pub text: String,
    pub seq: u64,
    pub saved_at: Instant,
    /// The newest entries of its history. Whatever replaces the answer keeps them.
    pub recent: RecentEntries,
}

/// Why an answer is late.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Lateness {
    /// The answer arrived after the attempt had ended.
    AfterEnd,
    /// The answer was sent by a browser that no longer held the attempt.
    OtherBrowser,
    /// The answer counted until a reviewer accepted a late answer instead; accepting this one again undoes that.
    Replaced,
    /// The candidate handed it in as a file, because the network was down at the end.
    File,
    /// The answer arrived after its section had ended, or before it was entered.
    Section,
}

/// An answer that does not count unless a reviewer accepts it. The latest one of each question and lateness is kept; of
/// replaced answers, all.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LateAnswer {
    pub attempt_id: AttemptId,
    pub question_id: String,
    pub text: String,
    /// The journal's `seq`; for a replaced answer, its position among these, from 0.
    pub seq: u64,
    pub received_at: Instant,
    pub lateness: Lateness,
}

/// Time that a candidate had a question in view, as counted by the page: time while hidden does not count, time offline
/// does. The browser reports it, so it informs reviewers and decides nothing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TimeSpent {
    pub attempt_id: AttemptId,
    pub question_id: String,
    /// At most the time since the start.
    pub seconds: u32,
}

/// A candidate without the attempt key asks to continue in another browser; an admin may release the attempt.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ResumeRequest {
    pub attempt_id: AttemptId,
    /// Instant of the latest of `times` requests.
    pub at: Instant,
    pub times: u32,
}

/// Minimum interval between resume requests.
pub const ASK_AGAIN: SignedDuration = time::MINUTE;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_holds_takes_or_is_refused() {
        let (server, a, b) = ([0; 32], [1; 32], [2; 32]);
        let mut holder = Holder { key_hash: server, bound: false, released: false, superseded: vec![] };
        assert_eq!(holder.claim(None, false), AttemptKeyCheck::Holds);
        assert_eq!(holder.claim(Some(&a), true), AttemptKeyCheck::Stranger);
        assert_eq!(holder.claim(Some(&server), false), AttemptKeyCheck::Takes);
        holder.take(server);
        assert_eq!(holder.claim(None, true), AttemptKeyCheck::Stranger);
        assert_eq!(holder.claim(Some(&server), false), AttemptKeyCheck::Holds);

        holder.released = true;
        assert_eq!(
            holder.claim(Some(&server), false),
            AttemptKeyCheck::Holds,
            "the present browser remains the holder until another takes over"
        );
        assert_eq!(holder.claim(Some(&b), false), AttemptKeyCheck::Stranger, "a save cannot take over");
        assert_eq!(holder.claim(Some(&b), true), AttemptKeyCheck::Takes);
        holder.take(b);
        assert_eq!(holder.claim(Some(&server), true), AttemptKeyCheck::Superseded);
        assert_eq!(holder.claim(Some(&a), true), AttemptKeyCheck::Stranger);
    }
}
