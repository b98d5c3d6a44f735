//! Why the receivers of the audit log took nothing the last time.

use crate::sync::Mutex;
use std::{collections::BTreeMap, sync::PoisonError};

/// Reasons by receiver; a receiver that takes the log has none.
#[derive(Default)]
pub struct AuditFailures(Mutex<BTreeMap<String, String>>);

impl AuditFailures {
    /// Notes how the last try ended.
    pub fn note(&self, target: String, failure: Option<String>) {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match failure {
            Some(failure) => known.insert(target, failure),
            None => known.remove(&target),
        };
    }

    #[must_use]
    pub fn of(&self, target: &str) -> Option<String> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get(target).cloned()
    }
}
