//! Messages from admins to a candidate: stored, pushed to the page, and marked as seen once the page has shown them.

use super::incidents::check_text;
use crate::{
    app::App,
    domain::{
        AttemptId, Error, MessageId, Result,
        message::{MAX_TEXT, ProctorMessage},
        timeline::{TimelineEventKind, TimelineLink},
    },
    service::{
        actor::{Proctor, Watcher},
        attempt::finish,
        events, query, timeline,
        work::By,
    },
    store::Read,
};

/// A message with its sender's name.
pub struct SentMessage {
    pub message: ProctorMessage,
    pub by: Option<String>,
}

/// Sends 1 to 1,000 characters to the page of a running attempt.
///
/// # Errors
/// 404; 409 `finished`, `timeline_full`; 422.
pub async fn send(app: &App, proctor: &Proctor, id: AttemptId, text: &str) -> Result<SentMessage> {
    let text = check_text("text", text, MAX_TEXT)?;
    let (now, fresh): (_, MessageId) = (app.now(), app.new_id());
    finish::end_due(app, id, now).await?;
    let allowed = proctor.clone();
    app.write_at(now, proctor, move |w| {
        let attempt = query::attempt::load(w, id)?;
        allowed.require(attempt.test_id, "attempt")?;
        attempt.require_running()?;
        let by = w.by.account();
        let message = ProctorMessage { id: fresh, attempt_id: id, text, sent_at: w.now, sent_by: by, seen_at: None };
        w.put(&message)?;
        w.timeline_linked(id, (TimelineEventKind::Message, TimelineLink::Message(fresh)), &message.text)?;
        w.audit("attempt.message", id, "")?;
        events::message(w, &attempt, &message);
        let by = by.map(|id| timeline::AdminNames::default().of(w, id)).transpose()?;
        Ok(SentMessage { message, by })
    })
    .await
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
        sent.message.tell_times(times);
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
    Ok(read.children(attempt.id)?)
}

/// Marks a message as seen. Idempotent: the first time counts.
///
/// # Errors
/// As [`of_candidate`], and 404 for an unknown message.
pub async fn seen(app: &App, secret: &str, presented: Option<&str>, id: MessageId) -> Result<()> {
    let now = app.now();
    {
        let read = app.store.read()?;
        let attempt = query::attempt::holding(&read, secret, presented, now)?;
        let message: Option<ProctorMessage> = read.get((attempt.id, id))?;
        if message.ok_or_else(|| Error::not_found("message"))?.seen_at.is_some() {
            return Ok(());
        }
    }
    let (secret, presented) = (secret.to_owned(), presented.map(str::to_owned));
    app.write_at(now, By::Candidate, move |w| {
        let attempt = query::attempt::holding(w, &secret, presented.as_deref(), w.now)?;
        let message: Option<ProctorMessage> = w.get((attempt.id, id))?;
        let mut message = message.ok_or_else(|| Error::not_found("message"))?;
        if message.seen_at.is_none() {
            message.seen_at = Some(w.now);
            w.put(&message)?;
            events::timeline_changed(w, &attempt);
        }
        Ok(())
    })
    .await
}
