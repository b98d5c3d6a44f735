//! Where the questions of an attempt's paper come from.

use crate::{
    app::App,
    domain::{
        AttemptId, Result,
        bank::{
            Version,
            plan::{Draw, DrawnPaper},
        },
    },
    store::Read,
};

/// The origins of a drawn paper; nothing is known of a test without sections.
#[derive(Default)]
pub struct Origins(Option<DrawnPaper>);

impl Origins {
    /// # Errors
    /// Storage only.
    pub fn of(app: &App, read: &impl Read, attempt: AttemptId) -> Result<Self> {
        let Some(draw) = read.get::<Draw>(attempt)? else { return Ok(Self::default()) };
        let plan = app.caches.papers.plan(read, draw.test_id, &draw.plan)?;
        Ok(Self(plan.and_then(|plan| plan.draw(&draw.seed).ok())))
    }

    /// The version of a bank question that is at this place of the paper, from 0.
    #[must_use]
    pub fn version(&self, place: u32) -> Option<Version> {
        let pin = self.0.as_ref()?.origins.get(place as usize)?;
        pin.map(|pin| pin.version)
    }

    /// The title of the section that holds this place; `None` for one without.
    #[must_use]
    pub fn section(&self, place: u32) -> Option<&str> {
        let mut end = 0;
        let section = self.0.as_ref()?.sections.iter().find(|section| {
            end += section.questions;
            (place as usize) < end
        })?;
        Some(section.title.as_str()).filter(|title| !title.is_empty())
    }
}
