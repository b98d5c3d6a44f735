//! Who scores which answers of a test (`docs/behaviour/results.md#reviewing`), and how people share them.

use super::{Error, Instant, Result, TestId, UserId, error::FieldChecker, user::Role};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// Items of one test.
pub const MAX_ITEMS: usize = 200;
/// Largest share of one person, where 1 is the smallest.
pub const MAX_SHARE: u32 = 100;

/// Which of an answer's two scores someone gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum ScoreSlot {
    /// The score that counts.
    First,
    /// A score of its own, to be compared with the first.
    Second,
}

/// A person who scores some answers of a test.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AssignmentItem {
    pub reviewer_id: UserId,
    /// `None` for all questions that have no items of their own.
    pub question_id: Option<String>,
    /// Part of the answers, in proportion to the shares of the others.
    pub share: u32,
    pub slot: ScoreSlot,
}

/// The assignments of a test.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Assignments {
    pub test_id: TestId,
    pub items: Vec<AssignmentItem>,
    /// Incremented by every change.
    pub version: u32,
    /// The version by which all waiting answers have been dealt.
    pub dealt: u32,
    /// `None` for the operator.
    pub by: Option<UserId>,
    pub at: Instant,
}

impl Assignments {
    #[must_use]
    pub const fn none(test_id: TestId) -> Self {
        Self { test_id, items: Vec::new(), version: 0, dealt: 0, by: None, at: Instant::EPOCH }
    }

    #[must_use]
    pub const fn is_dealing(&self) -> bool {
        self.dealt != self.version
    }

    /// Has the next sweep deal all answers that wait.
    pub const fn deal_again(&mut self) {
        self.dealt = 0;
    }

    /// Whether the answers to a question are shared among people of its own.
    #[must_use]
    pub fn has_own_pool(&self, question: &str) -> bool {
        self.items.iter().any(|item| item.question_id.as_deref() == Some(question))
    }

    /// Returns the items of those who share the answers to a question, in their order.
    pub fn pool(&self, question: &str, slot: ScoreSlot) -> impl Iterator<Item = &AssignmentItem> {
        let scope = self.has_own_pool(question).then(|| question.to_owned());
        self.items.iter().filter(move |item| item.slot == slot && item.question_id == scope)
    }

    /// Whether this person may see answers to a question in this slot.
    #[must_use]
    pub fn names(&self, reviewer: UserId, question: &str, slot: ScoreSlot) -> bool {
        self.pool(question, slot).any(|item| item.reviewer_id == reviewer)
    }

    /// Takes a person out. A scope that no one marks first is no one's.
    pub fn forget(&mut self, reviewer: UserId) {
        self.items.retain(|item| item.reviewer_id != reviewer);
        let marked: BTreeSet<Option<String>> =
            self.items.iter().filter(|i| i.slot == ScoreSlot::First).map(|i| i.question_id.clone()).collect();
        self.items.retain(|item| marked.contains(&item.question_id));
    }
}

/// Checks items as they are entered. `role_of` knows the people, `is_asked` the questions that people score.
///
/// # Errors
/// 422 on `items`, and on `items[n].reviewer_id`, `.question_id` and `.share`.
pub fn check(
    items: &[AssignmentItem],
    role_of: impl Fn(UserId) -> Option<Role>,
    is_asked: impl Fn(&str) -> bool,
) -> Result<()> {
    if items.len() > MAX_ITEMS {
        return Err(Error::field("items", format!("A test has {MAX_ITEMS} assignments at most.")));
    }
    let mut check = FieldChecker::default();
    let mut known = BTreeSet::new();
    for (n, item) in items.iter().enumerate() {
        let field = |name: &str| format!("items[{n}].{name}");
        let person = "There is no administrator or reviewer with this account.";
        let role = role_of(item.reviewer_id);
        check.require(role.is_some_and(Role::is_marker), field("reviewer_id"), person);
        let may_see_first = item.slot == ScoreSlot::Second && role == Some(Role::Admin);
        let message = "Administrators see all scores, and so cannot be second markers. Please choose a reviewer.";
        check.require(!may_see_first, field("reviewer_id"), message);
        let is_asked = item.question_id.as_deref().is_none_or(&is_asked);
        check.require(is_asked, field("question_id"), "This test has no such question that people score.");
        let is_share = (1..=MAX_SHARE).contains(&item.share);
        check.require(is_share, field("share"), format!("A share is a whole number from 1 to {MAX_SHARE}."));
        let is_new = known.insert((item.question_id.as_deref(), item.slot, item.reviewer_id.0));
        check.require(is_new, field("reviewer_id"), "This person is already assigned here.");
    }
    for (n, item) in items.iter().enumerate().filter(|(_, item)| item.slot == ScoreSlot::Second) {
        let beside = |slot| items.iter().filter(move |i| i.slot == slot && i.question_id == item.question_id);
        let has_other =
            |first: &AssignmentItem| beside(ScoreSlot::Second).any(|second| second.reviewer_id != first.reviewer_id);
        let fits = beside(ScoreSlot::First).next().is_some() && beside(ScoreSlot::First).all(has_other);
        let message = "A second marker needs a first one, and no one can be both for the same answer.";
        check.require(fits, format!("items[{n}].reviewer_id"), message);
    }
    check.finish(&["items"])
}

/// Someone's share, and the answers that they have already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Load {
    pub share: u32,
    pub answers: u64,
}

/// Who gets the next answer: the one who is furthest behind their share; of equals, the first. With equal shares, no one
/// ever has more than one answer more than another.
#[must_use]
pub fn next(loads: &[Load]) -> Option<usize> {
    let shares: i128 = loads.iter().map(|load| i128::from(load.share)).sum();
    let after: i128 = loads.iter().map(|load| i128::from(load.answers)).sum::<i128>() + 1;
    let behind = |load: &Load| i128::from(load.share) * after - shares * i128::from(load.answers);
    (0..loads.len()).rev().max_by_key(|at| behind(&loads[*at]))
}

#[cfg(test)]
#[path = "assignment_tests.rs"]
mod tests;
