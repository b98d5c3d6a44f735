//! Heartbeats of candidates' pages, every 8 s and on change. In memory only: after a restart the pages report again.

use crate::{
    domain::{
        AttemptId, Instant,
        camera::{Camera, DeviceName, Microphone},
        standing::{HEARTBEAT_TIMEOUT, PageReport},
        time::{HOUR, SignedDuration},
    },
    sync::{Mutex, MutexGuard},
};
use std::{collections::HashMap, sync::PoisonError};

/// A page that was silent this long is forgotten.
pub(crate) const RETENTION: SignedDuration = HOUR;

/// The devices of a page, as it reports them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeviceReport {
    pub camera: Camera,
    /// `None` from a client that does not report it.
    pub microphone: Option<Microphone>,
    pub camera_name: Option<DeviceName>,
    pub microphone_name: Option<DeviceName>,
}

impl DeviceReport {
    #[must_use]
    pub const fn camera(camera: Camera) -> Self {
        Self { camera, microphone: None, camera_name: None, microphone_name: None }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Presence {
    /// Time of the page's report.
    pub at: Instant,
    /// Since when the camera and the page are as they are.
    pub since: Instant,
    /// Number of the question that is shown, counted from 1.
    pub question: u32,
    pub devices: DeviceReport,
    /// The page is on the screen.
    pub visible: bool,
    pub leaving: bool,
    /// Whether the heartbeat timeout was reported to the admins' pages.
    silent: bool,
}

impl Presence {
    #[must_use]
    pub fn is_silent(&self, now: Instant) -> bool {
        now.since(self.at) >= HEARTBEAT_TIMEOUT
    }

    #[must_use]
    pub const fn page(&self) -> PageReport {
        PageReport { at: self.at, since: self.since, camera: self.devices.camera, leaving: self.leaving }
    }
}

/// Content of a heartbeat.
#[derive(Clone, Debug)]
pub struct PresenceReport {
    pub question: u32,
    pub devices: DeviceReport,
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
        self.table().get(&id).cloned()
    }

    pub fn forget(&self, id: AttemptId) {
        self.table().remove(&id);
    }

    /// Stores a heartbeat. Returns whether anything that admins see live has changed.
    pub fn note(&self, id: AttemptId, report: PresenceReport, now: Instant) -> bool {
        let PresenceReport { question, devices, visible, leaving } = report;
        let mut table = self.table();
        let old = table.get(&id).filter(|o| !o.is_silent(now));
        let same = old.filter(|o| o.devices.camera == devices.camera && o.leaving == leaving);
        let is_news = same.is_none_or(|o| o.devices != devices);
        let since = same.map_or(now, |o| o.since);
        table.insert(id, Presence { at: now, since, question, devices, visible, leaving, silent: false });
        is_news
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
