//! Input of an author, in the names of the API: one flat object per question. Fields of other kinds are ignored.

pub use super::draft_parts::{ChoiceDraft, Numeral, ToleranceDraft};

use super::{
    kinds::coding::{CodeChecker, CodeTestDraft, SolutionDraft, StarterDraft},
    points::Scoring,
    translated::QuestionTexts,
    trees::Tree,
};
use crate::domain::rich_text::RichTextFormat;
use serde::{Deserialize, Deserializer, Serialize};
use std::{borrow::Cow, collections::BTreeMap};

/// Name of a kind, and the fields that its questions have.
struct KindRules {
    /// The name in the API.
    name: &'static str,
    is_auto: bool,
    has_part_marks: bool,
    fields: &'static [&'static str],
    in_row: KeyInRow,
}

/// How the cells of a table's row hold a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyInRow {
    /// The one right option.
    Option,
    Options,
    Number,
    Text,
    Order,
    Pairs,
    /// None does: the column `more` has it.
    More,
}

/// Kind of a question. A new one comes last, as in [`super::QuestionContent`].
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

    /// Returns the name that the kind has in the API.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.rules().name
    }

    /// Whether it is scored by its key, without a person.
    #[must_use]
    pub const fn is_auto(self) -> bool {
        self.rules().is_auto
    }

    /// Whether an answer can be partly right.
    #[must_use]
    pub const fn has_part_marks(self) -> bool {
        self.rules().has_part_marks
    }

    #[must_use]
    pub const fn in_row(self) -> KeyInRow {
        self.rules().in_row
    }

    /// Names of the fields of [`QuestionDraft::key_fields`] that it has.
    #[must_use]
    pub const fn fields(self) -> &'static [&'static str] {
        self.rules().fields
    }

    const fn rules(self) -> KindRules {
        match self {
            Self::MultipleChoice => KindRules {
                name: "multiple_choice",
                is_auto: true,
                has_part_marks: false,
                fields: &["options", "correct_answer", "pinned_options"],
                in_row: KeyInRow::Option,
            },
            Self::Essay => {
                KindRules { name: "essay", is_auto: false, has_part_marks: false, fields: &[], in_row: KeyInRow::More }
            }
            Self::Coding => KindRules {
                name: "coding",
                is_auto: false,
                has_part_marks: false,
                fields: &[
                    "expected_language",
                    "languages",
                    "starter_code",
                    "tests",
                    "checker",
                    "time_limit_ms",
                    "memory_limit_mb",
                    "reference_solutions",
                    "review",
                    "wrong_solutions",
                ],
                in_row: KeyInRow::More,
            },
            Self::MultipleResponse => KindRules {
                name: "multiple_response",
                is_auto: true,
                has_part_marks: true,
                fields: &["options", "correct_answers", "pinned_options"],
                in_row: KeyInRow::Options,
            },
            Self::Numeric => KindRules {
                name: "numeric",
                is_auto: true,
                has_part_marks: true,
                fields: &["correct_number", "tolerance", "unit"],
                in_row: KeyInRow::Number,
            },
            Self::ShortText => KindRules {
                name: "short_text",
                is_auto: true,
                has_part_marks: false,
                fields: &["accepted", "case_sensitive", "space_sensitive", "pattern"],
                in_row: KeyInRow::Text,
            },
            Self::Ordering => KindRules {
                name: "ordering",
                is_auto: true,
                has_part_marks: true,
                fields: &["options", "order"],
                in_row: KeyInRow::Order,
            },
            Self::Matching => KindRules {
                name: "matching",
                is_auto: true,
                has_part_marks: true,
                fields: &["options", "prompts", "pairs"],
                in_row: KeyInRow::Pairs,
            },
            Self::Gaps => KindRules {
                name: "gaps",
                is_auto: true,
                has_part_marks: true,
                fields: &["gaps"],
                in_row: KeyInRow::More,
            },
        }
    }
}

/// An unvalidated question.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[expect(clippy::struct_excessive_bools, reason = "independent choices of an author")]
pub struct QuestionDraft {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    #[serde(rename = "type")]
    pub kind: QuestionKind,
    #[serde(rename = "question")]
    pub text: String,
    #[serde(default, deserialize_with = "lenient", skip_serializing_if = "is_plain")]
    pub format: RichTextFormat,
    #[serde(default = "one")]
    pub points: i64,
    /// Multiple choice: texts. Multiple response, ordering, the right side of matching: texts with ids.
    #[serde(default, deserialize_with = "lenient", skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<ChoiceDraft>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub correct_answer: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expected_language: Option<String>,
    #[serde(default, deserialize_with = "lenient", skip_serializing_if = "Vec::is_empty")]
    pub correct_answers: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub correct_number: Option<Numeral>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tolerance: Option<ToleranceDraft>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<String>,
    #[serde(default, deserialize_with = "lenient", skip_serializing_if = "Vec::is_empty")]
    pub accepted: Vec<String>,
    #[serde(default, deserialize_with = "lenient", skip_serializing_if = "is_false")]
    pub case_sensitive: bool,
    #[serde(default, deserialize_with = "lenient", skip_serializing_if = "is_false")]
    pub space_sensitive: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pattern: Option<String>,
    #[serde(default, deserialize_with = "lenient", skip_serializing_if = "Vec::is_empty")]
    pub order: Vec<String>,
    /// The left side of matching.
    #[serde(default, deserialize_with = "lenient", skip_serializing_if = "Vec::is_empty")]
    pub prompts: Vec<ChoiceDraft>,
    #[serde(default, deserialize_with = "lenient", skip_serializing_if = "BTreeMap::is_empty")]
    pub pairs: BTreeMap<String, String>,
    #[serde(default, deserialize_with = "lenient", skip_serializing_if = "Vec::is_empty")]
    pub gaps: Vec<GapDraft>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scoring: Option<Scoring>,
    /// Points that a wrong answer costs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub penalty: Option<Numeral>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub explanation: Option<String>,
    #[serde(default, deserialize_with = "lenient", skip_serializing_if = "is_false")]
    pub show_explanation: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reviewer_notes: Option<String>,
    #[serde(default, deserialize_with = "lenient", skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<String>,
    /// Coding.
    #[serde(default, deserialize_with = "lenient", skip_serializing_if = "Vec::is_empty")]
    pub languages: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub starter_code: Option<StarterDraft>,
    #[serde(default, deserialize_with = "lenient", skip_serializing_if = "Vec::is_empty")]
    pub tests: Vec<CodeTestDraft>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub checker: Option<CodeChecker>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub checker_tolerance: Option<Numeral>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time_limit_ms: Option<i64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub memory_limit_mb: Option<i64>,
    #[serde(default, deserialize_with = "lenient", skip_serializing_if = "Vec::is_empty")]
    pub reference_solutions: Vec<SolutionDraft>,
    #[serde(default, deserialize_with = "lenient", skip_serializing_if = "is_false")]
    pub review: bool,
    #[serde(default, deserialize_with = "lenient", skip_serializing_if = "Vec::is_empty")]
    pub wrong_solutions: Vec<SolutionDraft>,
    /// Options that a section's shuffle leaves in their place: texts of multiple choice, ids of multiple response.
    #[serde(default, deserialize_with = "lenient", skip_serializing_if = "Vec::is_empty")]
    pub pinned_options: Vec<String>,
    /// Multiple choice may have more options than an author can type: the file of another program had them.
    #[serde(default, deserialize_with = "lenient", skip_serializing_if = "is_false")]
    pub has_more_options: bool,
    /// Translations by language tag, in files alone: a stored test keeps its translations beside its questions.
    #[serde(default, deserialize_with = "lenient", skip_serializing_if = "BTreeMap::is_empty")]
    pub translations: BTreeMap<String, QuestionTexts>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GapDraft {
    pub id: String,
    pub kind: GapKind,
    #[serde(default, deserialize_with = "lenient", skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<ChoiceDraft>,
    /// Choice: the id of an option.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub correct_answer: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub correct_number: Option<Numeral>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tolerance: Option<ToleranceDraft>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<String>,
    #[serde(default, deserialize_with = "lenient", skip_serializing_if = "Vec::is_empty")]
    pub accepted: Vec<String>,
    #[serde(default, deserialize_with = "lenient", skip_serializing_if = "is_false")]
    pub case_sensitive: bool,
    #[serde(default, deserialize_with = "lenient", skip_serializing_if = "is_false")]
    pub space_sensitive: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pattern: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GapKind {
    Choice,
    Text,
    Number,
}

const fn one() -> i64 {
    1
}

/// `null` is an absent field.
fn lenient<'de, D: Deserializer<'de>, T: Deserialize<'de> + Default>(deserializer: D) -> Result<T, D::Error> {
    Option::deserialize(deserializer).map(Option::unwrap_or_default)
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
const fn is_false(flag: &bool) -> bool {
    !*flag
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_plain(format: &RichTextFormat) -> bool {
    *format == RichTextFormat::Plain
}

impl QuestionDraft {
    /// Number of patterns in its key.
    #[must_use]
    pub fn patterns(&self) -> usize {
        usize::from(self.pattern.is_some()) + self.gaps.iter().filter(|gap| gap.pattern.is_some()).count()
    }

    /// The fields that belong to the keys of some kinds alone, with whether they are set. [`QuestionKind::fields`] says which
    /// ones a kind has.
    #[must_use]
    pub fn key_fields(&self) -> Vec<(&'static str, bool)> {
        // Named in full, so that a new field is not forgotten.
        let Self {
            id: _,
            kind: _,
            text: _,
            format: _,
            points: _,
            scoring: _,
            penalty: _,
            explanation: _,
            show_explanation: _,
            reviewer_notes: _,
            tags: _,
            has_more_options: _,
            translations: _,
            options,
            correct_answer,
            expected_language,
            correct_answers,
            correct_number,
            tolerance,
            unit,
            accepted,
            case_sensitive,
            space_sensitive,
            pattern,
            order,
            prompts,
            pairs,
            gaps,
            languages,
            starter_code,
            tests,
            checker,
            time_limit_ms,
            memory_limit_mb,
            reference_solutions,
            review,
            wrong_solutions,
            pinned_options,
            checker_tolerance,
        } = self;
        vec![
            ("options", !options.is_empty()),
            ("correct_answer", correct_answer.is_some()),
            ("expected_language", expected_language.is_some()),
            ("correct_answers", !correct_answers.is_empty()),
            ("correct_number", correct_number.is_some()),
            ("tolerance", tolerance.is_some()),
            ("unit", unit.is_some()),
            ("accepted", !accepted.is_empty()),
            ("case_sensitive", *case_sensitive),
            ("space_sensitive", *space_sensitive),
            ("pattern", pattern.is_some()),
            ("order", !order.is_empty()),
            ("prompts", !prompts.is_empty()),
            ("pairs", !pairs.is_empty()),
            ("gaps", !gaps.is_empty()),
            ("languages", !languages.is_empty()),
            ("starter_code", starter_code.is_some()),
            ("tests", !tests.is_empty()),
            ("checker", checker.is_some() || checker_tolerance.is_some()),
            ("time_limit_ms", time_limit_ms.is_some()),
            ("memory_limit_mb", memory_limit_mb.is_some()),
            ("reference_solutions", !reference_solutions.is_empty()),
            ("review", *review),
            ("wrong_solutions", !wrong_solutions.is_empty()),
            ("pinned_options", !pinned_options.is_empty()),
        ]
    }

    /// A question without options and keys.
    #[must_use]
    pub fn new(kind: QuestionKind, text: impl Into<String>) -> Self {
        Self {
            id: None,
            kind,
            text: text.into(),
            format: RichTextFormat::Plain,
            points: one(),
            options: Vec::new(),
            correct_answer: None,
            expected_language: None,
            correct_answers: Vec::new(),
            correct_number: None,
            tolerance: None,
            unit: None,
            accepted: Vec::new(),
            case_sensitive: false,
            space_sensitive: false,
            pattern: None,
            order: Vec::new(),
            prompts: Vec::new(),
            pairs: BTreeMap::new(),
            gaps: Vec::new(),
            scoring: None,
            penalty: None,
            explanation: None,
            show_explanation: false,
            reviewer_notes: None,
            tags: Vec::new(),
            languages: Vec::new(),
            starter_code: None,
            tests: Vec::new(),
            checker: None,
            checker_tolerance: None,
            time_limit_ms: None,
            memory_limit_mb: None,
            reference_solutions: Vec::new(),
            review: false,
            wrong_solutions: Vec::new(),
            pinned_options: Vec::new(),
            has_more_options: false,
            translations: BTreeMap::new(),
        }
    }
}

impl QuestionDraft {
    /// The line that lists show: a plain text unchanged, of Markdown the first line of prose.
    #[must_use]
    pub fn summary(&self) -> Cow<'_, str> {
        let line = match Tree::of(&self.text, self.format) {
            Ok(Some(tree)) => Cow::Owned(tree.first_line()),
            _ => Cow::Borrowed(self.text.as_str()),
        };
        with_blanks(line, self.gaps.iter().map(|gap| gap.id.as_str()))
    }
}

impl GapDraft {
    #[must_use]
    pub fn new(id: impl Into<String>, kind: GapKind) -> Self {
        Self {
            id: id.into(),
            kind,
            options: Vec::new(),
            correct_answer: None,
            correct_number: None,
            tolerance: None,
            unit: None,
            accepted: Vec::new(),
            case_sensitive: false,
            space_sensitive: false,
            pattern: None,
        }
    }
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
