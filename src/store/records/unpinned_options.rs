//! Tests as version 6, papers as version 5, plans as version 2 and questions of the bank as version 1 stored them: no option
//! had a fixed place, and code had no wrong solutions. Never changes.

use crate::{
    domain::{
        Instant, QuestionId, TestId, UserId,
        bank::{QuestionVersion, Version},
        history::HistoryMode,
        paper::{Paper, PaperHash},
        question::{
            Choice, CodeChecker, Coding, Gap, MatchingKey, MultipleChoiceKey, MultipleResponseKey, NumberKey,
            OrderingKey, Question, QuestionContent, Scoring, TextKey, Thousandths, Tree, Trees,
            code::{CodeTest, Solution},
            decimal::Decimal,
        },
        rich_text::RichTextFormat,
        test::Test,
        test_translation::Translations,
    },
    store::{StoreError, decode_body},
};
use serde::Deserialize;
use std::collections::BTreeMap;

#[derive(Deserialize)]
struct TestV6 {
    id: TestId,
    title: String,
    description: String,
    duration_minutes: u32,
    questions: Vec<QuestionV4>,
    created_at: Instant,
    updated_at: Instant,
    require_fullscreen: bool,
    description_format: RichTextFormat,
    description_tree: Option<Tree>,
    version: u32,
    updated_by: Option<UserId>,
    history: HistoryMode,
}

#[derive(Deserialize)]
pub(super) struct PaperV5 {
    test_id: TestId,
    hash: PaperHash,
    title: String,
    description: String,
    duration_minutes: u32,
    questions: Vec<QuestionV4>,
    require_fullscreen: bool,
    description_format: RichTextFormat,
    description_tree: Option<Tree>,
    history: HistoryMode,
}

#[derive(Deserialize)]
struct QuestionVersionV1 {
    question_id: QuestionId,
    version: Version,
    question: QuestionV4,
    at: Instant,
    by: Option<UserId>,
}

#[derive(Deserialize)]
struct QuestionV4 {
    id: String,
    text: String,
    format: RichTextFormat,
    points: u32,
    scoring: Scoring,
    penalty: Thousandths,
    body: BodyV4,
    explanation: String,
    show_explanation: bool,
    reviewer_notes: String,
    tags: Vec<String>,
    trees: Option<Trees>,
}

#[derive(Deserialize)]
enum BodyV4 {
    MultipleChoice { options: Vec<String>, correct_answer: String },
    Essay,
    Coding(Box<CodingV1>),
    MultipleResponse { options: Vec<Choice>, correct_answers: Vec<String> },
    Numeric(NumberKey),
    ShortText(TextKey),
    Ordering { options: Vec<Choice>, order: Vec<String> },
    Matching { prompts: Vec<Choice>, options: Vec<Choice>, pairs: BTreeMap<String, String> },
    Gaps(Vec<Gap>),
}

#[derive(Deserialize)]
struct CodingV1 {
    expected_language: Option<String>,
    languages: Vec<String>,
    starter_code: BTreeMap<String, String>,
    tests: Vec<CodeTest>,
    checker: CodeChecker,
    tolerance: Option<Decimal>,
    time_limit_ms: u32,
    memory_limit_mb: u32,
    reference_solutions: Vec<Solution>,
    review: bool,
}

pub(super) fn test(body: &[u8]) -> Result<Test, StoreError> {
    let old: TestV6 = decode_body(body)?;
    Ok(Test {
        id: old.id,
        title: old.title,
        description: old.description,
        duration_minutes: old.duration_minutes,
        questions: old.questions.into_iter().map(Into::into).collect(),
        created_at: old.created_at,
        updated_at: old.updated_at,
        require_fullscreen: old.require_fullscreen,
        description_format: old.description_format,
        description_tree: old.description_tree,
        version: old.version,
        updated_by: old.updated_by,
        history: old.history,
        language: None,
        translations: Translations::default(),
    })
}

pub(super) fn paper(body: &[u8]) -> Result<Paper, StoreError> {
    decode_body::<PaperV5>(body).map(Into::into)
}

pub(super) fn question_version(body: &[u8]) -> Result<QuestionVersion, StoreError> {
    let QuestionVersionV1 { question_id, version, question, at, by } = decode_body(body)?;
    Ok(QuestionVersion { question_id, version, question: question.into(), at, by })
}

impl From<PaperV5> for Paper {
    fn from(old: PaperV5) -> Self {
        Self {
            test_id: old.test_id,
            hash: old.hash,
            title: old.title,
            description: old.description,
            duration_minutes: old.duration_minutes,
            questions: old.questions.into_iter().map(Into::into).collect(),
            require_fullscreen: old.require_fullscreen,
            description_format: old.description_format,
            description_tree: old.description_tree,
            history: old.history,
            passages: Vec::new(),
            language: None,
            translations: Vec::new(),
        }
    }
}

impl From<QuestionV4> for Question {
    fn from(old: QuestionV4) -> Self {
        Self {
            id: old.id,
            text: old.text,
            format: old.format,
            points: old.points,
            scoring: old.scoring,
            penalty: old.penalty,
            body: old.body.into(),
            explanation: old.explanation,
            show_explanation: old.show_explanation,
            reviewer_notes: old.reviewer_notes,
            tags: old.tags,
            trees: old.trees,
            pinned_options: Vec::new(),
        }
    }
}

impl From<BodyV4> for QuestionContent {
    fn from(old: BodyV4) -> Self {
        match old {
            BodyV4::MultipleChoice { options, correct_answer } => {
                Self::MultipleChoice(MultipleChoiceKey { options, correct_answer })
            }
            BodyV4::Essay => Self::Essay,
            BodyV4::Coding(coding) => Self::Coding(Box::new((*coding).into())),
            BodyV4::MultipleResponse { options, correct_answers } => {
                Self::MultipleResponse(MultipleResponseKey { options, correct_answers })
            }
            BodyV4::Numeric(key) => Self::Numeric(key),
            BodyV4::ShortText(key) => Self::ShortText(key),
            BodyV4::Ordering { options, order } => Self::Ordering(OrderingKey { options, order }),
            BodyV4::Matching { prompts, options, pairs } => Self::Matching(MatchingKey { prompts, options, pairs }),
            BodyV4::Gaps(gaps) => Self::Gaps(gaps),
        }
    }
}

impl From<CodingV1> for Coding {
    fn from(old: CodingV1) -> Self {
        Self {
            expected_language: old.expected_language,
            languages: old.languages,
            starter_code: old.starter_code,
            tests: old.tests,
            checker: old.checker,
            tolerance: old.tolerance,
            time_limit_ms: old.time_limit_ms,
            memory_limit_mb: old.memory_limit_mb,
            reference_solutions: old.reference_solutions,
            review: old.review,
            wrong_solutions: Vec::new(),
        }
    }
}
