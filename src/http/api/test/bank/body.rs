//! Wire types of bank questions.

use super::{figures::QuestionFiguresBody, flat};
use crate::{
    domain::{
        bank::{self, BankDraft, BankQuestion, QuestionVersion},
        question::QuestionDraft,
    },
    http::{
        api::test::questions::{QuestionBody, QuestionInput},
        wire::{QuestionType, Timestamp, mirror},
    },
    service::test::bank::{BankQuestionView, ListedBankQuestion},
};
use serde::{
    Deserialize, Deserializer, Serialize,
    de::{self, MapAccess},
};
use utoipa::ToSchema;

mirror!(
    /// How far an author has come with a question. Pools draw from `ready` ones.
    QuestionState as QuestionState = bank::AuthoringState { Draft, Ready, Retired }
);

mirror!(
    /// An author's estimate.
    DifficultyName as Difficulty = bank::Difficulty { Easy, Medium, Hard }
);

/// A question of the bank, without its content.
#[derive(Serialize, ToSchema)]
#[schema(as = BankQuestion)]
pub struct BankQuestionBody {
    id: String,
    /// May be empty.
    title: String,
    #[serde(rename = "type")]
    kind: QuestionType,
    /// Beginning of the text, on one line.
    summary: String,
    points: u32,
    tags: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    difficulty: Option<DifficultyName>,
    state: QuestionState,
    in_bank: bool,
    /// Number of the current version, from 1.
    version: u32,
    /// Counts all changes, those of title, difficulty and state too.
    revision: u32,
    created_at: Timestamp,
    updated_at: Timestamp,
    /// Name of the administrator who changed it last; absent for the operator.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    updated_by: Option<String>,
    /// Tests whose sections name it; those with a pool by tags are not counted.
    used_in: u64,
    /// Figures from final results, where a list is asked for them; absent too where more tests asked it than a list reads.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(super) figures: Option<QuestionFiguresBody>,
}

impl From<ListedBankQuestion> for BankQuestionBody {
    fn from(listed: ListedBankQuestion) -> Self {
        let ListedBankQuestion { head, by, used_in } = listed;
        Self {
            id: head.id.to_string(),
            title: head.title,
            kind: head.kind.into(),
            summary: head.summary,
            points: head.points,
            tags: head.tags,
            difficulty: head.difficulty.map(Into::into),
            state: head.state.into(),
            in_bank: true,
            version: head.version,
            revision: head.revision,
            created_at: head.created_at.into(),
            updated_at: head.updated_at.into(),
            updated_by: by,
            used_in,
            figures: None,
        }
    }
}

/// A question of the bank with the content of its current version.
#[derive(Serialize, ToSchema)]
pub struct BankQuestionDetail {
    #[serde(flatten)]
    listed: BankQuestionBody,
    question: QuestionBody,
    /// Tests whose sections name it.
    tests: Vec<TestName>,
}

/// A test by its title.
#[derive(Serialize, ToSchema)]
pub struct TestName {
    id: String,
    title: String,
}

impl From<BankQuestionView> for BankQuestionDetail {
    fn from(view: BankQuestionView) -> Self {
        let tests = view.tests.into_iter().map(|(id, title)| TestName { id: id.to_string(), title });
        Self { question: (&view.current.question).into(), listed: view.listed.into(), tests: tests.collect() }
    }
}

/// A stored version of a question.
#[derive(Serialize, ToSchema)]
#[schema(as = QuestionVersion)]
pub struct VersionBody {
    version: u32,
    question: QuestionBody,
    at: Timestamp,
    /// Name of the administrator who stored it; absent for the operator.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    by: Option<String>,
}

impl From<(QuestionVersion, Option<String>)> for VersionBody {
    fn from((stored, by): (QuestionVersion, Option<String>)) -> Self {
        Self { version: stored.version, question: (&stored.question).into(), at: stored.at.into(), by }
    }
}

/// A question of the bank to be stored. The fields of its content are accepted beside the others, too.
#[derive(ToSchema)]
pub struct BankQuestionInput {
    /// Title of the question, at most 200 characters. Without one, lists show the beginning of the text. A `PUT`
    /// without the field keeps the title; the same holds for the difficulty.
    title: Option<String>,
    difficulty: Option<DifficultyName>,
    /// A new question is `draft` by default; that of another one stays by default.
    state: Option<QuestionState>,
    /// The content; its `id` is ignored.
    question: QuestionInput,
    /// The `revision` that was read, on `PUT` (optimistic concurrency): 409 `changed_meanwhile` if it is no longer
    /// current.
    pub revision: Option<u32>,
    /// The `version` that was read, on `PUT`, for callers that do not read `revision`.
    pub version: Option<u32>,
    /// Whether title and difficulty were sent, be it as `null`.
    #[schema(ignore)]
    sent: [bool; 2],
}

/// A bank question to be stored, without its content.
#[derive(Default)]
struct LabelsInput {
    title: Option<String>,
    difficulty: Option<DifficultyName>,
    state: Option<QuestionState>,
    revision: Option<u32>,
    version: Option<u32>,
    sent: [bool; 2],
}

impl flat::SiblingFields for LabelsInput {
    fn take<'de, A: MapAccess<'de>>(&mut self, name: &str, map: &mut A) -> Result<bool, A::Error> {
        match name {
            "title" => (self.title, self.sent[0]) = (map.next_value()?, true),
            "difficulty" => (self.difficulty, self.sent[1]) = (map.next_value()?, true),
            "state" => self.state = map.next_value()?,
            "revision" => self.revision = map.next_value()?,
            "version" => self.version = map.next_value()?,
            _ => return Ok(false),
        }
        Ok(true)
    }
}

impl<'de> Deserialize<'de> for BankQuestionInput {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let (labels, question) = flat::read(from)?;
        let question = question.ok_or_else(|| de::Error::missing_field("question"))?;
        let LabelsInput { title, difficulty, state, revision, version, sent } = labels;
        Ok(Self { title, difficulty, state, question, revision, version, sent })
    }
}

impl BankQuestionInput {
    /// Adds the title and difficulty of the stored question, if they were not sent.
    #[must_use]
    pub fn beside(mut self, stored: &BankQuestion) -> Self {
        let [has_title, has_difficulty] = self.sent;
        if !has_title {
            self.title = Some(stored.title.clone());
        }
        if !has_difficulty {
            self.difficulty = stored.difficulty.map(Into::into);
        }
        self
    }
}

impl From<BankQuestionInput> for BankDraft {
    fn from(input: BankQuestionInput) -> Self {
        Self {
            labels: bank::Labels {
                title: input.title.unwrap_or_default(),
                difficulty: input.difficulty.map(Into::into),
                state: input.state.map(Into::into),
            },
            question: QuestionDraft { id: None, ..input.question.into() },
        }
    }
}
