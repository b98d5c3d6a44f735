//! Messages from admins to a candidate: stored, pushed to the page, and marked as seen once the page has shown them.

use super::incidents::check_text;
use crate::{
    app::App,
    domain::{
        AttemptId, Error, MessageId, Result,
        attempt::Attempt,
        exam_session::Seat,
        idempotency::Created,
        message::{Announcement, MAX_TEXT, MessageKind, ProctorMessage},
        timeline::{TimelineEventKind, TimelineLink},
    },
    service::{
        actor::{Proctor, Watcher},
        attempt::finish,
        events, query,
        work::{
            By, Work,
            idempotency::{self, Once},
            timeline,
        },
    },
    store::Read,
};

/// A message with its sender's name.
pub struct SentMessage {
    pub message: ProctorMessage,
    pub by: Option<String>,
}

/// Sends 1 to 1,000 characters to the page of a running attempt. A repeat with the same key returns the first message.
///
/// # Errors
/// 404; 409 `finished`, `timeline_full`; 422.
pub async fn send(app: &App, proctor: &Proctor, id: AttemptId, text: &str, once: Option<Once>) -> Result<SentMessage> {
    let text = check_text("text", text, MAX_TEXT)?;
    let (now, fresh): (_, MessageId) = (app.now(), app.new_id());
    finish::end_due(app, id, now).await?;
    let allowed = proctor.clone();
    app.write_at(now, proctor, move |w| {
        let attempt = query::attempt::load(w, id)?;
        query::attempt::require_shown(w, &allowed, &attempt, "attempt")?;
        let message = if let Some(Created::Message(sent)) = idempotency::earlier(w, once)? {
            message_of(&**w, &attempt, sent)?
        } else {
            attempt.require_running()?;
            idempotency::done(w, once, Created::Message(fresh))?;
            deliver(w, &attempt, (fresh, MessageKind::Message), text, None)?
        };
        let by = message.sent_by.map(|id| timeline::AdminNames::default().of(w, id)).transpose()?;
        Ok(SentMessage { message, by })
    })
    .await
}

/// Stores a message to a running attempt, and shows it.
///
/// # Errors
/// 409 `timeline_full`.
pub(super) fn deliver(
    w: &mut Work<'_, '_>,
    attempt: &Attempt,
    (id, kind): (MessageId, MessageKind),
    text: String,
    question_id: Option<String>,
) -> Result<ProctorMessage> {
    let link = TimelineLink::Message(id);
    w.timeline_linked(attempt.id, (TimelineEventKind::Message, link), &text)?;
    let (attempt_id, sent_at, sent_by) = (attempt.id, w.now, w.by.account());
    let message = ProctorMessage { id, attempt_id, text, sent_at, sent_by, seen_at: None, kind, question_id };
    w.put(&message)?;
    w.audit("attempt.message", attempt.id, "")?;
    events::message(w, attempt, &message);
    Ok(message)
}

/// All messages of an attempt, oldest first.
///
/// # Errors
/// 404.
pub fn list(app: &App, by: &Watcher, id: AttemptId) -> Result<Vec<SentMessage>> {
    let read = app.store.read()?;
    let attempt = query::attempt::noted(&read, by, id)?;
    let times = query::naming::times(&read, &attempt)?;
    let mut sent = of_attempt(&read, attempt.id)?;
    for sent in &mut sent {
        sent.message.show_times(times);
    }
    Ok(sent)
}

pub(crate) fn of_attempt(read: &impl Read, id: AttemptId) -> Result<Vec<SentMessage>> {
    let mut names = timeline::AdminNames::default();
    let messages: Vec<ProctorMessage> = read.children(id)?;
    let with_sender = |message: ProctorMessage| {
        let by = message.sent_by.map(|id| names.of(read, id)).transpose()?;
        Ok(SentMessage { message, by })
    };
    messages.into_iter().map(with_sender).collect()
}

/// All messages, for the page that holds the running attempt.
///
/// # Errors
/// 404 `unknown_link`; 409 `attempt_elsewhere`, `not_started`, `finished`; 410; 422.
pub fn of_candidate(app: &App, secret: &str, presented: Option<&str>) -> Result<Vec<ProctorMessage>> {
    let read = app.store.read()?;
    let attempt = query::attempt::holding(&read, secret, presented, app.now())?;
    let mut messages: Vec<ProctorMessage> = read.children(attempt.id)?;
    for announcement in announced(&read, &attempt)? {
        if !messages.iter().any(|message| message.id == announcement.id) {
            messages.push(announcement.to(attempt.id));
        }
    }
    messages.sort_by_key(|message| (message.sent_at, message.id));
    Ok(messages)
}

/// The announcements to the exam session of an attempt.
fn announced(read: &impl Read, attempt: &Attempt) -> Result<Vec<Announcement>> {
    let seat: Option<Seat> = read.get(attempt.invite_id)?;
    seat.map_or_else(|| Ok(Vec::new()), |seat| Ok(read.children(seat.session_id)?))
}

/// A message to an attempt, or an announcement to its session.
fn message_of(read: &impl Read, attempt: &Attempt, id: MessageId) -> Result<ProctorMessage> {
    if let Some(message) = read.get::<ProctorMessage>((attempt.id, id))? {
        return Ok(message);
    }
    let seat: Option<Seat> = read.get(attempt.invite_id)?;
    let found: Option<Announcement> = seat.map(|seat| read.get((seat.session_id, id))).transpose()?.flatten();
    found.map(|announcement| announcement.to(attempt.id)).ok_or_else(|| Error::not_found("message"))
}

/// Marks a message as seen. Idempotent: the first time counts.
///
/// # Errors
/// Those of [`of_candidate`], and 404 for an unknown message.
pub async fn seen(app: &App, secret: &str, presented: Option<&str>, id: MessageId) -> Result<()> {
    let now = app.now();
    {
        let read = app.store.read()?;
        let attempt = query::attempt::holding(&read, secret, presented, now)?;
        if message_of(&read, &attempt, id)?.seen_at.is_some() {
            return Ok(());
        }
    }
    let (secret, presented) = (secret.to_owned(), presented.map(str::to_owned));
    app.write_at(now, By::Candidate, move |w| {
        let attempt = query::attempt::holding(w, &secret, presented.as_deref(), w.now)?;
        let mut message = message_of(&**w, &attempt, id)?;
        if message.seen_at.is_none() {
            message.seen_at = Some(w.now);
            w.put(&message)?;
            events::timeline_changed(w, &attempt);
        }
        Ok(())
    })
    .await
}
