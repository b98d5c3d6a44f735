//! Stores what pages lost that came back.

use crate::{
    app::App,
    domain::{
        AttemptId, OutageId, Result,
        attempt::Attempt,
        outage::{self, Loss, Outage, Silence},
        time::SignedDuration,
    },
    service::{
        events,
        work::{By, Work},
    },
    state::contacts::Returned,
    store::{Read, Record, StoreError, Tx, records},
};
use std::{collections::BTreeSet, ops::ControlFlow};

/// Pages per transaction.
const BATCH: usize = 200;
/// Outages that a page may share: the newest ones.
const NEAR: usize = 50;

/// Adds each page to the outage that it shares with others, or to one of its own.
///
/// # Errors
/// Storage only.
pub async fn keep(app: &App, returned: Vec<Returned>) -> Result<()> {
    for batch in returned.chunks(BATCH) {
        let batch = batch.to_vec();
        app.write(By::Server, move |w| keep_batch(w, batch)).await?;
    }
    Ok(())
}

fn keep_batch(w: &mut Work<'_, '_>, returned: Vec<Returned>) -> Result<()> {
    let (of_server, others): (Vec<_>, Vec<_>) = returned.into_iter().partition(|one| one.outage.is_some());
    let mut changed = BTreeSet::new();
    for Returned { silence, outage } in of_server {
        if let Some(id) = outage {
            changed.extend(settle(w, id, &silence)?);
        }
    }
    let mut near = newest(w, NEAR)?;
    for Returned { silence, .. } in others {
        let Some(attempt) = w.get::<Attempt>(silence.attempt_id)? else { continue };
        if let Some(silence) = silence.until(attempt.over_at()) {
            changed.insert(share(w, &mut near, &silence)?);
        }
    }
    for outage in near.iter().filter(|outage| changed.contains(&outage.id)) {
        w.put(outage)?;
    }
    for id in changed {
        events::outage_changed(w, id);
    }
    evict(w)
}

fn newest(read: &impl Read, most: usize) -> Result<Vec<Outage>, StoreError> {
    let mut found = Vec::new();
    read.scan(records::OUTAGES_BY_TIME.all(), true, &mut |row| {
        found.push(read.record_of(&row)?);
        Ok(if found.len() < most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) })
    })?;
    Ok(found)
}

/// A page is back from an outage of the server, in which it is counted already.
fn settle(w: &mut Work<'_, '_>, id: OutageId, silence: &Silence) -> Result<Option<OutageId>> {
    let (Some(mut outage), Some(loss)) = (w.get::<Outage>(id)?, w.get::<Loss>((id, silence.attempt_id))?) else {
        return Ok(None);
    };
    w.put(&Loss { back: Some(silence.back), typed: silence.typed, ..loss })?;
    outage.version += 1;
    w.put(&outage)?;
    Ok(Some(id))
}

fn share(w: &mut Work<'_, '_>, near: &mut Vec<Outage>, silence: &Silence) -> Result<OutageId> {
    let Silence { attempt_id, back, typed, .. } = *silence;
    let mut joined = None;
    for outage in near.iter_mut() {
        if !w.has::<Loss>((outage.id, attempt_id))? && outage.join(silence) {
            joined = Some(outage.id);
            break;
        }
    }
    let outage_id = joined.unwrap_or_else(|| {
        let outage = Outage::single(w.app.new_id(), silence);
        let id = outage.id;
        near.push(outage);
        id
    });
    w.put(&Loss { outage_id, attempt_id, back: Some(back), typed, given: SignedDuration::ZERO })?;
    Ok(outage_id)
}

/// Deletes the oldest outages beyond the limit.
fn evict(w: &mut Work<'_, '_>) -> Result<()> {
    let all: Vec<Outage> = w.some_linked(records::OUTAGES_BY_TIME.all(), outage::MAX_OUTAGES + BATCH)?;
    for outage in all.iter().take(all.len().saturating_sub(outage::MAX_OUTAGES)) {
        while w.delete_children::<Loss>(outage.id, BATCH)? >= BATCH {}
        w.delete::<Outage>(outage.id)?;
    }
    Ok(())
}

/// Deletes what an attempt lost; an outage that was of this attempt alone goes with it.
///
/// # Errors
/// Storage only.
pub(in crate::service) fn forget(tx: &mut Tx<'_>, id: AttemptId) -> Result<()> {
    for loss in tx.linked(records::LOSSES_BY_ATTEMPT.under(id))? {
        tx.delete::<Loss>(loss.id())?;
        let Some(outage) = tx.get::<Outage>(loss.outage_id)? else { continue };
        if outage.losses <= 1 {
            tx.delete::<Outage>(outage.id)?;
        } else {
            tx.put(&Outage { losses: outage.losses - 1, version: outage.version + 1, ..outage })?;
        }
    }
    Ok(())
}
