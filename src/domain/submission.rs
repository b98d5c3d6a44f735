//! Submissions and their scores (`docs/behaviour/results.md#scoring-and-review`).

use super::{
    AttemptId, Instant, InviteId, TestId, UserId,
    attempt::EndedBy,
    judging::{Judging, JudgingCounts, SubmissionJudging},
    paper::{Paper, PaperHash},
    point_share::PointShare,
    question::{Mark, Scorer, Thousandths, attempt_points},
    repair::{self, InForce, Repair, Repaired},
    test::Question,
};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;

pub use super::question::GradeStatus;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ScoringStatus {
    AutoOnly,
    NeedsReview,
    PartiallyReviewed,
    FullyReviewed,
}

/// Scored result of an ended attempt; the answers are the attempt's [`super::attempt::Answer`]s.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Submission {
    /// The attempt's id.
    pub id: AttemptId,
    pub invite_id: InviteId,
    pub test_id: TestId,
    pub applicant_id: UserId,
    pub applicant_name: String,
    pub applicant_email: String,
    pub test_title: String,
    pub paper: PaperHash,
    pub started_at: Instant,
    pub submitted_at: Instant,
    pub ended_by: EndedBy,
    pub is_monitored: bool,
    pub answers_stored: u32,
    pub total_points: u32,
    /// Points of answers scored automatically; below 0 where penalties outweigh them.
    pub auto_earned: f64,
    /// `None` until an answer is reviewed.
    pub manual_earned: Option<f64>,
    pub status: ScoringStatus,
    /// Written questions of the paper.
    pub manual_questions: u32,
    /// Written questions that wait for review.
    pub pending_reviews: u32,
    /// Points of the answers that wait for review or judging.
    pub pending_points: u32,
    pub judging: JudgingCounts,
    /// The id by which it is called where names are hidden. Not stored.
    #[serde(skip)]
    pub alias: Option<AttemptId>,
}

/// Score of one question of a submission.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Grade {
    pub submission_id: AttemptId,
    /// Position in the paper, from 0.
    pub place: u32,
    pub test_id: TestId,
    pub question_id: String,
    /// Reviewed, and scored neither by a key nor by hidden tests.
    pub is_written: bool,
    /// Time at which it was submitted: the sort order for reviewing one question across candidates.
    pub submitted_at: Instant,
    pub status: GradeStatus,
    pub earned: f64,
    /// Set by a reviewer; a person's score always overrides an automatic one.
    pub manual_score: Option<f64>,
    pub comments: Option<String>,
    pub reviewed_at: Option<Instant>,
    pub reviewed_by: Option<UserId>,
    /// Version for optimistic concurrency: incremented by every change, so that reviewers do not overwrite each other.
    pub version: u32,
    /// An AI has set the score; `reviewed_by` is `None` then.
    pub by_ai: bool,
    /// The AI's latest verdict: the score if `by_ai`, a suggestion while the answer is pending.
    pub ai: Option<AiVerdict>,
    /// Effect of a repair of the question.
    pub repaired: Option<Repaired>,
}

impl Grade {
    /// The status without repairs.
    #[must_use]
    pub fn own_status(&self) -> GradeStatus {
        self.repaired.map_or(self.status, |own| own.status)
    }

    /// Counts on from the version of a result that was withdrawn: what was read of that one is outdated.
    #[must_use]
    pub const fn after_version(mut self, withdrawn: u32) -> Self {
        self.version = self.version.saturating_add(withdrawn);
        self
    }

    /// Takes back what a repair has changed.
    pub fn unrepair(&mut self) {
        if let Some(own) = self.repaired.take() {
            (self.status, self.earned) = (own.status, own.earned);
        }
    }

    /// Scores an answer again that its key scores. What people, an AI or the tests of code decided stays.
    pub fn rescore_by_key(&mut self, question: &Question, text: &str) {
        let is_judged = !self.is_written && question.coding().is_some();
        if is_judged || self.reviewed_at.is_some() {
            return;
        }
        let own = self.repaired.map_or((self.status, self.earned), |own| (own.status, own.earned));
        let scored = auto(question, text);
        if scored != own {
            self.unrepair();
            (self.status, self.earned) = scored;
            self.version += 1;
        }
    }

    /// Scores the answer with the repairs in force.
    pub fn repair(&mut self, in_force: Option<&InForce>, answer: &str) {
        self.unrepair();
        let is_by_person = self.is_scored_by_person();
        let (status, earned) = (self.status, self.earned);
        let Some(in_force) = in_force else { return };
        let scored = in_force.score(is_by_person, answer);
        if let Some(scored) = scored.filter(|scored| (scored.status, scored.earned) != (status, earned)) {
            self.repaired = Some(Repaired { by: scored.by, status, earned });
            (self.status, self.earned) = (scored.status, scored.earned);
        }
    }
}

/// A percentage with two decimals; 0 of 0 points is 0.
#[must_use]
pub fn percent(earned: f64, total: u32) -> f64 {
    if total == 0 {
        return 0.0;
    }
    (earned * 10_000.0 / f64::from(total)).round() / 100.0
}

/// Percentage of a sum of points; penalties never take it below 0.
fn score(earned: &[f64], total: u32) -> f64 {
    percent(attempt_points(earned.iter().copied().map(Thousandths::nearest)).as_points(), total)
}

/// The exact sum of points.
fn sum<'g>(grades: impl Iterator<Item = &'g Grade>) -> f64 {
    grades.map(|grade| Thousandths::nearest(grade.earned)).sum::<Thousandths>().as_points()
}

impl Submission {
    #[must_use]
    pub fn auto_score(&self) -> f64 {
        score(&[self.auto_earned], self.total_points)
    }

    #[must_use]
    pub fn manual_score(&self) -> Option<f64> {
        self.manual_earned.map(|earned| score(&[earned], self.total_points))
    }

    /// Score so far, in percent; final once no answer waits for review.
    #[must_use]
    pub fn final_score(&self) -> f64 {
        score(&[self.auto_earned, self.manual_earned.unwrap_or_default()], self.total_points)
    }

    /// The id that calls name it by.
    #[must_use]
    pub fn shown_id(&self) -> AttemptId {
        self.alias.unwrap_or(self.id)
    }

    /// [`Self::final_score`] without rounding.
    #[must_use]
    pub fn share(&self) -> PointShare {
        let earned = [self.auto_earned, self.manual_earned.unwrap_or_default()];
        PointShare { earned: attempt_points(earned.map(Thousandths::nearest)), points: self.total_points }
    }

    /// Returns the submission before people or an AI scored the written answers, whose points are `written`: what its
    /// candidate may see (`docs/behaviour/taking.md#submit`).
    #[must_use]
    pub fn as_submitted(self, written: u32) -> Self {
        if self.manual_earned.is_none() {
            return self;
        }
        Self {
            manual_earned: None,
            status: ScoringStatus::NeedsReview,
            pending_reviews: self.manual_questions,
            pending_points: written,
            ..self
        }
    }

    /// Points earned so far; not below 0.
    #[must_use]
    pub fn earned_points(&self) -> f64 {
        (self.auto_earned + self.manual_earned.unwrap_or_default()).max(0.0)
    }

    #[must_use]
    pub fn waits_for_review(&self) -> bool {
        matches!(self.status, ScoringStatus::NeedsReview | ScoringStatus::PartiallyReviewed)
    }

    /// Whether its score may still change without anyone changing their mind.
    #[must_use]
    pub fn is_provisional(&self) -> bool {
        self.waits_for_review() || self.pending_points > 0 || self.judging.waiting > 0
    }

    /// Whether code waits for a verdict, or was set aside without one: its points are not 0, but unknown.
    #[must_use]
    pub const fn waits_for_judging(&self) -> bool {
        matches!(self.judging.progress(), SubmissionJudging::Waiting | SubmissionJudging::Failed)
    }

    /// Counts the states of its judging. A person's score does not wait for a verdict, nor does that of a repair.
    pub fn count_judgings(&mut self, judgings: &[Judging], grades: &[Grade]) {
        let is_scored = |id: &str| grades.iter().any(|grade| grade.question_id == id && grade.needs_no_verdict());
        self.judging = JudgingCounts::of(judgings, is_scored);
    }

    /// Recomputes the totals and the status from `grades`.
    pub fn tally(&mut self, paper: &Paper, grades: &[Grade]) {
        self.tally_reviewed(paper, grades, |grade| grade.reviewed_at.is_some());
    }

    /// Like [`Self::tally`] of earlier versions, which counted what people decided about code as scored by its tests.
    pub fn tally_of_written(&mut self, paper: &Paper, grades: &[Grade]) {
        self.tally_reviewed(paper, grades, |grade| grade.is_written && grade.reviewed_at.is_some());
    }

    fn tally_reviewed(&mut self, paper: &Paper, grades: &[Grade], by_person: impl Fn(&Grade) -> bool) {
        let count = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        let points = |g: &Grade| paper.questions.get(g.place as usize).map_or(0, |q| q.points);
        let counted = || grades.iter().filter(|g| g.status != GradeStatus::Void);
        self.total_points = counted().map(points).sum();
        self.auto_earned = sum(counted().filter(|g| !by_person(g)));
        let reviewed = || counted().filter(|g| by_person(g));
        self.manual_earned = reviewed().next().is_some().then(|| sum(reviewed()));
        self.manual_questions = count(counted().filter(|g| g.is_written).count());
        let pending = || grades.iter().filter(|g| g.status == GradeStatus::Pending);
        self.pending_reviews = count(pending().filter(|g| g.is_written).count());
        self.pending_points = pending().map(points).sum();
        self.status = match (self.pending_reviews > 0, self.manual_earned.is_some()) {
            (true, false) => ScoringStatus::NeedsReview,
            (true, true) => ScoringStatus::PartiallyReviewed,
            (false, true) => ScoringStatus::FullyReviewed,
            (false, false) => ScoringStatus::AutoOnly,
        };
    }
}

/// Scores every question automatically (`docs/scoring.md`), with the repairs of the test; written answers and code that
/// are not blank are pending.
#[must_use]
pub fn grade(
    submission_id: AttemptId,
    paper: &Paper,
    repairs: &[Repair],
    answers: &HashMap<String, String>,
    submitted_at: Instant,
) -> Vec<Grade> {
    let text = |id: &str| answers.get(id).map_or("", String::as_str);
    let questions = paper.questions.iter().enumerate();
    let one = |(i, q): (usize, &Question)| {
        grade_one(submission_id, paper.test_id, (i, q), repairs, text(&q.id), submitted_at)
    };
    questions.map(one).collect()
}

/// Scores the answer to one question, which has this place in the paper.
#[must_use]
pub fn grade_one(
    submission_id: AttemptId,
    test_id: TestId,
    (place, question): (usize, &Question),
    repairs: &[Repair],
    answer: &str,
    submitted_at: Instant,
) -> Grade {
    let (status, earned) = auto(question, answer);
    let mut grade = Grade {
        submission_id,
        place: u32::try_from(place).unwrap_or(u32::MAX),
        test_id,
        question_id: question.id.clone(),
        is_written: !question.is_auto(),
        submitted_at,
        status,
        earned,
        manual_score: None,
        comments: None,
        reviewed_at: None,
        reviewed_by: None,
        version: 1,
        by_ai: false,
        ai: None,
        repaired: None,
    };
    grade.repair(repair::in_force(repairs, question).as_ref(), answer);
    grade
}

/// Status and points of an answer before review.
pub(super) fn auto(question: &Question, answer: &str) -> (GradeStatus, f64) {
    let Mark { status, earned } = Scorer::new(question).mark(answer);
    (status, earned.as_points())
}

/// An AI's verdict on an answer: its score, or its suggestion until a person decides.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AiVerdict {
    pub status: GradeStatus,
    pub score: f64,
    pub reason: String,
    pub at: Instant,
}
/// Numbers of submissions by what becomes of their scores when something is scored again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ScoreChanges {
    /// Number of submissions whose score rises.
    pub up: u64,
    pub down: u64,
    pub unchanged: u64,
    /// Final ones that pass now and would not, or the other way round.
    pub crossing: u64,
    /// Number of the changed submissions whose candidate was sent a decision.
    pub told: u64,
    /// Number of the changed submissions that are decided on.
    pub decided: u64,
}
