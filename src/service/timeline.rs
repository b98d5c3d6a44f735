//! The timeline of an attempt: the single, bounded log of its events, deleted with the attempt.

use super::{actor::Admin, events, query};
use crate::{
    app::App,
    domain::{
        AttemptId, Error, Instant, Result, UserId,
        attempt::{Answer, Attempt},
        signal::Signal,
        timeline::{Entry, Kind, Link, Period, TimelineHead, Via},
        user::User,
    },
    store::{Read, Tx, records},
};
use std::collections::HashMap;

/// # Errors
/// Storage only.
pub fn head(read: &impl Read, id: AttemptId) -> Result<TimelineHead> {
    Ok(read.get(id)?.unwrap_or_else(|| TimelineHead::none(id)))
}

/// Adds an entry within the transaction of its event. Returns `false` if the timeline is full.
///
/// # Errors
/// Storage only.
pub fn record(
    tx: &mut Tx<'_>,
    id: AttemptId,
    kind: Kind,
    text: &str,
    by: Option<UserId>,
    now: Instant,
) -> Result<bool> {
    let mut head = head(tx, id)?;
    let kept = add(tx, &mut head, (kind, Link::Nothing), text, by, now)?;
    tx.put(&head)?;
    Ok(kept.is_some())
}

fn add(
    tx: &mut Tx<'_>,
    head: &mut TimelineHead,
    (kind, link): (Kind, Link),
    text: &str,
    by: Option<UserId>,
    now: Instant,
) -> Result<Option<Entry>> {
    if head.entries >= kind.room() {
        head.not_kept = head.not_kept.saturating_add(1);
        return Ok(None);
    }
    head.entries += 1;
    head.flags += u32::from(kind == Kind::Flag);
    let (attempt_id, number) = (head.attempt_id, head.entries);
    let entry = Entry { attempt_id, number, at: now, kind, text: text.to_owned(), by, link };
    tx.put(&entry)?;
    Ok(Some(entry))
}

/// Adds an entry of a person: rejected, not only counted, if the timeline is full.
///
/// # Errors
/// 409 `timeline_full`.
pub(super) fn record_linked(
    tx: &mut Tx<'_>,
    id: AttemptId,
    (kind, link): (Kind, Link),
    text: &str,
    by: Option<UserId>,
    now: Instant,
) -> Result<Entry> {
    let mut head = head(tx, id)?;
    let full = || Error::conflict("timeline_full", "The timeline of this test is full: nothing more can be added.");
    let entry = add(tx, &mut head, (kind, link), text, by, now)?.ok_or_else(full)?;
    tx.put(&head)?;
    Ok(entry)
}

/// An entry with its author's name.
pub(super) fn told(read: &impl Read, entry: Entry) -> Result<Moment> {
    let by = entry.by.map(|id| Names::default().of(read, id)).transpose()?;
    Ok(Moment::Entry { entry, by })
}

/// Records late answers; consecutive entries are merged, since a browser that lost the attempt may continue sending.
///
/// # Errors
/// Storage only.
pub(super) fn late(tx: &mut Tx<'_>, id: AttemptId, text: &str, now: Instant) -> Result<()> {
    let last = head(tx, id)?.entries;
    let entry: Option<Entry> = tx.get((id, last))?;
    if entry.is_some_and(|e| e.kind == Kind::Late && e.text == text) {
        return Ok(());
    }
    record(tx, id, Kind::Late, text, None, now).map(drop)
}

/// Records an event that no other use case records (an admin starts to watch, a proctor speaks) and notifies the
/// admins' pages.
///
/// # Errors
/// 404.
pub async fn note(
    app: &App,
    id: AttemptId,
    kind: Kind,
    detail: impl Into<String> + Send,
    by: Option<UserId>,
) -> Result<()> {
    let (now, detail, handle) = (app.now(), detail.into(), app.clone());
    app.store
        .write(move |tx| {
            let attempt = query::attempt::load(tx, id)?;
            record(tx, id, kind, &detail, by, now)?;
            events::timeline_changed(tx, &handle, &attempt);
            Ok(())
        })
        .await
}

/// Records that video or still frames of a running attempt arrive: it counts as monitored from now on. Idempotent.
///
/// # Errors
/// 404.
pub async fn video_on(app: &App, id: AttemptId, via: Via) -> Result<()> {
    let (now, handle) = (app.now(), app.clone());
    app.store
        .write(move |tx| {
            let mut attempt = query::attempt::load(tx, id)?;
            let mut head = head(tx, id)?;
            if !attempt.is_running() || !head.video_on(via, now) {
                return Ok(());
            }
            add(tx, &mut head, (Kind::VideoOn, Link::Nothing), words(via), None, now)?;
            tx.put(&head)?;
            if !attempt.is_monitored {
                attempt.is_monitored = true;
                tx.put(&attempt)?;
            }
            events::video_changed(tx, &handle, &attempt);
            Ok(())
        })
        .await
}

/// Records that video or still frames stopped; `reason` is a sentence for the admin. Idempotent.
///
/// # Errors
/// 404.
pub async fn video_off(app: &App, id: AttemptId, via: Via, reason: impl Into<String> + Send) -> Result<()> {
    let (now, reason, handle) = (app.now(), reason.into(), app.clone());
    app.store
        .write(move |tx| {
            let attempt = query::attempt::load(tx, id)?;
            let mut head = head(tx, id)?;
            if !head.video_off(via, now) {
                return Ok(());
            }
            // While the other source still delivers, the candidate can be seen.
            if !head.live && !head.stills {
                add(tx, &mut head, (Kind::VideoOff, Link::Nothing), &reason, None, now)?;
            }
            tx.put(&head)?;
            events::video_changed(tx, &handle, &attempt);
            Ok(())
        })
        .await
}

/// Closes, after a start of the server, the video periods that were open when it stopped. The best estimate of that
/// time is the last answer or timeline entry of the attempt.
///
/// # Errors
/// Storage only.
pub async fn end_interrupted(app: &App) -> Result<()> {
    let now = app.now();
    app.store
        .write(move |tx| {
            for attempt in tx.linked(records::ATTEMPTS_BY_DUE.all())? {
                let mut head = head(tx, attempt.id)?;
                if !head.live && !head.stills {
                    continue;
                }
                let answers: Vec<Answer> = tx.children(attempt.id)?;
                let entry: Option<Entry> = tx.get((attempt.id, head.entries))?;
                let latest = answers.iter().map(|a| a.saved_at).chain(entry.map(|e| e.at)).max();
                let at = latest.map_or(now, |at| at.min(now));
                head.close(at);
                add(tx, &mut head, (Kind::VideoOff, Link::Nothing), "The server was restarted.", None, at)?;
                tx.put(&head)?;
            }
            Ok(())
        })
        .await
}

const fn words(via: Via) -> &'static str {
    match via {
        Via::WebRtc => "Live video",
        Via::Stills => "Still pictures",
    }
}

/// Closes the open video periods at the end of the attempt.
///
/// # Errors
/// Storage only.
pub(super) fn close(tx: &mut Tx<'_>, attempt: &Attempt, at: Instant) -> Result<()> {
    let mut head = head(tx, attempt.id)?;
    head.close(at);
    tx.put(&head)?;
    Ok(())
}

/// A timeline entry or an integrity signal.
pub enum Moment {
    Entry { entry: Entry, by: Option<String> },
    Signal(Signal),
}

impl Moment {
    const fn at(&self) -> Instant {
        match self {
            Self::Entry { entry, .. } => entry.at,
            Self::Signal(signal) => signal.at,
        }
    }
}

/// The whole timeline, oldest first.
pub struct Timeline {
    pub moments: Vec<Moment>,
    pub not_kept: u64,
    pub monitored: Vec<Period>,
    pub unmonitored: Vec<Period>,
}

/// # Errors
/// 404.
pub fn of(app: &App, _: &Admin, id: AttemptId) -> Result<Timeline> {
    let read = app.store.read()?;
    read_with(&read, &query::attempt::load(&read, id)?)
}

pub(super) fn read_with(read: &impl Read, attempt: &Attempt) -> Result<Timeline> {
    let head = head(read, attempt.id)?;
    let entries: Vec<Entry> = read.children(attempt.id)?;
    let signals: Vec<Signal> = read.children(attempt.id)?;
    let mut names = Names::default();
    let mut moments = Vec::with_capacity(entries.len() + signals.len());
    for entry in entries {
        let by = entry.by.map(|id| names.of(read, id)).transpose()?;
        moments.push(Moment::Entry { entry, by });
    }
    moments.extend(signals.into_iter().map(Moment::Signal));
    // Stable sort: events of the same instant keep their order.
    moments.sort_by_key(Moment::at);
    let unmonitored = head.unmonitored(attempt.started_at, attempt.ended.map(|(_, at)| at));
    Ok(Timeline { moments, not_kept: head.not_kept, monitored: head.monitored, unmonitored })
}

/// Cache of admins' names.
#[derive(Default)]
pub(super) struct Names(HashMap<UserId, String>);

impl Names {
    pub fn of(&mut self, read: &impl Read, id: UserId) -> Result<String> {
        if let Some(name) = self.0.get(&id) {
            return Ok(name.clone());
        }
        let user: Option<User> = read.get(id)?;
        let name = user.map_or_else(|| "A former administrator".to_owned(), |u| u.full_name);
        self.0.insert(id, name.clone());
        Ok(name)
    }
}
