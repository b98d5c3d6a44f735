//! Integrity check of the records, beyond the store's own check, which knows no domain rules: references resolve, every
//! ended attempt has exactly one submission, sums match the grades, and the audit log's hash chain is intact.

mod clips;
mod deliveries;
mod exam_sessions;
mod panel_calendars;
mod shown_pictures;

use super::{audit_log, history_check};
use crate::{
    app::App,
    domain::{
        AttemptId, Error, PictureHash, Result, UserId,
        anonymity::Alias,
        asked_question::AskedQuestion,
        attempt::{Answer, Attempt, LateAnswer, TimeSpent},
        bank::{
            BankQuestion, QuestionVersion,
            plan::{Draw, PaperPlan},
        },
        consent::{AcceptedText, Consent, ConsentHash},
        digest::DigestChoice,
        directory::DirectoryLink,
        email_verification::EmailVerification,
        grants::Grants,
        history::{self, LogPosition},
        invite::{Invite, InviteStatus},
        judging::{Judging, JudgingCounts, JudgingState},
        mail::{About, Mail},
        marking::Marking,
        model_verdict::ModelVerdict,
        notification::ReadMarks,
        outage::{Loss, Outage},
        own_page::{ErasureRequest, OwnPage},
        paper::Paper,
        password_reset::PasswordReset,
        picture::{Picture, PictureFile},
        question::Coding,
        repair,
        rubric::RubricChoice,
        second_factor::SecondFactor,
        section_clock::SectionClock,
        signal::{IntegritySignal, SignalTally},
        submission::{Grade, GradeStatus, Submission},
        test::Test,
        timeline,
        user::{Session, User},
    },
    service::{actor::SiteOperator, query, scoring::repairs::rescore},
    state::paper_cache::PaperCache,
    store::{CheckReport, KeyPrefix, Read, Record, Snapshot, StoreError},
};
use sha2::{Digest, Sha256};
use std::{
    collections::{HashMap, HashSet},
    fmt::Display,
    ops::ControlFlow,
};

/// Problems listed; further ones are only counted.
const MAX_LISTED: usize = 100;
/// Rounding tolerance of sums of halves and thirds, in points.
const TOLERANCE: f64 = 1e-6;

/// Result of [`check`].
#[derive(Debug, Clone, Default)]
pub struct IntegrityReport {
    /// Number of records checked.
    pub records: u64,
    /// One sentence per problem; empty if the data is consistent.
    pub problems: Vec<String>,
    /// Pictures that no test and no question paper shows: the server deletes them after a week.
    pub unused_pictures: usize,
}

/// Compares indexes and counters with a rebuild, then checks records against each other. Reads everything; blocks its
/// thread.
///
/// # Errors
/// Storage; problems of the data are in the report.
pub fn check(app: &App, _: &SiteOperator) -> Result<IntegrityReport> {
    let CheckReport { records, mut problems } = app.store.check()?;
    let read = app.store.read()?;
    let mut check = IntegrityCheck { read: &read, papers: PaperCache::default(), found: Vec::new(), more: 0 };
    check.all()?;
    let unused_pictures = check.pictures()?;
    problems.extend(check.found);
    if check.more > 0 {
        problems.push(format!("and {} more", check.more));
    }
    Ok(IntegrityReport { records, problems, unused_pictures })
}

struct IntegrityCheck<'r> {
    read: &'r Snapshot,
    papers: PaperCache,
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
        self.each::<PaperPlan>(|s, plan| {
            s.require(plan.is_intact(), "plan of test", plan.test_id, "its content does not match its hash");
            Ok(())
        })?;
        self.each::<Draw>(|s, draw| {
            let there = s.has::<Attempt>(draw.attempt_id)?;
            s.require(there, "draw", draw.attempt_id, "the attempt is missing");
            Ok(())
        })?;
        self.each::<Loss>(|s, loss| {
            let there = s.has::<Outage>(loss.outage_id)? && s.has::<Attempt>(loss.attempt_id)?;
            s.require(there, "loss of attempt", loss.attempt_id, "the outage or the attempt is missing");
            Ok(())
        })?;
        self.each::<Outage>(|s, outage| {
            let losses: Vec<Loss> = s.read.children(outage.id)?;
            let is_whole = losses.len() == outage.losses as usize;
            s.require(is_whole, "outage", outage.id, "its losses do not match their number");
            Ok(())
        })?;
        self.of_attempts::<AskedQuestion>("question of attempt")?;
        self.exam_sessions()?;
        self.clips()?;
        self.panel_calendars()?;
        self.orders_and_deliveries()?;
        self.each::<BankQuestion>(|s, question| {
            let there = s.has::<QuestionVersion>((question.id, question.version))?;
            s.require(there, "question", question.id, "its current version is missing");
            Ok(())
        })?;
        self.each::<Mail>(Self::mail)?;
        self.of_submissions("judging", |judging: &Judging| judging.attempt_id)?;
        self.of_submissions("chosen rubric items", |chosen: &RubricChoice| chosen.submission_id)?;
        self.of_submissions("verdict of a model", |verdict: &ModelVerdict| verdict.submission_id)?;
        self.of_submissions("answer that was dealt", |marking: &Marking| marking.submission_id)?;
        self.of_submissions("alias of submission", |alias: &Alias| alias.submission_id)?;
        self.each::<OwnPage>(|s, page| {
            let there = s.has::<Attempt>(page.attempt_id)?;
            let as_it_says = there != page.erased_at.is_some();
            s.require(
                as_it_says,
                "own page of attempt",
                page.attempt_id,
                "it does not say whether the attempt is there",
            );
            Ok(())
        })?;
        self.each::<ErasureRequest>(|s, request| s.belongs("erasure request of", request.applicant_id))?;
        self.of_attempts::<Answer>("answer")?;
        self.of_attempts::<LateAnswer>("late answer")?;
        self.of_attempts::<TimeSpent>("time spent")?;
        self.of_attempts::<SectionClock>("sections")?;
        self.consents()?;
        self.of_attempts::<IntegritySignal>("signal")?;
        self.of_attempts::<SignalTally>("signal tally")?;
        self.of_attempts::<timeline::TimelineEvent>("timeline entry")?;
        self.of_attempts::<timeline::TimelineHead>("timeline")?;
        let mut rows: HashMap<AttemptId, Vec<LogPosition>> = HashMap::new();
        self.each::<history::Logged>(|s, logged| {
            rows.entry(logged.attempt_id).or_default().push(logged.place);
            let there = s.has::<history::HistoryChain>(logged.attempt_id)?;
            s.require(there, "history entry", logged.attempt_id, "its chain is missing");
            Ok(())
        })?;
        self.each::<history::PackedHistory>(|s, packed| {
            let there = s.has::<history::HistoryChain>(packed.attempt_id)?;
            s.require(there, "packed history", packed.attempt_id, "its chain is missing");
            Ok(())
        })?;
        self.each::<history::HistoryChain>(|s, chain| {
            let rows = rows.get(&chain.attempt_id).map_or(&[][..], Vec::as_slice);
            if let Some(problem) = history_check::problem(s.read, chain, rows) {
                s.note("history of attempt", chain.attempt_id, &problem);
            }
            Ok(())
        })?;
        let broken = audit_log::walk(self.read, |_| Ok::<_, Error>(()))?;
        self.found.extend(broken);
        Ok(())
    }

    fn consents(&mut self) -> Result<()> {
        self.of_attempts::<Consent>("consent")?;
        self.each::<Consent>(|s, consent| {
            let there = s.has::<AcceptedText>(consent.hash)?;
            s.require(there, "consent of attempt", consent.attempt_id, "the accepted text is missing");
            Ok(())
        })?;
        self.each::<AcceptedText>(|s, text| {
            let is_intact = ConsentHash::of(&text.text) == text.hash;
            s.require(is_intact, "accepted text", text.hash, "it does not match its hash");
            Ok(())
        })
    }

    /// Checks the pictures of questions. Returns the number of unused ones.
    fn pictures(&mut self) -> Result<usize> {
        let (mut files, mut unused) = (HashSet::new(), 0);
        self.each::<PictureFile>(|s, file| {
            let is_intact = PictureHash(Sha256::digest(&file.bytes).into()) == file.hash;
            s.require(is_intact, "picture", file.hash, "its content does not match its hash");
            files.insert(file.hash);
            Ok(())
        })?;
        let mut shown = self.shown_pictures()?;
        self.each::<Picture>(|s, picture| {
            s.require(files.remove(&picture.hash), "picture", picture.hash, "its file is missing");
            unused += usize::from(shown.remove(&picture.hash).is_none());
            Ok(())
        })?;
        for hash in files {
            self.note("picture", hash, "it has a file but no record");
        }
        for (hash, (what, id)) in shown {
            self.note(what, id, &format!("it shows the picture {hash}, which is missing"));
        }
        Ok(unused)
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
        self.each::<Grants>(|s, grants| s.belongs("roles of", grants.user_id))?;
        self.each::<Session>(|s, session| s.belongs("session of", session.user_id))?;
        self.each::<EmailVerification>(|s, proof| s.belongs("email verification of", proof.user_id))?;
        self.each::<DirectoryLink>(|s, link| s.belongs("link to a provider of", link.user_id))?;
        self.each::<SecondFactor>(|s, factor| s.belongs("second factor of", factor.user_id))?;
        self.each::<DigestChoice>(|s, digest| s.belongs("daily summary of", digest.user_id))?;
        self.each::<PasswordReset>(|s, reset| s.belongs("password reset of", reset.user_id))?;
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
            InviteStatus::Sent | InviteStatus::Scheduled => {
                let there = self.has::<Test>(invite.test_id)?;
                self.require(there, WHAT, id, "its test is missing");
            }
            InviteStatus::InProgress => {
                self.require(attempt.is_some_and(|a| a.is_running()), WHAT, id, "it is in progress without an attempt");
            }
            InviteStatus::Completed => {
                self.require(
                    attempt.is_some_and(|a| !a.is_running()),
                    WHAT,
                    id,
                    "it is completed without an ended attempt",
                );
            }
            InviteStatus::Expired => {}
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
        let paper = self.papers.get(self.read, attempt.test_id, &attempt.paper);
        self.require(paper.is_ok(), WHAT, id, "its paper is missing");
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
        let Ok(paper) = self.papers.get(self.read, submission.test_id, &submission.paper) else {
            self.note(WHAT, id, "its paper is missing");
            return Ok(());
        };
        let Ok(grades) = self.read.children::<Grade>(id) else { return Ok(()) };
        if grades.len() != paper.questions.len() {
            let problem = format!("it has {} grades for {} questions", grades.len(), paper.questions.len());
            self.note(WHAT, id, &problem);
            return Ok(());
        }
        let judgings = self.read.children::<Judging>(id).unwrap_or_default();
        self.judgings(&paper, &grades, &judgings);
        self.repairs(submission, &paper, &grades)?;
        // Before a person's score settled it, every answer that waited was counted.
        let all_counted = submission.judging == JudgingCounts::of(&judgings, |_| false);
        let near = |a: f64, b: f64| (a - b).abs() < TOLERANCE;
        let same = [Submission::tally, Submission::tally_of_written].into_iter().any(|tally| {
            let mut expected = submission.clone();
            tally(&mut expected, &paper, &grades);
            expected.count_judgings(&judgings, &grades);
            near(expected.auto_earned, submission.auto_earned)
                && near(expected.manual_earned.unwrap_or(-1.0), submission.manual_earned.unwrap_or(-1.0))
                && (all_counted || expected.judging == submission.judging)
                && (expected.status, expected.total_points, expected.pending_reviews, expected.pending_points)
                    == (
                        submission.status,
                        submission.total_points,
                        submission.pending_reviews,
                        submission.pending_points,
                    )
        });
        self.require(same, WHAT, id, "its sums do not match its grades");
        Ok(())
    }

    /// Every grade is what the repairs of the test make of it, but for those that are being applied.
    fn repairs(&mut self, submission: &Submission, paper: &Paper, grades: &[Grade]) -> Result<()> {
        let repairs = query::repairs::of(self.read, submission.test_id)?;
        if repairs.is_recalculating() {
            return Ok(());
        }
        let places = repairs.places(paper);
        for grade in grades {
            let place = grade.place as usize;
            if grade.repaired.is_none() && !places.contains(&place) {
                continue;
            }
            let mut expected = grade.clone();
            rescore::repair(
                self.read,
                &mut expected,
                repair::in_force(&repairs.list, &paper.questions[place]).as_ref(),
            )?;
            // Grades that were last scored by an earlier version name another repair of the question.
            if let (Some(expected), Some(stored)) = (&mut expected.repaired, &grade.repaired)
                && repairs.get(stored.by).is_some_and(|repair| repair.question_id == grade.question_id)
            {
                expected.by = stored.by;
            }
            self.require(expected == *grade, "submission", submission.id, "a grade does not match the repairs");
        }
        Ok(())
    }

    /// Every answer that only tests can score is in the queue, or was set aside.
    fn judgings(&mut self, paper: &Paper, grades: &[Grade], judgings: &[Judging]) {
        for grade in grades.iter().filter(|grade| !grade.is_written && grade.own_status() == GradeStatus::Pending) {
            let is_queued =
                judgings.iter().any(|j| j.question_id == grade.question_id && j.state != JudgingState::Done);
            self.require(is_queued, "submission", grade.submission_id, "code waits for a verdict and is not queued");
        }
        for judging in judgings {
            let question = paper.question(&judging.question_id).and_then(|(_, question)| question.coding());
            let is_judged = question.is_some_and(Coding::is_judged);
            self.require(is_judged, "judging", judging.attempt_id, "its question has no tests");
        }
    }

    fn mail(&mut self, mail: &Mail) -> Result<()> {
        let there = match mail.about {
            About::Invite(id) => self.has::<Invite>(id)?,
            About::Account(id) => self.has::<User>(id)?,
        };
        self.require(there, "mail", mail.id, "its invite or account is missing");
        Ok(())
    }

    fn of_submissions<R: Record>(&mut self, what: &str, of: impl Fn(&R) -> AttemptId) -> Result<()> {
        self.each::<R>(|s, record| {
            let id = of(record);
            let there = s.has::<Submission>(id)?;
            s.require(there, what, id, "the submission is missing");
            Ok(())
        })
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
