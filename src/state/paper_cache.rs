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
        if let Some(paper) =
            self.0.lock().unwrap_or_else(PoisonError::into_inner).get(hash).filter(|p| p.test_id == test)
        {
            return Ok(paper.clone());
        }
        let paper: Paper = read.get((test, hash))?.ok_or_else(|| Error::internal("an attempt's paper is missing"))?;
        let paper = Arc::new(paper);
        let mut cache = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if cache.len() >= CACHE_LIMIT {
            cache.clear();
        }
        cache.insert(*hash, paper.clone());
        Ok(paper)
    }
}
