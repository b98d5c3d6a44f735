//! Letters that report a decision, in the mail queue (docs/behaviour/results.md#deciding).

use crate::{
    domain::{
        Result,
        decision::{Decision, Letter},
        mail::Mail,
        submission::Submission,
    },
    service::{events, result::changes::note, work::Work},
    store::{Read, records},
};

/// The letter of a mail with its submission; `None` once the candidate was erased, or the decision was changed.
pub(super) fn of_mail(read: &impl Read, mail: &Mail) -> Result<Option<(Letter, Submission)>> {
    let Some(letter) = read.find(records::LETTERS_BY_MAIL, mail.id)? else { return Ok(None) };
    let decision: Option<Decision> = read.get(letter.submission_id)?;
    if decision.and_then(|decision| decision.value) != Some(letter.value) {
        return Ok(None);
    }
    let submission: Option<Submission> = read.get(letter.submission_id)?;
    Ok(submission.map(|submission| (letter, submission)))
}

/// Takes back what a mail that will not be delivered would have reported, so that it can be sent again.
pub(super) fn withdraw(w: &mut Work<'_, '_>, mail: &Mail) -> Result<()> {
    let Some(letter) = w.find(records::LETTERS_BY_MAIL, mail.id)? else { return Ok(()) };
    let Letter { submission_id, value, template, .. } = letter;
    w.delete::<Letter>((submission_id, value, &template))?;
    if let Some(mut decision) = w.get::<Decision>(submission_id)? {
        let place = decision.told.iter().position(|told| told.value == value && told.at == mail.created_at);
        if let Some(place) = place {
            decision.told.remove(place);
            w.put(&decision)?;
            note::changed(w, submission_id, decision.test_id)?;
        }
    }
    w.audit("submission.untold", submission_id, value.name())?;
    if let Some(submission) = w.get::<Submission>(submission_id)? {
        events::submission_decided(w, &submission);
    }
    Ok(())
}
