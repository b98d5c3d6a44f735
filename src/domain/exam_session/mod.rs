//! Exam sessions: invites that one room takes together, on one day (`docs/behaviour/sessions.md#sessions`). Not to be confused
//! with the session of a signed-in account.

use super::{
    Error, ErrorCode, ExamSessionId, Instant, InviteId, Result, TestId, UserId,
    error::FieldChecker,
    invisible::is_blank,
    language::Language,
    question::number::usual,
    time::{self, SignedDuration},
};
use serde::{Deserialize, Serialize};

mod identity;
mod person;

pub use identity::{
    AskedAgain, IdentityAsked, IdentityCheck, IdentityPicture, KEPT_FOR, MAX_PICTURE_BYTES, MAX_REASON, PictureKind,
    already_admitted, erased_at,
};
pub use person::{AttemptSigns, GRACE, PersonSigns, PersonState, state};

/// People of one session.
pub const MAX_SEATS: u64 = 2_000;
/// Invites that one call adds and removes.
pub const MAX_MOVED: usize = 1_000;
/// Proctors of one session.
pub const MAX_PROCTORS: usize = 100;
/// Invites in the shares of all proctors of one session.
pub const MAX_SHARED: usize = 10_000;
const MAX_TITLE: usize = 120;
const MAX_PLACE: usize = 200;
const MAX_NOTES: usize = 4_000;
/// The longest session.
const MAX_LENGTH: SignedDuration = SignedDuration::from_hours(7 * 24);
/// Maximum time from now to the start: it catches a typing error in the year.
const MAX_AHEAD: SignedDuration = SignedDuration::from_hours(10 * 366 * 24);

/// Who begins when.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum StartMode {
    /// Each candidate when they like, within the bounds of the invite.
    #[default]
    Individual,
    /// All candidates at one moment, which a proctor sets.
    Together,
}

/// A proctor of a session.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AssignedProctor {
    pub account: UserId,
    /// Invites that this proctor looks after; `None` for the whole session.
    pub share: Option<Vec<InviteId>>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExamSession {
    pub id: ExamSessionId,
    pub title: String,
    pub starts_at: Instant,
    /// IANA name of the zone in which its times were entered.
    pub time_zone: Option<String>,
    pub ends_at: Option<Instant>,
    pub place: String,
    pub capacity: Option<u32>,
    pub lead: Option<UserId>,
    pub proctors: Vec<AssignedProctor>,
    /// Notes that only staff read.
    pub notes: String,
    pub start: StartMode,
    /// The common start: every page derives its times from it. `None` until it is set.
    pub begins_at: Option<Instant>,
    /// `None` for the operator.
    pub created_by: Option<UserId>,
    pub created_at: Instant,
    pub version: u32,
    pub changed_by: Option<UserId>,
    pub changed_at: Instant,
    /// Candidates wait on the page before the test until someone lets them in.
    pub waiting_room: bool,
    /// Pictures that are compared in the waiting room.
    pub identity: IdentityAsked,
    /// The pause of everyone, if there is one: who begins meanwhile begins paused.
    pub paused: Option<SessionPause>,
}

/// The pause of everyone in a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SessionPause {
    pub at: Instant,
    /// `None` for the operator.
    pub by: Option<UserId>,
}

impl SessionPause {
    /// Note on the timeline of those whom the pause holds because they begin or come while it lasts.
    pub const NOTE: &str = "Everyone in the exam session is paused";
}

/// How someone was checked in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum CheckInWay {
    /// A proctor chose the name in the list.
    List,
    /// A proctor read the code of the invitation.
    Code,
    /// The candidate typed the code that was shown in the room.
    Projector,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CheckIn {
    pub at: Instant,
    pub way: CheckInWay,
    /// `None` for the candidate, and for the operator.
    pub by: Option<UserId>,
}

/// The place of an invite in a session.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seat {
    pub invite_id: InviteId,
    pub session_id: ExamSessionId,
    /// The test of the invite, which keeps it.
    pub test_id: TestId,
    /// Identifies the person at the entrance; unique within the session. It opens nothing.
    pub code: String,
    pub checked_in: Option<CheckIn>,
    /// Time at which the person was checked out; cleared by the next check-in.
    pub left_at: Option<Instant>,
    /// Who was let in stays so.
    pub admitted: Option<Admission>,
}

/// Out of the waiting room.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Admission {
    pub at: Instant,
    /// `None` for the operator.
    pub by: Option<UserId>,
}

impl Seat {
    #[must_use]
    pub const fn is_here(&self) -> bool {
        self.checked_in.is_some() && self.left_at.is_none()
    }

    /// Checks the person in. Returns false if they are here already: twice is once.
    pub const fn check_in(&mut self, check_in: CheckIn) -> bool {
        if self.is_here() {
            return false;
        }
        (self.checked_in, self.left_at) = (Some(check_in), None);
        true
    }

    /// Lets the person in. Returns false for who is in already: the first time stays.
    pub const fn admit(&mut self, admission: Admission) -> bool {
        if self.admitted.is_some() {
            return false;
        }
        self.admitted = Some(admission);
        true
    }

    /// Checks the person out. Returns false for who is not here.
    pub const fn check_out(&mut self, now: Instant) -> bool {
        if !self.is_here() {
            return false;
        }
        self.left_at = Some(now);
        true
    }
}

impl ExamSession {
    #[must_use]
    pub fn proctor(&self, account: UserId) -> Option<&AssignedProctor> {
        self.proctors.iter().find(|proctor| proctor.account == account)
    }

    /// Leads or made it.
    #[must_use]
    pub fn is_run_by(&self, account: UserId) -> bool {
        self.lead == Some(account) || self.created_by == Some(account)
    }

    #[must_use]
    pub fn is_of(&self, account: UserId) -> bool {
        self.is_run_by(account) || self.proctor(account).is_some()
    }

    /// Whether someone looks after an invite, as far as the session says: a proctor with a share sees that share alone, unless
    /// they lead or made the session. Which tests they may watch is not asked here.
    #[must_use]
    pub fn shows(&self, account: Option<UserId>, invite: InviteId) -> bool {
        let Some(account) = account.filter(|account| !self.is_run_by(*account)) else { return true };
        let share = self.proctor(account).and_then(|proctor| proctor.share.as_ref());
        share.is_none_or(|share| share.contains(&invite))
    }

    /// Whether an account may change the session: a proctor with a share may not.
    #[must_use]
    pub fn may_be_changed_by(&self, account: Option<UserId>) -> bool {
        account.is_none_or(|account| self.is_run_by(account) || self.proctor(account).is_none_or(|p| p.share.is_none()))
    }

    /// Begins the pause of everyone, or ends it with `None`. Returns false if it is as wished: the first one stays.
    pub const fn pause(&mut self, pause: Option<SessionPause>) -> bool {
        if self.paused.is_some() == pause.is_some() {
            return false;
        }
        self.paused = pause;
        true
    }

    /// The end of the wait for those who have not come.
    #[must_use]
    pub fn given_up_at(&self) -> Instant {
        self.ends_at.unwrap_or_else(|| self.starts_at.plus(GRACE))
    }

    /// Whether the common start has happened.
    #[must_use]
    pub fn has_begun(&self, now: Instant) -> bool {
        self.begins_at.is_some_and(|at| at <= now)
    }

    /// Sets or moves the common start.
    ///
    /// # Errors
    /// 409 `already_begun` once it happened; 422 for a session without one, and for a moment more than a week away.
    pub fn begin_at(&mut self, at: Instant, now: Instant) -> Result<()> {
        if self.start == StartMode::Individual {
            return Err(Error::field("start", "In this session, each candidate begins on their own."));
        }
        if let Some(begun) = self.begins_at.filter(|_| self.has_begun(now)) {
            let began = begun.in_words(self.time_zone.as_deref(), Language::English);
            let detail = format!("This session has begun already, on {began}.");
            return Err(Error::conflict(ErrorCode::AlreadyBegun, detail).with("begins_at", begun));
        }
        if at.since(now) > MAX_LENGTH {
            return Err(Error::field("at", "Please choose a moment within the next seven days."));
        }
        // A moment that has passed is now: no candidate loses time.
        self.begins_at = Some(at.max(now));
        Ok(())
    }

    /// # Errors
    /// 409 `not_admitted` for who waits to be let in.
    pub fn require_admitted(&self, seat: &Seat) -> Result<()> {
        if !self.waiting_room || seat.admitted.is_some() {
            return Ok(());
        }
        let detail = "You are in the waiting room. A proctor lets you in; please keep this page open.";
        Err(Error::conflict(ErrorCode::NotAdmitted, detail))
    }

    /// # Errors
    /// 409 `not_started_yet`, with the moment if it is set.
    pub fn require_begun(&self, now: Instant) -> Result<()> {
        if self.start == StartMode::Individual || self.has_begun(now) {
            return Ok(());
        }
        let detail = match self.begins_at {
            Some(at) => {
                let at = at.in_words(self.time_zone.as_deref(), Language::English);
                format!("Everyone in this session begins together, on {at}.")
            }
            None => "Everyone in this session begins together. The start is not set yet.".to_owned(),
        };
        let refusal = Error::conflict(ErrorCode::NotStartedYet, detail);
        Err(match self.begins_at {
            Some(at) => refusal.with("begins_at", at),
            None => refusal,
        })
    }
}

/// A session as it is entered.
#[derive(Clone, Debug)]
pub struct ExamSessionDraft {
    pub title: String,
    pub starts_at: Instant,
    pub time_zone: Option<String>,
    pub ends_at: Option<Instant>,
    pub place: String,
    pub capacity: Option<i64>,
    pub lead: Option<UserId>,
    pub proctors: Vec<AssignedProctor>,
    pub notes: String,
    pub start: StartMode,
    pub waiting_room: bool,
    pub identity: IdentityAsked,
}

impl ExamSessionDraft {
    /// Checks the draft, and trims its texts.
    ///
    /// # Errors
    /// 422 by field.
    pub fn check(mut self, now: Instant) -> Result<Self> {
        let mut check = FieldChecker::default();
        self.title = String::from(self.title.trim());
        self.place = String::from(self.place.trim());
        self.notes = String::from(self.notes.trim());
        let fits = |text: &str, max: usize| text.chars().count() <= max;
        check.require(!is_blank(&self.title), "title", "Please enter a title.");
        check.require(fits(&self.title, MAX_TITLE), "title", format!("A title has at most {MAX_TITLE} characters."));
        check.require(fits(&self.place, MAX_PLACE), "place", format!("A place has at most {MAX_PLACE} characters."));
        check.require(fits(&self.notes, MAX_NOTES), "notes", format!("Notes have at most {MAX_NOTES} characters."));
        for (field, text) in [("title", &self.title), ("place", &self.place), ("notes", &self.notes)] {
            check.require_text(text, field);
        }
        if let Some(Err(message)) = self.time_zone.as_deref().map(time::zone) {
            check.require(false, "time_zone", message);
        }
        // A year that was mistyped would keep the pictures of those who wait for as long.
        let is_near = self.starts_at >= Instant::EPOCH && self.starts_at.since(now) <= MAX_AHEAD;
        check.require(is_near, "starts_at", "Please choose a date within the next ten years.");
        if let Some(ends) = self.ends_at {
            check.require(ends > self.starts_at, "ends_at", "The session must end after it starts.");
            let is_short = ends.since(self.starts_at) <= MAX_LENGTH;
            check.require(is_short, "ends_at", "A session lasts seven days at most.");
        }
        let in_range = |capacity: i64| u64::try_from(capacity).is_ok_and(|n| (1..=MAX_SEATS).contains(&n));
        let message = format!("The capacity is between 1 and {MAX_SEATS}.");
        check.require(self.capacity.is_none_or(in_range), "capacity", message);
        let message = format!("A session has at most {MAX_PROCTORS} proctors.");
        check.require(self.proctors.len() <= MAX_PROCTORS, "proctors", message);
        let shared: usize = self.proctors.iter().filter_map(|p| p.share.as_ref()).map(Vec::len).sum();
        check.require(
            shared <= MAX_SHARED,
            "proctors",
            format!("The shares have at most {MAX_SHARED} people together."),
        );
        let mut seen = std::collections::HashSet::new();
        let is_once = self.proctors.iter().all(|proctor| seen.insert(proctor.account));
        check.require(is_once, "proctors", "Each proctor can be assigned once.");
        check.require(
            self.waiting_room || self.identity == IdentityAsked::None,
            "identity",
            "Pictures are compared in the waiting room. Switch it on, or ask for none.",
        );
        check.finish(&["title", "starts_at", "ends_at"])?;
        Ok(self)
    }

    /// Takes these values into a session. Returns false if nothing differs. A common start that has happened stays: who comes
    /// late would wait for another one. One for an earlier time of the session goes (`docs/behaviour/sessions.md#start-4`).
    pub fn apply(self, session: &mut ExamSession, now: Instant) -> bool {
        let before = session.clone();
        let Self {
            title,
            starts_at,
            time_zone,
            ends_at,
            place,
            capacity,
            lead,
            proctors,
            notes,
            start,
            waiting_room,
            identity,
        } = self;
        session.title = title;
        session.starts_at = starts_at;
        session.time_zone = time_zone;
        session.ends_at = ends_at;
        session.place = place;
        session.capacity = capacity.and_then(|capacity| u32::try_from(capacity).ok());
        session.lead = lead;
        session.proctors = proctors;
        session.notes = notes;
        session.start = start;
        session.waiting_room = waiting_room;
        session.identity = identity;
        session.begins_at = session.begins_at.filter(|at| start == StartMode::Together || *at <= now);
        if session.starts_at != before.starts_at {
            let (from, until) = (session.starts_at, session.given_up_at());
            let is_of_before = |at: Instant| (at < from && now < from) || (at > until && at > now);
            session.begins_at = session.begins_at.filter(|at| !is_of_before(*at));
        }
        *session != before
    }
}

/// Letters and digits that are not taken for one another.
const ALPHABET: &[u8; 32] = b"ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
const CODE_LENGTH: usize = 6;

/// The code of a seat from random bytes.
#[must_use]
pub fn seat_code(random: [u8; CODE_LENGTH]) -> String {
    random.iter().map(|byte| char::from(ALPHABET[usize::from(byte % 32)])).collect()
}

/// A code as it was typed or scanned, on any keyboard: capitals, without spaces and hyphens.
#[must_use]
pub fn normalise_code(typed: &str) -> String {
    let kept = typed.chars().map(usual).filter(char::is_ascii_alphanumeric).take(2 * CODE_LENGTH);
    kept.map(|c| c.to_ascii_uppercase()).collect()
}

/// The same for each code that does not identify anyone here.
#[must_use]
pub fn wrong_code() -> Error {
    Error::forbidden(ErrorCode::WrongCode, "This code is not valid. Please check it, or use the one that is shown now.")
}

#[cfg(test)]
mod tests;
