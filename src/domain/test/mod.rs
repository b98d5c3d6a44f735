//! Tests and their questions, with validation for API, import and AI (`docs/behaviour/tests.md#tests-and-questions`).

pub mod archive;

use super::{
    Error, Instant, Result, TestId, UserId,
    error::FieldChecker,
    history,
    invisible::is_blank,
    language::Language,
    question::{
        Coding, QuestionTexts, Tree, Trees,
        field::{is_text, longer},
    },
    rich_text::RichTextFormat,
    test_translation::{self, FileTexts, PaperTranslation, Sources, TestTexts, Translations},
};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashSet};

pub use super::question::{LANGUAGES, OPTIONS, POINTS, Question, QuestionDraft, QuestionKind, total_points};

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Test {
    pub id: TestId,
    pub title: String,
    pub description: String,
    pub duration_minutes: u32,
    pub questions: Vec<Question>,
    pub created_at: Instant,
    pub updated_at: Instant,
    /// The candidate's page requests full screen where the browser supports it; leaving it is an integrity signal.
    pub require_fullscreen: bool,
    pub description_format: RichTextFormat,
    /// Set where the format of the description is not plain.
    pub description_tree: Option<Tree>,
    /// Counts the stored changes from 1 (optimistic concurrency).
    pub version: u32,
    /// The admin who stored this version; `None` for the operator.
    pub updated_by: Option<UserId>,
    pub history: history::HistoryMode,
    /// Language in which candidates are addressed, unless an invite names another; `None` for the site's.
    pub language: Option<Language>,
    pub translations: Translations,
}

/// An unvalidated test.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct TestDraft {
    pub title: String,
    pub description: String,
    pub duration_minutes: i64,
    pub questions: Vec<QuestionDraft>,
    pub require_fullscreen: bool,
    pub description_format: RichTextFormat,
    pub history: history::HistoryMode,
    /// Drafts that were stored before have none.
    #[serde(default)]
    pub language: Option<Language>,
    /// Translations by language tag, in files alone, without those of the questions.
    #[serde(default)]
    pub translations: BTreeMap<String, TestTexts>,
}

pub const DEFAULT_DURATION: i64 = 60;
pub const DURATION: std::ops::RangeInclusive<i64> = 1..=480;
pub const MAX_TITLE: usize = 200;
pub const MAX_DESCRIPTION: usize = 20_000;
pub const MAX_QUESTIONS: usize = 500;
/// Patterns in the keys of a test: each may take a millisecond to compile, for every candidate.
pub const MAX_PATTERNS: usize = 100;
/// Bytes of all trees of a test: formulas and code take many times the space of their source.
const MAX_TREES: usize = 4 * 1024 * 1024;
/// Bytes of all tests of code, starter code and solutions of a test.
const MAX_CODE: usize = 4 * 1024 * 1024;

/// A validated test.
#[derive(Clone, Debug)]
pub struct CheckedTest {
    pub title: String,
    pub description: String,
    pub duration_minutes: u32,
    pub questions: Vec<Question>,
    pub require_fullscreen: bool,
    pub description_format: RichTextFormat,
    pub description_tree: Option<Tree>,
    pub history: history::HistoryMode,
    pub language: Option<Language>,
    /// The translations in its file.
    pub translations: BTreeMap<Language, FileTexts>,
}

impl TestDraft {
    /// Validates and normalises: removes blank options, and fields that the question's type does not have.
    ///
    /// # Errors
    /// 422 `invalid`, with messages by field.
    pub fn check(self) -> Result<CheckedTest> {
        self.checked(false)
    }

    /// Like [`Self::check`], for a test with pools, which may have no fixed question.
    ///
    /// # Errors
    /// Those of [`Self::check`].
    pub fn check_beside_pools(self) -> Result<CheckedTest> {
        self.checked(true)
    }

    fn checked(self, has_pools: bool) -> Result<CheckedTest> {
        let mut check = FieldChecker::default();
        let title = self.title.trim().to_owned();
        let description = self.description.trim().to_owned();
        require_title(&title, &mut check);
        check.require(is_text(&description), "description", "The description contains control characters.");
        check.require(
            !longer(&description, MAX_DESCRIPTION),
            "description",
            "The description is too long (20,000 characters at most).",
        );
        check.require(
            DURATION.contains(&self.duration_minutes),
            "duration_minutes",
            "Duration must be between 1 and 480 minutes",
        );
        check.require(has_pools || !self.questions.is_empty(), "questions", "Add at least one question to the test");
        check.require(self.questions.len() <= MAX_QUESTIONS, "questions", "A test has at most 500 questions.");
        let patterns: usize = self.questions.iter().map(QuestionDraft::patterns).sum();
        if patterns > MAX_PATTERNS {
            // Before the first one is compiled.
            return Err(Error::field("questions", "The keys of this test have more than 100 patterns."));
        }
        let mut ids = HashSet::new();
        let mut questions = Vec::with_capacity(self.questions.len().min(MAX_QUESTIONS));
        let mut translations = translations(self.translations);
        for (index, mut draft) in self.questions.into_iter().enumerate().take(MAX_QUESTIONS) {
            let translated = std::mem::take(&mut draft.translations);
            let original = (!translated.is_empty()).then(|| draft.clone());
            let Some(question) = draft.check(index, &mut check) else { continue };
            if let Some(original) = original {
                add_question(&mut translations, &translated, &original, &question);
            }
            check.require(
                ids.insert(question.id.clone()),
                format!("questions[{index}].id"),
                format!("Question {}: the id is used twice in this test.", index + 1),
            );
            questions.push(question);
        }
        let size: usize = questions.iter().filter_map(|q| q.trees.as_ref()).map(Trees::size).sum();
        let message = "The formatted texts of this test are too large. Use fewer formulas, tables and code blocks.";
        check.require(size <= MAX_TREES, "questions", message);
        let code: usize = questions.iter().filter_map(Question::coding).map(Coding::size).sum();
        check.require(code <= MAX_CODE, "questions", "The tests of this test's code are larger than 4 MiB.");
        let description_tree = check_description(&description, self.description_format, &mut check);
        check.finish(&["title", "description", "duration_minutes", "questions"])?;
        let duration_minutes = u32::try_from(self.duration_minutes).unwrap_or_default();
        Ok(CheckedTest {
            title,
            description,
            duration_minutes,
            questions,
            require_fullscreen: self.require_fullscreen,
            description_format: self.description_format,
            description_tree,
            history: self.history,
            language: self.language,
            translations,
        })
    }
}

/// Returns the translations into known languages, the first of several tags of one: the readers of files name the
/// others.
fn translations(given: BTreeMap<String, TestTexts>) -> BTreeMap<Language, FileTexts> {
    let mut known = BTreeMap::new();
    for (tag, test) in given {
        if let Some(language) = Language::of_tag(&tag) {
            known.entry(language).or_insert(FileTexts { test, questions: Vec::new() });
        }
    }
    known
}

fn add_question(
    translations: &mut BTreeMap<Language, FileTexts>,
    given: &BTreeMap<String, QuestionTexts>,
    draft: &QuestionDraft,
    question: &Question,
) {
    let mut read = HashSet::new();
    for (tag, texts) in given {
        let Some(language) = Language::of_tag(tag).filter(|language| read.insert(*language)) else { continue };
        let placed = test_translation::places(texts, draft, question).unwrap_or_default();
        translations.entry(language).or_default().questions.extend(placed);
    }
}

impl Test {
    /// Its texts that can be translated, without those of its sections.
    #[must_use]
    pub fn sources(&self) -> Sources<'_> {
        let mut sources = Sources::new(&self.title, (&self.description, self.description_format));
        sources.questions(&self.questions);
        sources
    }

    /// The translations of these texts that candidates may read, into other languages than its own.
    #[must_use]
    pub fn translations_of<'t>(&self, sources: impl FnOnce() -> Sources<'t>) -> Vec<PaperTranslation> {
        if self.translations.list.is_empty() {
            return Vec::new();
        }
        let mut translations = self.translations.for_paper(&sources());
        translations.retain(|translation| Some(translation.language) != self.language);
        translations
    }
}

impl CheckedTest {
    /// The first version of a test, stored by `by`.
    #[must_use]
    pub fn into_test(self, id: TestId, at: Instant, by: Option<UserId>) -> Test {
        let Self { title, description, duration_minutes, questions, .. } = self;
        Test {
            id,
            title,
            description,
            duration_minutes,
            questions,
            created_at: at,
            updated_at: at,
            require_fullscreen: self.require_fullscreen,
            description_format: self.description_format,
            description_tree: self.description_tree,
            version: 1,
            updated_by: by,
            history: self.history,
            language: self.language,
            translations: Translations::default(),
        }
    }
}

/// Validates a title alone.
///
/// # Errors
/// 422 `invalid`.
pub fn check_title(title: &str) -> Result<String> {
    let title = title.trim().to_owned();
    let mut check = FieldChecker::default();
    require_title(&title, &mut check);
    check.finish(&["title"])?;
    Ok(title)
}

fn require_title(title: &str, check: &mut FieldChecker) {
    check.require(!is_blank(title), "title", "Test title is required");
    check.require(!title.chars().any(char::is_control), "title", "The title must be on one line.");
    check.require(!longer(title, MAX_TITLE), "title", "The title is too long (200 characters at most).");
}

fn check_description(description: &str, format: RichTextFormat, check: &mut FieldChecker) -> Option<Tree> {
    if longer(description, MAX_DESCRIPTION) {
        return None;
    }
    match Tree::of(description, format) {
        Ok(tree) => tree,
        Err(fault) => {
            check.require(false, "description", fault.to_string());
            None
        }
    }
}

#[cfg(test)]
mod tests;
