//! Mails: durable rows of the outbox, rendered only when they are sent, so that no token is stored in them
//! (`docs/behaviour/mail.md#email`).

use super::{
    Instant, InviteId, MailId, UserId,
    time::{self, SignedDuration},
};
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum MailKind {
    Invitation,
    /// Confirms the candidate's chosen time.
    Scheduled,
    /// Sent a day and an hour before a scheduled time.
    Reminder,
    /// Email verification: the link that proves an account's address.
    VerifyMailbox,
    /// Reminds of an invite without a date, or whose time has come, before it closes.
    Closing,
    /// Reports that an invite closes at another time.
    EndMoved,
    /// Reports a decision to the candidate, in an administrator's words.
    Decision,
    /// The link that sets a new password for an account.
    ResetPassword,
    /// Reports that a scheduled test was withdrawn, and removes it from the candidate's calendar.
    Withdrawn,
    /// The daily summary for an account of staff.
    Digest,
    /// Reports something about the servers to those who operate them.
    ServerNotice,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum MailState {
    Waiting,
    Sent,
    GivenUp,
}

/// Subject of a mail, which determines its recipient.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum About {
    Invite(InviteId),
    Account(UserId),
}

/// Why all mails wait: a fault that the next mail would meet too.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum PauseCause {
    /// The server cannot be reached, does not speak SMTP, or accepts no connection at present.
    Connection,
    /// The server refuses the user name or the password, or wants a sign-in.
    SignIn,
    /// The server refuses this client or sender, whatever the recipient.
    Client,
    /// The server takes no more mails for a while.
    Rate,
    /// The quota of a day is used up.
    Quota,
}

impl PauseCause {
    /// Time until one mail tries again: the first pause, and the longest after doubling. A refused sign-in is repeated
    /// rarely, because some servers lock the account after a few.
    #[must_use]
    pub const fn pauses(self) -> (SignedDuration, SignedDuration) {
        match self {
            Self::Connection => (time::MINUTE, SignedDuration::from_mins(30)),
            Self::SignIn | Self::Client => (SignedDuration::from_mins(15), SignedDuration::from_hours(6)),
            Self::Rate => (SignedDuration::from_mins(5), SignedDuration::from_hours(1)),
            Self::Quota => (SignedDuration::from_hours(6), SignedDuration::from_hours(6)),
        }
    }
}

/// Meaning of a failed delivery for its mail, and for the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Consequence {
    /// The mail is refused for good: it concerns this mailbox or this mail alone.
    Final,
    /// The mail waits, at least this long.
    Waits(SignedDuration),
    /// Like [`Self::Waits`]: the server refuses what this mail says, or does not relay to its recipient. If it refuses several
    /// mails in a row, all wait.
    RefusedAlone(SignedDuration),
    /// The mail waits for a fault of this machine, which says nothing of the mail server.
    OwnFault,
    /// The mail was handed over and the server did not reply: it may arrive.
    Unconfirmed,
    /// All mails wait.
    PausesAll(PauseCause),
}

/// [`Consequence`] as it is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum FailureKind {
    Final,
    Waits,
    Unconfirmed,
    PausesAll(PauseCause),
    /// Like [`Self::Waits`], after a refusal which other settings of this or the mail server may end.
    Refused,
}

/// The last failed delivery of a mail.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MailFailure {
    pub kind: FailureKind,
    /// The server's words, or the cause.
    pub words: String,
    /// The fix, as a sentence; may be empty.
    pub advice: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mail {
    pub id: MailId,
    pub kind: MailKind,
    pub about: About,
    /// Repeated only while it is unknown whether the server has taken the mail, so that a receiver can detect the
    /// duplicate (RFC 5322, 3.6.4); else a mail that is sent again has a new one, and is not taken for a duplicate.
    pub message_id: String,
    pub state: MailState,
    pub tries: u32,
    pub next_try_at: Instant,
    pub created_at: Instant,
    /// First failed try of this series.
    pub failing_since: Option<Instant>,
    /// Times that this `message_id` was handed over to the server without a known outcome.
    pub unconfirmed: u32,
    pub failure: Option<MailFailure>,
}

/// How long the worker tries (RFC 5321, 4.5.4.1); Retry in the UI starts a new series.
pub const GIVE_UP_AFTER: SignedDuration = SignedDuration::from_hours(5 * 24);
/// Failed tries before a mail can be late: after a time in which the server did not run, the first one proves nothing.
pub const TRIES_BEFORE_LATE: u32 = 8;
/// Longest time between two tries of a mail.
pub const MAX_DELAY: SignedDuration = SignedDuration::from_hours(6);
/// Least wait after a permanent refusal that may concern settings of the server or the recipient.
pub const REFUSED_DELAY: SignedDuration = SignedDuration::from_mins(30);
/// Wait after a mail was handed over without a reply, the first time; then four times as long each.
const UNCONFIRMED_DELAY: SignedDuration = time::HOUR;

impl Mail {
    /// A mail that is due at `at`.
    #[must_use]
    pub fn new(id: MailId, kind: MailKind, about: About, message_id: String, at: Instant, now: Instant) -> Self {
        let (state, created_at) = (MailState::Waiting, now);
        let (tries, unconfirmed, failing_since, failure) = (0, 0, None, None);
        Self {
            id,
            kind,
            about,
            message_id,
            state,
            tries,
            next_try_at: at,
            created_at,
            failing_since,
            unconfirmed,
            failure,
        }
    }

    /// Starts a new series of tries at `at`. `message_id` is for a mail whose earlier ones have a known outcome.
    pub fn again(&mut self, at: Instant, message_id: String) {
        if self.unconfirmed == 0 {
            self.message_id = message_id;
        }
        self.state = MailState::Waiting;
        self.tries = 0;
        self.failing_since = None;
        self.failure = None;
        self.next_try_at = at;
    }

    /// The content is about to be sent: until the outcome is stored, the server may have the mail, even if this process
    /// is killed meanwhile. The last copy goes out [`GIVE_UP_AFTER`] the first failure.
    pub fn handed_over(&mut self, now: Instant) {
        let factor = 4_i32.saturating_pow(self.unconfirmed.min(4));
        self.unconfirmed += 1;
        let last = self.failing_since.unwrap_or(now).plus(GIVE_UP_AFTER);
        let next = now.plus(UNCONFIRMED_DELAY.saturating_mul(factor)).min(last);
        self.next_try_at = next.max(now.plus(UNCONFIRMED_DELAY));
    }

    /// Whether it waits for a fault that concerned all; not where it may have arrived.
    #[must_use]
    pub fn is_held(&self) -> bool {
        let failure = self.failure.as_ref();
        self.unconfirmed == 0 && failure.is_some_and(|failure| matches!(failure.kind, FailureKind::PausesAll(_)))
    }

    /// Whether it waits after a refusal of its own; not where it may have arrived.
    #[must_use]
    pub fn is_refused(&self) -> bool {
        self.unconfirmed == 0 && self.failure.as_ref().is_some_and(|failure| failure.kind == FailureKind::Refused)
    }

    /// The server has confirmed the mail.
    pub fn sent(&mut self) {
        self.state = MailState::Sent;
        self.unconfirmed = 0;
        self.failure = None;
    }

    /// Records a failed try and schedules the next with exponential backoff: 30 s, doubled up to 6 h, for 5 days and
    /// several tries; while the time may be wrong (`is_steady`), without an end. `handed_over` says that this try had sent
    /// the content; `message_id` replaces that of a mail which the server has surely not taken.
    pub fn failed(
        &mut self,
        (now, is_steady): (Instant, bool),
        (consequence, words, advice): (Consequence, String, String),
        handed_over: bool,
        message_id: String,
    ) {
        self.tries += 1;
        let since = *self.failing_since.get_or_insert(now);
        let backoff = backoff(self.tries);
        let kind = match consequence {
            Consequence::Final => FailureKind::Final,
            Consequence::Waits(at_least) | Consequence::RefusedAlone(at_least) => {
                self.next_try_at = now.plus(backoff.max(at_least));
                if at_least == REFUSED_DELAY { FailureKind::Refused } else { FailureKind::Waits }
            }
            Consequence::OwnFault => {
                self.next_try_at = now.plus(backoff);
                FailureKind::Waits
            }
            Consequence::PausesAll(cause) => {
                self.next_try_at = now.plus(backoff);
                FailureKind::PausesAll(cause)
            }
            // [`Self::handed_over`] has scheduled the next one.
            Consequence::Unconfirmed => FailureKind::Unconfirmed,
        };
        if handed_over && kind != FailureKind::Unconfirmed {
            self.unconfirmed = self.unconfirmed.saturating_sub(1);
            if self.unconfirmed == 0 {
                self.message_id = message_id;
            }
        }
        let is_late = is_steady && now.since(since) >= GIVE_UP_AFTER;
        // The receiver may have as many copies of one that is not confirmed.
        let is_tried = self.tries >= TRIES_BEFORE_LATE || kind == FailureKind::Unconfirmed;
        if kind == FailureKind::Final || is_late && is_tried {
            self.state = MailState::GivenUp;
        }
        self.failure = Some(MailFailure { kind, words, advice });
    }
}

/// Wait after so many failed tries.
fn backoff(tries: u32) -> SignedDuration {
    (30 * time::SECOND).saturating_mul(1 << tries.min(12).saturating_sub(1)).min(MAX_DELAY)
}

#[cfg(test)]
mod tests {
    use super::*;
    use time::{DAY, HOUR, MINUTE};
    use uuid::Uuid;

    fn begin() -> Instant {
        Instant::parse("2026-03-02T08:00:00Z").unwrap()
    }

    fn mail() -> Mail {
        let about = About::Account(UserId(Uuid::nil()));
        Mail::new(MailId(Uuid::nil()), MailKind::Invitation, about, "first@example.org".into(), begin(), begin())
    }

    fn fail(mail: &mut Mail, at: (Instant, bool), consequence: Consequence) {
        let handed_over = consequence == Consequence::Unconfirmed;
        if handed_over {
            mail.handed_over(at.0);
        }
        mail.failed(at, (consequence, "no".into(), String::new()), handed_over, "next@example.org".into());
    }

    const REFUSED: Consequence = Consequence::PausesAll(PauseCause::Connection);

    #[test]
    fn a_mail_is_late_after_five_days_of_tries() {
        let mut mail = mail();
        while mail.state == MailState::Waiting {
            let at = mail.next_try_at;
            fail(&mut mail, (at, true), REFUSED);
        }
        let took = mail.next_try_at.since(begin());
        assert!(took >= GIVE_UP_AFTER && took < GIVE_UP_AFTER + 2 * MAX_DELAY, "{took}");
    }

    #[test]
    fn a_server_that_did_not_run_gives_no_mail_up_at_its_first_failure() {
        let mut mail = mail();
        fail(&mut mail, (begin(), true), REFUSED);
        let back = begin().plus(6 * DAY);
        fail(&mut mail, (back, true), REFUSED);
        assert_eq!(mail.state, MailState::Waiting);
        while mail.state == MailState::Waiting {
            let at = mail.next_try_at;
            fail(&mut mail, (at, true), REFUSED);
        }
        assert!(mail.next_try_at.since(back) > HOUR, "then it is tried for a while: {:?}", mail.next_try_at);
    }

    #[test]
    fn no_mail_is_late_by_a_time_that_may_be_wrong() {
        let mut mail = mail();
        for _ in 0..TRIES_BEFORE_LATE {
            fail(&mut mail, (begin(), true), REFUSED);
        }
        let wrong = begin().plus(400 * DAY);
        fail(&mut mail, (wrong, false), REFUSED);
        assert_eq!(mail.state, MailState::Waiting);
        fail(&mut mail, (wrong, true), REFUSED);
        assert_eq!(mail.state, MailState::GivenUp);
    }

    #[test]
    fn the_last_copy_of_an_unconfirmed_mail_goes_out_after_five_days() {
        let (mut mail, mut copies) = (mail(), Vec::new());
        while mail.state == MailState::Waiting {
            let at = mail.next_try_at;
            copies.push(at.since(begin()));
            fail(&mut mail, (at, true), Consequence::Unconfirmed);
        }
        assert_eq!(copies, [0, 1, 5, 21, 85, 120].map(SignedDuration::from_hours));
        // One that may not be given up yet is not repeated at once.
        let mut mail = self::mail();
        fail(&mut mail, (begin(), true), Consequence::Unconfirmed);
        let late = begin().plus(30 * DAY);
        fail(&mut mail, (late, false), Consequence::Unconfirmed);
        assert_eq!((mail.state, mail.next_try_at), (MailState::Waiting, late.plus(60 * MINUTE)));
    }
}
