//! Still frames instead of live video, where no media path exists: the latest one of each running attempt, in memory
//! (`docs/behaviour/monitoring.md#live-monitoring`).

use super::video_state;
use crate::{
    app::App,
    domain::{AttemptId, Error, ErrorCode, ErrorKind, Result, screenshot::ScreenshotFormat, timeline::Via},
    live::media::CloseReason,
    service::{actor::Watcher, query, work::timeline},
    state::still_frames::{Put, StillFrame},
};
use bytes::Bytes;

/// Stores a JPEG from the page that holds a running attempt; drops frames that arrive within 3 s of the previous one.
///
/// # Errors
/// 404 `unknown_link`; 409 `attempt_elsewhere`, `not_started`, `finished`; 410; 415 for other bytes; 422.
pub async fn put(app: &App, secret: &str, presented: Option<&str>, jpeg: Bytes) -> Result<()> {
    let now = app.now();
    let id = query::attempt::holding(&app.store.read()?, secret, presented, now)?.id;
    if ScreenshotFormat::of(&jpeg) != Some(ScreenshotFormat::Jpeg) {
        return Err(Error::new(ErrorKind::UnsupportedMedia, ErrorCode::NotAnImage, "The picture must be a JPEG."));
    }
    if app.watching.still_frames.put(id, jpeg, now) == Put::First {
        timeline::video_on(app, id, Via::Stills).await?;
    }
    Ok(())
}

/// The latest still frame of an attempt.
///
/// # Errors
/// 404 for an unknown attempt; 404 `no_still` if no recent frame exists.
pub fn latest(app: &App, by: &Watcher, id: AttemptId) -> Result<StillFrame> {
    let read = app.store.read()?;
    query::attempt::require_shown(&read, by, &query::attempt::load(&read, id)?, "attempt")?;
    let none =
        || Error::new(ErrorKind::NotFound, ErrorCode::NoStill, "No recent picture of this candidate is available.");
    app.watching.still_frames.fresh(id, app.now()).ok_or_else(none)
}

/// Notes which pictures have stopped arriving.
///
/// # Errors
/// Storage only.
pub async fn check_timeouts(app: &App) -> Result<()> {
    let now = app.now();
    for id in app.watching.still_frames.stale(now) {
        let reason = video_state::why_it_stopped(app, id, CloseReason::Silent, now);
        match timeline::video_off(app, id, Via::Stills, reason).await {
            // Erased meanwhile.
            Err(error) if error.kind == ErrorKind::NotFound => {}
            other => other?,
        }
    }
    Ok(())
}
