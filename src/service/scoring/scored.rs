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
    send(w, submission)
}

/// Sends what was kept back while the names of a test were hidden: its moment would have told whose result it is.
///
/// # Errors
/// Storage only.
pub(in crate::service) fn revealed(w: &mut Work<'_, '_>, test: TestId) -> Result<()> {
    for submission in w.linked::<Submission>(SUBMISSIONS_BY_TIME.under(Scope::Test(test)))? {
        if !submission.is_provisional() && raise::is_score_wanted(&**w, &submission)? {
            send(w, &submission)?;
        }
    }
    Ok(())
}

fn send(w: &mut Work<'_, '_>, submission: &Submission) -> Result<()> {
    let passing = Passing::of(&**w, submission.test_id)?;
    let app = w.app;
    let passed = passing.map(|mut passing| passing.is_passed(app, &**w, submission, &[])).transpose()?;
    raise::scored(w, submission, passed)
}
