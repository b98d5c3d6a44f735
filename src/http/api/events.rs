//! The two event streams: for accounts, and for the page of a running attempt (WHATWG server-sent events).

use crate::{
    app::App,
    domain::{
        Error, Kind, Result,
        time::SECOND,
        user::{Role, Session, User},
    },
    http::{
        error::{ApiResult, Envelope},
        extract::{AttemptKey, Caller, Token},
    },
    live::{Audience, Subscription, Told},
    service::attempts,
    store::{Key, Read, records::key},
};
use axum::{
    extract::State,
    response::sse::{Event, KeepAlive, Sse},
};
use futures_util::{Stream, StreamExt, stream};
use std::{convert::Infallible, time::Duration};

/// Longest silence on a stream.
const HEARTBEAT: Duration = Duration::from_secs(25);
/// How often a stream's permission is looked up again.
const RECHECK: Duration = Duration::from_mins(1);

/// Activity is noted once in this time however many streams a session has, in milliseconds.
const ACTIVITY: i64 = 50 * SECOND;

/// Says whether a stream may go on.
type Permission = Box<dyn Fn() -> Result<bool> + Send>;

struct Feed {
    subscription: Subscription,
    still_allowed: Permission,
    recheck: tokio::time::Interval,
    ended: bool,
}

fn sse(subscription: Subscription, still_allowed: Permission) -> Sse<impl Stream<Item = Result<Event, Infallible>>> {
    let mut recheck = tokio::time::interval_at(tokio::time::Instant::now() + RECHECK, RECHECK);
    recheck.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    let state = Feed { subscription, still_allowed, recheck, ended: false };
    let events = stream::unfold(state, |mut s| async move {
        if s.ended {
            return None;
        }
        loop {
            tokio::select! {
                told = s.subscription.next() => {
                    let boot = s.subscription.hub().boot();
                    if matches!(told, Some(Told::Recheck)) {
                        if matches!((s.still_allowed)(), Ok(false)) {
                            return None;
                        }
                        continue;
                    }
                    let Some(Told::Event(event)) = told else {
                        // Too slow, or the server stops: what was missed can only be loaded anew.
                        let last = Event::default().event("reload").data("{}");
                        s.ended = true;
                        return Some((Ok(last), s));
                    };
                    let out = Event::default().id(format!("{boot}:{}", event.id)).event(event.name).data(&*event.data);
                    return Some((Ok(out), s));
                }
                _ = s.recheck.tick() => {
                    // A store that cannot be read right now revokes nobody.
                    if matches!((s.still_allowed)(), Ok(false)) {
                        return None;
                    }
                }
            }
        }
    });
    // Something at once, so that proxies and clients see the stream open.
    let opened = stream::once(async { Ok(Event::default().comment("open")) });
    Sse::new(opened.chain(events)).keep_alive(KeepAlive::new().interval(HEARTBEAT))
}

/// What changes, for the signed-in account.
#[utoipa::path(get, path = "/events", tag = "events",
    responses((status = 200, content_type = "text/event-stream", body = String), (status = 401, body = Envelope)))]
pub async fn account(
    State(app): State<App>,
    Caller(actor): Caller,
) -> ApiResult<Sse<impl Stream<Item = Result<Event, Infallible>>>> {
    let (user, session) = actor.require_account()?;
    let mut audiences = vec![Audience::Account(user.id)];
    if user.role == Role::Admin {
        audiences.push(Audience::Admins);
    }
    let (user_key, session_key) = (key::user(user.id), Key::new().id(session.id.0).build());
    let handle = app.clone();
    let still_allowed = move || {
        let read = handle.store.read()?;
        let (user, session) = (read.get::<User>(&user_key)?, read.get::<Session>(&session_key)?);
        let (Some(user), Some(session)) = (user, session) else { return Ok(false) };
        let now = handle.now();
        // An open stream counts as activity (rules "Accounts"): only the row's own end matters here.
        let idle = now.since(session.last_seen_at);
        let holds = Session { last_seen_at: now, ..session }.holds(&user, now);
        if holds && idle >= ACTIVITY {
            crate::service::actor::note_activity(&handle, session.id, now);
        }
        Ok(holds)
    };
    Ok(sse(app.hub.subscribe(audiences), Box::new(still_allowed)))
}

/// What changes for a running attempt: added time, a takeover, its end.
#[utoipa::path(get, path = "/take-test/{token}/events", tag = "events",
    params(("token" = String, Path), ("X-Attempt-Key" = Option<String>, Header)),
    responses((status = 200, content_type = "text/event-stream", body = String), (status = 404, body = Envelope),
        (status = 409, body = Envelope)))]
pub async fn attempt(
    State(app): State<App>,
    Token(token): Token,
    AttemptKey(attempt_key): AttemptKey,
) -> ApiResult<Sse<impl Stream<Item = Result<Event, Infallible>>>> {
    let id = attempts::holding(&app.store.read()?, &token, attempt_key.as_deref())?.id;
    let handle = app.clone();
    let look = move || attempts::holding(&handle.store.read()?, &token, attempt_key.as_deref());
    let still_allowed = move || match look() {
        Ok(_) | Err(Error { kind: Kind::Unavailable | Kind::Internal, .. }) => Ok(true),
        Err(_) => Ok(false),
    };
    Ok(sse(app.hub.subscribe(vec![Audience::Attempt(id)]), Box::new(still_allowed)))
}
