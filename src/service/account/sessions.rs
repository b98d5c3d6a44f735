//! The sessions of an account, for its owner (`docs/behaviour/accounts.md#accounts`).

use crate::{
    app::App,
    domain::{
        Error, Result, SessionId, UserId,
        permission::Rights,
        time::SignedDuration,
        user::{Session, User, normalise_email},
    },
    service::{
        actor::{StaffManager, note_activity, rights, unauthorized},
        events,
        query::person::{by_email, present},
        work::Work,
    },
    store::{Read, records},
};

/// The sessions of the account that have not ended, the last used first.
///
/// # Errors
/// Storage only.
pub fn list(app: &App, user: &User) -> Result<Vec<Session>> {
    let now = app.now();
    let mut sessions: Vec<Session> = app.store.read()?.linked(records::SESSIONS_BY_USER.under(user.id))?;
    sessions.retain(|session| session.holds(user, now));
    sessions.sort_by_key(|session| std::cmp::Reverse((session.last_seen_at, session.created_at)));
    Ok(sessions)
}

/// Requires the account, and that the session that asks has not been ended meanwhile.
///
/// # Errors
/// 401.
pub(crate) fn require_present(w: &Work<'_, '_>, user: &User, own: SessionId) -> Result<()> {
    present(&**w, user)?;
    if w.has::<Session>(own)? { Ok(()) } else { Err(unauthorized()) }
}

/// Ends one session of the account.
///
/// # Errors
/// 404 for a session that has ended, or of another account; 401.
pub async fn end(app: &App, (user, own): (&User, &Session), id: SessionId) -> Result<()> {
    let (user, own) = (user.clone(), own.id);
    app.write(user.id, move |w| {
        require_present(w, &user, own)?;
        let found: Option<Session> = w.get(id)?;
        if !found.is_some_and(|session| session.user_id == user.id && session.holds(&user, w.now)) {
            return Err(Error::not_found("session"));
        }
        w.delete::<Session>(id)?;
        events::sessions_ended(w, user.id);
        w.audit("session.end", id, "by the owner of the account")
    })
    .await
}

/// Ends all sessions of the account but the one that asks. Returns how many ended.
///
/// # Errors
/// 401.
pub async fn end_others(app: &App, (user, own): (&User, &Session)) -> Result<usize> {
    let (user, own) = (user.clone(), own.id);
    app.write(user.id, move |w| {
        require_present(w, &user, own)?;
        let mut ended = 0;
        for session in w.linked(records::SESSIONS_BY_USER.under(user.id))? {
            if session.id != own {
                ended += usize::from(session.holds(&user, w.now));
                w.delete::<Session>(session.id)?;
            }
        }
        events::sessions_ended(w, user.id);
        w.audit("session.end_others", user.id, &format!("{ended} sessions"))?;
        Ok(ended)
    })
    .await
}

/// Ends the sessions of one account, or of all, for the operator: running tests need none. Returns how many ended.
///
/// # Errors
/// 404 for an unknown address.
pub async fn end_for(app: &App, by: &StaffManager, email: Option<&str>) -> Result<usize> {
    /// Records per transaction.
    const BATCH: usize = 100;
    let only: Option<UserId> = match email {
        Some(email) => {
            let found = by_email(&app.store.read()?, &normalise_email(email))?;
            Some(found.ok_or_else(|| Error::not_found("account"))?.id)
        }
        None => None,
    };
    let (mut last, mut ended) = (None::<SessionId>, 0);
    loop {
        let rows: Vec<Session> = app.store.read()?.records_after::<Session>(last, BATCH)?;
        let Some(end) = rows.last().map(|session| session.id) else { break };
        last = Some(end);
        let chosen: Vec<Session> =
            rows.into_iter().filter(|session| only.is_none_or(|id| id == session.user_id)).collect();
        if chosen.is_empty() {
            continue;
        }
        ended += app
            .write(by, move |w| {
                let mut ended = 0;
                for session in chosen {
                    let user: Option<User> = w.get(session.user_id)?;
                    ended += usize::from(user.is_some_and(|user| session.holds(&user, w.now)));
                    w.delete::<Session>(session.id)?;
                    events::sessions_ended(w, session.user_id);
                }
                Ok::<usize, Error>(ended)
            })
            .await?;
    }
    let whom = only.map_or_else(String::new, |id| id.to_string());
    app.write(by, move |w| w.audit("admin.end_sessions", whom, &format!("{ended} sessions"))).await?;
    Ok(ended)
}

/// Activity is noted once in this time however many streams a session has.
const STREAM_ACTIVITY: SignedDuration = SignedDuration::from_secs(50);

/// Requires that the session of an open event stream still holds, and returns what its account may do now. An open stream
/// counts as activity (docs/behaviour/accounts.md#accounts), noted at most once per [`STREAM_ACTIVITY`].
///
/// # Errors
/// 401.
pub fn require_signed_in(app: &App, user: UserId, session: SessionId) -> Result<Rights> {
    let read = app.store.read()?;
    let session = read.get::<Session>(session)?;
    let (Some(user), Some(session)) = (read.get::<User>(user)?, session) else { return Err(unauthorized()) };
    let (now, id, idle) = (app.now(), session.id, app.now().since(session.last_seen_at));
    let holds = Session { last_seen_at: now, ..session }.holds(&user, now);
    if holds && idle >= STREAM_ACTIVITY {
        note_activity(app, id, now);
    }
    if holds { rights(&read, &user) } else { Err(unauthorized()) }
}
