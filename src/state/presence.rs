//! Heartbeats of candidates' pages, every 8 s and on change. In memory only: after a restart the pages report again.

use crate::{
    domain::{
        AttemptId, Instant,
        time::{HOUR, SignedDuration},
    },
    sync::{Mutex, MutexGuard},
};
use std::{collections::HashMap, sync::PoisonError};

/// A page without a heartbeat for this long is offline.
pub const HEARTBEAT_TIMEOUT: SignedDuration = SignedDuration::from_secs(45);

/// A page that was silent this long is forgotten.
pub(crate) const RETENTION: SignedDuration = HOUR;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Camera {
    On,
    Denied,
    Missing,
    Lost,
    /// The candidate chose to go on without.
    Off,
    Unsupported,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Presence {
    /// When it was said.
    pub at: Instant,
    /// Since when the camera and the page are as they are.
    pub since: Instant,
    /// From 1.
    pub question: u32,
    pub camera: Camera,
    /// The page is on the screen.
    pub visible: bool,
    pub leaving: bool,
    /// Its heartbeat timeout was reported to the admins' pages.
    silent: bool,
}

impl Presence {
    #[must_use]
    pub fn is_silent(&self, now: Instant) -> bool {
        now.since(self.at) >= HEARTBEAT_TIMEOUT
    }
}

/// Content of a heartbeat.
#[derive(Clone, Copy, Debug)]
pub struct PresenceReport {
    pub question: u32,
    pub camera: Camera,
    pub visible: bool,
    pub leaving: bool,
}

#[derive(Default)]
pub struct Presences(Mutex<HashMap<AttemptId, Presence>>);

impl Presences {
    fn table(&self) -> MutexGuard<'_, HashMap<AttemptId, Presence>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    #[must_use]
    pub fn get(&self, id: AttemptId) -> Option<Presence> {
        self.table().get(&id).copied()
    }

    pub fn forget(&self, id: AttemptId) {
        self.table().remove(&id);
    }

    /// Stores a heartbeat. Returns whether anything that admins see live has changed.
    pub fn note(&self, id: AttemptId, report: PresenceReport, now: Instant) -> bool {
        let PresenceReport { question, camera, visible, leaving } = report;
        let mut table = self.table();
        let old = table.get(&id).copied();
        let same = old.filter(|o| o.camera == camera && o.leaving == leaving && !o.is_silent(now));
        let since = same.map_or(now, |o| o.since);
        table.insert(id, Presence { at: now, since, question, camera, visible, leaving, silent: false });
        same.is_none()
    }

    /// Pages whose heartbeat has timed out and that are not reported yet, with the instant of their last heartbeat.
    pub fn newly_silent(&self, now: Instant) -> Vec<(AttemptId, Instant)> {
        let mut table = self.table();
        table.retain(|_, p| now.since(p.at) < RETENTION);
        table.iter().filter(|(_, p)| !p.silent && p.is_silent(now)).map(|(id, p)| (*id, p.at)).collect()
    }

    /// The timeout of the heartbeat at `at` was reported.
    pub fn mark_published(&self, id: AttemptId, at: Instant) {
        if let Some(presence) = self.table().get_mut(&id).filter(|p| p.at == at) {
            presence.silent = true;
        }
    }
}
