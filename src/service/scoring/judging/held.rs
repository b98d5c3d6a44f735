//! Where a site asks for it (`serve --judge-after-attempts`), submitted code is run on hidden tests only while no attempt of
//! its test runs: a program that was given a hidden input then has no other candidate's program to pass it to
//! (`docs/sandbox.md#neighbours`).

use crate::{
    app::App,
    domain::{
        AttemptId, Error, ErrorCode, Instant, Result, TestId,
        attempt::Attempt,
        judging::{Judging, JudgingState},
        list::InviteClass,
    },
    store::{Read, StoreError, records::counter},
};
use std::collections::HashMap;

const NOTE: &str = "Hidden tests are run once no attempt of this test runs any more.";

/// Whether submitted code of a test waits for attempts that run.
///
/// # Errors
/// Storage only.
pub fn is_held(app: &App, read: &impl Read, test: TestId) -> Result<bool, StoreError> {
    Ok(app.config.judge_after_attempts && read.count(&counter::invites_to(test, InviteClass::InProgress))? > 0)
}

/// # Errors
/// 409 `attempts_run`; storage.
pub fn check(app: &App, test: TestId) -> Result<()> {
    if is_held(app, &app.store.read()?, test)? {
        return Err(Error::conflict(ErrorCode::AttemptsRun, NOTE));
    }
    Ok(())
}

/// Says of answers that wait what they wait for. The note is not stored.
///
/// # Errors
/// Storage only.
pub(in crate::service) fn note<'j>(
    app: &App,
    read: &impl Read,
    test: TestId,
    judgings: impl IntoIterator<Item = &'j mut Judging>,
) -> Result<(), StoreError> {
    if is_held(app, read, test)? {
        let waiting = judgings.into_iter().filter(|judging| judging.state == JudgingState::Waiting);
        waiting.for_each(|judging| NOTE.clone_into(&mut judging.note));
    }
    Ok(())
}

/// Whether answers are held, each test and attempt looked up once.
pub(super) struct HeldAnswers<'a, R> {
    app: &'a App,
    read: &'a R,
    tests: HashMap<TestId, bool>,
    /// Answers of one attempt follow each other.
    last: Option<(AttemptId, TestId)>,
}

impl<'a, R: Read> HeldAnswers<'a, R> {
    pub fn new(app: &'a App, read: &'a R) -> Self {
        Self { app, read, tests: HashMap::new(), last: None }
    }

    /// # Errors
    /// Storage only.
    pub fn has(&mut self, judging: &Judging) -> Result<bool, StoreError> {
        Ok(match self.test_of(judging.attempt_id)? {
            Some(test) => self.is_held(test)?,
            None => false,
        })
    }

    /// Returns the time at which an answer could be judged first, as far as this process knows: that it waited before
    /// is no fault.
    ///
    /// # Errors
    /// Storage only.
    pub fn free_since(&mut self, judging: &Judging) -> Result<Instant, StoreError> {
        let Some(test) = self.test_of(judging.attempt_id)? else { return Ok(judging.asked_at) };
        let since = self.app.code.judging.held_until(test).unwrap_or_else(|| self.app.leading_since());
        Ok(since.max(judging.asked_at))
    }

    /// Tests of which an answer is held.
    pub fn tests(&self) -> impl Iterator<Item = TestId> {
        self.tests.iter().filter(|(_, is_held)| **is_held).map(|(test, _)| *test)
    }

    /// `None` if nothing is ever held, or the attempt was erased.
    fn test_of(&mut self, attempt: AttemptId) -> Result<Option<TestId>, StoreError> {
        if !self.app.config.judge_after_attempts {
            return Ok(None);
        }
        if let Some((last, test)) = self.last
            && last == attempt
        {
            return Ok(Some(test));
        }
        let found: Option<Attempt> = self.read.get(attempt)?;
        self.last = found.map(|found| (attempt, found.test_id));
        Ok(self.last.map(|(_, test)| test))
    }

    fn is_held(&mut self, test: TestId) -> Result<bool, StoreError> {
        if let Some(known) = self.tests.get(&test) {
            return Ok(*known);
        }
        let is_held = is_held(self.app, self.read, test)?;
        self.tests.insert(test, is_held);
        Ok(is_held)
    }
}
