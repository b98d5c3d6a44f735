//! An answer that was dealt to someone, and the score that they gave (`docs/behaviour/results.md#reviewing`).

use super::{
    AttemptId, Instant, MarkingId, TestId, UserId,
    agreement::ScorePair,
    assignment::ScoreSlot,
    review::ReviewVerdict,
    rubric::{Rubric, RubricChoice},
    submission::{Grade, GradeStatus},
};
use serde::{Deserialize, Serialize};

/// Stored by variant position: append new ones at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum MarkingState {
    Waiting,
    Done,
    /// An administrator has scored the answer: nothing can be changed here any more.
    Closed,
}

/// Lists of someone's answers. Their numbers are part of index and counter keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum MarkingList {
    Waiting = 0,
    Done = 1,
}

/// How two scores of an answer compare. The numbers are part of index and counter keys; those of stored records, too.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[repr(u8)]
pub enum ScoreComparison {
    Agreed = 0,
    /// The scores differ, and an administrator is to settle it.
    ToSettle = 1,
    Settled = 2,
}

/// A score.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Given {
    pub status: GradeStatus,
    pub points: f64,
    pub comments: Option<String>,
    pub at: Instant,
}

impl Given {
    /// The score that a verdict gives.
    #[must_use]
    pub fn of(verdict: ReviewVerdict, points: u32, comments: Option<String>, at: Instant) -> Self {
        Self { status: verdict.status(), points: verdict.score(points), comments, at }
    }
}

/// Both scores of an answer. Held by the second marking, so that one range lists the answers to be settled.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct ComparedScores {
    pub first: f64,
    pub of: u32,
    pub outcome: ScoreComparison,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Marking {
    /// Random, so that neither it nor the order of a list discloses who answered, or when.
    pub id: MarkingId,
    pub submission_id: AttemptId,
    pub test_id: TestId,
    pub question_id: String,
    pub reviewer_id: UserId,
    pub slot: ScoreSlot,
    /// Dealt among the people of this question, not of the whole test.
    pub of_question: bool,
    /// The version of the assignments by which it was dealt.
    pub dealt_by: u32,
    pub state: MarkingState,
    pub given: Option<Given>,
    pub compared: Option<ComparedScores>,
    /// The items of the rubric that a second marker chose. Those of a first marker are kept with the grade.
    pub chosen: Option<RubricChoice>,
    /// Number of the version, for optimistic concurrency.
    pub version: u32,
}

impl Marking {
    /// The list that shows it; none after an administrator was faster.
    #[must_use]
    pub const fn list(&self) -> Option<MarkingList> {
        match self.state {
            MarkingState::Waiting => Some(MarkingList::Waiting),
            _ if self.given.is_some() => Some(MarkingList::Done),
            _ => None,
        }
    }

    /// Whether its score and that of the first marker compare like this.
    #[must_use]
    pub fn has_outcome(&self, outcome: ScoreComparison) -> bool {
        self.compared.is_some_and(|compared| compared.outcome == outcome)
    }

    /// Takes a score.
    pub fn score(&mut self, given: Given) {
        self.given = Some(given);
        self.state = MarkingState::Done;
        self.version += 1;
    }

    /// An administrator has scored the answer.
    pub fn close(&mut self) {
        self.state = MarkingState::Closed;
        self.version += 1;
        if let Some(compared) = self.compared.as_mut().filter(|compared| compared.outcome == ScoreComparison::ToSettle)
        {
            compared.outcome = ScoreComparison::Settled;
        }
    }

    /// Voids the scores, because another answer counts now.
    pub fn reopen(&mut self) {
        self.state = MarkingState::Waiting;
        (self.given, self.compared, self.chosen) = (None, None, None);
        self.version += 1;
    }

    /// Whether a change of the rubric moves the score: a second marker's that follows from its items.
    #[must_use]
    pub fn follows_rubric(&self) -> bool {
        self.state == MarkingState::Done && self.chosen.as_ref().is_some_and(|chosen| !chosen.is_overridden)
    }

    /// Takes the points that a changed rubric makes of the chosen items. Returns whether they are others.
    pub fn rescore(&mut self, rubric: &Rubric, points: u32) -> bool {
        let Some((chosen, given)) = self.chosen.as_ref().zip(self.given.as_ref()) else { return false };
        if !self.follows_rubric() || rubric.items.is_empty() {
            return false;
        }
        let by_rubric = Given::of(rubric.verdict(&chosen.items, points), points, given.comments.clone(), given.at);
        let is_other = by_rubric != *given;
        if is_other {
            self.score(by_rubric);
        }
        is_other
    }

    /// Compares this second marking with the first, once both are in.
    pub fn compare(&mut self, first: &Self, of: u32) {
        let both = self.given.as_ref().zip(first.given.as_ref());
        self.compared = both.map(|(second, first)| {
            let same = (second.points - first.points).abs() < f64::EPSILON;
            ComparedScores {
                first: first.points,
                of,
                outcome: if same { ScoreComparison::Agreed } else { ScoreComparison::ToSettle },
            }
        });
    }

    #[must_use]
    pub fn pair(&self) -> Option<ScorePair> {
        let (compared, given) = self.compared.zip(self.given.as_ref())?;
        Some(ScorePair { first: compared.first, second: given.points, of: compared.of })
    }

    /// The grade as this marker may see it: nothing of another person's score.
    #[must_use]
    pub fn own_view(&self, grade: Grade) -> Grade {
        let given = self.given.as_ref();
        Grade {
            status: given.map_or(GradeStatus::Pending, |given| given.status),
            earned: given.map_or(0.0, |given| given.points),
            manual_score: given.map(|given| given.points),
            comments: given.and_then(|given| given.comments.clone()),
            reviewed_at: given.map(|given| given.at),
            reviewed_by: None,
            version: self.version,
            by_ai: false,
            ai: None,
            repaired: None,
            ..grade
        }
    }
}
