//! More time for a running attempt, also for one that waits for it after an outage of the server
//! (`docs/behaviour/taking.md#lost-time`).

use crate::{
    domain::{
        Result,
        attempt::Attempt,
        outage::{Outage, Reach},
        time::SignedDuration,
    },
    service::{
        attempt::{late, sections},
        events, query,
        work::Work,
    },
    store::{Read, records},
};

/// Gives a running attempt more time. If it waits for an administrator, its time having run out while the server was down,
/// what was left of it when the server stopped begins now, and what was typed since counts.
///
/// # Errors
/// Storage only.
pub(super) fn extend(w: &mut Work<'_, '_>, attempt: &mut Attempt, time: SignedDuration) -> Result<()> {
    let waited = waited(w, attempt)?;
    let given = time + waited.unwrap_or_default();
    attempt.extra += given;
    w.put(attempt)?;
    sections::give(w, attempt, given)?;
    if waited.is_some() {
        late::count(w, attempt)?;
        let (app, id) = (w.app.clone(), attempt.id);
        w.after_commit(move || app.jobs.progress.forget(id));
    }
    events::attempt_changed(w, attempt);
    Ok(())
}

/// How long an attempt has waited: since the end of the outage in which its time ran out, also if the server has started again
/// after it. `None` while its time runs.
fn waited(w: &Work<'_, '_>, attempt: &Attempt) -> Result<Option<SignedDuration>> {
    if !query::attempt::waits(w.app, attempt, w.now) {
        return Ok(None);
    }
    let deadline = attempt.deadline();
    let mut since = w.app.leading_since();
    for loss in w.linked(records::LOSSES_BY_ATTEMPT.under(attempt.id))? {
        let outage: Option<Outage> = w.get(loss.outage_id)?;
        let ran_out =
            |outage: &Outage| outage.reach == Reach::Server && (outage.began()..=outage.to).contains(&deadline);
        if let Some(outage) = outage.filter(ran_out) {
            since = since.min(outage.to);
        }
    }
    Ok(Some(w.now.since(since)))
}
