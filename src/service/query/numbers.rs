//! Numbers of a test's questions, as its outline has them.

use super::plans;
use crate::{
    app::App,
    domain::{
        Result, TestId,
        bank::plan::{PaperPlan, PlannedItem},
        paper::Paper,
        question::Question,
        test::Test,
    },
    store::Read,
};
use std::collections::HashMap;

/// Numbers by id, from 1: the place on a paper that is not shuffled. All questions of a pool have the place of its first.
#[derive(Debug)]
pub struct QuestionNumbers {
    places: HashMap<String, u64>,
    /// The number of the first question that the test does not have any more.
    next: u64,
}

/// The numbers of today's test; of a deleted one, those of its last plan.
///
/// # Errors
/// Storage only.
pub fn of(app: &App, read: &impl Read, test: TestId) -> Result<QuestionNumbers> {
    let mut numbers = QuestionNumbers { places: HashMap::new(), next: 1 };
    let Some(now) = read.get::<Test>(test)? else {
        let plans: Vec<PaperPlan> = read.children(test)?;
        if let Some(last) = plans.last() {
            numbers.add_plan(last);
        }
        return Ok(numbers);
    };
    match plans::current(app, read, &now)? {
        Some(planned) => numbers.add_plan(&planned.plan),
        None => now.questions.iter().for_each(|question| numbers.add_fixed(&question.id)),
    }
    Ok(numbers)
}

impl QuestionNumbers {
    fn add_plan(&mut self, plan: &PaperPlan) {
        let id = |place: &u32| plan.template.questions.get(*place as usize).map(|question| question.id.clone());
        for item in plan.sections.iter().flat_map(|section| &section.items) {
            match item {
                PlannedItem::Fixed(place) => {
                    if let Some(id) = id(place) {
                        self.add_fixed(&id);
                    }
                }
                PlannedItem::Pool { draw, members } => {
                    for id in members.iter().filter_map(id) {
                        self.places.entry(id).or_insert(self.next);
                    }
                    self.next += u64::from(*draw);
                }
            }
        }
    }

    fn add_fixed(&mut self, id: &str) {
        // No paper has it twice: it is never drawn from a pool.
        self.places.insert(id.to_owned(), self.next);
        self.next += 1;
    }

    /// The numbers of these questions. Those that the test does not have any more follow, in this order.
    #[must_use]
    pub fn of_each<'q>(&self, ids: impl Iterator<Item = &'q str>) -> Vec<u64> {
        let mut next = self.next;
        let number = |id: &str| {
            self.places.get(id).copied().unwrap_or_else(|| {
                next += 1;
                next - 1
            })
        };
        ids.map(number).collect()
    }

    /// The number of the question at this place of a paper, from 0.
    #[must_use]
    pub fn on(&self, paper: &Paper, place: usize) -> u64 {
        let known = |question: &Question| self.places.get(&question.id).copied();
        paper.questions.get(place).and_then(known).unwrap_or_else(|| {
            let earlier = paper.questions.iter().take(place).filter(|question| known(question).is_none());
            self.next + earlier.count() as u64
        })
    }

    /// Where a question stands among the others.
    #[must_use]
    pub fn rank(&self, id: &str) -> u64 {
        self.places.get(id).copied().unwrap_or(u64::MAX)
    }
}
