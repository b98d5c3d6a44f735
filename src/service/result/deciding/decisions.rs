//! Decisions on submissions: shortlist, hold, reject. A decision alone mails nothing: a letter does.

use super::decided::{self, Decided};
use crate::{
    app::App,
    domain::{
        AttemptId, Error, Result,
        decision::{self, Decision, DecisionValue, MAX_PER_CALL},
        permission::Scope,
        submission::Submission,
    },
    service::{actor::Decider, events, query, result::changes::note, webhook::raise, work::Work},
    store::Read,
};
use std::collections::HashSet;

/// Submissions per transaction, so that long lists do not delay candidates' saves.
pub(super) const BATCH: usize = 25;

/// Stores a decision, or withdraws it.
///
/// # Errors
/// 404; 409 `changed_meanwhile` with the author and time of the current one; 422.
pub async fn decide(
    app: &App,
    by: &Decider,
    id: AttemptId,
    value: Option<DecisionValue>,
    reason: Option<&str>,
    version: Option<u32>,
) -> Result<Decided> {
    let reason = decision::check_reason(reason.unwrap_or_default())?;
    app.write(by, move |w| {
        let submission: Submission = w.get(id)?.ok_or_else(|| Error::not_found("result"))?;
        let old: Option<Decision> = w.get(id)?;
        let stored = old.as_ref().map(|decision| (decision.version, decision.by, decision.at));
        query::version::require_version(&**w, version, stored, "the decision on this candidate")?;
        store(w, &submission, old, value, &reason)?;
        decided::of(w, id)
    })
    .await
}

/// Returns whether anything has changed.
fn store(
    w: &mut Work<'_, '_>,
    submission: &Submission,
    old: Option<Decision>,
    value: Option<DecisionValue>,
    reason: &str,
) -> Result<bool> {
    let is_same = match &old {
        Some(old) => old.value == value && old.reason == reason,
        None => value.is_none() && reason.is_empty(),
    };
    if is_same {
        return Ok(false);
    }
    let (version, told) = old.map_or((0, Vec::new()), |old| (old.version, old.told));
    let decision = Decision {
        submission_id: submission.id,
        test_id: submission.test_id,
        value,
        reason: reason.to_owned(),
        by: w.by.account(),
        at: w.now,
        version: version + 1,
        told,
    };
    w.put(&decision)?;
    note::changed(w, submission.id, submission.test_id)?;
    w.audit("submission.decide", submission.id, value.map_or("none", DecisionValue::name))?;
    raise::decided(w, submission, &decision)?;
    events::submission_decided(w, submission);
    Ok(true)
}

/// A submission to decide on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DecisionTarget {
    pub id: AttemptId,
    /// The version of its decision that was read, for optimistic concurrency.
    pub version: Option<u32>,
}

pub enum DecisionOutcome {
    Changed,
    /// The submission had this decision already.
    Unchanged,
    /// Another decision was stored after this one was read. It stays.
    ChangedMeanwhile(Decided),
    NotFound,
}

/// Each id once, in the order given.
///
/// # Errors
/// 422 on `ids` for none, and for more than [`MAX_PER_CALL`].
pub(super) fn distinct<T>(mut chosen: Vec<T>, id: impl Fn(&T) -> AttemptId) -> Result<Vec<T>> {
    let mut seen = HashSet::new();
    chosen.retain(|one| seen.insert(id(one)));
    match chosen.len() {
        0 => Err(Error::field("ids", "Please select at least one candidate.")),
        1..=MAX_PER_CALL => Ok(chosen),
        _ => Err(Error::field("ids", format!("At most {MAX_PER_CALL} candidates can be selected at once."))),
    }
}

/// Stores one decision on many submissions, in the order given. Without a reason, submissions that have this decision
/// already keep theirs. Where another decision was stored after it was read, that one stays.
///
/// # Errors
/// 422; 403 once the permission has ended. An error leaves the batches before it done; a repeat continues.
pub async fn decide_many(
    app: &App,
    by: &Decider,
    chosen: Vec<DecisionTarget>,
    value: Option<DecisionValue>,
    reason: Option<&str>,
) -> Result<Vec<(AttemptId, DecisionOutcome)>> {
    let reason = reason.map(decision::check_reason).transpose()?.filter(|reason| !reason.is_empty());
    let mut outcomes = Vec::new();
    for batch in distinct(chosen, |one| one.id)?.chunks(BATCH) {
        query::person::require_held(app, &by.without_session().still_held())?;
        let (batch, reason, scope) = (batch.to_vec(), reason.clone(), by.scope().clone());
        let write = app.write_paced(app.now(), by, move |w| {
            batch
                .into_iter()
                .map(|one| Ok((one.id, decide_one(w, &scope, one, value, reason.as_deref())?)))
                .collect::<Result<Vec<_>>>()
        });
        outcomes.extend(write.await?);
    }
    Ok(outcomes)
}

fn decide_one(
    w: &mut Work<'_, '_>,
    scope: &Scope,
    DecisionTarget { id, version }: DecisionTarget,
    value: Option<DecisionValue>,
    reason: Option<&str>,
) -> Result<DecisionOutcome> {
    let found = query::naming::submission(&**w, id)?.filter(|submission| scope.permits(submission.test_id));
    let Some(submission) = found else { return Ok(DecisionOutcome::NotFound) };
    let id = submission.id;
    let old: Option<Decision> = w.get(id)?;
    let is_so = old.as_ref().map_or(value.is_none(), |old| old.value == value);
    if is_so && reason.is_none() {
        return Ok(DecisionOutcome::Unchanged);
    }
    let current = old.as_ref().map_or(0, |old| old.version);
    if version.is_some_and(|read| read != current) {
        return Ok(DecisionOutcome::ChangedMeanwhile(decided::of(&**w, id)?));
    }
    let has_changed = store(w, &submission, old, value, reason.unwrap_or_default())?;
    Ok(if has_changed { DecisionOutcome::Changed } else { DecisionOutcome::Unchanged })
}
