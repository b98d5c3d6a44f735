//! The timeline of an attempt: the single, bounded log of its events, deleted with the attempt.

use crate::service::{
    actor::Watcher,
    events,
    query::{
        self,
        gaps::{self, ConnectionGap},
    },
    work::{By, Work},
};
use crate::{
    app::App,
    domain::{
        AttemptId, Error, ErrorCode, Instant, Result, UserId,
        anonymity::ShownTimes,
        attempt::{Answer, Attempt},
        signal::IntegritySignal,
        timeline::{Period, TimelineEvent, TimelineEventKind, TimelineHead, TimelineLink, Via},
        user::User,
    },
    store::{Read, records},
};
use std::collections::HashMap;

/// # Errors
/// Storage only.
pub fn head(read: &impl Read, id: AttemptId) -> Result<TimelineHead> {
    Ok(read.get(id)?.unwrap_or_else(|| TimelineHead::none(id)))
}

impl Work<'_, '_> {
    /// Adds an entry within the transaction of its event. Returns `false` if the timeline is full.
    ///
    /// # Errors
    /// Storage only.
    pub fn timeline(&mut self, id: AttemptId, kind: TimelineEventKind, text: &str) -> Result<bool> {
        let now = self.now;
        self.timeline_at(id, kind, text, now)
    }

    /// Like [`Work::timeline`], for an event of another instant.
    ///
    /// # Errors
    /// Storage only.
    pub fn timeline_at(&mut self, id: AttemptId, kind: TimelineEventKind, text: &str, at: Instant) -> Result<bool> {
        let mut head = head(self, id)?;
        let kept = add(self, &mut head, (kind, TimelineLink::Nothing), text, at)?;
        self.put(&head)?;
        Ok(kept.is_some())
    }

    /// Adds an entry of a person: rejected, not only counted, if the timeline is full.
    ///
    /// # Errors
    /// 409 `timeline_full`.
    pub fn timeline_linked(
        &mut self,
        id: AttemptId,
        kind: (TimelineEventKind, TimelineLink),
        text: &str,
    ) -> Result<TimelineEvent> {
        let now = self.now;
        self.timeline_linked_at(id, kind, text, now)
    }

    /// Like [`Work::timeline_linked`], for an event of another instant.
    ///
    /// # Errors
    /// 409 `timeline_full`.
    pub fn timeline_linked_at(
        &mut self,
        id: AttemptId,
        kind: (TimelineEventKind, TimelineLink),
        text: &str,
        at: Instant,
    ) -> Result<TimelineEvent> {
        let mut head = head(self, id)?;
        let full = || {
            Error::conflict(ErrorCode::TimelineFull, "The timeline of this test is full: nothing more can be added.")
        };
        let entry = add(self, &mut head, kind, text, at)?.ok_or_else(full)?;
        self.put(&head)?;
        Ok(entry)
    }
}

fn add(
    w: &mut Work<'_, '_>,
    head: &mut TimelineHead,
    (kind, link): (TimelineEventKind, TimelineLink),
    text: &str,
    at: Instant,
) -> Result<Option<TimelineEvent>> {
    if head.entries >= kind.room() {
        head.not_kept = head.not_kept.saturating_add(1);
        return Ok(None);
    }
    head.entries += 1;
    head.flags += u32::from(kind == TimelineEventKind::Flag);
    let (attempt_id, number) = (head.attempt_id, head.entries);
    let entry = TimelineEvent { attempt_id, number, at, kind, text: text.to_owned(), by: w.by.account(), link };
    w.put(&entry)?;
    Ok(Some(entry))
}

/// An entry with its author's name.
pub(in crate::service) fn named(read: &impl Read, entry: TimelineEvent) -> Result<TimelineMoment> {
    let by = entry.by.map(|id| AdminNames::default().of(read, id)).transpose()?;
    Ok(TimelineMoment::Entry { entry, by })
}

/// Records late answers; consecutive entries are merged, since a browser that lost the attempt may continue sending.
///
/// # Errors
/// Storage only.
pub(in crate::service) fn late(w: &mut Work<'_, '_>, id: AttemptId, text: &str) -> Result<()> {
    let last = head(w, id)?.entries;
    let entry: Option<TimelineEvent> = w.get((id, last))?;
    if entry.is_some_and(|e| e.kind == TimelineEventKind::Late && e.text == text) {
        return Ok(());
    }
    w.timeline(id, TimelineEventKind::Late, text).map(drop)
}

/// Records late answers unless an entry that begins alike is among the last ones since the start or the reopening: a
/// submit is repeated when its reply is lost.
///
/// # Errors
/// Storage only.
pub(in crate::service) fn late_once(w: &mut Work<'_, '_>, id: AttemptId, beginning: &str, text: &str) -> Result<()> {
    let last = head(w, id)?.entries;
    for number in (last.saturating_sub(LATE_LOOKBACK) + 1..=last).rev() {
        let Some(entry) = w.get::<TimelineEvent>((id, number))? else { continue };
        match entry.kind {
            TimelineEventKind::Started | TimelineEventKind::Reopened => break,
            TimelineEventKind::Late if entry.text.starts_with(beginning) => return Ok(()),
            _ => {}
        }
    }
    w.timeline(id, TimelineEventKind::Late, text).map(drop)
}

/// Entries that are searched for an earlier one of the same kind.
const LATE_LOOKBACK: u32 = 50;

/// Records an event that no other use case records (an admin starts to watch, a proctor speaks) and notifies the
/// admins' pages.
///
/// # Errors
/// 404.
pub async fn note(
    app: &App,
    id: AttemptId,
    kind: TimelineEventKind,
    detail: impl Into<String> + Send,
    by: By,
) -> Result<()> {
    let detail = detail.into();
    app.write(by, move |w| {
        let attempt = query::attempt::load(w, id)?;
        w.timeline(id, kind, &detail)?;
        events::timeline_changed(w, &attempt);
        Ok(())
    })
    .await
}

/// Records that video or still frames of a running attempt arrive: it counts as monitored from now on. Idempotent.
///
/// # Errors
/// 404.
pub async fn video_on(app: &App, id: AttemptId, via: Via) -> Result<()> {
    app.write(By::Server, move |w| {
        let mut attempt = query::attempt::load(w, id)?;
        let mut head = head(w, id)?;
        if !attempt.is_running() || !head.video_on(via, w.now) {
            return Ok(());
        }
        add(w, &mut head, (TimelineEventKind::VideoOn, TimelineLink::Nothing), words(via), w.now)?;
        w.put(&head)?;
        if !attempt.is_monitored {
            attempt.is_monitored = true;
            w.put(&attempt)?;
        }
        events::video_changed(w, &attempt);
        Ok(())
    })
    .await
}

/// Records that video or still frames stopped; `reason` is a sentence for the admin. Idempotent.
///
/// # Errors
/// 404.
pub async fn video_off(app: &App, id: AttemptId, via: Via, reason: impl Into<String> + Send) -> Result<()> {
    let reason = reason.into();
    app.write(By::Server, move |w| {
        let attempt = query::attempt::load(w, id)?;
        let mut head = head(w, id)?;
        if !head.video_off(via, w.now) {
            return Ok(());
        }
        // While the other source still delivers, the candidate can be seen.
        if !head.live && !head.stills {
            add(w, &mut head, (TimelineEventKind::VideoOff, TimelineLink::Nothing), &reason, w.now)?;
        }
        w.put(&head)?;
        events::video_changed(w, &attempt);
        Ok(())
    })
    .await
}

/// Closes, after a start of the server, the video periods that were open when it stopped: at `ran_until`, the last time at
/// which it is known to have run, or at the attempt's last answer or timeline entry, whichever is later.
///
/// # Errors
/// Storage only.
pub async fn end_interrupted(app: &App, ran_until: Option<Instant>) -> Result<()> {
    app.write(By::Server, move |w| {
        for attempt in w.linked(records::ATTEMPTS_BY_DUE.all())? {
            let mut head = head(w, attempt.id)?;
            if !head.live && !head.stills {
                continue;
            }
            let answers: Vec<Answer> = w.children(attempt.id)?;
            let entry: Option<TimelineEvent> = w.get((attempt.id, head.entries))?;
            let latest = answers.iter().map(|a| a.saved_at).chain(entry.map(|e| e.at)).chain(ran_until).max();
            let at = latest.map_or(w.now, |at| at.min(w.now));
            head.close(at);
            add(w, &mut head, (TimelineEventKind::VideoOff, TimelineLink::Nothing), "The server was restarted.", at)?;
            w.put(&head)?;
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
pub(in crate::service) fn close(w: &mut Work<'_, '_>, attempt: &Attempt, at: Instant) -> Result<()> {
    let mut head = head(w, attempt.id)?;
    head.close(at);
    w.put(&head)?;
    Ok(())
}

/// A timeline entry, an integrity signal, or a time without connection.
pub enum TimelineMoment {
    Entry { entry: TimelineEvent, by: Option<String> },
    Signal(IntegritySignal),
    Gap(ConnectionGap),
}

impl TimelineMoment {
    const fn at(&self) -> Instant {
        match self {
            Self::Entry { entry, .. } => entry.at,
            Self::Signal(signal) => signal.at,
            Self::Gap(gap) => gap.from,
        }
    }
}

/// The whole timeline, oldest first.
pub struct Timeline {
    pub moments: Vec<TimelineMoment>,
    pub not_kept: u64,
    pub monitored: Vec<Period>,
    /// None where no camera was agreed on.
    pub unmonitored: Vec<Period>,
    pub no_camera: bool,
}

/// # Errors
/// 404.
pub fn of(app: &App, by: &Watcher, id: AttemptId) -> Result<Timeline> {
    let read = app.store.read()?;
    let attempt = query::attempt::noted(&read, by, id)?;
    let mut found = read_with(&read, &attempt)?;
    found.show_times(query::naming::times(&read, &attempt)?);
    Ok(found)
}

impl Timeline {
    pub(in crate::service) fn show_times(&mut self, times: ShownTimes) {
        let shift = |at: &mut Instant| times.shift(at);
        for moment in &mut self.moments {
            match moment {
                TimelineMoment::Entry { entry, .. } => shift(&mut entry.at),
                TimelineMoment::Signal(signal) => shift(&mut signal.at),
                TimelineMoment::Gap(gap) => {
                    shift(&mut gap.from);
                    gap.to.iter_mut().for_each(shift);
                }
            }
        }
        for period in self.monitored.iter_mut().chain(&mut self.unmonitored) {
            shift(&mut period.from);
            period.to.iter_mut().for_each(shift);
        }
    }
}

pub(in crate::service) fn read_with(read: &impl Read, attempt: &Attempt) -> Result<Timeline> {
    let head = head(read, attempt.id)?;
    let entries: Vec<TimelineEvent> = read.children(attempt.id)?;
    let signals: Vec<IntegritySignal> = read.children(attempt.id)?;
    let mut names = AdminNames::default();
    let mut moments = Vec::with_capacity(entries.len() + signals.len());
    for entry in entries {
        let by = entry.by.map(|id| names.of(read, id)).transpose()?;
        moments.push(TimelineMoment::Entry { entry, by });
    }
    moments.extend(signals.into_iter().map(TimelineMoment::Signal));
    moments.extend(gaps::of(read, attempt.id)?.into_iter().map(TimelineMoment::Gap));
    // Stable sort: events of the same instant keep their order.
    moments.sort_by_key(TimelineMoment::at);
    let no_camera = query::arrangement::is_without_camera(read, attempt.invite_id)?;
    let unmonitored =
        if no_camera { Vec::new() } else { head.unmonitored(attempt.started_at, attempt.ended.map(|(_, at)| at)) };
    Ok(Timeline { moments, not_kept: head.not_kept, monitored: head.monitored, unmonitored, no_camera })
}

/// Cache of admins' names.
#[derive(Default)]
pub(in crate::service) struct AdminNames(HashMap<UserId, String>);

impl AdminNames {
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
