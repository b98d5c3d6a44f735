//! Clips around flags: stored in the database as screenshots are, and deleted with the attempt
//! (`docs/behaviour/monitoring.md#clips-around-flags`).

use crate::{
    app::App,
    domain::{
        AttemptId, ClipId, Error, ErrorKind, Instant, Result,
        attempt::Attempt,
        clip::{Clip, ClipCause, ClipMark, ClipPart, MAX_CLIPS, MAX_PART_BYTES, MAX_PARTS},
        timeline::{TimelineEventKind, TimelineLink},
    },
    live::{media::FinishedClip, webm},
    service::{
        actor::Watcher,
        events, query,
        work::{By, Work, cascade_delete::Batch},
    },
    store::{Encoded, Read, Record, records, records::counter},
};
use nix::sys::statvfs::statvfs;
use std::time::Duration;
use tokio_util::sync::CancellationToken;

/// Free bytes on the data's disk below which no clip is kept: they are left for answers.
const MIN_FREE_BYTES: u64 = 1 << 30;
/// How long a shutdown waits for the clips that it ends.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(3);
/// How long what could not be undone of a failed clip waits for the next attempt.
const RETRY: Duration = Duration::from_secs(30);

/// A clip that could not be stored: its parts are to be removed, and its timeline is to say so.
#[derive(Clone, Copy, Debug)]
pub struct FailedClip {
    pub attempt: AttemptId,
    pub clip: ClipId,
    /// The time of its first cause.
    pub at: Instant,
}

/// Stores the clips that the media plane has recorded, until `stop`.
pub async fn work(app: App, stop: CancellationToken) {
    let Some(mut clips) = app.media.take_clips() else { return stop.cancelled().await };
    let mut failed = Vec::new();
    loop {
        tokio::select! {
            () = stop.cancelled() => break,
            Some(clip) = clips.recv() => store(&app, &clip, &mut failed).await,
            () = tokio::time::sleep(RETRY), if !failed.is_empty() => give_up(&app, &mut failed).await,
        }
    }
    let rest = async {
        while app.media.open_clips() > 0
            && let Some(clip) = clips.recv().await
        {
            store(&app, &clip, &mut failed).await;
        }
    };
    if tokio::time::timeout(SHUTDOWN_TIMEOUT, rest).await.is_err() {
        tracing::warn!("not all clips could be stored before the stop");
    }
}

async fn store(app: &App, clip: &FinishedClip, failed: &mut Vec<FailedClip>) {
    match keep(app, clip, failed).await {
        // Erased meanwhile.
        Err(error) if error.kind == ErrorKind::NotFound => {}
        Err(error) => tracing::warn!(%error, attempt = %clip.clip.attempt, "a clip could not be stored"),
        Ok(()) => {}
    }
    give_up(app, failed).await;
    app.media.clip_done();
}

/// Frees the space of clips that could not be stored, and says so on their timelines, once each. What fails again is left in
/// the list.
pub async fn give_up(app: &App, failed: &mut Vec<FailedClip>) {
    while let Some(clip) = failed.last().copied() {
        match remove_failed(app, clip).await {
            // Erased meanwhile, with its parts.
            Err(error) if error.kind == ErrorKind::NotFound => {}
            Err(error) => return tracing::warn!(%error, attempt = %clip.attempt, "a failed clip could not be removed"),
            Ok(()) => {}
        }
        failed.pop();
    }
}

async fn remove_failed(app: &App, FailedClip { attempt, clip, at }: FailedClip) -> Result<()> {
    loop {
        let is_done = app
            .write(By::Server, move |w| {
                let stored: Option<Clip> = w.get((attempt, clip))?;
                if stored.is_some_and(|clip| clip.is_whole) {
                    // What failed was the answer of the store, not the clip.
                    return Ok(true);
                }
                if !Batch::new().under::<ClipPart>(w, (attempt, clip))? {
                    return Ok(false);
                }
                w.delete::<Clip>((attempt, clip))?;
                not_kept(w, attempt, at, "Not kept: the server could not store it.")?;
                Ok::<_, Error>(true)
            })
            .await?;
        if is_done {
            return Ok(());
        }
    }
}

/// Why no clip can be stored now.
fn obstacle(app: &App, parts: u64) -> Result<Option<&'static str>> {
    let free = app.config.host.data.as_ref().and_then(|folder| statvfs(folder).ok());
    let free = free.map_or(u64::MAX, |disk| disk.blocks_available().saturating_mul(disk.fragment_size()));
    if !app.store.stats().reserve_held || free < MIN_FREE_BYTES {
        return Ok(Some("Not kept: the server is short of disk space."));
    }
    let stored = app.store.read()?.count(&counter::clip_parts())?;
    Ok((stored + parts > MAX_PARTS).then_some("Not kept: the space for clips is used up."))
}

/// A WebM file of the frames.
fn file_of(clip: &FinishedClip) -> Option<Vec<u8>> {
    let start = clip.clip.frames.first()?.at;
    let frames = clip.clip.frames.iter().map(|frame| webm::VideoFrame {
        at: frame.at.saturating_duration_since(start),
        is_key: frame.is_key,
        data: &frame.data,
    });
    webm::write(&frames.collect::<Vec<_>>())
}

/// Stores a clip: its row, its parts one at a time, and that it is whole with its entry on the timeline. One that fails is
/// added to `failed`, for [`give_up`].
///
/// # Errors
/// 404 if the attempt was deleted meanwhile; storage.
pub async fn keep(app: &App, finished: &FinishedClip, failed: &mut Vec<FailedClip>) -> Result<()> {
    let attempt = finished.clip.attempt;
    let (Some(first), Some(last)) = (finished.clip.frames.first(), finished.clip.frames.last()) else { return Ok(()) };
    let (from, to) = (finished.time_of(first.at), finished.time_of(last.at));
    let mark = |(at, cause): &(std::time::Instant, ClipCause)| ClipMark { at: finished.time_of(*at), cause: *cause };
    let marks: Vec<ClipMark> = finished.clip.marks.iter().map(mark).collect();
    let at = marks.first().map_or(to, |mark| mark.at);
    // A few copies of some hundred kilobytes: no work for another thread.
    let file = file_of(finished).ok_or_else(|| Error::internal("the frames make no file"))?;
    let parts: Vec<&[u8]> = file.chunks(MAX_PART_BYTES).collect();
    if let Some(why) = obstacle(app, parts.len() as u64)? {
        return app.write(By::Server, move |w| not_kept(w, attempt, at, why)).await;
    }
    let count = |len: usize| u32::try_from(len).unwrap_or(u32::MAX);
    let (bytes, number) = (count(file.len()), count(parts.len()));
    let clip = Clip { id: app.new_id(), attempt_id: attempt, from, to, marks, bytes, parts: number, is_whole: false };
    let begun = FailedClip { attempt, clip: clip.id, at };
    let stored = store_parts(app, clip, at, &parts).await;
    if stored.as_ref().is_err_and(|error| error.kind != ErrorKind::NotFound) {
        failed.push(begun);
    }
    stored
}

async fn store_parts(app: &App, clip: Clip, at: Instant, parts: &[&[u8]]) -> Result<()> {
    let (id, attempt_id) = (clip.id, clip.attempt_id);
    let begun = clip.clone();
    let is_begun = app
        .write(By::Server, move |w| {
            query::attempt::load(w, attempt_id)?;
            if w.children::<Clip>(attempt_id)?.len() >= MAX_CLIPS {
                not_kept(w, attempt_id, at, "Not kept: this test has as many clips as it can have.")?;
                return Ok(false);
            }
            w.put(&begun)?;
            Ok::<_, Error>(true)
        })
        .await?;
    if !is_begun {
        return Ok(());
    }
    for (number, bytes) in (0..).zip(parts) {
        let part = Encoded::of(&ClipPart { attempt_id, clip_id: id, number, bytes: bytes.to_vec() })?;
        app.write_sized(app.now(), By::Server, bytes.len(), move |w| {
            require(w, attempt_id, id)?;
            Ok::<_, Error>(w.put_encoded(&part)?)
        })
        .await?;
    }
    app.write(By::Server, move |w| {
        require(w, attempt_id, id)?;
        let attempt = query::attempt::load(w, attempt_id)?;
        let seconds = clip.to.since(clip.from).as_secs();
        w.put(&Clip { is_whole: true, ..clip })?;
        let entry = (TimelineEventKind::Clip, TimelineLink::Clip(id));
        w.timeline_linked_at(attempt_id, entry, &format!("{seconds} s"), at)?;
        events::timeline_changed(w, &attempt);
        Ok(())
    })
    .await
}

/// Checks that the clip still exists: it may have been erased with its attempt, or with the screenshots by their age.
fn require(w: &Work<'_, '_>, attempt: AttemptId, id: ClipId) -> Result<()> {
    if w.has::<Clip>((attempt, id))? { Ok(()) } else { Err(Error::not_found("clip")) }
}

fn not_kept(w: &mut Work<'_, '_>, attempt_id: AttemptId, at: Instant, why: &str) -> Result<()> {
    let attempt = query::attempt::load(w, attempt_id)?;
    w.timeline_at(attempt_id, TimelineEventKind::Clip, why, at)?;
    events::timeline_changed(w, &attempt);
    Ok(())
}

/// Removes, after a start of the server, the clips that were being stored when it stopped.
///
/// # Errors
/// Storage only.
pub async fn remove_unfinished(app: &App) -> Result<()> {
    loop {
        let is_done = app
            .write(By::Server, |w| {
                let mut batch = Batch::new();
                for clip in w.linked(records::UNFINISHED_CLIPS.all())? {
                    if !batch.under::<ClipPart>(w, (clip.attempt_id, clip.id))? {
                        return Ok(false);
                    }
                    w.delete::<Clip>(clip.id())?;
                }
                Ok::<_, Error>(true)
            })
            .await?;
        if is_done {
            return Ok(());
        }
    }
}

/// A clip as a WebM file.
///
/// # Errors
/// 404, also while it is being stored.
pub fn get(app: &App, by: &Watcher, id: AttemptId, clip: ClipId) -> Result<Vec<u8>> {
    let read = app.store.read()?;
    let id = query::naming::named(&read, id)?;
    let unknown = || Error::not_found("clip");
    let attempt: Attempt = read.get(id)?.ok_or_else(unknown)?;
    query::attempt::require_shown(&read, by, &attempt, "clip")?;
    let found: Clip = read.get((id, clip))?.filter(|clip: &Clip| clip.is_whole).ok_or_else(unknown)?;
    file(&read, &found)
}

/// The parts of a clip in one.
///
/// # Errors
/// Storage only.
pub(in crate::service) fn file(read: &impl Read, clip: &Clip) -> Result<Vec<u8>> {
    let mut file = Vec::with_capacity(clip.bytes as usize);
    for number in 0..clip.parts {
        let part = read.get::<ClipPart>((clip.attempt_id, clip.id, number))?;
        file.extend(part.ok_or_else(|| Error::internal("a part of a clip is missing"))?.bytes);
    }
    Ok(file)
}
