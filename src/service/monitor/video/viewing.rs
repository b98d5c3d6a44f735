//! Live video for administrators: monitors and walls.

use super::{account, watchable};
use crate::{
    app::App,
    domain::{Error, ErrorCode, InviteId, MediaSessionId, Result, invite::Invite, user::User},
    live::media::{CloseReason, Party, SdpDescription, WALL_TILES},
    service::actor::{Proctor, Watcher},
    store::Read,
};

/// Result of a change of a wall.
pub struct Wall {
    /// The server's offer; `None` if the media lines do not change.
    pub sdp: Option<String>,
    /// Media line id and the invite that it shows.
    pub mids: Vec<(String, InviteId)>,
    pub cursor: u64,
}

/// Opens a monitor of one candidate. Returns the session and the server's SDP offer.
///
/// # Errors
/// 404; 409 `not_in_progress`, `media_off`; 429 beyond the limits; 503 while too many others wait.
pub async fn start_session(app: &App, by: &Watcher, id: InviteId) -> Result<(MediaSessionId, SdpDescription)> {
    let owner = account(by)?;
    let watched = super::find(&app.store.read()?, id)?;
    super::require_shown(&app.store.read()?, by, &watched)?;
    require_running(app, id)?;
    let session = app.new_id();
    let offer = app.media.watch(session, owner, id).await?;
    // The attempt may have ended before the connection existed, which the end could not close then.
    require_running(app, id).inspect_err(|_| app.media.end(session, CloseReason::TestEnded))?;
    // So may have the permission, or the share.
    if !by.still_held()(app) || !super::is_shown(&app.store.read()?, by, &watched)? {
        app.media.end(session, CloseReason::NotAllowed);
        return Err(Error::not_found("invite"));
    }
    Ok((session, offer))
}

fn require_running(app: &App, id: InviteId) -> Result<()> {
    match watchable(&app.store.read()?, id, app.now())? {
        Some(_) => Ok(()),
        None => Err(Error::conflict(ErrorCode::NotInProgress, "Test must be in progress to start monitoring")),
    }
}

/// Applies the SDP answer to the server's offer of a session; by default of the caller's latest one for that invite.
///
/// # Errors
/// 404 `unknown_session`; 409 `no_offer`, `media_off`; 422.
pub async fn answer(
    app: &App,
    by: &Watcher,
    invite: Option<InviteId>,
    session: Option<MediaSessionId>,
    sdp: &str,
) -> Result<()> {
    app.media.require_running()?;
    let owner = account(by)?;
    let id = app.media.open_session(Party::Staff(owner), invite, session)?;
    app.media.answer(id, owner, sdp).await
}

/// # Errors
/// 409 `media_off`; 429 beyond the limits.
pub async fn open_wall(app: &App, by: &Watcher) -> Result<MediaSessionId> {
    let (owner, id) = (account(by)?, app.new_id());
    app.media.open_wall(id, owner).await?;
    Ok(id)
}

/// A session of the caller.
///
/// # Errors
/// 404 `unknown_session`.
pub fn own(app: &App, by: &Watcher, session: MediaSessionId) -> Result<MediaSessionId> {
    app.media.open_session(Party::Staff(account(by)?), None, Some(session))
}

/// Sets the candidates on a wall. Candidates without a running attempt, and those of others' shares, are skipped: events
/// notify the page when they start.
///
/// # Errors
/// 404 `unknown_session`; 409 `renegotiating`; 422 beyond 48; 429.
pub async fn set_wall(
    app: &App,
    by: &Watcher,
    session: MediaSessionId,
    mut invites: Vec<InviteId>,
    focus: Option<InviteId>,
) -> Result<Wall> {
    let id = own(app, by, session)?;
    let mut seen = std::collections::HashSet::new();
    invites.retain(|invite| seen.insert(*invite));
    if invites.len() > WALL_TILES {
        let message = format!("A wall shows {WALL_TILES} candidates at most.");
        return Err(Error::field("invite_ids", message));
    }
    let mut running = Vec::with_capacity(invites.len());
    {
        let (read, now) = (app.store.read()?, app.now());
        for invite in invites {
            let Some(invite) = watchable(&read, invite, now)? else { continue };
            if super::is_shown(&read, by, &invite)? {
                running.push(invite);
            }
        }
    }
    let owner = account(by)?;
    let invites = running.iter().map(|invite| invite.id).collect();
    let wall = app.media.set_wall(id, owner, invites, focus).await?;
    if !by.still_held()(app) || !are_shown(app, by, &running)? {
        app.media.end(id, CloseReason::NotAllowed);
        return Err(Error::not_found("invite"));
    }
    Ok(Wall { sdp: wall.sdp, mids: wall.mids, cursor: app.media.signals(id, u64::MAX).1 })
}

/// Whether all are shown still.
fn are_shown(app: &App, by: &Watcher, invites: &[Invite]) -> Result<bool> {
    let read = app.store.read()?;
    for invite in invites {
        if !super::is_shown(&read, by, invite)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// # Errors
/// 404 `unknown_session`.
pub fn close_wall(app: &App, by: &Watcher, session: MediaSessionId) -> Result<()> {
    app.media.end(own(app, by, session)?, CloseReason::Left);
    Ok(())
}

/// Switches the proctor's audio and video to the candidate, whose page receives the proctor's name.
///
/// # Errors
/// 404 `unknown_session`; 422 on a wall.
pub async fn set_proctor(app: &App, by: &Proctor, session: MediaSessionId, speaking: bool, video: bool) -> Result<()> {
    let watcher = Watcher::from(by);
    let id = own(app, &watcher, session)?;
    let owner = account(&watcher)?;
    let user = app.store.read()?.get::<User>(owner)?;
    let name = user.map(|u| u.full_name).unwrap_or_default();
    app.media.set_proctor(id, owner, speaking, video, name).await
}
