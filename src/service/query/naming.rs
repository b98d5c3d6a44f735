//! Names of the candidates of a test, as administrators see them: names, or aliases while the test is anonymous
//! (`docs/behaviour/results.md#anonymous`). Whatever shows a candidate of results, reviews or invites passes through here.

use crate::{
    domain::{
        AttemptId, Error, ErrorKind, InviteId, Result, TestId,
        anonymity::{Alias, Anonymity, HIDDEN, ShownTimes},
        attempt::Attempt,
        invite::{Invite, InviteStatus},
        notification::{BEFORE_SERVER_WORDS, Notification},
        sentence::{SentencePart, SentenceValue},
        submission::Submission,
    },
    sentence,
    store::{Read, records},
};
use std::collections::HashSet;
use uuid::Uuid;

/// Instead of an invite that would show whose submission it is. Replies have an empty text for it.
pub(crate) const UNKNOWN: InviteId = InviteId(Uuid::nil());

/// # Errors
/// Storage only.
pub(crate) fn hides(read: &impl Read, test: TestId) -> Result<bool> {
    Ok(read.get::<Anonymity>(test)?.is_some_and(|anonymity| anonymity.hides()))
}

/// All tests that hide names.
///
/// # Errors
/// Storage only.
pub(crate) fn hiding(read: &impl Read) -> Result<HashSet<TestId>> {
    let all: Vec<Anonymity> = read.records()?;
    Ok(all.into_iter().filter(Anonymity::hides).map(|anonymity| anonymity.test_id).collect())
}

/// # Errors
/// Storage only.
pub(crate) fn alias(read: &impl Read, submission: AttemptId) -> Result<Option<Alias>> {
    Ok(read.find(records::ALIASES_BY_SUBMISSION, submission)?)
}

fn alias_name(read: &impl Read, submission: Option<AttemptId>) -> Result<String> {
    let alias = submission.map(|id| alias(read, id)).transpose()?.flatten();
    Ok(alias.map_or_else(|| HIDDEN.to_owned(), |alias| alias.name()))
}

/// The submission as results show it.
///
/// # Errors
/// Storage only.
pub(crate) fn of_result(read: &impl Read, submission: Submission) -> Result<Submission> {
    if hides(read, submission.test_id)? { nameless(read, submission) } else { Ok(submission) }
}

/// The submission as a shared link shows it: without its name also after the names were revealed to administrators.
///
/// # Errors
/// Storage only.
pub(crate) fn of_shared(read: &impl Read, submission: Submission) -> Result<Submission> {
    let is_on = read.get::<Anonymity>(submission.test_id)?.is_some_and(|anonymity| anonymity.is_on);
    if is_on { nameless(read, submission) } else { Ok(submission) }
}

fn nameless(read: &impl Read, submission: Submission) -> Result<Submission> {
    let alias = alias(read, submission.id)?;
    let applicant_name = alias.as_ref().map_or_else(|| HIDDEN.to_owned(), Alias::name);
    // Known with the name while it ran.
    let times = ShownTimes::FromDayOn(submission.started_at);
    Ok(Submission {
        applicant_name,
        applicant_email: String::new(),
        // Invites are in the order of the people who were invited.
        invite_id: UNKNOWN,
        alias: Some(alias.map_or(AttemptId(Uuid::nil()), |alias| alias.review_id)),
        started_at: times.at(submission.started_at),
        submitted_at: times.at(submission.submitted_at),
        ..submission
    })
}

/// How the times of an attempt are shown beside its result.
///
/// # Errors
/// Storage only.
pub(crate) fn times(read: &impl Read, attempt: &Attempt) -> Result<ShownTimes> {
    let is_hidden = !attempt.is_running() && hides(read, attempt.test_id)?;
    Ok(ShownTimes::of(is_hidden, attempt.started_at))
}

/// The submission that a call about results names: by its alias where names are hidden, and by its own id otherwise.
///
/// # Errors
/// 404 for its own id where names are hidden.
pub(crate) fn named(read: &impl Read, id: AttemptId) -> Result<AttemptId> {
    if let Some(alias) = read.get::<Alias>(id)? {
        return Ok(alias.submission_id);
    }
    match read.get::<Submission>(id)? {
        Some(submission) if hides(read, submission.test_id)? => Err(Error::not_found("result")),
        _ => Ok(id),
    }
}

/// The result that [`named`] finds; `None` if the id names no result.
///
/// # Errors
/// Storage only.
pub(crate) fn submission(read: &impl Read, id: AttemptId) -> Result<Option<Submission>> {
    match named(read, id) {
        Ok(id) => Ok(read.get(id)?),
        Err(error) if error.kind == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// Like [`named`], of several.
///
/// # Errors
/// 404.
pub(crate) fn all_named(read: &impl Read, ids: Vec<AttemptId>) -> Result<Vec<AttemptId>> {
    ids.into_iter().map(|id| named(read, id)).collect()
}

/// The attempt that a call about attempts names: also by its own id, as those know it who watch it.
///
/// # Errors
/// Storage only.
pub(crate) fn attempt(read: &impl Read, id: AttemptId) -> Result<AttemptId> {
    Ok(read.get::<Alias>(id)?.map_or(id, |alias| alias.submission_id))
}

/// An attempt as lists show it beside the alias of its result: once it has ended, under the id and times of that.
///
/// # Errors
/// Storage only.
pub(crate) fn of_ended(read: &impl Read, attempt: Attempt) -> Result<Attempt> {
    if attempt.is_running() || !hides(read, attempt.test_id)? {
        return Ok(attempt);
    }
    let id = alias(read, attempt.id)?.map_or(AttemptId(Uuid::nil()), |alias| alias.review_id);
    let started_at = times(read, &attempt)?.at(attempt.started_at);
    Ok(Attempt { id, started_at, ..attempt })
}

/// The invite as lists of invites show it: after the end of its test without its attempt, which has an alias.
///
/// # Errors
/// Storage only.
pub(crate) fn of_invite(read: &impl Read, invite: Invite) -> Result<Invite> {
    if !hides(read, invite.test_id)? {
        return Ok(invite);
    }
    let runs = invite.state == InviteStatus::InProgress;
    // The mail server's words, which may repeat the address.
    let email_error = invite.email_error.as_ref().map(|_| "The email could not be delivered.".to_owned());
    Ok(Invite {
        applicant_name: HIDDEN.to_owned(),
        applicant_email: String::new(),
        email_error,
        attempt_id: invite.attempt_id.filter(|_| runs),
        started_at: invite.started_at.filter(|_| runs),
        ..invite
    })
}

/// Invite, name and address of an attempt as results show them.
///
/// # Errors
/// Storage only.
pub(crate) fn of_attempt(read: &impl Read, invite: Invite, attempt: AttemptId) -> Result<(InviteId, String, String)> {
    if hides(read, invite.test_id)? {
        return Ok((UNKNOWN, alias_name(read, Some(attempt))?, String::new()));
    }
    Ok((invite.id, invite.applicant_name, invite.applicant_email))
}

/// A notification as it is shown: a running attempt has a name, for those who watch it.
///
/// # Errors
/// Storage only.
pub(crate) fn of_notification(read: &impl Read, notification: Notification) -> Result<Notification> {
    let Some(invite) = read.get::<Invite>(notification.invite_id)? else { return Ok(notification) };
    if invite.state == InviteStatus::InProgress || !hides(read, invite.test_id)? {
        return Ok(notification);
    }
    // Not the alias: it would show when that candidate came.
    // A mail server may name the recipient in its own words.
    let without_words = |what: &&str| {
        let (mail, _) = notification.message.split_once(*what)?;
        Some(format!("{mail}{}.", what.trim_end_matches(": ")))
    };
    let message = BEFORE_SERVER_WORDS.iter().find_map(without_words);
    let message = message.unwrap_or_else(|| notification.message.clone());
    let message = message.replace(&invite.applicant_email, HIDDEN).replace(&invite.applicant_name, HIDDEN);
    Ok(Notification {
        message,
        parts: hidden_in(notification.parts, &invite),
        applicant_email: String::new(),
        invite_id: UNKNOWN,
        submission_id: None,
        ..notification
    })
}

/// Nothing of a sentence that has words of a mail server: they may name the recipient.
fn hidden_in(parts: Vec<SentencePart>, invite: &Invite) -> Vec<SentencePart> {
    if parts.iter().any(|part| part.values.contains_key("words")) {
        return Vec::new();
    }
    let hide = |mut part: SentencePart| {
        for value in part.values.values_mut() {
            if matches!(value, SentenceValue::Text(text) if *text == invite.applicant_name || *text == invite.applicant_email)
            {
                *value = SentenceValue::Sentence(sentence!("hiddenName": "Hidden name").parts);
            }
        }
        part
    };
    parts.into_iter().map(hide).collect()
}

/// A submission as its reviewers see it.
pub struct ForReview {
    /// The submission, under its review id and without its invite where names are hidden.
    pub submission: Submission,
    pub is_hidden: bool,
}

/// # Errors
/// Storage only.
pub(crate) fn for_review(read: &impl Read, submission: Submission) -> Result<ForReview> {
    let is_hidden = hides(read, submission.test_id)?;
    if !is_hidden {
        return Ok(ForReview { submission, is_hidden });
    }
    let id = alias(read, submission.id)?.map_or(AttemptId(Uuid::nil()), |alias| alias.review_id);
    let submission = Submission { id, ..of_result(read, submission)? };
    Ok(ForReview { submission, is_hidden })
}

/// Id of a submission for reviewers where its name is hidden; `None` where it is shown.
pub(crate) fn review_id(read: &impl Read, submission: &Submission) -> Option<AttemptId> {
    let is_hidden = hides(read, submission.test_id).unwrap_or(true);
    is_hidden.then(|| {
        let alias = alias(read, submission.id).ok().flatten();
        alias.map_or(AttemptId(Uuid::nil()), |alias| alias.review_id)
    })
}

/// The submission that a reviewer's call names: by its review id, or by its own where names are shown.
///
/// # Errors
/// 404.
pub(crate) fn reviewed(read: &impl Read, id: AttemptId) -> Result<AttemptId> {
    let id = named(read, id).map_err(|error| absent(error, "submission"))?;
    if read.has::<Submission>(id)? { Ok(id) } else { Err(Error::not_found("submission")) }
}

fn absent(error: Error, what: &str) -> Error {
    if error.kind == ErrorKind::NotFound { Error::not_found(what) } else { error }
}
