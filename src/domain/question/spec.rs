//! A validated question of any kind with its key, as it is stored and as answers are scored against it.

use super::{code::Coding, decimal::Decimal, points::Thousandths, trees::Trees};
use crate::domain::rich_text::RichTextFormat;
use serde::{Deserialize, Serialize};
use std::{borrow::Cow, collections::BTreeMap};

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum QuestionKind {
    MultipleChoice,
    Essay,
    Coding,
    MultipleResponse,
    Numeric,
    ShortText,
    Ordering,
    Matching,
    Gaps,
}

impl QuestionKind {
    pub const ALL: [Self; 9] = [
        Self::MultipleChoice,
        Self::Essay,
        Self::Coding,
        Self::MultipleResponse,
        Self::Numeric,
        Self::ShortText,
        Self::Ordering,
        Self::Matching,
        Self::Gaps,
    ];

    /// As in the API.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::MultipleChoice => "multiple_choice",
            Self::Essay => "essay",
            Self::Coding => "coding",
            Self::MultipleResponse => "multiple_response",
            Self::Numeric => "numeric",
            Self::ShortText => "short_text",
            Self::Ordering => "ordering",
            Self::Matching => "matching",
            Self::Gaps => "gaps",
        }
    }

    /// Whether it is scored by its key, without a person.
    #[must_use]
    pub const fn is_auto(self) -> bool {
        !matches!(self, Self::Essay | Self::Coding)
    }

    /// Whether an answer can be partly right.
    #[must_use]
    pub const fn has_part_marks(self) -> bool {
        matches!(self, Self::MultipleResponse | Self::Numeric | Self::Ordering | Self::Matching | Self::Gaps)
    }
}

/// Points of a partly right answer (`docs/scoring.md`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Scoring {
    /// Nothing.
    #[default]
    AllOrNothing,
    /// A share of the points.
    Partial,
}

/// A validated question.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Question {
    /// Unique within its test.
    pub id: String,
    pub text: String,
    /// Of the text, the options, the prompts and the explanation. Options of gaps are plain.
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
    /// For reviewers only; empty without them.
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
        match &self.body {
            QuestionContent::MultipleChoice { options, .. } => options,
            _ => &[],
        }
    }

    /// The right option of a multiple-choice question.
    #[must_use]
    pub fn correct_answer(&self) -> Option<&str> {
        match &self.body {
            QuestionContent::MultipleChoice { correct_answer, .. } => Some(correct_answer),
            _ => None,
        }
    }

    /// The language of a coding question.
    #[must_use]
    pub fn expected_language(&self) -> Option<&str> {
        match &self.body {
            QuestionContent::Coding(coding) => coding.expected_language.as_deref(),
            _ => None,
        }
    }

    /// Number of patterns in its key.
    #[must_use]
    pub fn patterns(&self) -> usize {
        let has_pattern = |key: &TextKey| key.pattern.is_some();
        match &self.body {
            QuestionContent::ShortText(key) => usize::from(has_pattern(key)),
            QuestionContent::Gaps(gaps) => {
                gaps.iter().filter(|gap| matches!(&gap.key, GapKey::Text(key) if has_pattern(key))).count()
            }
            _ => 0,
        }
    }

    /// Fields of a coding question.
    #[must_use]
    pub const fn coding(&self) -> Option<&Coding> {
        match &self.body {
            QuestionContent::Coding(coding) => Some(coding),
            _ => None,
        }
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
        match &self.body {
            QuestionContent::Gaps(gaps) => with_blanks(text, gaps.iter().map(|gap| gap.id.as_str())),
            _ => text,
        }
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
        let listed = self.body.option_texts().into_iter().chain(self.body.prompt_texts());
        let body: usize = listed.map(str::len).sum();
        let code = self.coding().map_or(0, Coding::size);
        self.text.len() + self.explanation.len() + body + code + self.trees.as_ref().map_or(0, Trees::size)
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum QuestionContent {
    MultipleChoice {
        /// 2 to 6, distinct.
        options: Vec<String>,
        /// One of `options`.
        correct_answer: String,
    },
    Essay,
    /// Boxed: it is far larger than the others.
    Coding(Box<Coding>),
    MultipleResponse {
        options: Vec<Choice>,
        /// Ids of `options`, in their order.
        correct_answers: Vec<String>,
    },
    Numeric(NumberKey),
    ShortText(TextKey),
    Ordering {
        options: Vec<Choice>,
        /// The ids of all options in the right order.
        order: Vec<String>,
    },
    Matching {
        /// The left side.
        prompts: Vec<Choice>,
        /// The right side. An option that no prompt is paired with is a distractor.
        options: Vec<Choice>,
        /// The option of every prompt, by id. Several prompts may have the same option.
        pairs: BTreeMap<String, String>,
    },
    Gaps(Vec<Gap>),
}

impl QuestionContent {
    #[must_use]
    pub const fn kind(&self) -> QuestionKind {
        match self {
            Self::MultipleChoice { .. } => QuestionKind::MultipleChoice,
            Self::Essay => QuestionKind::Essay,
            Self::Coding(_) => QuestionKind::Coding,
            Self::MultipleResponse { .. } => QuestionKind::MultipleResponse,
            Self::Numeric(_) => QuestionKind::Numeric,
            Self::ShortText(_) => QuestionKind::ShortText,
            Self::Ordering { .. } => QuestionKind::Ordering,
            Self::Matching { .. } => QuestionKind::Matching,
            Self::Gaps(_) => QuestionKind::Gaps,
        }
    }
}

impl QuestionContent {
    #[must_use]
    pub fn option_texts(&self) -> Vec<&str> {
        match self {
            Self::MultipleChoice { options, .. } => options.iter().map(String::as_str).collect(),
            Self::MultipleResponse { options, .. }
            | Self::Ordering { options, .. }
            | Self::Matching { options, .. } => texts(options),
            Self::Essay | Self::Coding(_) | Self::Numeric(_) | Self::ShortText(_) | Self::Gaps(_) => Vec::new(),
        }
    }

    /// Options that [`Question::pinned_options`] may name: those of the kinds that show one list in the author's order.
    #[must_use]
    pub fn shuffled_options(&self) -> Vec<&str> {
        match self {
            Self::MultipleChoice { options, .. } => options.iter().map(String::as_str).collect(),
            Self::MultipleResponse { options, .. } => options.iter().map(|option| option.id.as_str()).collect(),
            _ => Vec::new(),
        }
    }

    #[must_use]
    pub fn prompt_texts(&self) -> Vec<&str> {
        match self {
            Self::Matching { prompts, .. } => texts(prompts),
            _ => Vec::new(),
        }
    }
}

fn texts(choices: &[Choice]) -> Vec<&str> {
    choices.iter().map(|choice| choice.text.as_str()).collect()
}

/// Something to choose, to order or to match. Answers name it by its id.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Choice {
    /// Unique within its list.
    pub id: String,
    /// Distinct within its list.
    pub text: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NumberKey {
    pub correct_number: Decimal,
    /// Absent: the number itself is required.
    pub tolerance: Option<Tolerance>,
    /// Required in the answer where it is set; an answer has none where it is not.
    pub unit: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tolerance {
    pub kind: ToleranceKind,
    /// Not negative. Relative: a share from 0 to 1 of the correct number.
    pub value: Decimal,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ToleranceKind {
    Absolute,
    Relative,
}

/// Right is a text that equals one of `accepted`, or that `pattern` matches as a whole.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TextKey {
    pub accepted: Vec<String>,
    pub case_sensitive: bool,
    pub space_sensitive: bool,
    /// A regular expression of the `regex` crate's syntax.
    pub pattern: Option<String>,
}

/// Placeholder of a gap where it cannot be filled.
const BLANK: &str = "____";

/// Replaces the marks of these gaps; those of others are the author's own words.
pub(super) fn with_blanks<'t, 'g>(text: Cow<'t, str>, gaps: impl Iterator<Item = &'g str>) -> Cow<'t, str> {
    gaps.fold(text, |text, id| match format!("[[{id}]]") {
        mark if text.contains(&mark) => Cow::Owned(text.replace(&mark, BLANK)),
        _ => text,
    })
}

/// A gap in the question's text, which is marked there as `[[id]]`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Gap {
    pub id: String,
    pub key: GapKey,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum GapKey {
    Choice {
        options: Vec<Choice>,
        /// An id of `options`.
        correct_answer: String,
    },
    Text(TextKey),
    Number(NumberKey),
}
