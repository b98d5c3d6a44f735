//! In-memory cache of question papers by hash. Their content never changes, so entries are never invalidated.

use crate::{
    domain::{
        Error, Result, TestId,
        paper::{Paper, PaperHash},
    },
    store::Read,
    sync::Mutex,
};
use std::{
    collections::HashMap,
    sync::{Arc, PoisonError},
};

const CACHE_LIMIT: usize = 256;

#[derive(Default)]
pub struct PaperCache(Mutex<HashMap<PaperHash, Arc<Paper>>>);

impl PaperCache {
    /// # Errors
    /// Storage; 500 for a missing paper.
    pub fn get(&self, read: &impl Read, test: TestId, hash: &PaperHash) -> Result<Arc<Paper>> {
        if let Some(paper) = self.known(test, hash) {
            return Ok(paper);
        }
        let paper: Paper = read.get((test, hash))?.ok_or_else(|| Error::internal("an attempt's paper is missing"))?;
        let paper = Arc::new(paper);
        self.keep(paper.clone());
        Ok(paper)
    }

    /// The paper, if it was read before.
    pub fn known(&self, test: TestId, hash: &PaperHash) -> Option<Arc<Paper>> {
        let cache = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        cache.get(hash).filter(|paper| paper.test_id == test).cloned()
    }

    pub fn keep(&self, paper: Arc<Paper>) {
        let mut cache = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if cache.len() >= CACHE_LIMIT && !cache.contains_key(&paper.hash) {
            cache.clear();
        }
        cache.insert(paper.hash, paper);
    }
}
