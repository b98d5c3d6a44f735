//! Tests and papers as version 2 stored them, with questions of three kinds in plain text. Never changes.

use crate::{
    domain::{
        Instant, TestId,
        history::HistoryMode,
        paper::{Paper, PaperHash},
        question::{Coding, MultipleChoiceKey, Question, QuestionContent, Scoring, Thousandths},
        rich_text::RichTextFormat,
        test::Test,
        test_translation::Translations,
    },
    store::{StoreError, decode_body},
};
use serde::{Deserialize, de::DeserializeOwned};

#[derive(Deserialize)]
struct TestV2 {
    id: TestId,
    title: String,
    description: String,
    duration_minutes: u32,
    questions: Vec<QuestionV2>,
    created_at: Instant,
    updated_at: Instant,
    require_fullscreen: bool,
}

#[derive(Deserialize)]
struct PaperV2 {
    test_id: TestId,
    hash: PaperHash,
    title: String,
    description: String,
    duration_minutes: u32,
    questions: Vec<QuestionV2>,
    require_fullscreen: bool,
}

#[derive(Deserialize)]
struct QuestionV2 {
    id: String,
    kind: KindV2,
    text: String,
    points: u32,
    options: Vec<String>,
    correct_answer: Option<String>,
    expected_language: Option<String>,
}

#[derive(Deserialize)]
enum KindV2 {
    MultipleChoice,
    Essay,
    Coding,
}

/// Version 2 appended `require_fullscreen` to version 1; 0 is false.
fn read<T: DeserializeOwned>(version: u8, body: &[u8]) -> Result<T, StoreError> {
    match version {
        1 => decode_body(&[body, &[0]].concat()),
        2 => decode_body(body),
        _ => Err(StoreError::unknown_version(version)),
    }
}

pub(super) fn test(version: u8, body: &[u8]) -> Result<Test, StoreError> {
    let old: TestV2 = read(version, body)?;
    Ok(Test {
        id: old.id,
        title: old.title,
        description: old.description,
        duration_minutes: old.duration_minutes,
        questions: old.questions.into_iter().map(Into::into).collect(),
        created_at: old.created_at,
        updated_at: old.updated_at,
        require_fullscreen: old.require_fullscreen,
        description_format: RichTextFormat::Plain,
        description_tree: None,
        version: 1,
        updated_by: None,
        history: HistoryMode::Saves,
        language: None,
        translations: Translations::default(),
    })
}

pub(super) fn paper(version: u8, body: &[u8]) -> Result<Paper, StoreError> {
    let old: PaperV2 = read(version, body)?;
    Ok(Paper {
        test_id: old.test_id,
        hash: old.hash,
        title: old.title,
        description: old.description,
        duration_minutes: old.duration_minutes,
        questions: old.questions.into_iter().map(Into::into).collect(),
        require_fullscreen: old.require_fullscreen,
        description_format: RichTextFormat::Plain,
        description_tree: None,
        history: HistoryMode::Saves,
        passages: Vec::new(),
        language: None,
        translations: Vec::new(),
    })
}

impl From<QuestionV2> for Question {
    fn from(old: QuestionV2) -> Self {
        let body = match old.kind {
            KindV2::MultipleChoice => QuestionContent::MultipleChoice(MultipleChoiceKey {
                options: old.options,
                correct_answer: old.correct_answer.unwrap_or_default(),
            }),
            KindV2::Essay => QuestionContent::Essay,
            KindV2::Coding => QuestionContent::Coding(Box::new(Coding::in_language(old.expected_language))),
        };
        Self {
            id: old.id,
            text: old.text,
            format: RichTextFormat::Plain,
            points: old.points,
            scoring: Scoring::default(),
            penalty: Thousandths::default(),
            body,
            explanation: String::new(),
            show_explanation: false,
            reviewer_notes: String::new(),
            tags: Vec::new(),
            trees: None,
            pinned_options: Vec::new(),
        }
    }
}
