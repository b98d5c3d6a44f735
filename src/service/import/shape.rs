//! Tests in the shape of `POST /tests`, which our file formats share.

use crate::domain::test::{DEFAULT_DURATION, Draft, DraftQuestion, Question, QuestionKind, Test};
use serde::{Deserialize, Serialize};

/// A test in our export.
#[derive(Serialize)]
pub struct TestFile {
    title: String,
    description: String,
    duration_minutes: u32,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    require_fullscreen: bool,
    questions: Vec<QuestionFile>,
}

#[derive(Serialize, Deserialize)]
pub struct QuestionFile {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    #[serde(rename = "type")]
    pub kind: Type,
    pub question: String,
    #[serde(default = "default_points")]
    pub points: i64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub options: Option<Vec<String>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub correct_answer: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expected_language: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Type {
    MultipleChoice,
    Essay,
    Coding,
}

/// Read-only fields of a test in our API: known, but not imported.
pub(super) const READ_ONLY_FIELDS: &[&str] = &["id", "question_count", "total_points", "created_at", "updated_at"];

/// A test as it is parsed; the questions are of type `Q`, which keeps their positions.
#[derive(Deserialize)]
pub(super) struct Head<Q> {
    pub title: String,
    #[serde(default)]
    pub description: Option<String>,
    #[serde(default = "default_duration")]
    pub duration_minutes: i64,
    #[serde(default)]
    pub require_fullscreen: bool,
    pub questions: Vec<Q>,
}

impl<Q> Head<Q> {
    /// The draft without its questions.
    pub fn split(self) -> (Draft, Vec<Q>) {
        let Self { title, description, duration_minutes, require_fullscreen, questions } = self;
        let description = description.unwrap_or_default();
        (Draft { title, description, duration_minutes, questions: Vec::new(), require_fullscreen }, questions)
    }
}

const fn default_duration() -> i64 {
    DEFAULT_DURATION
}

/// See `docs/behaviour.md#tests-and-questions`.
pub(super) const fn default_points() -> i64 {
    1
}

impl From<Type> for QuestionKind {
    fn from(kind: Type) -> Self {
        match kind {
            Type::MultipleChoice => Self::MultipleChoice,
            Type::Essay => Self::Essay,
            Type::Coding => Self::Coding,
        }
    }
}

impl From<QuestionKind> for Type {
    fn from(kind: QuestionKind) -> Self {
        match kind {
            QuestionKind::MultipleChoice => Self::MultipleChoice,
            QuestionKind::Essay => Self::Essay,
            QuestionKind::Coding => Self::Coding,
        }
    }
}

impl From<QuestionFile> for DraftQuestion {
    fn from(entry: QuestionFile) -> Self {
        Self {
            id: entry.id,
            kind: entry.kind.into(),
            text: entry.question,
            points: entry.points,
            options: entry.options.unwrap_or_default(),
            correct_answer: entry.correct_answer,
            expected_language: entry.expected_language,
        }
    }
}

impl From<Test> for TestFile {
    fn from(test: Test) -> Self {
        Self {
            title: test.title,
            description: test.description,
            duration_minutes: test.duration_minutes,
            require_fullscreen: test.require_fullscreen,
            questions: test.questions.into_iter().map(Into::into).collect(),
        }
    }
}

impl From<Question> for QuestionFile {
    fn from(question: Question) -> Self {
        Self {
            id: Some(question.id),
            kind: question.kind.into(),
            question: question.text,
            points: question.points.into(),
            options: Some(question.options).filter(|o| !o.is_empty()),
            correct_answer: question.correct_answer,
            expected_language: question.expected_language,
        }
    }
}
