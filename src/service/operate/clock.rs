//! The machine's clock: the server follows it once it can be believed, reports jumps, and keeps what a restart needs to
//! count on (`docs/behaviour/taking.md#time`). [`ClockJudge`](crate::state::clock_judge::ClockJudge) decides.

use super::clock_step::{self, MIN_NOTIFIED, set_by};
use crate::{
    app::{App, Machine, SteadyClock},
    domain::{
        Instant, Result,
        attempt::Attempt,
        audit::AuditEntry,
        time::{HOUR, MINUTE, SignedDuration},
        upkeep::{ClockMark, LastBeat},
    },
    sentence,
    service::{notifications, work::By},
    state::clock_judge::{CLOCK_STEP, ClockLook, ClockVerdict, STEADY_FOR},
    store::{
        Read, Store,
        records::{self, Single},
    },
};
use std::ops::ControlFlow;

/// Interval at which the time is noted while nothing else is.
const MARK_INTERVAL: SignedDuration = HOUR;

/// The clock of a process that opens `store`: it counts on from that of an earlier one. Data that cannot be read are
/// reported by others.
pub fn of<M: Machine>(machine: M, store: &Store) -> SteadyClock<M> {
    let (mark, seen) = store.read().map_err(Into::into).and_then(|read| last_known(&read)).unwrap_or_default();
    SteadyClock::continued(machine, mark.as_ref(), seen)
}

/// The mark of an earlier process, and the latest time that is known of.
fn last_known(read: &impl Read) -> Result<(Option<ClockMark>, Option<Instant>)> {
    let mark: Option<ClockMark> = read.get(Single)?;
    let beat: Option<LastBeat> = read.get(Single)?;
    let entry = read.last::<AuditEntry>()?;
    let seen = mark.iter().map(|m| m.at).chain(beat.map(|b| b.at)).chain(entry.map(|e| e.at)).max();
    Ok((mark, seen))
}

/// Begins to judge the clock, at the start of a server.
///
/// # Errors
/// Storage only.
pub async fn begin(app: &App) -> Result<()> {
    let (mark, seen) = last_known(&app.store.read()?)?;
    let own = app.clock.mark();
    let is_continued = match (&mark, &own) {
        (Some(mark), Some(own)) => (own.origin().since(mark.origin())).abs() <= CLOCK_STEP && own.boot == mark.boot,
        _ => false,
    };
    if let Some(seen) = seen.filter(|seen| !is_continued && app.now().since(*seen) > MINUTE) {
        app.clock_watch.judge.begin_unproven(app.clock.continuous(), seen);
    }
    keep_mark(app).await
}

/// Reads the clocks once, and does what follows. Returns the verdict.
///
/// # Errors
/// Storage; what failed is done at a later look, but for what is reported of a clock that is not followed.
pub async fn tend(app: &App) -> Result<ClockVerdict> {
    let finished = clock_step::finish(app).await;
    // No other step is followed before the last one is done with.
    let (is_owed, (is_busy, has_begun)) = (finished.is_err(), running(app)?);
    let look = ClockLook {
        continuous: app.clock.continuous(),
        now: app.now(),
        ahead: app.clock.set_ahead(),
        is_busy: is_busy || is_owed,
        has_begun: has_begun || is_owed,
    };
    let verdict = app.clock_watch.judge.look(look);
    match verdict {
        ClockVerdict::Same => {}
        ClockVerdict::Set(by) => {
            tracing::warn!(seconds = by.as_secs(), "the machine's clock was set; the server keeps its time for now");
            notify(app, by).await?;
        }
        ClockVerdict::Returned(by) => {
            tracing::info!(seconds = by.as_secs(), "the machine's clock was set back to the time that the server kept");
        }
        ClockVerdict::Follow(by) => {
            let step = clock_step::of(app, by)?;
            app.clock.adopt();
            tracing::warn!(seconds = by.as_secs(), "the server follows the time that the machine's clock was set to");
            app.clock_watch.step.owe(step);
            clock_step::finish(app).await?;
        }
        ClockVerdict::Gap(by) => {
            tracing::warn!(
                seconds = by.as_secs(),
                "the server did not run for this long: the machine slept, or was busy"
            );
        }
    }
    finished?;
    keep_mark(app).await?;
    Ok(verdict)
}

/// Whether an attempt runs, and whether one runs that began by a time which is not proven.
fn running(app: &App) -> Result<(bool, bool)> {
    let (unproven_since, read) = (app.clock_watch.judge.unproven_since(app.leading_since()), app.store.read()?);
    let (mut is_busy, mut has_begun) = (false, false);
    read.scan(records::ATTEMPTS_BY_DUE.all(), false, &mut |row| {
        is_busy = true;
        let Some(since) = unproven_since else { return Ok(ControlFlow::Break(())) };
        let attempt: Option<Attempt> = read.record_if_any(&row)?;
        has_begun = attempt.is_some_and(|attempt| attempt.started_at >= since);
        Ok(if has_begun { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    })?;
    Ok((is_busy, has_begun))
}

/// Notes the time on the store, rarely: before the server stops, and when the clock was set. Not before what follows from a
/// step is stored: a server that is killed until then counts on by the time of before, and follows it again.
///
/// # Errors
/// Storage only.
pub async fn keep_mark(app: &App) -> Result<()> {
    let Some(own) = app.clock.mark().filter(|_| app.clock_watch.step.owed().is_none()) else { return Ok(()) };
    let stored: Option<ClockMark> = app.store.read()?.get(Single)?;
    let is_fresh = stored.is_some_and(|stored| {
        stored.boot == own.boot
            && (own.origin().since(stored.origin())).abs() <= CLOCK_STEP / 2
            && stored.at.is_within(MARK_INTERVAL, own.at)
    });
    if is_fresh {
        return Ok(());
    }
    app.store.write(move |tx| Ok(tx.put(&own)?)).await
}

async fn notify(app: &App, by: SignedDuration) -> Result<()> {
    if by.abs() < MIN_NOTIFIED {
        return Ok(());
    }
    let said = sentence!(
        "clockSet": "The clock of the server's machine was set {by}. The server keeps its time, and follows the new one once \
         it has stayed for {minutes} minutes and no test runs.",
        by = set_by(by),
        minutes = STEADY_FOR.as_mins(),
    );
    app.write(By::Server, move |w| notifications::clock_set(w, said)).await
}
