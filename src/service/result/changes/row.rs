//! A row of the changes of results.

use crate::{
    domain::{
        Result,
        attempt::EndedBy,
        decision::{Decision, DecisionValue},
        judging::SubmissionJudging,
        order::Order,
        result_change::{ResultChange, ResultState},
        submission::{Grade, ScoringStatus, Submission},
    },
    service::{
        result::deciding::{
            decided::{self, Decided},
            rows::seconds_used,
        },
        scoring::repairs::marks,
    },
    store::Read,
};
use serde::Serialize;

/// Version of the columns. A new column at the end keeps it; a column that goes, or changes its meaning, raises it.
pub const SCHEMA_VERSION: u32 = 1;

/// A result as it stands, or that there is none any more. Rank, percentile and whether it passes are not part of it: they
/// change with other results. Without a result, all that follows `test_id` is `None`.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct ChangedResult {
    pub schema_version: u32,
    pub change_number: u64,
    /// RFC 3339, as all times.
    pub changed_at: String,
    /// `present`, `reopened` or `deleted`.
    pub state: &'static str,
    pub result_id: String,
    pub test_id: String,
    pub test_title: Option<String>,
    pub invite_id: Option<String>,
    pub external_id: Option<String>,
    pub applicant_name: Option<String>,
    pub applicant_email: Option<String>,
    pub started_at: Option<String>,
    pub submitted_at: Option<String>,
    pub ended_by: Option<&'static str>,
    pub seconds_used: Option<u64>,
    pub is_monitored: Option<bool>,
    /// Percent; `None` while code waits for a verdict.
    pub score: Option<f64>,
    pub is_final: Option<bool>,
    pub scoring_status: Option<&'static str>,
    pub judging: Option<&'static str>,
    pub earned_points: Option<f64>,
    pub pending_points: Option<u32>,
    pub total_points: Option<u32>,
    /// Points that repairs have added or taken.
    pub repaired_points: Option<f64>,
    pub decision: Option<&'static str>,
    pub decision_reason: Option<String>,
    pub decided_by: Option<String>,
    pub decided_at: Option<String>,
    /// The decision that was last mailed to the candidate, and when.
    pub told: Option<&'static str>,
    pub told_at: Option<String>,
}

impl ChangedResult {
    /// `None` for a result that cannot be there: its change is about to be stored.
    pub(super) fn of(read: &impl Read, change: &ResultChange) -> Result<Option<Self>> {
        let bare = Self {
            schema_version: SCHEMA_VERSION,
            change_number: change.number,
            changed_at: change.at.to_string(),
            state: change.state.name(),
            result_id: change.submission_id.to_string(),
            test_id: change.test_id.to_string(),
            ..Self::default()
        };
        if change.state != ResultState::Present {
            return Ok(Some(bare));
        }
        let Some(submission) = read.get::<Submission>(change.submission_id)? else { return Ok(None) };
        let order: Option<Order> = read.get(submission.invite_id)?;
        let grades: Vec<Grade> = read.children(submission.id)?;
        let decided = decided::of(read, submission.id)?;
        Ok(Some(bare.with(submission, &grades, order).with_decision(decided)))
    }

    fn with(self, submission: Submission, grades: &[Grade], order: Option<Order>) -> Self {
        Self {
            invite_id: (!submission.invite_id.0.is_nil()).then(|| submission.invite_id.to_string()),
            external_id: order.map(|order| order.external_id),
            started_at: Some(submission.started_at.to_string()),
            submitted_at: Some(submission.submitted_at.to_string()),
            ended_by: Some(match submission.ended_by {
                EndedBy::Candidate => "candidate",
                EndedBy::Deadline => "deadline",
                EndedBy::Admin => "admin",
            }),
            seconds_used: Some(seconds_used(&submission)),
            is_monitored: Some(submission.is_monitored),
            score: (!submission.waits_for_judging()).then(|| submission.final_score()),
            is_final: Some(!submission.is_provisional()),
            scoring_status: Some(match submission.status {
                ScoringStatus::AutoOnly => "auto_only",
                ScoringStatus::NeedsReview => "needs_review",
                ScoringStatus::PartiallyReviewed => "partially_reviewed",
                ScoringStatus::FullyReviewed => "fully_reviewed",
            }),
            judging: Some(match submission.judging.progress() {
                SubmissionJudging::None => "none",
                SubmissionJudging::Waiting => "waiting",
                SubmissionJudging::Done => "done",
                SubmissionJudging::Failed => "failed",
            }),
            earned_points: Some(submission.earned_points()),
            pending_points: Some(submission.pending_points),
            total_points: Some(submission.total_points),
            repaired_points: marks::sum(grades),
            test_title: Some(submission.test_title),
            applicant_name: Some(submission.applicant_name),
            applicant_email: Some(submission.applicant_email),
            ..self
        }
    }

    fn with_decision(mut self, Decided { decision, by }: Decided) -> Self {
        let Some(Decision { value, reason, at, told, .. }) = decision else { return self };
        if let Some(value) = value {
            self.decision = Some(DecisionValue::name(value));
            (self.decision_reason, self.decided_by, self.decided_at) = (Some(reason), Some(by), Some(at.to_string()));
        }
        if let Some(told) = told.last() {
            (self.told, self.told_at) = (Some(told.value.name()), Some(told.at.to_string()));
        }
        self
    }
}
