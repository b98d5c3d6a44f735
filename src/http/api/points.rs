//! Points of a submission, beside its scores in percent.

use crate::{domain::submission::Submission, http::wire::JudgingProgress};
use serde::Serialize;
use utoipa::ToSchema;

/// Points of a submission. Its score is a verdict only once it is not provisional.
#[derive(Serialize, ToSchema)]
pub struct Points {
    /// Points earned by the answers scored so far.
    #[serde(rename = "earned_points")]
    earned: f64,
    /// The part of `earned_points` that was scored automatically.
    #[serde(rename = "auto_earned_points")]
    auto_earned: f64,
    /// Points of the answers that wait for a review, or for the verdict of tests.
    #[serde(rename = "pending_points")]
    pending: u32,
    #[serde(rename = "total_points")]
    total: u32,
    /// Answers wait for a review: the score may still change.
    provisional: bool,
    /// Progress of judging submitted code by tests.
    judging: JudgingProgress,
    /// Some of the answers that wait are scored by people; absent otherwise.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    waits_for_review: bool,
}

impl From<&Submission> for Points {
    fn from(s: &Submission) -> Self {
        Self {
            earned: s.earned_points(),
            auto_earned: s.auto_earned,
            pending: s.pending_points,
            total: s.total_points,
            provisional: s.is_provisional(),
            judging: s.judging.progress().into(),
            waits_for_review: s.pending_reviews > 0,
        }
    }
}
