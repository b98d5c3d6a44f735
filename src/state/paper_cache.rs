//! In-memory cache of question papers by hash. Their content never changes, so entries are never invalidated.

use crate::{
    domain::{
        Error, Result, TestId,
        bank::plan::{PaperPlan, PlanHash},
        paper::{Paper, PaperHash},
    },
    store::{Read, records},
    sync::Mutex,
};
use std::{
    collections::HashMap,
    sync::{Arc, PoisonError},
};

const CACHE_LIMIT: usize = 256;
const PLAN_LIMIT: usize = 32;

#[derive(Default)]
pub struct PaperCache {
    papers: Mutex<HashMap<PaperHash, Arc<Paper>>>,
    /// Plans that papers are drawn from.
    plans: Mutex<HashMap<PlanHash, Arc<PaperPlan>>>,
}

impl PaperCache {
    /// # Errors
    /// Storage; 500 for a missing paper.
    pub fn get(&self, read: &impl Read, test: TestId, hash: &PaperHash) -> Result<Arc<Paper>> {
        if let Some(paper) = self.known(test, hash) {
            return Ok(paper);
        }
        let paper = match read.get::<Paper>((test, hash))? {
            Some(paper) => Some(paper),
            None => self.drawn(read, test, hash)?,
        };
        let paper = Arc::new(paper.ok_or_else(|| Error::internal("an attempt's paper is missing"))?);
        self.keep(paper.clone());
        Ok(paper)
    }

    /// A paper that is stored as a seed and a plan.
    fn drawn(&self, read: &impl Read, test: TestId, hash: &PaperHash) -> Result<Option<Paper>> {
        let Some(draw) = read.find(records::DRAWS_BY_PAPER, (test, hash))? else { return Ok(None) };
        let Some(plan) = self.plan(read, test, &draw.plan)? else { return Ok(None) };
        let drawn = plan.draw(&draw.seed).map_err(|_| Error::internal("an attempt's paper cannot be drawn again"))?;
        Ok(Some(drawn.paper).filter(|paper| paper.hash == *hash))
    }

    /// # Errors
    /// Storage only.
    pub fn plan(&self, read: &impl Read, test: TestId, hash: &PlanHash) -> Result<Option<Arc<PaperPlan>>> {
        let known = self.plans.lock().unwrap_or_else(PoisonError::into_inner).get(hash).cloned();
        if let Some(plan) = known.filter(|plan| plan.test_id == test) {
            return Ok(Some(plan));
        }
        let Some(plan) = read.get::<PaperPlan>((test, hash))? else { return Ok(None) };
        let plan = Arc::new(plan);
        let mut plans = self.plans.lock().unwrap_or_else(PoisonError::into_inner);
        if plans.len() >= PLAN_LIMIT {
            plans.clear();
        }
        plans.insert(*hash, plan.clone());
        Ok(Some(plan))
    }

    /// The paper, if it was read before.
    pub fn known(&self, test: TestId, hash: &PaperHash) -> Option<Arc<Paper>> {
        let cache = self.papers.lock().unwrap_or_else(PoisonError::into_inner);
        cache.get(hash).filter(|paper| paper.test_id == test).cloned()
    }

    pub fn keep(&self, paper: Arc<Paper>) {
        let mut cache = self.papers.lock().unwrap_or_else(PoisonError::into_inner);
        if cache.len() >= CACHE_LIMIT && !cache.contains_key(&paper.hash) {
            cache.clear();
        }
        cache.insert(paper.hash, paper);
    }
}
