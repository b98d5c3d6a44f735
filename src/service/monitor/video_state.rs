//! How a candidate stands: connection, camera and video. The single source for lists, walls and the timeline; the rules
//! are `domain::standing` (`docs/behaviour/monitoring.md#live-monitoring`).

use crate::{
    app::App,
    domain::{
        AttemptId, Instant, Result,
        attempt::Attempt,
        invite::Invite,
        standing::{self, Evidence, Standing, VideoPath},
        timeline::Via,
    },
    live::media::{CloseReason, MediaState, MediaStatus},
    service::events,
    state::presence::Presence,
    store::Read,
};

/// The standing of an invite at `now`; `saved_at` is its last save.
#[must_use]
pub fn of(app: &App, invite: &Invite, attempt: Option<&Attempt>, saved_at: Option<Instant>, now: Instant) -> Standing {
    let Some(attempt) = attempt else { return Standing::idle("Not started yet.", invite.created_at) };
    if let Some((_, at)) = attempt.ended {
        return Standing::idle("The test has ended.", at);
    }
    let evidence = Evidence {
        page: app.watching.presences.get(attempt.id).as_ref().map(Presence::page),
        path: path(app, attempt, now),
        saved_at,
        started_at: attempt.started_at,
        booted_at: app.leading_since(),
    };
    standing::standing(&evidence, now)
}

fn path(app: &App, attempt: &Attempt, now: Instant) -> VideoPath {
    let connection = app.media.state(attempt.invite_id);
    if let Some(MediaState { seen: MediaStatus::Live, since, .. }) = connection {
        return VideoPath::Arrives(Via::WebRtc, since);
    }
    if let Some(still) = app.watching.still_frames.fresh(attempt.id, now) {
        return VideoPath::Arrives(Via::Stills, still.since);
    }
    connection.map_or(VideoPath::None, |MediaState { seen, since, .. }| match seen {
        MediaStatus::Live => VideoPath::Arrives(Via::WebRtc, since),
        MediaStatus::Connecting => VideoPath::Negotiating(since),
        MediaStatus::Offline(why) => after(why, since),
    })
}

/// The measurement of a connection that no frame arrives on any more.
const fn after(why: CloseReason, since: Instant) -> VideoPath {
    match why {
        CloseReason::Left | CloseReason::TestEnded => VideoPath::Left(since),
        CloseReason::NoPicture => VideoPath::Empty(since),
        CloseReason::Stopping => VideoPath::Stopping(since),
        CloseReason::Silent | CloseReason::Replaced | CloseReason::NotAllowed | CloseReason::Broken => {
            VideoPath::Dead(since)
        }
    }
}

/// Why the video of a running attempt stopped, for its timeline.
#[must_use]
pub fn why_it_stopped(app: &App, id: AttemptId, why: CloseReason, now: Instant) -> &'static str {
    if why == CloseReason::TestEnded {
        return "The test has ended.";
    }
    standing::why_it_stopped(app.watching.presences.get(id).as_ref().map(Presence::page), after(why, now))
}

/// Notifies the admins' pages when heartbeats or still frames time out. Called once a second.
///
/// # Errors
/// Storage only.
pub fn check_timeouts(app: &App) -> Result<()> {
    let silent = app.watching.presences.newly_silent(app.now());
    if !silent.is_empty() {
        let read = app.store.read()?;
        for (id, at) in silent {
            if let Some(attempt) = read.get::<Attempt>(id)? {
                events::video_state(app, &attempt);
            }
            // Marked after the event: if a read fails, the next call publishes it.
            app.watching.presences.mark_published(id, at);
        }
    }
    Ok(())
}
