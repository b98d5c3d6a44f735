//! A validated question of any kind with its key, as it is stored and as answers are scored against it.

use super::{
    choices::texts,
    draft::{Numeral, QuestionDraft, QuestionKind, with_blanks},
    kinds::{OPTIONS, QuestionContent, coding::Coding},
    points::{Scoring, Thousandths},
    trees::Trees,
};
use crate::domain::rich_text::RichTextFormat;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// A validated question.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Question {
    /// Unique within its test.
    pub id: String,
    pub text: String,
    /// The format of the text, the options, the prompts and the explanation. Options of gaps are plain.
    pub format: RichTextFormat,
    /// 1 to 100.
    pub points: u32,
    pub scoring: Scoring,
    /// Points lost by a wrong answer: 0 to `points`.
    pub penalty: Thousandths,
    pub body: QuestionContent,
    /// Why the key is right; empty without one.
    pub explanation: String,
    /// The candidate's printed key shows the explanation.
    pub show_explanation: bool,
    /// Notes that only reviewers read; empty without any.
    pub reviewer_notes: String,
    pub tags: Vec<String>,
    /// Set where the format is not plain.
    pub trees: Option<Trees>,
    /// Options that stay in their place where a section shuffles options, in the order of the options: texts of multiple
    /// choice, ids of multiple response.
    pub pinned_options: Vec<String>,
}

impl Question {
    #[must_use]
    pub const fn kind(&self) -> QuestionKind {
        self.body.kind()
    }

    /// Whether it has nothing but what the first release stored: its place in the hash of a paper depends on it.
    #[must_use]
    pub fn is_basic(&self) -> bool {
        let is_old = matches!(self.kind(), QuestionKind::MultipleChoice | QuestionKind::Essay | QuestionKind::Coding);
        let Self { format, scoring, penalty, explanation, show_explanation, reviewer_notes, tags, .. } = self;
        let Self { trees, pinned_options, .. } = self;
        let is_plain =
            *format == RichTextFormat::Plain && trees.is_none() && explanation.is_empty() && !show_explanation;
        let is_unmarked = reviewer_notes.is_empty() && tags.is_empty() && pinned_options.is_empty();
        let is_old = is_old && self.coding().is_none_or(Coding::is_basic);
        is_old && is_plain && is_unmarked && *scoring == Scoring::default() && penalty.0 == 0
    }

    /// Texts of the options of a multiple-choice question.
    #[must_use]
    pub fn texts(&self) -> &[String] {
        let QuestionContent::MultipleChoice(key) = &self.body else { return &[] };
        &key.options
    }

    /// The right option of a multiple-choice question.
    #[must_use]
    pub fn correct_answer(&self) -> Option<&str> {
        let QuestionContent::MultipleChoice(key) = &self.body else { return None };
        Some(&key.correct_answer)
    }

    /// The language of a coding question.
    #[must_use]
    pub fn expected_language(&self) -> Option<&str> {
        self.coding()?.expected_language.as_deref()
    }

    /// Number of patterns in its key.
    #[must_use]
    pub fn patterns(&self) -> usize {
        self.body.patterns()
    }

    /// Fields of a coding question.
    #[must_use]
    pub const fn coding(&self) -> Option<&Coding> {
        let QuestionContent::Coding(coding) = &self.body else { return None };
        Some(coding)
    }

    /// Whether it is scored without a person: by its key, or by hidden tests.
    #[must_use]
    pub fn is_auto(&self) -> bool {
        self.kind().is_auto() || self.coding().is_some_and(Coding::is_auto)
    }

    /// The line that lists show: a plain text unchanged, of Markdown the first line of prose.
    #[must_use]
    pub fn summary(&self) -> Cow<'_, str> {
        self.with_blanks(match &self.trees {
            Some(trees) => Cow::Owned(trees.text.first_line()),
            None => Cow::Borrowed(&self.text),
        })
    }

    /// A text of this question with a line for each of its gaps, for readers who cannot fill them.
    #[must_use]
    pub fn with_blanks<'t>(&self, text: Cow<'t, str>) -> Cow<'t, str> {
        let QuestionContent::Gaps(gaps) = &self.body else { return text };
        with_blanks(text, gaps.iter().map(|gap| gap.id.as_str()))
    }

    /// The text for readers of plain text, such as a model.
    #[must_use]
    pub fn plain_text(&self) -> Cow<'_, str> {
        match &self.trees {
            Some(trees) => Cow::Owned(trees.text.plain_text()),
            None => Cow::Borrowed(&self.text),
        }
    }

    /// Bytes of its longest parts.
    #[must_use]
    pub fn size(&self) -> usize {
        let listed = self.body.options().texts().into_iter().chain(texts(self.body.prompts()));
        let body: usize = listed.map(str::len).sum();
        let code = self.coding().map_or(0, Coding::size);
        self.text.len() + self.explanation.len() + body + code + self.trees.as_ref().map_or(0, Trees::size)
    }
}

impl QuestionDraft {
    /// Lets a question that was imported with more options than can be typed keep them, where `stored` is that question.
    pub fn may_keep_options(&mut self, stored: &Question) {
        self.has_more_options |= stored.texts().len() > *OPTIONS.end();
    }
}

/// The draft that a form shows again; checking it yields the same question.
impl From<&Question> for QuestionDraft {
    fn from(question: &Question) -> Self {
        let given = |text: &String| Some(text.clone()).filter(|text| !text.is_empty());
        let mut draft = Self::new(question.kind(), question.text.clone());
        draft.id = Some(question.id.clone());
        draft.format = question.format;
        draft.points = i64::from(question.points);
        draft.scoring = question.kind().has_part_marks().then_some(question.scoring);
        draft.penalty = (question.penalty.0 != 0).then(|| Numeral(question.penalty.to_string()));
        draft.explanation = given(&question.explanation);
        draft.show_explanation = question.show_explanation;
        draft.reviewer_notes = given(&question.reviewer_notes);
        draft.tags.clone_from(&question.tags);
        draft.pinned_options.clone_from(&question.pinned_options);
        question.body.set_fields(&mut draft);
        draft
    }
}
