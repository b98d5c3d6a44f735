//! In-memory cache of the plans that tests with sections are drawn from, so that a start need not read its pools.

use crate::{
    domain::{TestId, bank::plan::PaperPlan},
    store::Encoded,
    sync::Mutex,
};
use std::{
    collections::HashMap,
    sync::{Arc, PoisonError},
};

const CACHE_LIMIT: usize = 64;

/// A plan, ready to be stored.
pub struct EncodedPlan {
    pub plan: PaperPlan,
    pub encoded: Encoded<PaperPlan>,
}

/// The state of test and bank that a plan was made from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stamp {
    /// Version of the test.
    pub test: u32,
    /// Number of the last change of its translations.
    pub translations: u32,
    /// Number of the bank's last change.
    pub bank: u64,
}

/// The latest plan of each test.
#[derive(Default)]
pub struct Plans(Mutex<HashMap<TestId, (Stamp, Arc<EncodedPlan>)>>);

impl Plans {
    pub fn known(&self, test: TestId, stamp: Stamp) -> Option<Arc<EncodedPlan>> {
        let cache = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        cache.get(&test).filter(|(of, _)| *of == stamp).map(|(_, planned)| planned.clone())
    }

    pub fn keep(&self, test: TestId, stamp: Stamp, planned: Arc<EncodedPlan>) {
        let mut cache = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if cache.len() >= CACHE_LIMIT && !cache.contains_key(&test) {
            cache.clear();
        }
        cache.insert(test, (stamp, planned));
    }
}
