//! Video state of a candidate, with a reason while offline. The single source for lists, walls and the timeline
//! (`docs/behaviour.md#live-monitoring`).

use crate::{
    app::App,
    domain::{AttemptId, Instant, Result, attempt::Attempt, invite::Invite, timeline::Via},
    live::media::{CloseReason, MediaState, MediaStatus},
    service::events,
    state::{
        presence::{Camera, HEARTBEAT_TIMEOUT, Presence},
        still_frames::FRESH_FOR,
    },
    store::Read,
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VideoStatus {
    /// Video or still frames arrive.
    Live,
    Connecting,
    Offline,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VideoState {
    pub state: VideoStatus,
    pub via: Option<Via>,
    /// A sentence for the admin; `None` unless something is wrong.
    pub reason: Option<&'static str>,
    pub since: Instant,
}

impl VideoState {
    const fn offline(reason: &'static str, since: Instant) -> Self {
        Self { state: VideoStatus::Offline, via: None, reason: Some(reason), since }
    }
}

/// The state of an invite's video at `now`.
#[must_use]
pub fn of(app: &App, invite: &Invite, attempt: Option<&Attempt>, now: Instant) -> VideoState {
    let Some(attempt) = attempt else { return VideoState::offline("Not started yet.", invite.created_at) };
    if let Some((_, at)) = attempt.ended {
        return VideoState::offline("The test has ended.", at);
    }
    let connection = app.media.state(invite.id);
    if let Some(MediaState { seen: MediaStatus::Live, since, .. }) = connection {
        return VideoState { state: VideoStatus::Live, via: Some(Via::WebRtc), reason: None, since };
    }
    if let Some(still) = app.still_frames.fresh(attempt.id, now) {
        return VideoState { state: VideoStatus::Live, via: Some(Via::Stills), reason: None, since: still.since };
    }
    if let Some(MediaState { seen: MediaStatus::Connecting, since, .. }) = connection {
        return VideoState { state: VideoStatus::Connecting, via: None, reason: None, since };
    }
    match (app.presences.get(attempt.id), connection) {
        // The media connection is silent, and the last heartbeat (camera on) may be outdated.
        (
            Some(Presence { camera: Camera::On, leaving: false, .. }),
            Some(MediaState { seen: MediaStatus::Offline(CloseReason::Silent), since, .. }),
        ) => VideoState::offline(CloseReason::Silent.in_words(), since),
        // The page knows best why there is no picture, for example a denied camera or a closed page.
        (Some(presence), _) => from_presence(&presence, now),
        (None, Some(MediaState { seen: MediaStatus::Offline(why), since, .. })) => {
            VideoState::offline(why.in_words(), since)
        }
        (None, _) => without_heartbeat(attempt.started_at.max(app.started_at), app.started_at, now),
    }
}

/// State of a page without a heartbeat since the start of the server or of the attempt.
fn without_heartbeat(since: Instant, boot: Instant, now: Instant) -> VideoState {
    if now.since(since) >= HEARTBEAT_TIMEOUT {
        return VideoState::offline("No contact with the candidate's browser yet.", since);
    }
    let reason = (since == boot).then_some("The server has just started.");
    VideoState { state: VideoStatus::Connecting, via: None, reason, since }
}

fn from_presence(presence: &Presence, now: Instant) -> VideoState {
    if presence.leaving {
        return VideoState::offline("The page was closed.", presence.since);
    }
    if presence.is_silent(now) {
        return VideoState::offline("The network was lost.", presence.at);
    }
    let reason = match presence.camera {
        Camera::On if now.since(presence.since) < FRESH_FOR => {
            return VideoState { state: VideoStatus::Connecting, via: None, reason: None, since: presence.since };
        }
        Camera::On => "The camera is on, but no picture arrives.",
        Camera::Denied => "The camera was denied.",
        Camera::Missing => "No camera was found.",
        Camera::Lost => "The camera has stopped.",
        Camera::Off => "The candidate chose to continue without a camera.",
        Camera::Unsupported => "This browser cannot use the camera here.",
    };
    VideoState::offline(reason, presence.since)
}

/// Reason why the still frames of a running attempt stopped.
#[must_use]
pub fn offline_reason(app: &App, id: AttemptId, now: Instant) -> &'static str {
    let presence = app.presences.get(id);
    presence.and_then(|p| from_presence(&p, now).reason).unwrap_or("The network was lost.")
}

/// Notifies the admins' pages when heartbeats or still frames time out. Called once a second.
///
/// # Errors
/// Storage only.
pub fn check_timeouts(app: &App) -> Result<()> {
    let silent = app.presences.newly_silent(app.now());
    if !silent.is_empty() {
        let read = app.store.read()?;
        for (id, at) in silent {
            if let Some(attempt) = read.get::<Attempt>(id)? {
                events::video_state(app, &attempt);
            }
            // Marked after the event: if a read fails, the next call publishes it.
            app.presences.mark_published(id, at);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_without_a_heartbeat_is_connecting_and_then_offline() {
        let (boot, begin) = (Instant::EPOCH, Instant::from_millis(1_000));
        assert_eq!(without_heartbeat(begin, boot, begin).state, VideoStatus::Connecting);
        assert_eq!(without_heartbeat(begin, boot, begin).reason, None);
        assert_eq!(without_heartbeat(boot, boot, begin).reason, Some("The server has just started."));
        let late = begin.plus(HEARTBEAT_TIMEOUT);
        assert_eq!(without_heartbeat(begin, boot, late).reason, Some("No contact with the candidate's browser yet."));
    }
}
