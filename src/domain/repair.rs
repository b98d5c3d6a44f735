//! Repairs of keys: what is put right after candidates were scored by a wrong one (`docs/behaviour/results.md#repairs`). The
//! question papers stay as they were taken; a grade is a function of answer, paper, repairs and people's scores.

use super::{
    Error, Instant, RepairId, Result, TestId, UserId,
    bank::Version,
    error::FieldChecker,
    invisible::is_blank,
    paper::{Paper, VersionDigest, version_digest},
    question::{GradeStatus, Mark, Question, Scorer},
};
use serde::{Deserialize, Serialize};
use std::{cell::LazyCell, collections::BTreeSet};

/// Repairs of one test, with those that were undone.
pub const MAX_REPAIRS: usize = 200;
const MAX_REASON: usize = 500;
/// Characters of an answer that becomes a key.
const MAX_VALUE: usize = 10_000;

/// Stored by variant position: append new ones at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum RepairAction {
    /// Another answer is right, too.
    AlsoAccept,
    /// Another answer is right.
    NewKey,
    /// All points for everyone.
    FullMarks,
    /// The question's points leave the total.
    Void,
}

impl RepairAction {
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::AlsoAccept => "also_accept",
            Self::NewKey => "new_key",
            Self::FullMarks => "full_marks",
            Self::Void => "void",
        }
    }

    const fn has_value(self) -> bool {
        matches!(self, Self::AlsoAccept | Self::NewKey)
    }
}

/// Who undid a repair, and when.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Undone {
    /// `None` for the operator.
    pub by: Option<UserId>,
    pub at: Instant,
}

/// A repair of one question.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Repair {
    pub id: RepairId,
    pub question_id: String,
    pub action: RepairAction,
    /// The answer that is right, in the form of an answer; only where the action has one.
    pub value: Option<String>,
    pub reason: String,
    /// `None` for the operator.
    pub by: Option<UserId>,
    pub at: Instant,
    pub undone: Option<Undone>,
    /// Versions of a question of the bank that its author chose; empty for all that were asked.
    pub versions: Vec<Version>,
    /// The versions that it repairs. Empty for all versions, also later ones, as repairs once were made.
    pub contents: Vec<VersionDigest>,
}

impl Repair {
    /// Whether it is about this version of its question.
    fn concerns(&self, digest: &VersionDigest) -> bool {
        self.contents.is_empty() || self.contents.contains(digest)
    }
}

/// All repairs of a test, oldest first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Repairs {
    pub test_id: TestId,
    pub list: Vec<Repair>,
    /// Incremented by every change.
    pub version: u32,
    /// The version that all submissions have been scored with; behind `version` while they are recalculated.
    pub applied: u32,
}

impl Repairs {
    #[must_use]
    pub const fn none(test_id: TestId) -> Self {
        Self { test_id, list: Vec::new(), version: 0, applied: 0 }
    }

    #[must_use]
    pub const fn is_recalculating(&self) -> bool {
        self.applied != self.version
    }

    /// The latest change: who made it, and when.
    #[must_use]
    pub fn last_change(&self) -> Option<(Option<UserId>, Instant)> {
        let changes =
            self.list.iter().flat_map(|r| [Some((r.by, r.at)), r.undone.map(|undone| (undone.by, undone.at))]);
        changes.flatten().max_by_key(|(_, at)| *at)
    }

    /// Places in a paper of the questions that were ever repaired.
    #[must_use]
    pub fn places(&self, paper: &Paper) -> Vec<usize> {
        let is_named = |question: &Question| self.list.iter().any(|repair| repair.question_id == question.id);
        paper.questions.iter().enumerate().filter(|(_, q)| is_named(q)).map(|(place, _)| place).collect()
    }

    #[must_use]
    pub fn get(&self, id: RepairId) -> Option<&Repair> {
        self.list.iter().find(|repair| repair.id == id)
    }
}

/// Input of an author.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RepairDraft {
    pub question_id: String,
    pub action: RepairAction,
    pub value: Option<String>,
    pub reason: String,
    /// The versions of a question of the bank; empty for all that were asked.
    pub versions: Vec<Version>,
}

/// A draft that was checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckedRepair {
    draft: RepairDraft,
    contents: Vec<VersionDigest>,
}

impl RepairDraft {
    /// The draft as it is stored. `asked` are the question's versions that it is about, on the question papers of the test.
    ///
    /// # Errors
    /// 422 on `question_id`, `value` and `reason`.
    pub fn check<'q>(self, mut asked: impl Iterator<Item = &'q Question> + Clone) -> Result<CheckedRepair> {
        if asked.clone().next().is_none() {
            return Err(Error::field("question_id", "No candidate of this test was asked this question."));
        }
        let contents: BTreeSet<VersionDigest> = asked.clone().map(version_digest).collect();
        let value = self.value.filter(|_| self.action.has_value());
        let reason = self.reason.trim().to_owned();
        let mut check = FieldChecker::default();
        check.require(!is_blank(&reason), "reason", "Please give a reason.");
        let message = format!("The reason is too long ({MAX_REASON} characters at most).");
        check.require(reason.chars().count() <= MAX_REASON, "reason", message);
        check.require_text(&reason, "reason");
        if self.action.has_value() {
            let text = value.as_deref().unwrap_or_default();
            let has_key = asked.clone().any(|question| question.kind().is_auto());
            check.require(has_key, "action", "This question has no key: give full marks, or take it out.");
            check.require(!is_blank(text), "value", "Please enter the right answer.");
            let message = format!("The answer is too long ({MAX_VALUE} characters at most).");
            check.require(text.chars().count() <= MAX_VALUE, "value", message);
            let message = "This is not a complete answer to this question.";
            check.require(asked.any(|question| question.rekeyed(text).is_some()), "value", message);
        }
        check.finish(&["action", "value", "reason"])?;
        let draft = Self { value, reason, ..self };
        Ok(CheckedRepair { draft, contents: contents.into_iter().collect() })
    }
}

impl CheckedRepair {
    #[must_use]
    pub fn into_repair(self, id: RepairId, by: Option<UserId>, at: Instant) -> Repair {
        let Self { draft, contents } = self;
        let RepairDraft { question_id, action, value, reason, versions } = draft;
        Repair { id, question_id, action, value, reason, by, at, undone: None, versions, contents }
    }
}

/// Combined effect of the repairs of a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// The best mark by these keys counts.
    Keys(Vec<RepairedKey>),
    FullMarks(RepairId),
    Void(RepairId),
}

/// A question with the key that a repair has made, or has kept beside its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RepairedKey {
    pub repair: RepairId,
    pub question: Question,
}

/// The repairs of a question that are in force.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InForce {
    /// The question's.
    pub points: u32,
    pub effect: Effect,
}

/// Applies the repairs that were not undone to a question, in their order: a further right answer is added to the key
/// as it then is, and any other action replaces those before it. Those of other versions, and an answer that this version of the
/// question cannot have, are passed over.
#[must_use]
pub fn in_force(repairs: &[Repair], question: &Question) -> Option<InForce> {
    let mut found: Option<InForce> = None;
    let digest = LazyCell::new(|| version_digest(question));
    for repair in repairs.iter().filter(|r| r.undone.is_none() && r.question_id == question.id && r.concerns(&digest)) {
        let rekeyed = repair.value.as_deref().and_then(|value| question.rekeyed(value));
        let effect = match (repair.action, rekeyed) {
            (RepairAction::FullMarks, _) => Effect::FullMarks(repair.id),
            (RepairAction::Void, _) => Effect::Void(repair.id),
            (RepairAction::NewKey, Some(question)) => Effect::Keys(vec![RepairedKey { repair: repair.id, question }]),
            (RepairAction::AlsoAccept, Some(rekeyed)) => {
                let key = |question| RepairedKey { repair: repair.id, question };
                let mut keys = match found.take().map(|found| found.effect) {
                    Some(Effect::Keys(keys)) => keys,
                    _ => vec![key(question.clone())],
                };
                keys.push(key(rekeyed));
                Effect::Keys(keys)
            }
            (RepairAction::NewKey | RepairAction::AlsoAccept, None) => continue,
        };
        found = Some(InForce { points: question.points, effect });
    }
    found
}

/// The mark of an answer by the repairs in force.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RepairedMark {
    /// The repair that decides.
    pub by: RepairId,
    pub status: GradeStatus,
    pub earned: f64,
}

/// Effect of repairs on a grade: the mark that the answer has without any.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Repaired {
    /// The repair that decides; grades of earlier versions name the latest of its question.
    pub by: RepairId,
    pub status: GradeStatus,
    pub earned: f64,
}

impl InForce {
    /// The keys that count instead of the question's own; none where everyone has full marks, or none has any.
    #[must_use]
    pub fn keys(&self) -> Vec<Question> {
        match &self.effect {
            Effect::Keys(keys) => keys.iter().map(|key| key.question.clone()).collect(),
            Effect::Void(_) | Effect::FullMarks(_) => Vec::new(),
        }
    }

    /// Whether it counts: neither undone nor replaced by a later one.
    #[must_use]
    pub fn counts(&self, repair: RepairId) -> bool {
        match &self.effect {
            Effect::Keys(keys) => keys.iter().any(|key| key.repair == repair),
            Effect::Void(id) | Effect::FullMarks(id) => *id == repair,
        }
    }

    /// The mark of an answer; `None` where a person's score takes precedence. A void question leaves the total
    /// even where a person scored its answers.
    #[must_use]
    pub fn score(&self, is_by_person: bool, answer: &str) -> Option<RepairedMark> {
        match self.effect {
            Effect::Void(by) => Some(RepairedMark { by, status: GradeStatus::Void, earned: 0.0 }),
            _ if is_by_person => None,
            Effect::FullMarks(by) => {
                Some(RepairedMark { by, status: GradeStatus::Correct, earned: f64::from(self.points) })
            }
            Effect::Keys(ref keys) => best(keys, answer),
        }
    }
}

/// The earliest of the keys that score an answer best.
fn best(keys: &[RepairedKey], answer: &str) -> Option<RepairedMark> {
    let marks = keys.iter().map(|key| (key.repair, Scorer::new(&key.question).mark(answer)));
    let (by, Mark { status, earned }) = marks.rev().max_by_key(|(_, mark)| mark.earned)?;
    Some(RepairedMark { by, status, earned: earned.as_points() })
}

#[cfg(test)]
#[path = "repair_tests.rs"]
mod tests;
