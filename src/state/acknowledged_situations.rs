//! Acknowledged situations of running attempts, shared by all proctors. In memory only, like presence: after a restart
//! every trouble is news again.

use crate::{
    domain::{AttemptId, Instant, camera::Camera},
    sync::{Mutex, MutexGuard},
};
use std::{collections::HashMap, sync::PoisonError};

/// State of an attempt as a proctor sees it; any change of it is an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Situation {
    pub is_offline: bool,
    /// Since when the video is as it is.
    pub since: Instant,
    pub camera: Option<Camera>,
    pub resume_requested_at: Option<Instant>,
    pub signals: u64,
    pub is_over: bool,
}

#[derive(Default)]
pub struct AcknowledgedSituations(Mutex<HashMap<AttemptId, Situation>>);

impl AcknowledgedSituations {
    fn table(&self) -> MutexGuard<'_, HashMap<AttemptId, Situation>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn note(&self, id: AttemptId, situation: Situation) {
        self.table().insert(id, situation);
    }

    /// Whether the situation is the acknowledged one.
    #[must_use]
    pub fn has(&self, id: AttemptId, situation: Situation) -> bool {
        self.table().get(&id) == Some(&situation)
    }

    pub fn forget(&self, id: AttemptId) {
        self.table().remove(&id);
    }
}
