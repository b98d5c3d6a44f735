//! Finds outages: gaps in the server's durable heartbeat show when it did not run; gaps in pages' contact, which
//! candidates lost their connection.

use super::losses;
use crate::{
    app::App,
    domain::{
        Instant, Result,
        attempt::Attempt,
        history::Logged,
        outage::{Loss, MAX_LOSSES, Outage, OutageWindow, SERVER_BEAT},
        time::SignedDuration,
        upkeep::LastBeat,
    },
    service::work::{By, Work},
    store::{
        IdRange, Read, StoreError,
        records::{self, AnswerHead, Single},
    },
};
use std::ops::ControlFlow;

/// One round: the server's heartbeat, and the pages that came back.
///
/// # Errors
/// Storage only.
pub async fn tend(app: &App) -> Result<()> {
    beat(app, false).await?;
    let returned = app.watching.contacts.settled(app.now());
    if returned.is_empty() { Ok(()) } else { losses::keep(app, returned).await }
}

/// The last heartbeat before the server stops.
///
/// # Errors
/// Storage only.
pub async fn stop(app: &App) -> Result<()> {
    beat(app, true).await
}

async fn beat(app: &App, is_final: bool) -> Result<()> {
    let at = app.now();
    {
        let read = app.store.read()?;
        let last: Option<LastBeat> = read.get(Single)?;
        let is_fresh = last.is_some_and(|last| at.since(last.at).abs() < SERVER_BEAT);
        if (is_fresh && !is_final) || !is_any_running(&read)? {
            return Ok(());
        }
    }
    app.store.write(move |tx| Ok(tx.put(&LastBeat { at, is_final })?)).await
}

fn is_any_running(read: &impl Read) -> Result<bool> {
    let mut running = false;
    read.scan(records::ATTEMPTS_BY_DUE.all(), false, &mut |_| {
        running = true;
        Ok(ControlFlow::Break(()))
    })?;
    Ok(running)
}

/// After a start: what the attempts that run lost while the server did not, which it did until [`ran_until`].
///
/// # Errors
/// Storage only.
pub async fn start(app: &App, ran_until: Option<Instant>) -> Result<()> {
    app.write(By::Server, move |w| {
        let now = w.now;
        let running: Vec<Attempt> = w.some_linked(records::ATTEMPTS_BY_DUE.all(), MAX_LOSSES)?;
        let beat: Option<LastBeat> = w.get(Single)?;
        let (Some(beat), false) = (beat, running.is_empty()) else { return Ok(()) };
        w.put(&LastBeat { at: now, is_final: false })?;
        let cut = cut(&beat, &running, ran_until, now);
        let lost: Vec<_> = running
            .into_iter()
            .filter(|attempt| attempt.due() > cut.from && attempt.pauses.since(now).is_none())
            .collect();
        let losses = u32::try_from(lost.len()).unwrap_or(u32::MAX);
        match Outage::of_server(w.app.new_id(), cut, now, losses) {
            Some(outage) if losses > 0 => keep(w, &outage, &lost),
            _ => Ok(()),
        }
    })
    .await
}

/// Running attempts whose answers are read for the last save. With more of them, the log and the heartbeat are close to it.
const MAX_LOOKED_AT: usize = 200;

/// Returns the time at which the last save until now was stored: by the log, and by the answers of some running
/// attempts, whose newest entries wait for it. An answer that is damaged is left to `invigil check`.
fn last_save(read: &impl Read, now: Instant) -> Result<Option<Instant>, StoreError> {
    let mut last = None;
    read.scan_ids::<Logged>(IdRange::all(), true, &mut |id| {
        last = Some(id?.0).filter(|at| *at <= now);
        Ok(if last.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    })?;
    for attempt in read.some_linked(records::ATTEMPTS_BY_DUE.all(), MAX_LOOKED_AT)? {
        let answers: Vec<AnswerHead> = match read.child_heads(attempt.id) {
            Err(StoreError::Corrupt(_)) => continue,
            answers => answers?,
        };
        let saved = answers.iter().map(|answer| answer.saved_at).filter(|at| *at <= now);
        last = saved.chain(last).max();
    }
    Ok(last)
}

/// The last time before this start at which the server is known to have run; `None` if no attempt was running then.
///
/// # Errors
/// Storage only.
pub fn ran_until(app: &App) -> Result<Option<Instant>> {
    let read = app.store.read()?;
    let Some(beat): Option<LastBeat> = read.get(Single)? else { return Ok(None) };
    Ok(Some(last_save(&read, app.now())?.map_or(beat.at, |saved| saved.max(beat.at))))
}

/// Returns the time at which the server stopped: it still ran at the last heartbeat and save, and when the last attempt
/// started; the next heartbeat did not come. With no attempt running before, that one was due at the start of the
/// first.
fn cut(last: &LastBeat, running: &[Attempt], ran_until: Option<Instant>, now: Instant) -> OutageWindow {
    let started = || running.iter().map(|attempt| attempt.started_at);
    let from = started().chain(ran_until).fold(last.at, Instant::max).min(now);
    let due = started().min().map_or(last.at, |first| last.at.plus(SERVER_BEAT).max(first));
    let to = if last.is_final { from } else { due.max(from).min(now) };
    OutageWindow { from, to }
}

fn keep(w: &mut Work<'_, '_>, outage: &Outage, lost: &[Attempt]) -> Result<()> {
    w.put(outage)?;
    for attempt in lost {
        let (outage_id, attempt_id) = (outage.id, attempt.id);
        w.put(&Loss { outage_id, attempt_id, back: None, typed: 0, given: SignedDuration::ZERO })?;
    }
    let (app, id, cut) = (w.app.clone(), outage.id, outage.cut);
    let ids: Vec<_> = lost.iter().map(|attempt| attempt.id).collect();
    w.after_commit(move || ids.into_iter().for_each(|attempt| app.watching.contacts.expect(attempt, id, cut)));
    Ok(())
}
