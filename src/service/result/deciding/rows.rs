//! Rows of rankings and comparisons.

use super::{
    decided::{self, Decided},
    flags::{self, Flags},
    table,
};
use crate::{
    domain::{
        AttemptId, Result,
        bank::section_points::SectionPoints,
        decision::{Note, PassMark},
        submission::Submission,
    },
    service::scoring::repairs::marks::RepairEffects,
    state::rankings::{RankCounts, RankingTable},
    store::{IdRange, Read},
};
use std::ops::ControlFlow;

/// The time from the start to the submission.
#[must_use]
pub fn seconds_used(submission: &Submission) -> u64 {
    u64::try_from(submission.submitted_at.since(submission.started_at).as_secs()).unwrap_or(0)
}

/// How a submission compares with the others of its test; all `None` while its score is provisional.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RankStanding {
    pub rank: Option<u64>,
    pub percentile: Option<f64>,
    /// `None` without a pass mark.
    pub passed: Option<bool>,
}

impl RankStanding {
    #[must_use]
    pub fn of(table: &RankingTable, submission: &Submission, mark: Option<&PassMark>) -> Self {
        let score = table::score(submission);
        let points_in = |label: &str| table.get(submission.id)?.points_in(table.number_of_section(label)?);
        let passed = mark.filter(|mark| mark.is_set()).map(|mark| mark.is_reached_by(submission.share(), points_in));
        Self::at(table.place_of(score), submission, passed)
    }

    /// The standing of a submission whose score has this place, and would pass as said if it were final.
    pub(super) fn at(place: RankCounts, submission: &Submission, passed: Option<bool>) -> Self {
        if submission.is_provisional() {
            return Self::default();
        }
        Self { rank: Some(place.rank()), percentile: place.percentile(), passed }
    }
}

/// A submission with what is decided on.
pub struct RankedSubmission {
    pub submission: Submission,
    pub standing: RankStanding,
    pub flags: Flags,
    pub decided: Decided,
    /// Points that repairs have added or taken; `None` where they have changed no score.
    pub repaired_points: Option<f64>,
    pub notes: u32,
    /// Points of the sections that were asked for, in their order; `None` for one that is not on this paper.
    pub sections: Vec<Option<SectionPoints>>,
}

/// # Errors
/// Storage only.
pub(super) fn row(
    read: &impl Read,
    table: &RankingTable,
    submission: Submission,
    mark: Option<&PassMark>,
    repaired: &mut RepairEffects<'_>,
    sections: &[String],
) -> Result<RankedSubmission> {
    let id = submission.id;
    let points_in = |label: &String| table.get(id)?.points_in(table.number_of_section(label)?);
    Ok(RankedSubmission {
        sections: sections.iter().map(points_in).collect(),
        standing: RankStanding::of(table, &submission, mark),
        flags: flags::of(read, id)?,
        decided: decided::of(read, id)?,
        repaired_points: repaired.of(&submission)?.points,
        notes: notes(read, id)?,
        submission,
    })
}

/// Number of notes of a submission.
pub(in crate::service) fn notes(read: &impl Read, id: AttemptId) -> Result<u32> {
    let mut count = 0;
    read.scan_ids::<Note>(IdRange::under(id), false, &mut |note| {
        note?;
        count += 1;
        Ok(ControlFlow::Continue(()))
    })?;
    Ok(count)
}
