//! Takes integrity signals from a candidate's page (rules "Taking a test").

use super::{attempts, events, journal, notifications};
use crate::{
    app::App,
    domain::{
        Error, Instant, Result, attempt,
        signal::{self, MOST_AT_ONCE, MOST_SIGNALS, Signal, SignalKind, SignalTally},
    },
    store::{Read, Record, records::key},
};

/// As the page sends it.
pub struct NewSignal {
    pub kind: SignalKind,
    /// Now, where it is left out.
    pub at: Option<Instant>,
    pub detail: String,
}

fn check(signals: &[NewSignal]) -> Result<()> {
    if signals.len() > MOST_AT_ONCE {
        return Err(Error::field("signals", "Too many signals at once (200 at most)."));
    }
    signals
        .iter()
        .enumerate()
        .try_for_each(|(i, s)| signal::check_detail(s.kind, &format!("signals[{i}].detail"), &s.detail))
}

/// Keeps signals of the browser that holds the attempt; 2,000 an attempt, then they are counted only. One that is
/// sent again adds nothing. Answers how many came so far.
///
/// # Errors
/// 404 `unknown_link`; 409 `attempt_elsewhere`, `not_started`; 410; 422.
pub async fn add(app: &App, secret: &str, presented: Option<&str>, signals: Vec<NewSignal>) -> Result<u64> {
    let key_hash = attempts::hash_key(presented)?;
    check(&signals)?;
    journal::write(app, secret, key_hash, signals, |app, tx, access, signals, now| {
        if access.superseded {
            return Err(attempt::elsewhere());
        }
        let attempt = access.attempt;
        let id = attempt.id;
        let known: Option<SignalTally> = tx.get(&key::of_attempt(id))?;
        let mut tally = known.clone().unwrap_or_else(|| SignalTally::none(id));
        let end = attempt.ended.map_or(now, |(_, at)| at.min(now));
        for NewSignal { kind, at, detail } in signals {
            let at = at.unwrap_or(now).max(attempt.started_at).min(now);
            // What happens after the test is nobody's business.
            if at > end {
                continue;
            }
            let signal = Signal { attempt_id: id, at, kind, detail };
            if tx.get::<Signal>(&signal.key())?.is_some() {
                continue;
            }
            let first =
                || -> Result<bool> { Ok(tx.records::<Signal>(&key::of_attempt(id))?.iter().all(|s| s.kind != kind)) };
            if let Some(what) = kind.worth_a_look()
                && first()?
            {
                notifications::integrity_flag(tx, app, &access.invite, what, now)?;
            }
            if tally.kept < MOST_SIGNALS {
                tally.kept += 1;
                tx.put(&signal)?;
            } else {
                tally.not_kept = tally.not_kept.saturating_add(1);
            }
        }
        let total = u64::from(tally.kept).saturating_add(tally.not_kept);
        if known.as_ref() != Some(&tally) && total > 0 {
            tx.put(&tally)?;
            events::signal_added(tx, app, &attempt, total);
        }
        Ok(total)
    })
    .await
}
