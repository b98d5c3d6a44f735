//! Verdicts of an AI model on answers, and how far it agrees with people (`docs/behaviour/results.md#ai`).

use super::{
    AttemptId, Instant, TestId,
    agreement::{self, ScorePair},
    marking::Given,
    review::ReviewVerdict,
    submission::{Grade, GradeStatus},
};
use serde::{Deserialize, Serialize};

/// Answers scored by both, from which on an agreement counts.
pub const MIN_ANSWERS: usize = 30;

/// A model with the prompt it was asked by: another one of either has to be measured again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Model {
    pub name: String,
    /// Version of the prompt.
    pub prompt: u32,
}

/// Outcome of a request to score answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModelScoringOutcome {
    /// False if the service failed or returned nothing usable.
    pub success: bool,
    pub message: String,
    /// Answers that got a score or a suggestion.
    pub scored: usize,
}

impl ModelScoringOutcome {
    pub fn nothing(message: impl Into<String>) -> Self {
        Self { success: true, message: message.into(), scored: 0 }
    }

    pub fn failed(message: impl Into<String>) -> Self {
        Self { success: false, message: message.into(), scored: 0 }
    }
}

/// A model's latest verdict on an answer: a score, a suggestion, or only a measurement.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ModelVerdict {
    pub submission_id: AttemptId,
    pub question_id: String,
    pub test_id: TestId,
    /// Position in the paper, from 0.
    pub place: u32,
    pub model: Model,
    pub status: GradeStatus,
    pub score: f64,
    /// Points of the question.
    pub points: u32,
    pub reason: String,
    /// The passage of the answer it relied on, word for word; empty if it named none that the answer has.
    pub quote: String,
    /// A person had scored the answer before, and could not be influenced.
    pub is_blind: bool,
    pub at: Instant,
}

impl ModelVerdict {
    /// A verdict with its reason and quote, on an answer as it is graded now.
    #[must_use]
    pub fn new(
        grade: &Grade,
        points: u32,
        model: Model,
        verdict: ReviewVerdict,
        (reason, quote): (String, String),
        at: Instant,
    ) -> Self {
        let given = Given::of(verdict.clamped(points), points, None, at);
        Self {
            submission_id: grade.submission_id,
            question_id: grade.question_id.clone(),
            test_id: grade.test_id,
            place: grade.place,
            model,
            status: given.status,
            score: given.points,
            points,
            reason,
            quote,
            is_blind: grade.is_scored_by_person(),
            at,
        }
    }

    /// The scores of model and person; `None` without a person's.
    #[must_use]
    pub fn beside(&self, grade: &Grade) -> Option<ScorePair> {
        let person = grade.manual_score.filter(|_| grade.is_scored_by_person())?;
        Some(ScorePair { first: self.score, second: person, of: self.points })
    }
}

/// When an AI may score automatically.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ReviewPolicy {
    /// Cohen's kappa, 0 to 1; 0 asks for none.
    pub min_agreement: f64,
}

/// How far a model agrees with people on one question.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ModelAgreement {
    /// Answers that both scored.
    pub answers: usize,
    /// Number of these answers that a person scored first.
    pub blind: usize,
    /// Cohen's kappa; `None` for fewer than [`MIN_ANSWERS`], and where both gave all answers alike the same score.
    pub kappa: Option<f64>,
}

impl ModelAgreement {
    #[must_use]
    pub fn of(pairs: &[ScorePair], blind: usize) -> Self {
        let kappa = if pairs.len() < MIN_ANSWERS { None } else { agreement::kappa(pairs) };
        Self { answers: pairs.len(), blind, kappa }
    }

    /// Whether the model may score automatically, and not only suggest.
    #[must_use]
    pub fn suffices(&self, policy: ReviewPolicy) -> bool {
        policy.min_agreement <= 0.0 || self.kappa.is_some_and(|kappa| kappa >= policy.min_agreement)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn agreement(same: usize, different: usize) -> ModelAgreement {
        let pair = |first, second| ScorePair { first, second, of: 4 };
        let mut pairs: Vec<ScorePair> =
            (0..same).map(|n| if n % 2 == 0 { pair(4.0, 4.0) } else { pair(0.0, 0.0) }).collect();
        pairs.extend((0..different).map(|_| pair(4.0, 0.0)));
        ModelAgreement::of(&pairs, 0)
    }

    #[test]
    fn a_model_scores_by_itself_once_enough_answers_agree() {
        let policy = ReviewPolicy { min_agreement: 0.6 };
        assert!(agreement(30, 0).suffices(policy));
        assert!(!agreement(29, 0).suffices(policy), "too few");
        assert!(!agreement(20, 10).suffices(policy), "too different");
        assert!(agreement(0, 0).suffices(ReviewPolicy::default()), "no minimum is set");
    }

    #[test]
    fn what_chance_explains_is_no_agreement() {
        let alike = ModelAgreement::of(&[ScorePair { first: 4.0, second: 4.0, of: 4 }; 40], 3);
        assert_eq!(alike, ModelAgreement { answers: 40, blind: 3, kappa: None });
        assert!(!alike.suffices(ReviewPolicy { min_agreement: 0.1 }));
    }
}
