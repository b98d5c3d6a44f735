//! Rubrics: what the points of a question that people score consist of (`docs/behaviour/results.md#rubrics`).

use super::{
    AttemptId, Error, Instant, Result, RubricItemId, TestId, UserId,
    error::FieldChecker,
    invisible::is_blank,
    question::{Thousandths, field::is_text},
    review::ReviewVerdict,
};
use serde::{Deserialize, Serialize};
use std::collections::HashSet;

pub const MIN_ITEMS: usize = 2;
pub const MAX_ITEMS: usize = 20;
const MAX_ITEM: usize = 500;
/// Points of items come in these steps, as scores do.
const STEP: Thousandths = Thousandths(500);
const MAX_MODEL_ANSWER: usize = 20_000;
const MAX_NOTES: usize = 5_000;
pub const MAX_SNIPPETS: usize = 50;
const MAX_SNIPPET: usize = 1_000;

/// Stored by variant position: append new ones at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum RubricMode {
    /// Items add points, from none.
    Add,
    /// Items take points off all of them.
    Deduct,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RubricItem {
    pub id: RubricItemId,
    pub text: String,
    pub points: Thousandths,
}

/// The rubric of a question, in all its versions, with what else helps its reviewers. The record stays when it is emptied,
/// so that its version counts on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rubric {
    pub test_id: TestId,
    pub question_id: String,
    pub mode: RubricMode,
    pub items: Vec<RubricItem>,
    pub model_answer: String,
    pub notes: String,
    /// Comments to be inserted.
    pub snippets: Vec<String>,
    /// `None` for the operator.
    pub by: Option<UserId>,
    pub at: Instant,
    /// Incremented by every change.
    pub version: u32,
    /// The version that all answers have been scored with; behind `version` while they are recalculated.
    pub applied: u32,
}

/// The items that a person chose for an answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RubricChoice {
    pub submission_id: AttemptId,
    pub question_id: String,
    pub test_id: TestId,
    pub items: Vec<RubricItemId>,
    /// The person set other points: a change of the rubric does not move them.
    pub is_overridden: bool,
}

/// Points of an answer with these items chosen.
#[must_use]
pub fn points(mode: RubricMode, items: &[RubricItem], chosen: &[RubricItemId], full: u32) -> Thousandths {
    let sum: Thousandths = items.iter().filter(|item| chosen.contains(&item.id)).map(|item| item.points).sum();
    let full = Thousandths::of_points(full);
    match mode {
        RubricMode::Add => sum.min(full),
        RubricMode::Deduct => Thousandths((full.0 - sum.0).max(0)),
    }
}

impl Rubric {
    #[must_use]
    pub const fn is_recalculating(&self) -> bool {
        self.applied != self.version
    }

    #[must_use]
    pub fn has(&self, item: RubricItemId) -> bool {
        self.items.iter().any(|known| known.id == item)
    }

    /// The score of an answer with these items chosen.
    #[must_use]
    pub fn verdict(&self, chosen: &[RubricItemId], full: u32) -> ReviewVerdict {
        match points(self.mode, &self.items, chosen, full) {
            Thousandths(0) => ReviewVerdict::Wrong,
            all if all == Thousandths::of_points(full) => ReviewVerdict::Correct,
            part => ReviewVerdict::Partial(part.as_points()),
        }
    }

    /// The chosen items, each once.
    ///
    /// # Errors
    /// 422 on `rubric_items` for items that the rubric does not have.
    pub fn check_chosen(&self, chosen: &[RubricItemId]) -> Result<Vec<RubricItemId>> {
        if self.items.is_empty() {
            return Err(Error::field("rubric_items", "This question has no rubric."));
        }
        if let Some(unknown) = chosen.iter().position(|item| !self.has(*item)) {
            let message = "The rubric has no such item any more. Please load it again.";
            return Err(Error::field(format!("rubric_items[{unknown}]"), message));
        }
        Ok(self.items.iter().map(|item| item.id).filter(|item| chosen.contains(item)).collect())
    }
}

/// An item as an author enters it.
#[derive(Clone, Debug, PartialEq)]
pub struct DraftItem {
    /// `None` for a new one.
    pub id: Option<RubricItemId>,
    pub text: String,
    pub points: f64,
}

/// Input of an author.
#[derive(Clone, Debug, PartialEq)]
pub struct RubricDraft {
    pub mode: RubricMode,
    pub items: Vec<DraftItem>,
    pub model_answer: String,
    pub notes: String,
    pub snippets: Vec<String>,
}

/// A checked draft.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckedRubric {
    pub mode: RubricMode,
    pub items: Vec<RubricItem>,
    pub model_answer: String,
    pub notes: String,
    pub snippets: Vec<String>,
}

fn is_length(text: &str, max: usize) -> bool {
    text.chars().count() <= max
}

fn check_text(text: &str, name: &str, label: &str, max: usize, check: &mut FieldChecker) -> String {
    check.require(is_length(text, max), name, format!("{label} too long ({max} characters at most)."));
    check.require(is_text(text), name, "The text contains control characters.");
    text.trim().to_owned()
}

/// The points in half points; `None` outside of these steps or the question's points.
fn item_points(points: f64, full: u32) -> Option<Thousandths> {
    let is_within = points > 0.0 && points <= f64::from(full);
    let exact = is_within.then(|| Thousandths::nearest(points))?;
    let is_step = exact.0 % STEP.0 == 0 && exact.as_points().to_bits() == points.to_bits();
    is_step.then_some(exact)
}

impl RubricDraft {
    /// The draft as it is stored, for a question of `full` points. `known` are the items that the rubric has.
    ///
    /// # Errors
    /// 422 on `items`, `model_answer`, `notes` and `snippets`.
    pub fn check(
        self,
        full: u32,
        known: &[RubricItem],
        mut fresh: impl FnMut() -> RubricItemId,
    ) -> Result<CheckedRubric> {
        let mut check = FieldChecker::default();
        let count = self.items.len();
        let fits = count == 0 || (MIN_ITEMS..=MAX_ITEMS).contains(&count);
        check.require(fits, "items", format!("A rubric has {MIN_ITEMS} to {MAX_ITEMS} items."));
        let mut ids = HashSet::new();
        let mut items = Vec::new();
        for (index, item) in self.items.into_iter().take(MAX_ITEMS).enumerate() {
            let field = |name: &str| format!("items[{index}].{name}");
            let text = check_text(&item.text, &field("text"), "The text is", MAX_ITEM, &mut check);
            check.require(!is_blank(&text), field("text"), "Please say what this item is for.");
            let points = item_points(item.points, full);
            let message = format!("Points are above 0, up to {full}, in half points.");
            check.require(points.is_some(), field("points"), message);
            if let Some(id) = item.id {
                check.require(known.iter().any(|old| old.id == id), field("id"), "The rubric has no such item.");
                check.require(ids.insert(id), field("id"), "This item is named twice.");
            }
            items.extend(points.map(|points| RubricItem { id: item.id.unwrap_or_else(&mut fresh), text, points }));
        }
        let model_answer =
            check_text(&self.model_answer, "model_answer", "The model answer is", MAX_MODEL_ANSWER, &mut check);
        let notes = check_text(&self.notes, "notes", "The notes are", MAX_NOTES, &mut check);
        let snippets = check_snippets(&self.snippets, &mut check);
        check.finish(&["items", "model_answer", "notes", "snippets"])?;
        Ok(CheckedRubric { mode: self.mode, items, model_answer, notes, snippets })
    }
}

fn check_snippets(snippets: &[String], check: &mut FieldChecker) -> Vec<String> {
    let message = format!("A question has at most {MAX_SNIPPETS} snippets.");
    check.require(snippets.len() <= MAX_SNIPPETS, "snippets", message);
    let listed = snippets.iter().take(MAX_SNIPPETS).enumerate();
    let checked = listed.map(|(index, snippet)| {
        let name = format!("snippets[{index}]");
        let text = check_text(snippet, &name, "The snippet is", MAX_SNIPPET, check);
        check.require(!is_blank(&text), name, "Please write the comment.");
        text
    });
    checked.collect()
}

#[cfg(test)]
#[path = "rubric_tests.rs"]
mod tests;
