//! Event streams (WHATWG server-sent events): for accounts, for the attempt holder, and for the page before the test.

use crate::{
    app::App,
    domain::{Error, ErrorKind, Result, exam_session::ExamSession},
    http::{
        error::ApiResult,
        extract::{AsAccount, HeldAttempt, Serving, Visitor},
        refusals::Gone,
    },
    live::{AboutPerson, Audience, StreamMessage, Subscription, audiences},
    service::{
        account::sessions,
        events,
        monitor::session::{
            check_in::{self, OwnSeat},
            share::ShownPeople,
        },
        query,
    },
};
use axum::{
    extract::State,
    response::sse::{Event, KeepAlive, Sse},
};
use futures_util::{Stream, StreamExt, stream};
use serde_json::json;
use std::{convert::Infallible, time::Duration};

/// Longest silence on a stream.
const HEARTBEAT: Duration = Duration::from_secs(25);

/// Returns the refusal that ends the stream, once its permission no longer holds; whether its audiences are still those of
/// its account otherwise.
type Permission = Box<dyn Fn() -> Result<bool> + Send>;

struct EventFeed {
    subscription: Subscription,
    still_allowed: Permission,
    /// `None` for the pages of candidates.
    shown: Option<ShownPeople>,
    ended: bool,
}

impl EventFeed {
    /// The next event to send; `None` ends the stream.
    async fn next(&mut self) -> Option<Event> {
        if self.ended {
            return None;
        }
        loop {
            match self.subscription.next().await {
                Some(StreamMessage::Event(event)) => {
                    if !self.shows(event.person) {
                        continue;
                    }
                    let boot = self.subscription.hub().boot();
                    let sse = Event::default().id(format!("{boot}:{}", event.id));
                    return Some(sse.event(event.name).data(&event.data));
                }
                Some(StreamMessage::Recheck) => match self.refusal() {
                    Err(refusal) => {
                        self.ended = true;
                        let data = json!({ "code": refusal.code }).to_string();
                        return Some(Event::default().event("closed").data(data));
                    }
                    Ok(true) => self.shown.iter_mut().for_each(ShownPeople::forget),
                    Ok(false) => return Some(self.reload()),
                },
                // Too slow, or the server stops: what was missed can only be loaded again.
                None => return Some(self.reload()),
            }
        }
    }

    fn shows(&mut self, person: Option<AboutPerson>) -> bool {
        self.shown.as_mut().zip(person).is_none_or(|(shown, person)| shown.include(person))
    }

    fn reload(&mut self) -> Event {
        self.ended = true;
        Event::default().event("reload").data("{}")
    }

    fn refusal(&self) -> Result<bool> {
        // A store that cannot be read right now revokes no one.
        (self.still_allowed)().or_else(|error| match error.kind {
            ErrorKind::Unavailable | ErrorKind::Internal => Ok(true),
            _ => Err(error),
        })
    }
}

/// Sends `first` immediately, so that proxies and clients see the stream open.
fn sse(
    first: Event,
    subscription: Subscription,
    still_allowed: Permission,
    shown: Option<ShownPeople>,
) -> Sse<impl Stream<Item = Result<Event, Infallible>>> {
    let feed = EventFeed { subscription, still_allowed, shown, ended: false };
    let events = stream::unfold(feed, |mut feed| async move { feed.next().await.map(|event| (Ok(event), feed)) });
    Sse::new(stream::once(async { Ok(first) }).chain(events)).keep_alive(KeepAlive::new().interval(HEARTBEAT))
}

/// Stream changes that concern the signed-in account.
#[utoipa::path(get, path = "/events", tag = "events",
    responses((status = 200, content_type = "text/event-stream", body = String)))]
pub async fn account(
    State(app): State<App>,
    AsAccount { user, session, rights }: AsAccount,
) -> ApiResult<Sse<impl Stream<Item = Result<Event, Infallible>>>> {
    let (handle, id, session) = (app.clone(), user.id, session.id);
    let shown = ShownPeople::of(&app, id, &rights);
    let audiences = std::iter::once(Audience::Account(id)).chain(audiences(&rights)).collect();
    let subscription = app.hub.subscribe(audiences)?;
    let still_allowed = move || Ok(sessions::require_signed_in(&handle, id, session)? == rights);
    // A change between the first read and the subscription would otherwise be missed.
    if !still_allowed()? {
        app.hub.recheck(Audience::Account(id));
    }
    Ok(sse(Event::default().comment("open"), subscription, Box::new(still_allowed), Some(shown)))
}

/// How a running attempt stands, and what changes from then on: added time, a takeover, its end.
#[utoipa::path(get, path = "/take-test/{token}/events", tag = "events",
    params(("token" = String, Path), ("X-Attempt-Key" = Option<String>, Header)),
    responses((status = 200, content_type = "text/event-stream", body = String)))]
pub async fn attempt(
    Serving(app): Serving,
    Visitor { token, key, visit: _visit }: Visitor,
    HeldAttempt(attempt): HeldAttempt,
) -> ApiResult<Sse<impl Stream<Item = Result<Event, Infallible>>>> {
    let (handle, id) = (app.clone(), attempt.id);
    let session = check_in::session_of(&app, &attempt)?;
    let audiences = [Audience::Attempt(id)].into_iter().chain(session.map(Audience::ExamSession)).collect();
    let look = move || {
        let attempt = query::attempt::holding(&handle.store.read()?, &token, key.as_deref(), handle.now())?;
        Ok::<_, Error>((check_in::session_of(&handle, &attempt)? == session, attempt))
    };
    let subscription = app.hub.subscribe(audiences)?;
    // Read again after subscribing: a change between the first read and the subscription would otherwise be missed.
    let (is_there, attempt) = look()?;
    if !is_there {
        app.hub.recheck(Audience::Attempt(id));
    }
    let state = events::attempt_state(&attempt, app.now());
    let first = Event::default().event(state.name).data(state.data.to_string());
    Ok(sse(first, subscription, Box::new(move || look().map(|(is_there, _)| is_there)), None))
}

/// How the exam session of an invite begins, and what changes from then on, for the page before the test. `seat.changed`
/// asks the page to read its session again.
#[utoipa::path(get, path = "/take-test/{token}/session/events", tag = "events", operation_id = "own_exam_session_events",
    params(("token" = String, Path)),
    responses((status = 200, content_type = "text/event-stream", body = String), Gone))]
pub async fn waiting(
    Serving(app): Serving,
    Visitor { token, visit: _visit, .. }: Visitor,
) -> ApiResult<Sse<impl Stream<Item = Result<Event, Infallible>>>> {
    let handle = app.clone();
    let look = move || check_in::own(&handle, &token);
    let OwnSeat { session: ExamSession { id, .. }, seat, .. } = look()?;
    let subscription = app.hub.subscribe(vec![Audience::ExamSession(id), Audience::Invite(seat.invite_id)])?;
    // Read again after subscribing: a change between the first read and the subscription would otherwise be missed.
    let state = events::start_of(&look()?.session);
    let first = Event::default().event(state.name).data(state.data.to_string());
    Ok(sse(first, subscription, Box::new(move || look().map(|seat| seat.session.id == id)), None))
}
