//! The sections of question papers, where points are summed by section.

use crate::{
    domain::{
        AttemptId, Result,
        bank::{
            plan::{Draw, PaperPlan, PlanHash},
            section_points::SectionSpan,
        },
    },
    store::Read,
};
use std::{collections::HashMap, sync::Arc};

/// Sections by plan, each plan read once.
#[derive(Default)]
pub struct Spans(HashMap<PlanHash, Arc<[SectionSpan]>>);

impl Spans {
    /// The sections of an attempt's paper; none for a test without sections.
    ///
    /// # Errors
    /// Storage only.
    pub fn of(&mut self, read: &impl Read, attempt: AttemptId) -> Result<Arc<[SectionSpan]>> {
        let Some(draw) = read.get::<Draw>(attempt)? else { return Ok(Arc::default()) };
        if let Some(known) = self.0.get(&draw.plan) {
            return Ok(known.clone());
        }
        let plan: Option<PaperPlan> = read.get((draw.test_id, &draw.plan))?;
        let spans: Arc<[SectionSpan]> = plan.map(|plan| plan.spans()).unwrap_or_default().into();
        self.0.insert(draw.plan, spans.clone());
        Ok(spans)
    }
}
