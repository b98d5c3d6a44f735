//! Integrity check of the records, beyond the store's own check, which knows no domain rules: references resolve, every
//! ended attempt has exactly one submission, sums match the grades, and the audit log's hash chain is intact.

use super::audit_log;
use crate::{
    app::App,
    domain::{
        AttemptId, Error, Result, UserId,
        attempt::{Answer, Attempt, LateAnswer, TimeSpent},
        email_verification::EmailVerification,
        invite::{Invite, Status},
        mail::{About, Mail},
        notification::ReadMarks,
        paper::Paper,
        signal::{Signal, SignalTally},
        submission::{Grade, Submission},
        test::Test,
        timeline,
        user::{Session, User},
    },
    service::actor::Admin,
    store::{CheckReport, KeyPrefix, Read, Record, Snapshot, StoreError},
};
use std::{fmt::Display, ops::ControlFlow};

/// Problems listed; further ones are only counted.
const MAX_LISTED: usize = 100;
/// Rounding tolerance of sums of halves and thirds, in points.
const TOLERANCE: f64 = 1e-6;

/// Compares indexes and counters with a rebuild, then checks records against each other. Reads everything; blocks its
/// thread.
///
/// # Errors
/// Storage; problems of the data are in the report.
pub fn check(app: &App, _: &Admin) -> Result<CheckReport> {
    let mut report = app.store.check()?;
    let read = app.store.read()?;
    let mut records = IntegrityCheck { read: &read, found: Vec::new(), more: 0 };
    records.all()?;
    report.problems.extend(records.found);
    if records.more > 0 {
        report.problems.push(format!("and {} more", records.more));
    }
    Ok(report)
}

struct IntegrityCheck<'r> {
    read: &'r Snapshot,
    found: Vec<String>,
    more: usize,
}

impl IntegrityCheck<'_> {
    fn all(&mut self) -> Result<()> {
        self.people()?;
        self.each::<Invite>(Self::invite)?;
        self.each::<Attempt>(Self::attempt)?;
        self.each::<Submission>(Self::submission)?;
        self.each::<Grade>(|s, grade| {
            // Of an attempt that runs: its end was interrupted, and will write them again.
            let there = s.has::<Submission>(grade.submission_id)?
                || s.get::<Attempt>(grade.submission_id)?.is_some_and(|attempt| attempt.is_running());
            s.require(there, "grade of submission", grade.submission_id, "the submission is missing");
            Ok(())
        })?;
        self.each::<Paper>(|s, paper| {
            s.require(paper.is_intact(), "paper of test", paper.test_id, "its content does not match its hash");
            Ok(())
        })?;
        self.each::<Mail>(Self::mail)?;
        self.of_attempts::<Answer>("answer")?;
        self.of_attempts::<LateAnswer>("late answer")?;
        self.of_attempts::<TimeSpent>("time spent")?;
        self.of_attempts::<Signal>("signal")?;
        self.of_attempts::<SignalTally>("signal tally")?;
        self.of_attempts::<timeline::Entry>("timeline entry")?;
        self.of_attempts::<timeline::TimelineHead>("timeline")?;
        let broken = audit_log::walk(self.read, |_| Ok::<_, Error>(()))?;
        self.found.extend(broken);
        Ok(())
    }

    fn note(&mut self, what: &str, id: impl Display, problem: &str) {
        if self.found.len() < MAX_LISTED {
            self.found.push(format!("{what} {id}: {problem}"));
        } else {
            self.more += 1;
        }
    }

    fn require(&mut self, ok: bool, what: &str, id: impl Display, problem: &str) {
        if !ok {
            self.note(what, id, problem);
        }
    }

    /// Visits every record of a type, without those that do not decode: the store's own check reports them.
    fn each<R: Record>(&mut self, mut visit: impl FnMut(&mut Self, &R) -> Result<()>) -> Result<()> {
        let read = self.read;
        let mut stopped = Ok(());
        read.scan_records::<R>(&mut |record| {
            if let Ok(record) = record {
                stopped = visit(self, &record);
            }
            Ok::<_, StoreError>(if stopped.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) })
        })?;
        stopped
    }

    fn has<R: Record>(&self, id: R::Id<'_>) -> Result<bool> {
        Ok(self.read.has::<R>(id)?)
    }

    /// The record with this id; `None` also if it does not decode.
    fn get<R: Record>(&self, id: R::Id<'_>) -> Result<Option<R>> {
        match self.read.get::<R>(id) {
            Err(StoreError::Corrupt(_)) => Ok(None),
            found => Ok(found?),
        }
    }

    fn belongs(&mut self, what: &str, user: UserId) -> Result<()> {
        let there = self.has::<User>(user)?;
        self.require(there, what, user, "the user is missing");
        Ok(())
    }

    fn people(&mut self) -> Result<()> {
        let mut first = 0;
        self.each::<User>(|_, user| {
            first += u32::from(user.is_first_admin);
            Ok(())
        })?;
        self.require(first <= 1, "administrators", first, "more than one is marked as the first");
        self.each::<Session>(|s, session| s.belongs("session of", session.user_id))?;
        self.each::<EmailVerification>(|s, proof| s.belongs("email verification of", proof.user_id))?;
        self.each::<ReadMarks>(|s, marks| s.belongs("read marks of", marks.user_id))
    }

    fn invite(&mut self, invite: &Invite) -> Result<()> {
        const WHAT: &str = "invite";
        let id = invite.id;
        let there = self.has::<User>(invite.applicant_id)?;
        self.require(there, WHAT, id, "its applicant is missing");
        let attempt = match invite.attempt_id {
            Some(attempt) => self.get::<Attempt>(attempt)?,
            None => None,
        };
        match invite.state {
            Status::Sent | Status::Scheduled => {
                let there = self.has::<Test>(invite.test_id)?;
                self.require(there, WHAT, id, "its test is missing");
            }
            Status::InProgress => {
                self.require(attempt.is_some_and(|a| a.is_running()), WHAT, id, "it is in progress without an attempt");
            }
            Status::Completed => {
                self.require(
                    attempt.is_some_and(|a| !a.is_running()),
                    WHAT,
                    id,
                    "it is completed without an ended attempt",
                );
            }
            Status::Expired => {}
        }
        Ok(())
    }

    fn attempt(&mut self, attempt: &Attempt) -> Result<()> {
        const WHAT: &str = "attempt";
        let id = attempt.id;
        match self.get::<Invite>(attempt.invite_id)? {
            None => self.note(WHAT, id, "its invite is missing"),
            Some(invite) => {
                self.require(invite.attempt_id == Some(id), WHAT, id, "its invite refers to another attempt");
            }
        }
        let paper = self.has::<Paper>((attempt.test_id, &attempt.paper))?;
        self.require(paper, WHAT, id, "its paper is missing");
        match (self.has::<Submission>(id)?, attempt.is_running()) {
            (true, true) => self.note(WHAT, id, "it is running and has a submission"),
            (false, false) => self.note(WHAT, id, "it has ended without a submission"),
            _ => {}
        }
        Ok(())
    }

    fn submission(&mut self, submission: &Submission) -> Result<()> {
        const WHAT: &str = "submission";
        let id = submission.id;
        let there = self.has::<Attempt>(id)?;
        self.require(there, WHAT, id, "its attempt is missing");
        let Some(paper) = self.get::<Paper>((submission.test_id, &submission.paper))? else {
            self.note(WHAT, id, "its paper is missing");
            return Ok(());
        };
        let Ok(grades) = self.read.children::<Grade>(id) else { return Ok(()) };
        if grades.len() != paper.questions.len() {
            let problem = format!("it has {} grades for {} questions", grades.len(), paper.questions.len());
            self.note(WHAT, id, &problem);
            return Ok(());
        }
        let mut expected = submission.clone();
        expected.tally(&paper, &grades);
        let near = |a: f64, b: f64| (a - b).abs() < TOLERANCE;
        let same = near(expected.auto_earned, submission.auto_earned)
            && near(expected.manual_earned.unwrap_or(-1.0), submission.manual_earned.unwrap_or(-1.0))
            && (expected.status, expected.total_points, expected.pending_reviews, expected.pending_points)
                == (submission.status, submission.total_points, submission.pending_reviews, submission.pending_points);
        self.require(same, WHAT, id, "its sums do not match its grades");
        Ok(())
    }

    fn mail(&mut self, mail: &Mail) -> Result<()> {
        let there = match mail.about {
            About::Invite(id) => self.has::<Invite>(id)?,
            About::Account(id) => self.has::<User>(id)?,
        };
        self.require(there, "mail", mail.id, "its invite or account is missing");
        Ok(())
    }

    /// Checks records whose id begins with that of their attempt.
    fn of_attempts<R: Record>(&mut self, what: &str) -> Result<()>
    where
        AttemptId: for<'k> KeyPrefix<R::Id<'k>>,
    {
        let read = self.read;
        let mut orphans = Vec::new();
        read.scan_parents::<R, AttemptId>(&mut |attempt| {
            if !read.has::<Attempt>(*attempt)? {
                orphans.push(*attempt);
            }
            Ok(())
        })?;
        for attempt in orphans {
            self.note(what, attempt, "its attempt is missing");
        }
        Ok(())
    }
}
