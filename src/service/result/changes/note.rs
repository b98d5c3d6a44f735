//! Gives numbers to the changes of results, in the transaction of the change.

use crate::{
    domain::{
        AttemptId, Result, TestId,
        result_change::{ResultChange, ResultNumbers, ResultState},
        submission::Submission,
    },
    service::work::Work,
    store::{self, Read, records::Single},
};

/// A result was stored, or what is exported beside it has changed. Nothing happens without a result.
///
/// # Errors
/// Storage only.
pub(in crate::service) fn changed(w: &mut Work<'_, '_>, id: AttemptId, test: TestId) -> Result<()> {
    if w.has::<Submission>(id)? { number(w, id, test, ResultState::Present) } else { Ok(()) }
}

/// Deletes a submission, if there is one.
///
/// # Errors
/// Storage only.
pub(in crate::service) fn remove(w: &mut Work<'_, '_>, id: AttemptId, left: ResultState) -> Result<()> {
    match w.delete::<Submission>(id)? {
        Some(submission) => number(w, id, submission.test_id, left),
        None => Ok(()),
    }
}

fn number(w: &mut Work<'_, '_>, submission_id: AttemptId, test_id: TestId, state: ResultState) -> Result<()> {
    let epoch = store::epoch(&**w)?;
    let mut numbers: ResultNumbers = w.get(Single)?.unwrap_or_default();
    let change = ResultChange { submission_id, test_id, number: numbers.give_at(epoch, w.now), at: w.now, state };
    w.put(&numbers)?;
    Ok(w.put(&change)?)
}
