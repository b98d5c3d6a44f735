//! Letters: mails that report a decision to its candidate. A letter is stored in the transaction that queues its mail, so
//! that two administrators, a double click or a crash do not send it twice.

use super::decisions::{self, BATCH};
pub use crate::domain::decision_letter::Template;
use crate::{
    app::App,
    domain::{
        AttemptId, Result,
        decision::{Decision, DecisionValue, Letter, ReportedDecision},
        decision_letter::LetterValues,
        mail::{About, MailKind},
        permission::Scope,
        submission::Submission,
        user,
    },
    service::{
        actor::Decider,
        events,
        mail::queue::{self, Envelope},
        query,
        result::changes::note,
        settings::{self, company},
        work::Work,
    },
    store::Read,
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LetterOutcome {
    Queued,
    /// This decision was mailed with this text before.
    AlreadyTold,
    /// The submission has another decision, or none.
    DecisionDiffers,
    /// Answers wait for a review.
    Provisional,
    /// The address cannot receive mail.
    NoAddress,
    NotFound,
}

/// Result for one submission.
#[derive(Clone, Debug)]
pub struct LetterResult {
    pub id: AttemptId,
    /// `None` where the submission was not found.
    pub email: Option<String>,
    pub outcome: LetterOutcome,
}

pub struct SentLetters {
    /// Results in the order of the ids.
    pub rows: Vec<LetterResult>,
    /// Subject and body of the first letter that is due, or would be; `None` where no submission was found.
    pub preview: Option<(String, String)>,
}

/// Data shared by all letters of a call.
#[derive(Clone)]
struct Mailing {
    value: DecisionValue,
    template: Template,
    company: String,
    /// The tests that the sender may decide on.
    scope: Scope,
}

impl Mailing {
    /// `None` also outside the sender's tests.
    fn submission(&self, read: &impl Read, id: AttemptId) -> Result<Option<Submission>> {
        let found = query::naming::submission(read, id)?;
        Ok(found.filter(|submission| self.scope.permits(submission.test_id)))
    }

    fn filled(&self, submission: &Submission) -> Result<(String, String)> {
        self.template.filled(LetterValues {
            applicant_name: &submission.applicant_name,
            test_title: &submission.test_title,
            company: &self.company,
        })
    }
}

/// Queues a letter to each candidate with this decision; a dry run only reports what would be sent.
///
/// # Errors
/// 422 on `ids`; `smtp_failed` without a mail server; 403 once the permission has ended. An error leaves the batches before it
/// queued; a repeat continues.
pub async fn send(
    app: &App,
    by: &Decider,
    ids: Vec<AttemptId>,
    value: DecisionValue,
    template: Template,
    dry_run: bool,
) -> Result<SentLetters> {
    let ids = decisions::distinct(ids, |id| *id)?;
    let company = company::named(&app.store.read()?)?.name;
    let mailing = Mailing { value, template, company, scope: by.scope().clone() };
    let preview = preview(app, &mailing, &ids)?;
    if dry_run {
        let read = app.store.read()?;
        let rows = ids.into_iter().map(|id| Ok(check(&read, &mailing, id)?.0)).collect::<Result<_>>()?;
        return Ok(SentLetters { rows, preview });
    }
    drop(settings::smtp(app)?);
    let mut rows = Vec::with_capacity(ids.len());
    for batch in ids.chunks(BATCH) {
        query::person::require_held(app, &by.without_session().still_held())?;
        let prepared = batch.iter().map(|id| Ok((*id, queue::envelope(app)?))).collect::<Result<Vec<_>>>()?;
        let mailing = mailing.clone();
        let write = app.write_paced(app.now(), by, move |w| {
            prepared.into_iter().map(|(id, envelope)| queue_one(w, &mailing, id, envelope)).collect::<Result<Vec<_>>>()
        });
        rows.extend(write.await?);
        queue::wake(app);
    }
    Ok(SentLetters { rows, preview })
}

/// The first letter that would be queued, or else as it would be to the first candidate.
fn preview(app: &App, mailing: &Mailing, ids: &[AttemptId]) -> Result<Option<(String, String)>> {
    let read = app.store.read()?;
    let mut first = None;
    for id in ids {
        let due = check(&read, mailing, *id)?.1;
        let is_due = due.is_some();
        let submission = due.map_or_else(|| mailing.submission(&read, *id), |(submission, _)| Ok(Some(submission)))?;
        if is_due || first.is_none() {
            first = submission.or(first);
        }
        if is_due {
            break;
        }
    }
    let Some(submission) = first else { return Ok(None) };
    mailing.filled(&query::naming::of_result(&read, submission)?).map(Some)
}

/// Returns the outcome of sending to a submission; the submission and its decision if a letter would be queued.
fn check(read: &impl Read, mailing: &Mailing, id: AttemptId) -> Result<(LetterResult, Option<(Submission, Decision)>)> {
    let row = |email, outcome| LetterResult { id, email, outcome };
    let Some(submission) = mailing.submission(read, id)? else {
        return Ok((row(None, LetterOutcome::NotFound), None));
    };
    let email = Some(query::naming::of_result(read, submission.clone())?.applicant_email);
    let own = submission.id;
    let decision: Option<Decision> = read.get(own)?;
    let Some(decision) = decision.filter(|decision| decision.value == Some(mailing.value)) else {
        return Ok((row(email, LetterOutcome::DecisionDiffers), None));
    };
    let outcome = if read.has::<Letter>((own, mailing.value, &mailing.template.hash()))? {
        LetterOutcome::AlreadyTold
    } else if submission.is_provisional() {
        LetterOutcome::Provisional
    } else if !user::is_email(&submission.applicant_email) {
        LetterOutcome::NoAddress
    } else {
        return Ok((row(email, LetterOutcome::Queued), Some((submission, decision))));
    };
    Ok((row(email, outcome), None))
}

fn queue_one(w: &mut Work<'_, '_>, mailing: &Mailing, id: AttemptId, envelope: Envelope) -> Result<LetterResult> {
    let (row, due) = check(w, mailing, id)?;
    let Some((submission, mut decision)) = due else { return Ok(row) };
    let id = submission.id;
    let (subject, body) = mailing.filled(&submission)?;
    let (value, template, mail_id) = (mailing.value, mailing.template.hash(), envelope.id());
    w.put(&Letter { submission_id: id, value, template, mail_id, subject, body })?;
    let (now, about) = (w.now, About::Invite(submission.invite_id));
    queue::enqueue_for(w, envelope, MailKind::Decision, about, now)?;
    decision.told.push(ReportedDecision { value, at: now });
    w.put(&decision)?;
    note::changed(w, id, decision.test_id)?;
    w.audit("submission.tell", id, value.name())?;
    events::submission_decided(w, &submission);
    Ok(row)
}
