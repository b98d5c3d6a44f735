//! An administrator gives lost time back, or dismisses an outage. Never automatically, never less time.

use super::list::{self, OutageView};
use crate::{
    app::App,
    domain::{
        AttemptId, Error, ErrorCode, OutageId, Result,
        attempt::Attempt,
        error::FieldChecker,
        outage::{self, Loss, MAX_GIVEN, Outage, OutageSettlement, OutageVerdict, minutes},
        time::SignedDuration,
        timeline::TimelineEventKind,
    },
    service::{
        actor::Proctor,
        events,
        monitor::{extension, proctor},
        query,
        work::Work,
    },
    store::{Read, records},
};
use std::collections::{BTreeMap, BTreeSet};

/// Attempts per transaction.
const BATCH: usize = 50;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GiveBackOutcome {
    Given,
    /// The attempt had its time from this outage.
    Already,
    /// The attempt has ended; it can be reopened, if it ended by time alone.
    Ended,
    /// No time was asked for.
    Nothing,
}

pub struct GiveBackResult {
    pub attempt_id: AttemptId,
    pub outcome: GiveBackOutcome,
    /// Time that the attempt got from this outage.
    pub given: SignedDuration,
}

impl GiveBackResult {
    fn is_given(&self) -> bool {
        self.outcome == GiveBackOutcome::Given
    }
}

/// Seconds by attempt; `None`: as proposed.
pub type RequestedSeconds = Option<Vec<(AttemptId, i64)>>;

/// Gives lost time back, once per attempt however often and by whom it is asked for.
///
/// # Errors
/// 404; 409 `changed_meanwhile`, `dismissed`; 422 without a reason, or on `attempts`.
pub async fn give_back(
    app: &App,
    by: &Proctor,
    id: OutageId,
    (wanted, reason, version): (RequestedSeconds, &str, Option<u32>),
) -> Result<(OutageView, Vec<GiveBackResult>)> {
    list::require_whole(&app.store.read()?, by, id)?;
    let reason = reason.trim().to_owned();
    let asked = asked(app, id, wanted, &reason)?;
    {
        let read = app.store.read()?;
        require_current(&read, &list::load(&read, id)?, version)?;
    }
    let giving = tokio::spawn(give_all(app.clone(), by.clone(), id, asked, (reason, version)));
    let rows = giving.await.map_err(Error::internal)??;
    Ok((list::get(app, &by.into(), id)?, rows))
}

/// Runs in a separate task: the caller may be gone before the last batch. The outage is settled by that one, so that
/// what a stop of the server leaves is proposed again.
async fn give_all(
    app: App,
    by: Proctor,
    id: OutageId,
    asked: Vec<(AttemptId, SignedDuration)>,
    (reason, mut version): (String, Option<u32>),
) -> Result<Vec<GiveBackResult>> {
    let mut rows: Vec<GiveBackResult> = Vec::new();
    let batches = asked.chunks(BATCH);
    let last = batches.len().saturating_sub(1);
    for (n, batch) in batches.enumerate() {
        let given = Given { before: rows.iter().any(GiveBackResult::is_given), is_last: n == last };
        let (batch, reason, expected) = (batch.to_vec(), reason.clone(), version.take());
        rows.extend(app.write(&by, move |w| give_batch(w, id, &batch, (&reason, given), expected)).await?);
    }
    Ok(rows)
}

/// Result of the batches before this one.
#[derive(Clone, Copy)]
struct Given {
    /// Some time was given.
    before: bool,
    is_last: bool,
}

/// The time that each attempt is to get.
fn asked(app: &App, id: OutageId, wanted: RequestedSeconds, reason: &str) -> Result<Vec<(AttemptId, SignedDuration)>> {
    let read = app.store.read()?;
    let outage = list::load(&read, id)?;
    let losses: Vec<Loss> = read.children(id)?;
    let mut check = FieldChecker::default();
    proctor::check_reason(&mut check, reason);
    let asked = match wanted {
        None => {
            let mut proposed = Vec::with_capacity(losses.len());
            for loss in &losses {
                let attempt = read.get::<Attempt>(loss.attempt_id)?;
                let time = attempt.map(|attempt| outage.proposal_to(&attempt, loss)).unwrap_or_default();
                proposed.push((loss.attempt_id, time));
            }
            proposed
        }
        Some(wanted) => {
            let lost: BTreeSet<AttemptId> = losses.iter().map(|loss| loss.attempt_id).collect();
            let mut asked = BTreeMap::new();
            for (i, (id, seconds)) in wanted.into_iter().enumerate() {
                check.require(
                    lost.contains(&id),
                    format!("attempts[{i}]"),
                    "This attempt lost no time in this outage.",
                );
                let is_allowed = (0..=MAX_GIVEN.as_secs()).contains(&seconds);
                check.require(is_allowed, format!("attempts[{i}]"), "The time must be between 0 and 28800 seconds.");
                asked.insert(id, SignedDuration::from_secs(seconds));
            }
            asked.into_iter().collect()
        }
    };
    check.finish(&["reason"])?;
    Ok(asked)
}

fn require_current(read: &impl Read, outage: &Outage, version: Option<u32>) -> Result<()> {
    if version.is_none_or(|read| read == outage.version) {
        return outage.require_not_dismissed();
    }
    let (by, at) = match &outage.settled {
        Some(settled) => (query::person::name_of(read, settled.by)?, settled.at),
        None => ("The server".to_owned(), outage.to),
    };
    Err(Error::changed_version(by, at, "this outage"))
}

fn give_batch(
    w: &mut Work<'_, '_>,
    id: OutageId,
    asked: &[(AttemptId, SignedDuration)],
    (reason, given): (&str, Given),
    version: Option<u32>,
) -> Result<Vec<GiveBackResult>> {
    let mut outage = list::load(w, id)?;
    require_current(&**w, &outage, version)?;
    let mut rows = Vec::new();
    for (attempt_id, time) in asked {
        rows.extend(give(w, (id, *attempt_id), *time, reason)?);
    }
    let is_given = given.before || rows.iter().any(GiveBackResult::is_given);
    if is_given && given.is_last {
        settle(w, &mut outage, OutageVerdict::Given, reason)?;
    } else if is_given {
        touch(w, &mut outage)?;
    }
    Ok(rows)
}

/// `None` if the attempt was deleted meanwhile.
fn give(
    w: &mut Work<'_, '_>,
    id: (OutageId, AttemptId),
    time: SignedDuration,
    reason: &str,
) -> Result<Option<GiveBackResult>> {
    let (Some(mut loss), Some(mut attempt)) = (w.get::<Loss>(id)?, w.get::<Attempt>(id.1)?) else { return Ok(None) };
    let row = |outcome, given| Ok(Some(GiveBackResult { attempt_id: id.1, outcome, given }));
    if !loss.given.is_zero() {
        return row(GiveBackOutcome::Already, loss.given);
    }
    if time.is_zero() {
        return row(GiveBackOutcome::Nothing, time);
    }
    if !attempt.is_running() || query::attempt::is_overdue(w.app, &attempt, w.now) {
        return row(GiveBackOutcome::Ended, SignedDuration::ZERO);
    }
    extension::extend(w, &mut attempt, time)?;
    let note = format!("{} min given back: {reason}", minutes(time));
    w.timeline(attempt.id, TimelineEventKind::TimeAdded, &note)?;
    w.audit("attempt.give_back", attempt.id, &note)?;
    loss.given = time;
    w.put(&loss)?;
    row(GiveBackOutcome::Given, time)
}

/// The minutes of a reopened attempt are what it lost before, in its open outages together: they are not given a second time.
/// An outage is settled when none of its attempts waits for time.
///
/// # Errors
/// Storage only.
pub(in crate::service::monitor) fn count_reopening(
    w: &mut Work<'_, '_>,
    id: AttemptId,
    time: SignedDuration,
    reason: &str,
) -> Result<()> {
    let mut open = Vec::new();
    for loss in w.linked(records::LOSSES_BY_ATTEMPT.under(id))? {
        let Some(outage) = w.get::<Outage>(loss.outage_id)? else { continue };
        if loss.given.is_zero() && outage.require_not_dismissed().is_ok() {
            open.push((outage, loss));
        }
    }
    let lost: Vec<SignedDuration> = open.iter().map(|(outage, loss)| outage.lost(loss)).collect();
    for ((mut outage, loss), given) in open.into_iter().zip(outage::divided(time, &lost)) {
        w.put(&Loss { given, ..loss })?;
        if outage.settled.is_some() || is_waited_for(&**w, &outage)? {
            touch(w, &mut outage)?;
        } else {
            settle(w, &mut outage, OutageVerdict::Given, reason)?;
        }
    }
    Ok(())
}

/// Whether an attempt is to get time from an outage that it did not get.
fn is_waited_for(read: &impl Read, outage: &Outage) -> Result<bool> {
    for loss in read.children::<Loss>(outage.id)? {
        let attempt = if loss.given.is_zero() { read.get::<Attempt>(loss.attempt_id)? } else { None };
        if attempt.is_some_and(|attempt| !outage.proposal_to(&attempt, &loss).is_zero()) {
            return Ok(true);
        }
    }
    Ok(false)
}

fn touch(w: &mut Work<'_, '_>, outage: &mut Outage) -> Result<()> {
    outage.touch();
    w.put(outage)?;
    events::outage_changed(w, outage.id);
    Ok(())
}

fn settle(w: &mut Work<'_, '_>, outage: &mut Outage, verdict: OutageVerdict, reason: &str) -> Result<()> {
    outage.settle(OutageSettlement { verdict, by: w.by.account(), at: w.now, reason: reason.to_owned() });
    w.put(outage)?;
    events::outage_changed(w, outage.id);
    Ok(())
}

/// Dismisses an outage: no time is given back. Repeating it changes nothing.
///
/// # Errors
/// 404; 409 `changed_meanwhile`, `already_given`; 422 for a long reason, and for control characters.
pub async fn dismiss(app: &App, by: &Proctor, id: OutageId, reason: &str, version: Option<u32>) -> Result<OutageView> {
    let reason = reason.trim().to_owned();
    let mut check = FieldChecker::default();
    check.require(reason.chars().count() <= 500, "reason", "The reason is too long (500 characters at most).");
    check.require_text(&reason, "reason");
    check.finish(&[])?;
    list::require_whole(&app.store.read()?, by, id)?;
    app.write(by, move |w| {
        let mut outage = list::load(w, id)?;
        match outage.settled.as_ref().map(|settled| settled.verdict) {
            Some(OutageVerdict::Dismissed) => return Ok(()),
            Some(OutageVerdict::Given) => {
                return Err(Error::conflict(ErrorCode::AlreadyGiven, "Time was given back for this outage."));
            }
            None => require_current(&**w, &outage, version)?,
        }
        settle(w, &mut outage, OutageVerdict::Dismissed, &reason)?;
        w.audit("outage.dismiss", id, &reason)
    })
    .await?;
    list::get(app, &by.into(), id)
}
