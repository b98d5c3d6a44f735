//! Receives integrity signals from a candidate's page (`docs/behaviour/taking.md#integrity-signals`).

use super::{access::Access, journal};
use crate::{
    app::App,
    domain::{
        Error, Instant, Result,
        attempt::{self, Attempt, AttemptKeyCheck},
        signal::{self, IntegritySignal, MAX_SIGNALS, MAX_SIGNALS_PER_CALL, SignalKind, SignalTally},
    },
    service::{events, monitor::clip_marks, notifications, query, webhook::raise, work::Work},
    state::link_rate_limit::Visit,
    store::{Read, Record},
};
use std::collections::HashSet;

/// A signal as the page sends it.
#[derive(Clone, Debug)]
pub struct NewSignal {
    pub kind: SignalKind,
    /// Defaults to now.
    pub at: Option<Instant>,
    pub detail: String,
}

fn check(signals: &[NewSignal]) -> Result<()> {
    if signals.len() > MAX_SIGNALS_PER_CALL {
        return Err(Error::field("signals", "Too many signals at once (200 at most)."));
    }
    signals
        .iter()
        .enumerate()
        .try_for_each(|(i, s)| signal::check_detail(s.kind, &format!("signals[{i}].detail"), &s.detail))
}

/// Checks the sender's permission and rate limit before the body is read.
///
/// # Errors
/// 404 `unknown_link`; 429 `too_many_requests`; 409 `attempt_elsewhere`, `not_started`; 410; 422 for a malformed key.
pub fn admit(app: &App, secret: &str, presented: Option<&str>) -> Result<()> {
    let (read, now) = (app.store.read()?, app.now());
    query::link::find(&read, secret)?;
    app.limits.links.signals(secret, now)?;
    let key = query::attempt::hash_key(presented)?;
    let (_, attempt) = query::attempt::behind(&read, secret, now)?;
    match attempt.holder.claim(key.as_ref(), false) {
        AttemptKeyCheck::Stranger => Err(attempt.not_yours()),
        AttemptKeyCheck::Superseded => Err(attempt::elsewhere()),
        AttemptKeyCheck::Holds | AttemptKeyCheck::Takes => Ok(()),
    }
}

/// Deduplicates a batch and drops signals from after the end of the test: they are not to be recorded.
fn of_attempt(attempt: &Attempt, signals: Vec<NewSignal>, now: Instant) -> Vec<IntegritySignal> {
    let end = attempt.ended.map_or(now, |(_, at)| at.min(now));
    let mut names = HashSet::with_capacity(signals.len());
    let placed = signals.into_iter().map(|NewSignal { kind, at, detail }| {
        let at = at.unwrap_or(now).max(attempt.started_at).min(now);
        IntegritySignal { attempt_id: attempt.id, at, kind, detail }
    });
    placed.filter(|s| s.at <= end && names.insert((s.at, s.kind as u8))).collect()
}

fn total(tally: &SignalTally) -> u64 {
    u64::from(tally.kept).saturating_add(tally.not_kept)
}

/// Stores signals of the attempt holder. Beyond 2,000 per attempt they are only counted, except the first of each kind
/// that admins are notified of: it marks that the notification was sent. Idempotent: a resent signal is ignored.
/// Returns the total number of signals so far.
///
/// # Errors
/// 404 `unknown_link`; 409 `attempt_elsewhere`, `not_started`; 410; 422.
pub async fn add(
    app: &App,
    visit: Visit,
    secret: &str,
    presented: Option<&str>,
    mut signals: Vec<NewSignal>,
) -> Result<u64> {
    let key_hash = query::attempt::hash_key(presented)?;
    check(&signals)?;
    {
        // Known signals are filtered out before the writer.
        let (read, now) = (app.store.read()?, app.now());
        let (_, attempt) = query::attempt::behind(&read, secret, now)?;
        let holds = attempt.holder.claim(key_hash.as_ref(), false) == AttemptKeyCheck::Holds;
        let over = attempt.is_running() && attempt.is_past_due(now);
        let mut fresh = Vec::with_capacity(signals.len());
        for signal in signals {
            let place = |at: Instant| at.max(attempt.started_at).min(now);
            let known = match signal.at.map(place) {
                Some(at) => {
                    app.caches.signal_kinds.was_counted(attempt.id, at, signal.kind)
                        || read.has::<IntegritySignal>((attempt.id, at, signal.kind))?
                }
                None => false,
            };
            if !known {
                fresh.push(signal);
            }
        }
        signals = fresh;
        if signals.is_empty() && holds && !over {
            let tally: Option<SignalTally> = read.get(attempt.id)?;
            return Ok(tally.as_ref().map_or(0, total));
        }
    }
    journal::write(app, app.now(), (secret, key_hash), (signals, visit), |w, access, (signals, _visit)| {
        if access.superseded {
            return Err(attempt::elsewhere());
        }
        let mut fresh = of_attempt(&access.attempt, signals, w.now);
        if query::arrangement::is_without_camera(&**w, access.attempt.invite_id)? {
            fresh.retain(|signal| !signal.kind.is_of_camera());
        }
        keep(w, &access, fresh)
    })
    .await
}

/// The part in the writer: a few lookups per new signal.
fn keep(w: &mut Work<'_, '_>, access: &Access, signals: Vec<IntegritySignal>) -> Result<u64> {
    let (app, id) = (w.app, access.attempt.id);
    let known: Option<SignalTally> = w.get(id)?;
    let mut tally = known.clone().unwrap_or_else(|| SignalTally::none(id));
    let mut kinds = None;
    let mut counted = Vec::new();
    let mut new = Vec::new();
    for signal in signals {
        let (kind, at) = (signal.kind, signal.at);
        if app.caches.signal_kinds.was_counted(id, at, kind) || w.has::<IntegritySignal>(signal.id())? {
            continue;
        }
        let is_said_once = kind.worth_a_look().is_some() || kind == SignalKind::PageError;
        let mut is_first = false;
        if is_said_once && !app.caches.signal_kinds.has(id, kind) {
            // Read at most once per call, and not at all if they are in memory.
            let mut all = match kinds {
                Some(all) => all,
                None => crate::state::signal_kinds::kinds(w, id)?,
            };
            is_first = all.insert(kind);
            kinds = Some(all);
            match kind.worth_a_look() {
                _ if !is_first => {}
                Some(what) => {
                    raise::flagged(w, &access.invite, &what.english)?;
                    notifications::integrity_flag(w, &access.invite, what)?;
                }
                // Its text is not logged: it may quote what was typed.
                None => {
                    w.after_commit(
                        move || tracing::info!(attempt = %id, "the page of a test failed and started again"),
                    );
                }
            }
        }
        new.push(kind);
        if tally.kept < MAX_SIGNALS || is_first {
            tally.kept += 1;
            w.put(&signal)?;
        } else {
            tally.not_kept = tally.not_kept.saturating_add(1);
            counted.push((at, kind));
        }
    }
    clip_marks::mark_signals(w, &access.attempt, &new)?;
    let sum = total(&tally);
    if known.as_ref() != Some(&tally) && sum > 0 {
        w.put(&tally)?;
        events::signal_added(w, &access.attempt, sum);
        if !access.attempt.is_running() {
            events::ranking_changed(w, access.attempt.test_id, id);
        }
    }
    if kinds.is_some() || !counted.is_empty() {
        let app = app.clone();
        w.after_commit(move || app.caches.signal_kinds.note(id, kinds, &counted));
    }
    Ok(sum)
}
