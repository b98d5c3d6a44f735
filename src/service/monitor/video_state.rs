//! The one judgement whether a candidate can be seen, and if not why: lists, walls and the timeline all show this.

use crate::{
    app::App,
    domain::{AttemptId, Instant, Result, attempt::Attempt, invite::Invite, timeline::Via},
    live::media::{Seen, State as Connection, Why},
    service::events,
    state::{
        presence::{Camera, IDLE_TIMEOUT as SILENCE, Presence},
        still_frames::FRESH_FOR as FRESH,
    },
    store::{Read, records::key},
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// Pictures arrive.
    Live,
    Connecting,
    Offline,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VideoState {
    pub state: State,
    pub via: Option<Via>,
    /// For a person; `None` while all is well.
    pub reason: Option<&'static str>,
    pub since: Instant,
}

impl VideoState {
    const fn offline(reason: &'static str, since: Instant) -> Self {
        Self { state: State::Offline, via: None, reason: Some(reason), since }
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
    if let Some(Connection { seen: Seen::Live, since, .. }) = connection {
        return VideoState { state: State::Live, via: Some(Via::WebRtc), reason: None, since };
    }
    if let Some(still) = app.still_frames.fresh(attempt.id, now) {
        return VideoState { state: State::Live, via: Some(Via::Stills), reason: None, since: still.since };
    }
    if let Some(Connection { seen: Seen::Connecting, since, .. }) = connection {
        return VideoState { state: State::Connecting, via: None, reason: None, since };
    }
    match (app.presences.get(attempt.id), connection) {
        // A page that cannot be heard at the moment still says what it said last.
        (
            Some(Presence { camera: Camera::On, leaving: false, .. }),
            Some(Connection { seen: Seen::Offline(Why::Silent), since, .. }),
        ) => VideoState::offline(Why::Silent.in_words(), since),
        // The page itself knows best why there is no picture: a camera that was denied, a page that was closed.
        (Some(presence), _) => from_presence(&presence, now),
        (None, Some(Connection { seen: Seen::Offline(why), since, .. })) => VideoState::offline(why.in_words(), since),
        (None, _) => unheard(attempt.started_at.max(app.started_at), app.started_at, now),
    }
}

/// A page that has said nothing since the server or the attempt started.
fn unheard(since: Instant, boot: Instant, now: Instant) -> VideoState {
    if now.since(since) >= SILENCE {
        return VideoState::offline("The candidate's page has not reported.", since);
    }
    let reason = (since == boot).then_some("The server has just started.");
    VideoState { state: State::Connecting, via: None, reason, since }
}

fn from_presence(presence: &Presence, now: Instant) -> VideoState {
    if presence.leaving {
        return VideoState::offline("The page was closed.", presence.since);
    }
    if presence.is_silent(now) {
        return VideoState::offline("The network was lost.", presence.at);
    }
    let reason = match presence.camera {
        Camera::On if now.since(presence.since) < FRESH => {
            return VideoState { state: State::Connecting, via: None, reason: None, since: presence.since };
        }
        Camera::On => "The camera is on, but no picture arrives.",
        Camera::Denied => "The camera was denied.",
        Camera::Missing => "No camera was found.",
        Camera::Lost => "The camera has stopped.",
        Camera::Off => "The candidate chose to go on without a camera.",
        Camera::Unsupported => "This browser cannot use the camera here.",
    };
    VideoState::offline(reason, presence.since)
}

/// Why pictures of a running attempt have ceased to come.
#[must_use]
pub fn why_dark(app: &App, id: AttemptId, now: Instant) -> &'static str {
    let presence = app.presences.get(id);
    presence.and_then(|p| from_presence(&p, now).reason).unwrap_or("The network was lost.")
}

/// Tells admins' pages of pages that fell silent and of pictures that ceased to come; once a second.
///
/// # Errors
/// Storage only.
pub fn tend(app: &App) -> Result<()> {
    let silent = app.presences.fallen_silent(app.now());
    if !silent.is_empty() {
        let read = app.store.read()?;
        for (id, at) in silent {
            if let Some(attempt) = read.get::<Attempt>(&key::of_attempt(id))? {
                events::video_state(app, &attempt);
            }
            // Only now: what could not be read is told at the next look.
            app.presences.told_silent(id, at);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_silent_page_is_waited_for_and_then_named() {
        let (boot, begin) = (Instant(0), Instant(1_000));
        assert_eq!(unheard(begin, boot, begin).state, State::Connecting);
        assert_eq!(unheard(begin, boot, begin).reason, None);
        assert_eq!(unheard(boot, boot, begin).reason, Some("The server has just started."));
        assert_eq!(unheard(begin, boot, begin.plus(SILENCE)).reason, Some("The candidate's page has not reported."));
    }
}
