//! Scoring of an answer (`docs/scoring.md`): pure functions, exact, rounded once per answer.

use super::{
    answer::ParsedAnswer,
    kinds::TextMatchers,
    points::{Scoring, Share, Thousandths},
    spec::Question,
};
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum GradeStatus {
    Pending,
    Correct,
    Wrong,
    Partial,
    /// The question was taken out of the scores by a repair.
    Void,
}

impl GradeStatus {
    /// Whether the answer has points that count.
    #[must_use]
    pub const fn is_scored(self) -> bool {
        matches!(self, Self::Correct | Self::Wrong | Self::Partial)
    }
}

/// Points of one answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    pub status: GradeStatus,
    /// Earned points, from minus the question's points to its points.
    pub earned: Thousandths,
}

impl Mark {
    /// Points of this share of a question's points.
    #[must_use]
    pub fn of(share: Share, question: &Question) -> Self {
        if share.is_all() {
            Self { status: GradeStatus::Correct, earned: Thousandths::of_points(question.points) }
        } else if share.is_none() {
            Self { status: GradeStatus::Wrong, earned: Thousandths(-question.penalty.0) }
        } else {
            Self { status: GradeStatus::Partial, earned: share.of(question.points) }
        }
    }
}

/// A question that is ready for many answers: its patterns are compiled once.
#[derive(Debug)]
pub struct Scorer<'s> {
    question: &'s Question,
    texts: TextMatchers<'s>,
}

impl<'s> Scorer<'s> {
    #[must_use]
    pub fn new(question: &'s Question) -> Self {
        Self { question, texts: question.body.matchers() }
    }

    /// Scores an answer. Defined for every string.
    #[must_use]
    pub fn mark(&self, text: &str) -> Mark {
        let answer = ParsedAnswer::read(&self.question.body, text);
        if matches!(answer, ParsedAnswer::Blank | ParsedAnswer::Unreadable) {
            return Mark { status: GradeStatus::Wrong, earned: Thousandths::default() };
        }
        let Some(share) = self.question.body.right_share(&answer, &self.texts) else {
            return Mark { status: GradeStatus::Pending, earned: Thousandths::default() };
        };
        let share = if self.question.scoring == Scoring::AllOrNothing && !share.is_all() { Share::NONE } else { share };
        Mark::of(share, self.question)
    }
}

/// Points of a whole attempt: penalties never take it below 0.
#[must_use]
pub fn attempt_points(earned: impl IntoIterator<Item = Thousandths>) -> Thousandths {
    earned.into_iter().sum::<Thousandths>().max(Thousandths::default())
}
