//! A step of the machine's clock that the server follows, until all that it causes is stored. In memory only: the time that a
//! restart counts on by is not noted before.

use crate::{
    domain::{AttemptId, Instant, InviteId, MailId, SessionId, time::SignedDuration},
    sync::{Mutex, MutexGuard},
};
use std::sync::{
    Arc, PoisonError,
    atomic::{AtomicBool, Ordering},
};

/// A step that is followed. What was noted by the time of before has the instant by which it is recognised, so that
/// nothing is moved twice.
#[derive(Debug)]
pub struct FollowedStep {
    pub by: SignedDuration,
    pub sessions: Vec<(SessionId, Instant)>,
    pub mails: Vec<(MailId, Instant)>,
    pub judgings: Vec<((AttemptId, String), Instant)>,
    pub invites: Vec<InviteId>,
    is_reported: AtomicBool,
}

impl FollowedStep {
    /// One after which nothing moves.
    #[must_use]
    pub fn new(by: SignedDuration) -> Self {
        let (sessions, mails, judgings, invites) = Default::default();
        Self { by, sessions, mails, judgings, invites, is_reported: AtomicBool::new(false) }
    }

    /// Whether the audit log and the administrators know of it.
    pub fn is_reported(&self) -> bool {
        self.is_reported.load(Ordering::Relaxed)
    }

    pub fn note_reported(&self) {
        self.is_reported.store(true, Ordering::Relaxed);
    }
}

#[derive(Debug, Default)]
pub struct ClockStepInHand(Mutex<Option<Arc<FollowedStep>>>);

impl ClockStepInHand {
    fn step(&self) -> MutexGuard<'_, Option<Arc<FollowedStep>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn owe(&self, step: FollowedStep) {
        *self.step() = Some(Arc::new(step));
    }

    /// The step whose consequences are not all stored.
    pub fn owed(&self) -> Option<Arc<FollowedStep>> {
        self.step().clone()
    }

    pub fn done(&self) {
        *self.step() = None;
    }
}
