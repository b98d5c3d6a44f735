//! The question bank: questions with immutable versions, apart from tests (`docs/behaviour/tests.md#question-bank`).

// A new kind of questions must not fall into an arm that was written for the others.
#![cfg_attr(not(test), deny(clippy::wildcard_enum_match_arm))]

pub mod plan;
pub mod section_points;
pub mod sections;

use super::{
    Instant, QuestionId, Result, UserId,
    error::FieldChecker,
    question::{Question, QuestionDraft, QuestionKind, field::longer},
};
use serde::{Deserialize, Serialize};

/// Number of a version, from 1.
pub type Version = u32;

/// Characters of a title.
pub const MAX_TITLE: usize = 200;
/// Characters of a text that lists show and search.
const MAX_SUMMARY: usize = 300;

/// How far an author has come with a question. Pools draw from ready ones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AuthoringState {
    #[default]
    Draft,
    Ready,
    /// No test takes it up any more; those that have it keep it.
    Retired,
}

/// An author's estimate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Difficulty {
    Easy,
    Medium,
    Hard,
}

/// A question of the bank without its content, for lists and pools.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BankQuestion {
    pub id: QuestionId,
    pub title: String,
    pub tags: Vec<String>,
    pub difficulty: Option<Difficulty>,
    pub kind: QuestionKind,
    pub points: u32,
    /// Beginning of the text, on one line.
    pub summary: String,
    pub state: AuthoringState,
    /// The current one.
    pub version: Version,
    /// Counts all changes from 1, those without a new version too (optimistic concurrency).
    pub revision: u32,
    pub created_at: Instant,
    pub updated_at: Instant,
    /// The admin who changed it last; `None` for the operator.
    pub updated_by: Option<UserId>,
}

/// Number of the bank's last change, by which cached plans are recognised as current.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct BankRevision {
    pub number: u64,
}

/// The content of one version. It never changes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct QuestionVersion {
    pub question_id: QuestionId,
    pub version: Version,
    /// Its id is that of the bank question.
    pub question: Question,
    pub at: Instant,
    /// `None` for the operator.
    pub by: Option<UserId>,
}

/// Labels of a bank question beside its content.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Labels {
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub title: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub difficulty: Option<Difficulty>,
    /// `None`: as it is; a new one is a draft.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub state: Option<AuthoringState>,
}

/// An unvalidated question of the bank.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct BankDraft {
    pub labels: Labels,
    pub question: QuestionDraft,
}

/// A validated question of the bank.
#[derive(Clone, Debug)]
pub struct CheckedBankQuestion {
    pub labels: Labels,
    pub question: Question,
}

impl Labels {
    /// # Errors
    /// 422 `invalid` on `title`.
    pub fn check(self) -> Result<Self> {
        let title = self.title.trim().to_owned();
        let mut check = FieldChecker::default();
        check.require(!title.chars().any(char::is_control), "title", "The title must be on one line.");
        check.require(!longer(&title, MAX_TITLE), "title", "The title is too long (200 characters at most).");
        check.finish(&["title"])?;
        Ok(Self { title, ..self })
    }
}

impl BankDraft {
    /// # Errors
    /// 422 `invalid`, with messages by field: `title`, `questions[0].correct_answers`.
    pub fn check(self, id: QuestionId) -> Result<CheckedBankQuestion> {
        let labels = self.labels.check()?;
        let question = Question { id: id.to_string(), ..self.question.check_alone(0)? };
        Ok(CheckedBankQuestion { labels, question })
    }
}

impl CheckedBankQuestion {
    /// The first version.
    #[must_use]
    pub fn into_new(self, id: QuestionId, at: Instant, by: Option<UserId>) -> (BankQuestion, QuestionVersion) {
        let Labels { title, difficulty, state } = self.labels;
        let head = BankQuestion {
            id,
            title,
            tags: self.question.tags.clone(),
            difficulty,
            kind: self.question.kind(),
            points: self.question.points,
            summary: summary(&self.question),
            state: state.unwrap_or_default(),
            version: 1,
            revision: 1,
            created_at: at,
            updated_at: at,
            updated_by: by,
        };
        (head, QuestionVersion { question_id: id, version: 1, question: self.question, at, by })
    }
}

impl BankQuestion {
    /// Takes over a change by `by`; the version only if the content differs. Returns whether anything does.
    pub fn change(&mut self, new: &CheckedBankQuestion, old: &Question, at: Instant, by: Option<UserId>) -> bool {
        let was = self.clone();
        self.title.clone_from(&new.labels.title);
        self.difficulty = new.labels.difficulty;
        self.state = new.labels.state.unwrap_or(self.state);
        if new.question != *old {
            self.version = self.version.saturating_add(1);
            self.tags.clone_from(&new.question.tags);
            self.kind = new.question.kind();
            self.points = new.question.points;
            self.summary = summary(&new.question);
        }
        let is_changed = *self != was;
        if is_changed {
            self.touch(at, by);
        }
        is_changed
    }

    /// Notes who changed it when.
    pub const fn touch(&mut self, at: Instant, by: Option<UserId>) {
        self.revision = self.revision.saturating_add(1);
        self.updated_at = at;
        self.updated_by = by;
    }

    /// The present labels.
    #[must_use]
    pub fn labels(&self) -> Labels {
        Labels { title: self.title.clone(), difficulty: self.difficulty, state: Some(self.state) }
    }

    /// The name in lists: the title, or the beginning of the text.
    #[must_use]
    pub fn name(&self) -> &str {
        if self.title.is_empty() { &self.summary } else { &self.title }
    }

    /// Whether it has all of these tags, in any case.
    #[must_use]
    pub fn has_tags(&self, tags: &[String]) -> bool {
        tags.iter().all(|tag| self.tags.iter().any(|own| tag_key(own) == tag_key(tag)))
    }
}

/// A tag as it is looked up: case does not count.
#[must_use]
pub fn tag_key(tag: &str) -> String {
    tag.trim().to_lowercase()
}

fn summary(question: &Question) -> String {
    let text = match &question.trees {
        Some(trees) => trees.text.plain_text(),
        None => question.text.clone(),
    };
    let text = question.with_blanks(text.into());
    text.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(MAX_SUMMARY).collect()
}

#[cfg(test)]
mod tests;
