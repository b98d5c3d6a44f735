//! Screenshots that admins take of the live video: stored in the database and deleted with the attempt.

use crate::{
    app::App,
    domain::{
        AttemptId, Error, ErrorCode, ErrorKind, Result, ScreenshotId,
        attempt::Attempt,
        clip::ClipCause,
        screenshot::{MAX_SCREENSHOTS, Screenshot, ScreenshotFormat, ScreenshotPicture},
        timeline::{TimelineEventKind, TimelineLink},
    },
    service::{
        actor::{Proctor, Watcher},
        events,
        monitor::clip_marks,
        query,
        work::timeline,
    },
    store::{Encoded, Read, Record, Tx},
};

/// A screenshot's row with the name of the admin who took it.
pub struct Taken {
    pub screenshot: Screenshot,
    pub by: Option<String>,
}

/// Stores a JPEG or PNG of at most 1 MiB; at most 200 per attempt, which may have ended meanwhile.
///
/// # Errors
/// 404; 409 `too_many`, `timeline_full`; 415 for other bytes.
pub async fn keep(app: &App, proctor: &Proctor, id: AttemptId, bytes: Vec<u8>) -> Result<Taken> {
    let not_an_image =
        || Error::new(ErrorKind::UnsupportedMedia, ErrorCode::NotAnImage, "The picture must be a JPEG or a PNG.");
    let format = ScreenshotFormat::of(&bytes).ok_or_else(not_an_image)?;
    let fresh: ScreenshotId = app.new_id();
    let size = u32::try_from(bytes.len()).unwrap_or(u32::MAX);
    let picture = Encoded::of(&ScreenshotPicture { id: fresh, attempt_id: id, bytes })?;
    let allowed = proctor.clone();
    app.write(proctor, move |w| {
        let attempt = query::attempt::load(w, id)?;
        query::attempt::require_shown(w, &allowed, &attempt, "attempt")?;
        let before: Vec<Screenshot> = w.children(id)?;
        if before.len() >= MAX_SCREENSHOTS {
            return Err(Error::conflict(ErrorCode::TooMany, "This test already has 200 pictures, which is the limit."));
        }
        let by = w.by.account();
        let screenshot = Screenshot { id: fresh, attempt_id: id, taken_at: w.now, taken_by: by, format, bytes: size };
        w.put(&screenshot)?;
        w.put_encoded(&picture)?;
        w.timeline_linked(id, (TimelineEventKind::Screenshot, TimelineLink::Screenshot(fresh)), "")?;
        clip_marks::mark(w, &attempt, ClipCause::Screenshot);
        w.audit("attempt.screenshot", id, &fresh.to_string())?;
        events::timeline_changed(w, &attempt);
        let by = by.map(|id| timeline::AdminNames::default().of(w, id)).transpose()?;
        Ok(Taken { screenshot, by })
    })
    .await
}

/// One screenshot with its format.
///
/// # Errors
/// 404.
pub fn get(app: &App, by: &Watcher, id: AttemptId, shot: ScreenshotId) -> Result<(ScreenshotFormat, Vec<u8>)> {
    let read = app.store.read()?;
    let id = query::naming::named(&read, id)?;
    let unknown = || Error::not_found("picture");
    let attempt: Attempt = read.get(id)?.ok_or_else(unknown)?;
    query::attempt::require_shown(&read, by, &attempt, "picture")?;
    let picture: ScreenshotPicture = read.get((id, shot))?.ok_or_else(unknown)?;
    let format = ScreenshotFormat::of(&picture.bytes).ok_or_else(unknown)?;
    Ok((format, picture.bytes))
}

pub(crate) fn of_attempt(read: &impl Read, id: AttemptId) -> Result<Vec<Taken>> {
    let mut names = timeline::AdminNames::default();
    let shots: Vec<Screenshot> = read.children(id)?;
    let with_name = |screenshot: Screenshot| {
        let by = screenshot.taken_by.map(|id| names.of(read, id)).transpose()?;
        Ok(Taken { screenshot, by })
    };
    shots.into_iter().map(with_name).collect()
}

/// Deletes up to `limit` screenshots of an attempt without reading their pictures. Returns their number.
pub(crate) fn remove(tx: &mut Tx<'_>, id: AttemptId, limit: usize) -> Result<usize> {
    let shots: Vec<Screenshot> = tx.children(id)?;
    for shot in shots.iter().take(limit) {
        tx.discard::<ScreenshotPicture>(shot.id())?;
        tx.delete::<Screenshot>(shot.id())?;
    }
    Ok(shots.len().min(limit))
}
