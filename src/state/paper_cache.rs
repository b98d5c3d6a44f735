//! Papers by their hash, kept in memory: their content can never change.

use crate::{
    domain::{
        Error, Result, TestId,
        paper::{Paper, PaperHash},
    },
    store::{Read, records::key},
    sync::Mutex,
};
use std::{
    collections::HashMap,
    sync::{Arc, PoisonError},
};

const KEPT: usize = 256;

#[derive(Default)]
pub struct PaperCache(Mutex<HashMap<PaperHash, Arc<Paper>>>);

impl PaperCache {
    /// # Errors
    /// Storage, or a paper that should be there and is not.
    pub fn get(&self, read: &impl Read, test: TestId, hash: &PaperHash) -> Result<Arc<Paper>> {
        if let Some(paper) =
            self.0.lock().unwrap_or_else(PoisonError::into_inner).get(hash).filter(|p| p.test_id == test)
        {
            return Ok(paper.clone());
        }
        let paper: Paper =
            read.get(&key::paper(test, hash))?.ok_or_else(|| Error::internal("an attempt's paper is missing"))?;
        let paper = Arc::new(paper);
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.len() >= KEPT {
            kept.clear();
        }
        kept.insert(*hash, paper.clone());
        Ok(paper)
    }
}
