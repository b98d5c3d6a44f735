//! Tests as version 4 and papers as version 3 stored them, with questions of all kinds, of which coding had a language
//! alone. Never changes.

use super::{basic_questions, unpinned_options};
use crate::{
    domain::{
        Instant, TestId, UserId,
        history::HistoryMode,
        paper::{Paper, PaperHash},
        question::{
            Choice, Coding, Gap, MatchingKey, MultipleChoiceKey, MultipleResponseKey, NumberKey, OrderingKey, Question,
            QuestionContent, Scoring, TextKey, Thousandths, Tree, Trees,
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
struct TestV4 {
    id: TestId,
    title: String,
    description: String,
    duration_minutes: u32,
    questions: Vec<QuestionV3>,
    created_at: Instant,
    updated_at: Instant,
    require_fullscreen: bool,
    description_format: RichTextFormat,
    description_tree: Option<Tree>,
    version: u32,
    updated_by: Option<UserId>,
}

#[derive(Deserialize)]
struct PaperV3 {
    test_id: TestId,
    hash: PaperHash,
    title: String,
    description: String,
    duration_minutes: u32,
    questions: Vec<QuestionV3>,
    require_fullscreen: bool,
    description_format: RichTextFormat,
    description_tree: Option<Tree>,
}

#[derive(Deserialize)]
struct QuestionV3 {
    id: String,
    text: String,
    format: RichTextFormat,
    points: u32,
    scoring: Scoring,
    penalty: Thousandths,
    body: BodyV3,
    explanation: String,
    show_explanation: bool,
    reviewer_notes: String,
    tags: Vec<String>,
    trees: Option<Trees>,
}

#[derive(Deserialize)]
enum BodyV3 {
    MultipleChoice { options: Vec<String>, correct_answer: String },
    Essay,
    Coding { expected_language: Option<String> },
    MultipleResponse { options: Vec<Choice>, correct_answers: Vec<String> },
    Numeric(NumberKey),
    ShortText(TextKey),
    Ordering { options: Vec<Choice>, order: Vec<String> },
    Matching { prompts: Vec<Choice>, options: Vec<Choice>, pairs: BTreeMap<String, String> },
    Gaps(Vec<Gap>),
}

pub(super) fn test(version: u8, body: &[u8]) -> Result<Test, StoreError> {
    let old: TestV4 = match version {
        // Version 4 appended `version`, which starts at 1, and `updated_by`; 0 is `None`.
        3 => decode_body(&[body, &[1, 0]].concat())?,
        4 => decode_body(body)?,
        // Version 6 appended the history; 0 is its default.
        5 => return unpinned_options::test(&[body, &[0]].concat()),
        6 => return unpinned_options::test(body),
        // Version 8 appended the language, version 9 the translations; 0 is none.
        7 => return decode_body(&[body, &[0, 0, 0]].concat()),
        8 => return decode_body(&[body, &[0, 0]].concat()),
        _ => return basic_questions::test(version, body),
    };
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
        history: HistoryMode::Saves,
        language: None,
        translations: Translations::default(),
    })
}

pub(super) fn paper(version: u8, body: &[u8]) -> Result<Paper, StoreError> {
    let old: PaperV3 = match version {
        3 => decode_body(body)?,
        // Version 5 appended the history; 0 is its default.
        4 => return unpinned_options::paper(&[body, &[0]].concat()),
        5 => return unpinned_options::paper(body),
        // Version 7 appended the passages, version 8 the language and the translations; 0 is none.
        6 => return decode_body(&[body, &[0, 0, 0]].concat()),
        7 => return decode_body(&[body, &[0, 0]].concat()),
        _ => return basic_questions::paper(version, body),
    };
    Ok(Paper {
        test_id: old.test_id,
        hash: old.hash,
        title: old.title,
        description: old.description,
        duration_minutes: old.duration_minutes,
        questions: old.questions.into_iter().map(Into::into).collect(),
        require_fullscreen: old.require_fullscreen,
        description_format: old.description_format,
        description_tree: old.description_tree,
        history: HistoryMode::Saves,
        passages: Vec::new(),
        language: None,
        translations: Vec::new(),
    })
}

impl From<QuestionV3> for Question {
    fn from(old: QuestionV3) -> Self {
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

impl From<BodyV3> for QuestionContent {
    fn from(old: BodyV3) -> Self {
        match old {
            BodyV3::MultipleChoice { options, correct_answer } => {
                Self::MultipleChoice(MultipleChoiceKey { options, correct_answer })
            }
            BodyV3::Essay => Self::Essay,
            BodyV3::Coding { expected_language } => Self::Coding(Box::new(Coding::in_language(expected_language))),
            BodyV3::MultipleResponse { options, correct_answers } => {
                Self::MultipleResponse(MultipleResponseKey { options, correct_answers })
            }
            BodyV3::Numeric(key) => Self::Numeric(key),
            BodyV3::ShortText(key) => Self::ShortText(key),
            BodyV3::Ordering { options, order } => Self::Ordering(OrderingKey { options, order }),
            BodyV3::Matching { prompts, options, pairs } => Self::Matching(MatchingKey { prompts, options, pairs }),
            BodyV3::Gaps(gaps) => Self::Gaps(gaps),
        }
    }
}
