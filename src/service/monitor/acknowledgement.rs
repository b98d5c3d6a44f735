//! A proctor acknowledges the situation of a running attempt, for all proctors, until the next event
//! (`docs/behaviour/monitoring.md#live-monitoring`).

use super::video_state;
use crate::{
    app::App,
    domain::{
        Error, Instant, Result,
        attempt::Attempt,
        invite::Invite,
        signal::SignalTally,
        standing::{Standing, VideoStatus},
    },
    service::{actor::Proctor, attempt::progress, events, query},
    state::acknowledged_situations::Situation,
    store::Read,
};

/// Returns the state of a running attempt at `now`, as lists show it.
pub(super) fn situation(
    attempt: &Attempt,
    standing: &Standing,
    signals: u64,
    resume_requested_at: Option<Instant>,
    now: Instant,
) -> Situation {
    Situation {
        is_offline: standing.video.state == VideoStatus::Offline,
        since: standing.video.since,
        camera: standing.camera,
        resume_requested_at,
        signals,
        is_over: attempt.clock(now) >= attempt.deadline(),
    }
}

/// Acknowledges the attempt as it is now.
///
/// # Errors
/// 404; 409 once ended.
pub fn acknowledge(app: &App, _: &Proctor, attempt: &Attempt) -> Result<()> {
    attempt.require_running()?;
    let (now, read) = (app.now(), app.store.read()?);
    let invite: Invite = read.get(attempt.invite_id)?.ok_or_else(|| Error::not_found("attempt"))?;
    let signals = read.get::<SignalTally>(attempt.id)?.map_or(0, |tally| tally.total());
    let asked = query::attempt::resume_asked_at(&read, attempt)?;
    let saved_at = progress::of(app, &read, attempt.id)?.last_saved_at;
    let standing = video_state::of(app, &invite, Some(attempt), saved_at, now);
    app.watching.acknowledged_situations.note(attempt.id, situation(attempt, &standing, signals, asked, now));
    events::video_state(app, attempt);
    Ok(())
}
