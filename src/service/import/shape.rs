//! Tests in the shape of `POST /tests`, which our file formats share.

use super::{
    lost::Lost,
    section_file::{self, ItemFile, SectionFile, is_plain},
};
use crate::domain::{
    bank::{Labels, sections::TestSections},
    history::HistoryMode,
    language::Language,
    rich_text::RichTextFormat,
    test::{DEFAULT_DURATION, Question, QuestionDraft, Test, TestDraft},
    test_translation::TestTexts,
};
use serde::{Deserialize, Serialize};
use std::{collections::BTreeMap, iter};

/// A test in our export.
#[derive(Serialize)]
pub struct TestFile {
    title: String,
    description: String,
    #[serde(skip_serializing_if = "is_plain")]
    description_format: RichTextFormat,
    duration_minutes: u32,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    require_fullscreen: bool,
    #[serde(skip_serializing_if = "HistoryMode::is_default")]
    history: HistoryMode,
    #[serde(skip_serializing_if = "Option::is_none")]
    language: Option<Language>,
    /// Translations by language tag, without those of the questions.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    translations: BTreeMap<String, TestTexts>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    questions: Vec<QuestionFile>,
    /// Sections of the test, instead of `questions`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    sections: Vec<SectionFile<ItemFile<QuestionDraft>>>,
}

/// A question; one of the bank has labels.
#[derive(Serialize)]
struct QuestionFile {
    #[serde(flatten)]
    labels: Labels,
    #[serde(flatten)]
    question: QuestionDraft,
}

/// Read-only fields of a test and of a question in our API: known, but not imported.
pub(super) const READ_ONLY_FIELDS: &[&str] =
    &["id", "question_count", "total_points", "created_at", "updated_at", "description_content", "translated_into"];
pub(super) const READ_ONLY_OF_QUESTIONS: &[&str] = &["content", "option_contents", "explanation_content"];

/// Fields of an item of a section in our API that are read only.
pub(super) const READ_ONLY_OF_ITEMS: &[&str] = &["id", "kind", "position"];

/// A test as it is parsed, without its questions and sections.
#[derive(Deserialize)]
pub(super) struct ParsedTest {
    title: String,
    #[serde(default)]
    description: Option<String>,
    #[serde(default)]
    description_format: Option<RichTextFormat>,
    #[serde(default = "default_duration")]
    duration_minutes: i64,
    #[serde(default)]
    require_fullscreen: bool,
    #[serde(default)]
    history: HistoryMode,
    #[serde(default)]
    language: Option<Language>,
    #[serde(default)]
    translations: Option<BTreeMap<String, TestTexts>>,
}

/// The finding where a test has more questions beside its sections than within them. Our API has the same ones in both.
pub(super) fn beside(questions: usize, within: usize) -> Option<Lost> {
    let count = questions.saturating_sub(within);
    let what = || format!("Questions beside the sections are not imported ({count}): those of the sections count.");
    (count > 0).then(|| Lost::scores(what()))
}

impl ParsedTest {
    /// The draft, without questions.
    pub fn draft(self) -> TestDraft {
        TestDraft {
            title: self.title,
            description: self.description.unwrap_or_default(),
            duration_minutes: self.duration_minutes,
            questions: Vec::new(),
            require_fullscreen: self.require_fullscreen,
            history: self.history,
            language: self.language,
            translations: self.translations.unwrap_or_default(),
            description_format: self.description_format.unwrap_or_default(),
        }
    }
}

const fn default_duration() -> i64 {
    DEFAULT_DURATION
}

/// See `docs/behaviour/tests.md#tests-and-questions`.
pub(super) const fn default_points() -> i64 {
    1
}

impl TestFile {
    /// `labels` are those of the questions, or none.
    #[must_use]
    pub fn new(test: Test, sections: Option<TestSections>, labels: Vec<Labels>) -> Self {
        let translations = texts_of(&test, sections.as_ref());
        let mut questions: Vec<QuestionDraft> = test.questions.iter().map(|question| draft(&test, question)).collect();
        let sections = sections.map(|sections| section_file::of_test(sections, std::mem::take(&mut questions)));
        let labels = labels.into_iter().chain(iter::repeat_with(Labels::default));
        let questions = questions.into_iter().zip(labels);
        Self {
            title: test.title,
            description: test.description,
            description_format: test.description_format,
            duration_minutes: test.duration_minutes,
            require_fullscreen: test.require_fullscreen,
            history: test.history,
            language: test.language,
            translations,
            questions: questions.map(|(question, labels)| QuestionFile { labels, question }).collect(),
            sections: sections.unwrap_or_default(),
        }
    }
}

/// The current translations of the texts of a test, without those of its questions.
fn texts_of(test: &Test, sections: Option<&TestSections>) -> BTreeMap<String, TestTexts> {
    let mut sources = test.sources();
    for (place, section) in sections.iter().flat_map(|sections| &sections.sections).enumerate() {
        sources.section(place, &section.title, section.instructions.as_ref());
        section.passages.iter().for_each(|passage| sources.passage(passage));
    }
    let list = test.translations.list.iter();
    list.map(|translation| (translation.language.code().to_owned(), translation.test_texts(&sources))).collect()
}

fn draft(test: &Test, question: &Question) -> QuestionDraft {
    let texts = test.translations.list.iter().filter_map(|translation| {
        Some((translation.language.code().to_owned(), translation.question_texts(question)?))
    });
    QuestionDraft { translations: texts.collect(), ..question.into() }
}
