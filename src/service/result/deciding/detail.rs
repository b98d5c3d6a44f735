//! Decision, pass mark and notes in the details of a result.

use super::{
    decided::{self, Decided},
    pass_mark,
    rows::{self, RankStanding},
    table,
};
use crate::{
    app::App,
    domain::{Result, submission::Submission},
    service::actor::ResultReader,
};

/// A submission among all of its test.
pub struct SubmissionStanding {
    pub standing: RankStanding,
    pub decided: Decided,
    /// Number of notes.
    pub notes: u32,
    /// The mean of the final scores of the test, in percent.
    pub mean: Option<f64>,
    pub median: Option<f64>,
    /// Number of final scores.
    pub settled: u64,
}

/// # Errors
/// Storage only.
pub async fn of(app: &App, by: &ResultReader, submission: &Submission) -> Result<SubmissionStanding> {
    let table = table::current(app, by, submission.test_id).await?;
    let read = app.store.read()?;
    let mark = pass_mark::of(&read, submission.test_id)?.record;
    Ok(SubmissionStanding {
        standing: RankStanding::of(&table, submission, mark.as_ref()),
        decided: decided::of(&read, submission.id)?,
        notes: rows::notes(&read, submission.id)?,
        mean: table.mean(),
        median: table.median(),
        settled: table.settled(),
    })
}
