//! Agreed breaks, which the candidate takes alone (`docs/behaviour/taking.md#breaks`). A break is stored with its end when it
//! begins, so it ends by itself, whatever happens to the server or the page.

use super::sections;
use crate::{
    app::App,
    domain::{
        Error, ErrorCode, Instant, Result,
        arrangement::{Arrangement, BreaksLeft, MAX_BREAKS, no_break_left},
        attempt::Attempt,
        outage::minutes,
        pause::MAX_PAUSES,
        section_clock::SectionClock,
        time::SignedDuration,
        timeline::TimelineEventKind,
    },
    service::{
        events, query,
        work::{By, Work},
    },
    state::link_rate_limit::Visit,
    store::Read,
};

/// The clock of an attempt after a break began or ended.
pub struct BreakTaken {
    pub attempt: Attempt,
    pub left: Option<BreaksLeft>,
    pub sections: Option<SectionClock>,
    pub now: Instant,
}

/// A candidate's wish to begin or end a break; `left`: breaks that their page showed as left.
pub struct Wish {
    pub begin: bool,
    pub left: Option<u32>,
}

/// The breaks that are left; `None` where none are agreed.
///
/// # Errors
/// Storage only.
pub fn left(read: &impl Read, attempt: &Attempt) -> Result<Option<BreaksLeft>> {
    Ok(read.get::<Arrangement>(attempt.invite_id)?.and_then(|arrangement| arrangement.left()))
}

/// Begins a break, or ends the one that lasts. Repeated, it changes nothing.
///
/// # Errors
/// 404 `unknown_link`; 409 `no_break_left`, `finished`, `attempt_elsewhere`, `not_started`, `in_pause`, `too_many`; 410.
pub async fn take(app: &App, visit: Visit, secret: &str, presented: Option<&str>, wish: Wish) -> Result<BreakTaken> {
    let (secret, presented) = (secret.to_owned(), presented.map(str::to_owned));
    app.write(By::Candidate, move |w| {
        let _visit = visit;
        let mut attempt = query::attempt::holding(w, &secret, presented.as_deref(), w.now)?;
        // The network may repeat a call when the break that it began is over.
        let now_left = left(&**w, &attempt)?.map(|left| left.count);
        if wish.left.is_none_or(|shown| now_left == Some(shown)) {
            if wish.begin {
                begin(w, &mut attempt)?;
            } else {
                end(w, &mut attempt)?;
            }
        }
        Ok(BreakTaken { left: left(&**w, &attempt)?, sections: w.get(attempt.id)?, now: w.now, attempt })
    })
    .await
}

fn begin(w: &mut Work<'_, '_>, attempt: &mut Attempt) -> Result<()> {
    if attempt.break_until(w.now).is_some() {
        return Ok(());
    }
    let mut arrangement: Arrangement = w.get(attempt.invite_id)?.ok_or_else(no_break_left)?;
    let length = arrangement.next()?;
    if attempt.pauses.is_open() {
        let detail = "Your test is paused already: its time stands still.";
        return Err(Error::conflict(ErrorCode::InPause, detail));
    }
    if w.now >= attempt.deadline() {
        return Err(Error::conflict(ErrorCode::Finished, "The time of this test is up."));
    }
    if attempt.pauses.count() >= MAX_PAUSES + MAX_BREAKS as usize {
        return Err(Error::conflict(ErrorCode::TooMany, "This test was paused too often for a further break."));
    }
    let Some(taken) = attempt.pauses.begin_break(w.now, length) else { return Ok(()) };
    arrangement.taken.push(taken);
    w.put(&arrangement)?;
    w.put(attempt)?;
    sections::paused(w, attempt, (taken, length))?;
    let text = format!("{} min, by agreement; it ends by itself", minutes(length));
    w.timeline(attempt.id, TimelineEventKind::BreakBegun, &text)?;
    changed(w, attempt);
    Ok(())
}

fn end(w: &mut Work<'_, '_>, attempt: &mut Attempt) -> Result<()> {
    if cut(w, attempt)? {
        changed(w, attempt);
    }
    Ok(())
}

/// Ends the break that lasts: what is left of it is not given back. Returns false if none lasts.
///
/// # Errors
/// Storage only.
pub(crate) fn cut(w: &mut Work<'_, '_>, attempt: &mut Attempt) -> Result<bool> {
    if attempt.pauses.break_until(w.now).is_none() {
        return Ok(false);
    }
    // To a call whose clock is behind the last commit, a pause that a proctor has ended since looks like a break.
    let arrangement: Option<Arrangement> = w.get(attempt.invite_id)?;
    let Some(mut arrangement) = arrangement.filter(|arrangement| arrangement.is_last_of(&attempt.pauses)) else {
        return Ok(false);
    };
    let Some((taken, unused)) = attempt.pauses.cut_break(w.now) else { return Ok(false) };
    arrangement.cut(taken.to);
    w.put(&arrangement)?;
    w.put(attempt)?;
    sections::paused(w, attempt, (taken, -unused))?;
    let length = taken.to.map_or(SignedDuration::ZERO, |to| to.since(taken.from));
    w.timeline(attempt.id, TimelineEventKind::BreakEnded, &format!("After {} min", minutes(length)))?;
    Ok(true)
}

fn changed(w: &mut Work<'_, '_>, attempt: &Attempt) {
    events::pause(w, attempt);
    events::attempt_changed(w, attempt);
}
