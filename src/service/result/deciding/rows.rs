//! Rows of rankings and comparisons.

use super::{
    decided::{self, Decided},
    flags::{self, Flags},
    table,
};
use crate::{
    domain::{
        AttemptId, Result,
        decision::{Note, Percent},
        submission::Submission,
    },
    state::rankings::{Place, Table},
    store::{IdRange, Read},
};
use std::ops::ControlFlow;

/// From the start to the submission.
#[must_use]
pub fn seconds_used(submission: &Submission) -> u64 {
    u64::try_from(submission.submitted_at.since(submission.started_at).as_secs()).unwrap_or(0)
}

/// How a submission compares with the others of its test; all `None` while its score is provisional.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Standing {
    pub rank: Option<u64>,
    pub percentile: Option<f64>,
    /// `None` without a pass mark.
    pub passed: Option<bool>,
}

impl Standing {
    #[must_use]
    pub fn of(table: &Table, submission: &Submission, mark: Option<Percent>) -> Self {
        Self::at(table.place_of(table::score(submission)), submission, mark)
    }

    /// The standing of a submission whose score has this place.
    pub(super) fn at(place: Place, submission: &Submission, mark: Option<Percent>) -> Self {
        if submission.is_provisional() {
            return Self::default();
        }
        Self {
            rank: Some(place.rank()),
            percentile: place.percentile(),
            passed: mark.map(|mark| mark.is_reached_by(table::score(submission))),
        }
    }
}

/// A submission with what is decided on.
pub struct Row {
    pub submission: Submission,
    pub standing: Standing,
    pub flags: Flags,
    pub decided: Decided,
    pub notes: u32,
}

/// # Errors
/// Storage only.
pub(super) fn row(read: &impl Read, table: &Table, submission: Submission, mark: Option<Percent>) -> Result<Row> {
    let id = submission.id;
    Ok(Row {
        standing: Standing::of(table, &submission, mark),
        flags: flags::of(read, id)?,
        decided: decided::of(read, id)?,
        notes: notes(read, id)?,
        submission,
    })
}

/// Number of notes of a submission.
pub(super) fn notes(read: &impl Read, id: AttemptId) -> Result<u32> {
    let mut count = 0;
    read.scan_ids::<Note>(IdRange::under(id), false, &mut |note| {
        note?;
        count += 1;
        Ok(ControlFlow::Continue(()))
    })?;
    Ok(count)
}
