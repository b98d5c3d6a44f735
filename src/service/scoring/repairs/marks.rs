//! Effect of repairs on a submission, as files report it.

use crate::{
    app::App,
    domain::{
        Result, TestId,
        question::Thousandths,
        repair::Repairs,
        submission::{Grade, Submission},
    },
    service::query,
    store::Read,
};
use std::collections::HashMap;

/// Points that repairs have added or taken, and why.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RepairEffect {
    /// `None` where no repair has changed a score.
    pub points: Option<f64>,
    pub reasons: String,
    /// The submissions of the test are being scored again.
    pub is_recalculating: bool,
}

/// Effects on many submissions, of any number of tests.
pub struct RepairEffects<'a> {
    app: &'a App,
    known: HashMap<TestId, Repairs>,
}

/// Points that a repair has added or taken.
#[must_use]
pub fn points(grade: &Grade) -> Option<Thousandths> {
    let own = grade.repaired?;
    Some(Thousandths(Thousandths::nearest(grade.earned).0 - Thousandths::nearest(own.earned).0))
}

/// Points that repairs have added or taken on a submission; `None` where they have changed no score.
#[must_use]
pub fn sum(grades: &[Grade]) -> Option<f64> {
    let changed: Vec<Thousandths> = grades.iter().filter_map(points).collect();
    (!changed.is_empty()).then(|| changed.into_iter().sum::<Thousandths>().as_points())
}

/// Why; blank without a repair.
#[must_use]
pub fn reason<'r>(repairs: &'r Repairs, grade: &Grade) -> &'r str {
    let repair = grade.repaired.and_then(|own| repairs.get(own.by));
    repair.map_or("", |repair| &repair.reason)
}

impl<'a> RepairEffects<'a> {
    #[must_use]
    pub fn new(app: &'a App) -> Self {
        Self { app, known: HashMap::new() }
    }

    /// # Errors
    /// Storage only.
    pub fn of(&mut self, submission: &Submission) -> Result<RepairEffect> {
        let test = submission.test_id;
        let read = self.app.store.read()?;
        let repairs = match self.known.get(&test) {
            Some(known) => known,
            None => self.known.entry(test).or_insert(query::repairs::of(&read, test)?),
        };
        if repairs.list.is_empty() {
            return Ok(RepairEffect::default());
        }
        let grades: Vec<Grade> = read.children(submission.id)?;
        let mut reasons: Vec<&str> = Vec::new();
        for grade in grades.iter().filter(|grade| grade.repaired.is_some()) {
            let reason = reason(repairs, grade);
            if !reasons.contains(&reason) {
                reasons.push(reason);
            }
        }
        let is_recalculating = repairs.is_recalculating();
        Ok(RepairEffect { points: sum(&grades), reasons: reasons.join("; "), is_recalculating })
    }
}
