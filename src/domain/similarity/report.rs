//! The similar pairs of a test, with what people found.

use super::AnswerPair;
use crate::domain::{AttemptId, Instant, TestId, UserId};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// Pairs of a report: those with the highest scores.
pub const MAX_PAIRS: usize = 1_000;

pub type Permille = u16;

/// A person's finding. Stored by variant position: append new ones at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum SimilarityFinding {
    /// The candidates were asked about it.
    Discussed,
    /// Nothing to ask about.
    NoFinding,
}

impl SimilarityFinding {
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Discussed => "discussed",
            Self::NoFinding => "no_finding",
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordedFinding {
    pub finding: SimilarityFinding,
    /// `None` for the operator.
    pub by: Option<UserId>,
    pub at: Instant,
}

/// Two answers to one question.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PairKey {
    pub question_id: String,
    /// The smaller id.
    pub first: AttemptId,
    pub second: AttemptId,
}

impl PairKey {
    #[must_use]
    pub fn new(question_id: String, one: AttemptId, other: AttemptId) -> Self {
        Self { question_id, first: one.min(other), second: one.max(other) }
    }

    /// Whether one of its answers is of these submissions.
    #[must_use]
    pub fn is_of_any(&self, submissions: &BTreeSet<AttemptId>) -> bool {
        submissions.contains(&self.first) || submissions.contains(&self.second)
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReportedPair {
    pub key: PairKey,
    pub score: Permille,
    /// Whether the score is above the line for this kind of answer.
    pub is_above_line: bool,
    pub found: Option<RecordedFinding>,
}

impl ReportedPair {
    #[must_use]
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    pub fn new(key: PairKey, pair: AnswerPair, line: f32) -> Self {
        let score = (pair.score * 1_000.0).round() as Permille;
        Self { key, score, is_above_line: pair.score >= line, found: None }
    }
}

/// The last comparison of a test's answers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SimilarityReport {
    pub test_id: TestId,
    /// Incremented by every comparison and finding.
    pub version: u32,
    /// Who asked for it; `None` for the operator.
    pub by: Option<UserId>,
    pub at: Instant,
    /// Answers that were long enough to be compared.
    pub answers: u32,
    /// Highest scores first.
    pub pairs: Vec<ReportedPair>,
}

impl SimilarityReport {
    /// The new pairs, highest scores first, with the findings of the report before. A pair with a finding stays, even where
    /// its score is now below those of others, or one of its submissions is withdrawn and could not be compared.
    #[must_use]
    pub fn following(self, before: Option<Self>, withdrawn: &BTreeSet<AttemptId>) -> Self {
        let Some(before) = before else { return self.sorted() };
        let mut next = Self { version: before.version + 1, ..self };
        for pair in before.pairs.into_iter().filter(|pair| pair.found.is_some()) {
            if let Some(again) = next.pairs.iter_mut().find(|again| again.key == pair.key) {
                again.found = pair.found;
            } else if pair.key.is_of_any(withdrawn) {
                next.pairs.push(pair);
            }
        }
        next.sorted()
    }

    fn sorted(mut self) -> Self {
        self.pairs.sort_by_key(|pair| (pair.found.is_none(), std::cmp::Reverse(pair.score)));
        self.pairs.truncate(MAX_PAIRS);
        self.pairs.sort_by_key(|pair| std::cmp::Reverse(pair.score));
        self
    }

    /// The submissions of its pairs, each once.
    #[must_use]
    pub fn submissions(&self) -> BTreeSet<AttemptId> {
        self.pairs.iter().flat_map(|pair| [pair.key.first, pair.key.second]).collect()
    }

    #[must_use]
    pub fn pair(&self, key: &PairKey) -> Option<&ReportedPair> {
        self.pairs.iter().find(|pair| pair.key == *key)
    }

    /// Stores or withdraws a finding. Returns whether anything has changed; `None` if there is no such pair.
    pub fn find(&mut self, key: &PairKey, found: Option<RecordedFinding>) -> Option<bool> {
        let pair = self.pairs.iter_mut().find(|pair| pair.key == *key)?;
        let finding = |found: Option<RecordedFinding>| found.map(|found| found.finding);
        let is_new = finding(pair.found) != finding(found);
        if is_new {
            pair.found = found;
            self.version += 1;
        }
        Some(is_new)
    }

    /// The latest finding or comparison.
    #[must_use]
    pub fn last_change(&self) -> (Option<UserId>, Instant) {
        let found = self.pairs.iter().filter_map(|pair| pair.found).map(|found| (found.by, found.at));
        found.chain([(self.by, self.at)]).max_by_key(|(_, at)| *at).unwrap_or((self.by, self.at))
    }

    /// Removes the pairs of a submission. Returns whether there were any.
    pub fn forget(&mut self, id: AttemptId) -> bool {
        let before = self.pairs.len();
        self.pairs.retain(|pair| pair.key.first != id && pair.key.second != id);
        self.pairs.len() < before
    }
}
