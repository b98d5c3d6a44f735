//! Live video: permissions to publish and to watch, and the entries on the attempt's timeline
//! (`docs/behaviour/monitoring.md#live-monitoring`). The media plane manages the connections ([`crate::live::media`]).

mod notes;
mod viewing;

use crate::{
    app::App,
    domain::{
        Error, ErrorCode, Instant, InviteId, MediaSessionId, Result, UserId,
        attempt::{self, Attempt, AttemptKeyCheck},
        clip::AgreedClips,
        invite::{Invite, InviteStatus},
    },
    live::media::{CloseReason, MediaSignal, Party, PublisherId, SdpDescription},
    service::{
        actor::{Actor, Watcher},
        attempt::finish,
        query,
        work::By,
    },
    store::Read,
};
pub use notes::{recheck, work};
pub use viewing::{Wall, answer, close_wall, open_wall, own, set_proctor, set_wall, start_session};

/// Permission to publish for an attempt; its attempt holder has it.
#[derive(Clone, Copy, Debug)]
pub struct PublishPermission(PublisherId);

/// The caller of a signaling request for an invite: its candidate, or an admin.
#[derive(Clone, Copy, Debug)]
pub struct SignalingPeer {
    party: Party,
    invite: InviteId,
}

fn not_running() -> Error {
    Error::conflict(ErrorCode::NotInProgress, "This test is not in progress.")
}

fn find(read: &impl Read, id: InviteId) -> Result<Invite> {
    read.get(id)?.ok_or_else(|| Error::not_found("invite"))
}

/// The attempt of an invite, running or ended, for its attempt holder.
fn held(read: &impl Read, invite: &Invite, key: Option<&str>) -> Result<Attempt> {
    let hash = query::attempt::hash_key(key)?;
    let attempt = query::attempt::load(read, invite.attempt_id.ok_or_else(not_running)?)?;
    match attempt.holder.claim(hash.as_ref(), false) {
        AttemptKeyCheck::Holds | AttemptKeyCheck::Takes => Ok(attempt),
        AttemptKeyCheck::Superseded | AttemptKeyCheck::Stranger => Err(attempt::elsewhere()),
    }
}

/// Permission to publish, for the attempt holder of a running attempt.
///
/// # Errors
/// 404; 409 `not_in_progress`, `attempt_elsewhere`; 410 `finished`; 422 for a malformed key.
pub async fn publisher(app: &App, id: InviteId, key: Option<&str>) -> Result<PublishPermission> {
    let (attempt, keeps_clips) = {
        let read = app.store.read()?;
        let attempt = held(&read, &find(&read, id)?, key)?;
        let keeps_clips = read.has::<AgreedClips>(attempt.id)?;
        (attempt, keeps_clips)
    };
    let now = app.now();
    if !attempt.is_running() || attempt.is_past_due(now) {
        finish::end_due(app, attempt.id, now).await?;
        return Err(finished());
    }
    Ok(PublishPermission(PublisherId { invite: id, attempt: attempt.id, keeps_clips }))
}

/// Identifies the caller: the candidate if an attempt key is presented or no account that may watch is signed in, the
/// account otherwise.
///
/// # Errors
/// Those of [`publisher`], except that an ended attempt is accepted: its page may still ask for the reason; 403 for
/// applicants without a key.
pub fn peer(app: &App, actor: &Actor, id: InviteId, key: Option<&str>) -> Result<SignalingPeer> {
    let read = app.store.read()?;
    let invite = find(&read, id)?;
    if key.is_none()
        && let Ok(watcher) = actor.require::<Watcher>()
    {
        require_shown(&read, &watcher, &invite)?;
        return Ok(SignalingPeer { party: Party::Staff(account(&watcher)?), invite: id });
    }
    held(&read, &invite, key)?;
    Ok(SignalingPeer { party: Party::Candidate(id), invite: id })
}

/// Connects a candidate's page as publisher. Returns the session and the SDP answer. Replaces an earlier connection of
/// the attempt.
///
/// # Errors
/// 409 `media_off`; 410 `finished`; 422 for an invalid offer; 429 beyond the limits; 503 while too many others wait.
pub async fn publish(app: &App, publisher: PublishPermission, offer: &str) -> Result<(MediaSessionId, SdpDescription)> {
    let id = app.new_id();
    let answer = app.media.publish(id, publisher.0, offer).await?;
    // The attempt may have ended before the connection existed, which the end could not close then.
    if !query::attempt::load(&app.store.read()?, publisher.0.attempt).is_ok_and(|attempt| attempt.is_running()) {
        app.media.end_invite(publisher.0.invite);
        return Err(finished());
    }
    Ok((id, answer))
}

fn finished() -> Error {
    Error::gone(ErrorCode::Finished, "This test has already been submitted.")
}

/// Signaling messages for a page: of the given session, or of its latest one; empty for a page without a session.
///
/// # Errors
/// 404 `unknown_session` for a session that is not the caller's, or from before the server started.
pub fn signals(
    app: &App,
    peer: SignalingPeer,
    session: Option<MediaSessionId>,
    after: u64,
) -> Result<(Vec<MediaSignal>, u64)> {
    match app.media.session(peer.party, Some(peer.invite), session) {
        Ok(id) => Ok(app.media.signals(id, after)),
        Err(_) if session.is_none() => Ok((Vec::new(), 0)),
        Err(error) => Err(error),
    }
}

/// Accepts an ICE candidate and ignores it: the server is ICE-lite and answers the address that a request comes from.
///
/// # Errors
/// 404 `unknown_session`.
pub fn ice_candidate(app: &App, peer: SignalingPeer, session: Option<MediaSessionId>) -> Result<()> {
    app.media.open_session(peer.party, Some(peer.invite), session).map(drop)
}

/// Ends media sessions: an admin's sessions for this invite, or the given one; a candidate's publisher. The attempt
/// continues. Idempotent.
///
/// # Errors
/// None; unknown sessions are ignored.
pub fn end_session(app: &App, peer: SignalingPeer, session: Option<MediaSessionId>) {
    match session {
        Some(_) => {
            if let Ok(id) = app.media.session(peer.party, Some(peer.invite), session) {
                app.media.end(id, CloseReason::Left);
            }
        }
        None => {
            for id in app.media.sessions_about(peer.party, peer.invite) {
                app.media.end(id, CloseReason::Left);
            }
        }
    }
}

/// Connection settings for a candidate's page: whether live video is available, and additional ICE servers.
///
/// # Errors
/// 404 `unknown_link`.
pub fn configuration(app: &App, token: &str) -> Result<(bool, Vec<String>)> {
    query::link::find(&app.store.read()?, token)?;
    Ok((app.media.address().is_some(), app.media.ice_servers().to_vec()))
}

/// The invite, if its attempt is running and not overdue.
fn watchable(read: &impl Read, id: InviteId, now: Instant) -> Result<Option<Invite>> {
    let Some(invite) = read.get::<Invite>(id)? else { return Ok(None) };
    let Some(attempt) = invite.attempt_id.filter(|_| invite.state == InviteStatus::InProgress) else { return Ok(None) };
    Ok(Some(invite)
        .filter(|_| query::attempt::load(read, attempt).is_ok_and(|a| a.is_running() && !a.is_past_due(now))))
}

fn is_shown(read: &impl Read, by: &Watcher, invite: &Invite) -> Result<bool> {
    Ok(query::exam_session::is_watched(read, by, invite.test_id, invite.id)?)
}

/// # Errors
/// 404.
fn require_shown(read: &impl Read, by: &Watcher, invite: &Invite) -> Result<()> {
    if is_shown(read, by, invite)? { Ok(()) } else { Err(Error::not_found("invite")) }
}

/// The account of who watches. The command line has none; a program is not its account, whose connections would outlive the
/// program's token.
fn account(by: &Watcher) -> Result<UserId> {
    let By::Account(id) = by.by() else {
        return Err(Error::forbidden(ErrorCode::AccountsOnly, "Live video requires an account."));
    };
    Ok(id)
}
