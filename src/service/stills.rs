//! Single pictures in place of live video, where no media path exists: the latest of each running attempt, in memory.

use super::{actor::Admin, attempts, timeline, video_state};
use crate::sync::{Mutex, MutexGuard};
use crate::{
    app::App,
    domain::{AttemptId, Error, Instant, Kind, Result, screenshot::Format, time::SECOND, timeline::Via},
};
use bytes::Bytes;
use std::{collections::HashMap, sync::PoisonError};

/// Largest picture, in bytes.
pub const MOST_BYTES: usize = 64 * 1024;
/// All pictures together, in bytes: a thousand candidates at the limit.
const MOST_IN_ALL: usize = 64 * 1024 * 1024;
/// A picture that comes sooner after the one before is not kept, in milliseconds.
const PAUSE: i64 = 3 * SECOND;
/// Pictures come every 5 s; without one for this long they have ceased, in milliseconds.
pub const FRESH: i64 = 15 * SECOND;

#[derive(Clone, Debug)]
pub struct Still {
    pub at: Instant,
    /// Since when they come without a break.
    pub since: Instant,
    pub jpeg: Bytes,
}

#[derive(Default)]
struct Table {
    latest: HashMap<AttemptId, Still>,
    bytes: usize,
}

impl Table {
    fn remove(&mut self, id: AttemptId) -> Option<Still> {
        let gone = self.latest.remove(&id)?;
        self.bytes -= gone.jpeg.len();
        Some(gone)
    }
}

#[derive(Default)]
pub struct Stills(Mutex<Table>);

/// What became of a picture.
#[derive(Debug, PartialEq, Eq)]
enum Put {
    First,
    Next,
    TooSoon,
}

impl Stills {
    fn table(&self) -> MutexGuard<'_, Table> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The latest picture, if they still come.
    #[must_use]
    pub fn fresh(&self, id: AttemptId, now: Instant) -> Option<Still> {
        self.table().latest.get(&id).filter(|s| now.since(s.at) < FRESH).cloned()
    }

    pub(super) fn forget(&self, id: AttemptId) {
        self.table().remove(id);
    }

    fn put(&self, id: AttemptId, jpeg: Bytes, now: Instant) -> Put {
        let mut table = self.table();
        let before = table.latest.get(&id).map(|s| (s.at, s.since)).filter(|(at, _)| now.since(*at) < FRESH);
        if before.is_some_and(|(at, _)| now.since(at) < PAUSE) {
            return Put::TooSoon;
        }
        table.remove(id);
        table.bytes += jpeg.len();
        table.latest.insert(id, Still { at: now, since: before.map_or(now, |(_, since)| since), jpeg });
        while table.bytes > MOST_IN_ALL {
            let Some(oldest) = table.latest.iter().min_by_key(|(_, s)| s.at).map(|(id, _)| *id) else { break };
            table.remove(oldest);
        }
        if before.is_some() { Put::Next } else { Put::First }
    }

    /// Takes those out that have ceased to come.
    fn stale(&self, now: Instant) -> Vec<AttemptId> {
        let mut table = self.table();
        let stale = table.latest.iter().filter(|(_, s)| now.since(s.at) >= FRESH);
        let stale: Vec<AttemptId> = stale.map(|(id, _)| *id).collect();
        for id in &stale {
            table.remove(*id);
        }
        stale
    }
}

/// Takes a JPEG from the page that holds a running attempt; at most one per 3 s is kept.
///
/// # Errors
/// 404 `unknown_link`; 409 `attempt_elsewhere`, `not_started`, `finished`; 410; 415 for other bytes; 422.
pub async fn put(app: &App, secret: &str, presented: Option<&str>, jpeg: Bytes) -> Result<()> {
    let now = app.now();
    let id = attempts::holding(&app.store.read()?, secret, presented, now)?.id;
    if Format::of(&jpeg) != Some(Format::Jpeg) {
        return Err(Error::new(Kind::UnsupportedMedia, "not_an_image", "The picture must be a JPEG."));
    }
    if app.stills.put(id, jpeg, now) == Put::First {
        timeline::video_on(app, id, Via::Stills).await?;
    }
    Ok(())
}

/// The latest picture of an attempt.
///
/// # Errors
/// 404 `no_still` where none came lately.
pub fn latest(app: &App, _: &Admin, id: AttemptId) -> Result<Still> {
    attempts::load(&app.store.read()?, id)?;
    let none = || Error::new(Kind::NotFound, "no_still", "No picture of this candidate has arrived lately.");
    app.stills.fresh(id, app.now()).ok_or_else(none)
}

/// Notes which pictures have ceased to come.
///
/// # Errors
/// Storage only.
pub async fn tend(app: &App) -> Result<()> {
    let now = app.now();
    for id in app.stills.stale(now) {
        let reason = video_state::why_dark(app, id, now);
        match timeline::video_off(app, id, Via::Stills, reason).await {
            // Erased meanwhile.
            Err(error) if error.kind == Kind::NotFound => {}
            other => other?,
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(n: u128) -> AttemptId {
        AttemptId(uuid::Uuid::from_u128(n))
    }

    #[test]
    fn memory_is_bounded_and_the_oldest_goes_first() {
        let stills = Stills::default();
        let jpeg = Bytes::from(vec![0; MOST_BYTES]);
        let fits = MOST_IN_ALL / MOST_BYTES;
        for n in 0..fits + 3 {
            let at = Instant(i64::try_from(n).unwrap());
            assert_eq!(stills.put(id(n as u128), jpeg.clone(), at), Put::First);
        }
        let now = Instant(i64::try_from(fits).unwrap());
        assert!(stills.fresh(id(2), now).is_none());
        assert!(stills.fresh(id(3), now).is_some());
        let bytes = stills.table().bytes;
        let count = stills.table().latest.len();
        assert_eq!((bytes, count), (MOST_IN_ALL, fits));
        assert_eq!(stills.stale(now.plus(FRESH)).len(), fits - 2, "all but the two latest");
    }

    #[test]
    fn one_in_three_seconds_is_kept() {
        let stills = Stills::default();
        let put = |at: i64| stills.put(id(1), Bytes::from(vec![0; 10]), Instant(at));
        assert_eq!(put(0), Put::First);
        assert_eq!(put(2_999), Put::TooSoon);
        assert_eq!(put(3_000), Put::Next);
        assert_eq!(stills.fresh(id(1), Instant(3_000)).unwrap().since, Instant(0));
        assert_eq!(put(3_000 + FRESH), Put::First);
        assert_eq!(stills.table().bytes, 10);
    }
}
