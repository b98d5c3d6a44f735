//! Stores a submission with its score. Webhooks are sent scores that became final, and final ones that have changed.

use crate::service::result::{changes::note, deciding::passing::Passing};
use crate::{
    domain::{Result, TestId, list::Scope, submission::Submission},
    service::{webhook::raise, work::Work},
    store::{Read, records::SUBMISSIONS_BY_TIME},
};

/// # Errors
/// Storage only.
pub(in crate::service) fn store(w: &mut Work<'_, '_>, submission: &Submission) -> Result<()> {
    if submission.is_provisional() || !raise::is_score_wanted(&**w, submission)? {
        w.put(submission)?;
        return note::changed(w, submission.id, submission.test_id);
    }
    let before: Option<Submission> = w.get(submission.id)?;
    w.put(submission)?;
    note::changed(w, submission.id, submission.test_id)?;
    let was_so = before.is_some_and(|before| !before.is_provisional() && before.share() == submission.share());
    if was_so {
        return Ok(());
    }
    let mut passing = Passing::of(&**w, submission.test_id)?;
    send(w, passing.as_mut(), submission)
}

/// The names of a test are shown from now on: what was kept back of its results is new to programs that read changes, and is
/// sent to those that are sent scores.
///
/// # Errors
/// Storage only.
pub(in crate::service) fn revealed(w: &mut Work<'_, '_>, test: TestId) -> Result<()> {
    let mut passing = Passing::of(&**w, test)?;
    for submission in w.linked::<Submission>(SUBMISSIONS_BY_TIME.under(Scope::Test(test)))? {
        note::changed(w, submission.id, test)?;
        if !submission.is_provisional() && raise::is_score_wanted(&**w, &submission)? {
            send(w, passing.as_mut(), &submission)?;
        }
    }
    Ok(())
}

fn send(w: &mut Work<'_, '_>, passing: Option<&mut Passing>, submission: &Submission) -> Result<()> {
    let app = w.app;
    let passed = passing.map(|passing| passing.is_passed(app, &**w, submission, &[])).transpose()?;
    raise::scored(w, submission, passed)
}
