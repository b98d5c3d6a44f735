//! The way of clips from the engine to the store.

use super::clip_ring::RecordedClip;
use crate::{
    domain::{Instant, time::SignedDuration},
    sync::Mutex,
};
use std::sync::{
    PoisonError,
    atomic::{AtomicUsize, Ordering::Relaxed},
};
use tokio::sync::mpsc;

/// Clips that wait for the store, each of at most 4 MiB.
const CLIP_QUEUE: usize = 64;

/// A clip with the two clocks at its end, by which its frames have a time of day.
pub struct FinishedClip {
    pub clip: RecordedClip,
    pub(super) now: (std::time::Instant, Instant),
}

impl FinishedClip {
    /// The time of day of a frame or cause.
    #[must_use]
    pub fn time_of(&self, at: std::time::Instant) -> Instant {
        let ago = self.now.0.saturating_duration_since(at);
        self.now.1.plus(-SignedDuration::try_from(ago).unwrap_or_default())
    }
}

/// The way of finished clips from the engine to the store.
pub(super) struct ClipQueue {
    into: mpsc::Sender<FinishedClip>,
    from: Mutex<Option<mpsc::Receiver<FinishedClip>>>,
    /// Clips that are recorded or wait.
    open: AtomicUsize,
}

impl ClipQueue {
    pub fn new() -> Self {
        let (into, from) = mpsc::channel(CLIP_QUEUE);
        Self { into, from: Mutex::new(Some(from)), open: AtomicUsize::new(0) }
    }

    pub fn take(&self) -> Option<mpsc::Receiver<FinishedClip>> {
        self.from.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    pub fn open(&self) -> usize {
        self.open.load(Relaxed)
    }

    /// A clip is recorded.
    pub fn begin(&self) {
        self.open.fetch_add(1, Relaxed);
    }

    /// Hands a clip over; returns it if too many wait.
    pub fn send(&self, clip: FinishedClip) -> Result<(), Box<FinishedClip>> {
        self.into.try_send(clip).map_err(|lost| Box::new(lost.into_inner()))
    }

    pub fn done(&self) {
        // Saturating: a panic in the engine may have lost the count of a clip.
        let _ = self.open.fetch_update(Relaxed, Relaxed, |open| open.checked_sub(1));
    }
}
