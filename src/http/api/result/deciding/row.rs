//! A candidate's row, as rankings and comparisons show it.

use super::decisions::{DecisionBody, ToldBody, sent};
use crate::{
    domain::bank::section_points,
    http::{
        api::points::Points,
        wire::{ScoringStatusName, SubmittedBy, Timestamp},
    },
    service::result::deciding::{flags::Flags, rows},
};
use serde::Serialize;
use utoipa::ToSchema;

/// Numbers of observations during an attempt. They inform people; none of them is a verdict.
#[derive(Serialize, ToSchema)]
pub struct FlagCounts {
    /// Left the page for another tab or program.
    left_tab: u32,
    /// Pasted text.
    pasted: u32,
    left_fullscreen: u32,
    /// The camera was denied or lost, or its picture withheld, black or frozen.
    camera: u32,
    second_screen: u32,
    /// Continued without a camera.
    unmonitored: u32,
    /// Flags set by proctors.
    proctor: u32,
    /// The sum of the others.
    total: u32,
}

impl From<Flags> for FlagCounts {
    fn from(flags: Flags) -> Self {
        let total = flags.total();
        let Flags { left_tab, pasted, left_fullscreen, camera, second_screen, unmonitored, proctor } = flags;
        Self { left_tab, pasted, left_fullscreen, camera, second_screen, unmonitored, proctor, total }
    }
}

/// Points of a candidate in a section. Answers that wait for a review earn nothing yet; voided questions do not count.
#[derive(Serialize, ToSchema)]
#[schema(as = SectionPoints)]
pub struct SectionPointsBody {
    earned: f64,
    points: u32,
    /// An answer waits for a review.
    pending: bool,
}

impl From<section_points::SectionPoints> for SectionPointsBody {
    fn from(sum: section_points::SectionPoints) -> Self {
        Self { earned: sum.earned.as_points(), points: sum.points, pending: sum.is_pending }
    }
}

/// A section of a test, as a column.
#[derive(Serialize, ToSchema)]
pub struct RankingSection {
    /// Title of the section, or `Section 2`. A second section with the same title has its number appended.
    label: String,
    /// Share of its points that all submissions earned, 0 to 1; `null` without scored answers.
    #[schema(required)]
    mean: Option<f64>,
}

impl From<(String, Option<f64>)> for RankingSection {
    fn from((label, mean): (String, Option<f64>)) -> Self {
        Self { label, mean }
    }
}

/// A submission of a test.
#[derive(Serialize, ToSchema)]
pub struct RankingRow {
    submission_id: String,
    applicant_name: String,
    applicant_email: String,
    /// Percent.
    score: f64,
    /// Rank of the submission, counted from 1; submissions with the same score share one. `null` while the score is
    /// provisional.
    #[schema(required)]
    rank: Option<u64>,
    /// Share of the other final submissions with a lower score, where equal ones count half, in percent with one
    /// decimal; `null` while the score is provisional, and without other final submissions.
    #[schema(required)]
    percentile: Option<f64>,
    /// `null` while the score is provisional, and without a pass mark.
    #[schema(required)]
    passed: Option<bool>,
    #[serde(flatten)]
    points: Points,
    scoring_status: ScoringStatusName,
    /// Seconds from the start to the submission.
    time_used_seconds: u64,
    submitted_at: Timestamp,
    ended_by: SubmittedBy,
    flags: FlagCounts,
    #[schema(required)]
    decision: Option<DecisionBody>,
    /// Number of the decision's version, which the next change sends; 0 before the first one.
    decision_version: u32,
    /// Decisions mailed to the candidate, oldest first, also where the decision was withdrawn.
    told: Vec<ToldBody>,
    /// Points that repairs have added or taken; `null` where they have changed no score.
    #[schema(required)]
    repaired_points: Option<f64>,
    /// Number of private notes.
    notes: u32,
    /// Points of each section, in the order of `sections`; `null` for one that is not on this candidate's paper.
    sections: Vec<Option<SectionPointsBody>>,
}

impl From<rows::RankedSubmission> for RankingRow {
    fn from(row: rows::RankedSubmission) -> Self {
        let rows::RankedSubmission { submission: s, standing, flags, decided, repaired_points, notes, sections } = row;
        Self {
            submission_id: s.shown_id().to_string(),
            score: s.final_score(),
            rank: standing.rank,
            percentile: standing.percentile,
            passed: standing.passed,
            points: (&s).into(),
            scoring_status: s.status.into(),
            time_used_seconds: rows::seconds_used(&s),
            submitted_at: s.submitted_at.into(),
            ended_by: s.ended_by.into(),
            applicant_name: s.applicant_name,
            applicant_email: s.applicant_email,
            flags: flags.into(),
            decision_version: decided.version(),
            told: sent(&decided),
            decision: DecisionBody::of(decided),
            repaired_points,
            notes,
            sections: sections.into_iter().map(|points| points.map(Into::into)).collect(),
        }
    }
}
