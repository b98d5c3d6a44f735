//! A question as its author reads it, with its key.

use super::{
    ToleranceBody,
    code::CodeDetail,
    content::{RichContent, unless_plain},
};
use crate::{
    domain::question::{
        self as domain, Choice, ChoiceDraft, GapDraft, Numeral, QuestionContent, QuestionDraft, ShownOptions, Trees,
    },
    http::wire::{GapKindName, QuestionType, ScoringName, TextFormat},
};
use serde::Serialize;
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// A question with its correct answer.
#[derive(Serialize, ToSchema)]
#[schema(as = Question)]
pub struct QuestionBody {
    pub id: String,
    #[serde(rename = "type")]
    pub kind: QuestionType,
    pub question: String,
    pub points: u32,
    #[serde(flatten)]
    pub detail: QuestionDetail,
}

/// Fields of a question by its type. Those that are not set are absent.
#[derive(Serialize, ToSchema)]
pub struct QuestionDetail {
    /// Format of question, options, prompts and explanation; absent where it is `plain`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    format: Option<TextFormat>,
    /// Tree of the question, where the format is not `plain`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    content: Option<RichContent>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    options: Option<QuestionOptions>,
    /// Multiple choice: trees of the options, where the format is not `plain`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    option_contents: Option<Vec<RichContent>>,
    /// Multiple choice: one of `options`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    correct_answer: Option<String>,
    /// Coding only.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    expected_language: Option<String>,
    /// Multiple response: ids of `options`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    correct_answers: Option<Vec<String>>,
    /// Numeric: a decimal.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Option<String>)]
    correct_number: Option<Numeral>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    tolerance: Option<ToleranceBody>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    unit: Option<String>,
    /// Short text.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    accepted: Option<Vec<String>>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    case_sensitive: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    space_sensitive: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pattern: Option<String>,
    /// Ordering: the ids of all options in the right order.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    order: Option<Vec<String>>,
    /// Left side of matching.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    prompts: Option<Vec<OptionBody>>,
    /// Matching: the id of the option of each prompt.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pairs: Option<BTreeMap<String, String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    gaps: Option<Vec<GapBody>>,
    /// Rule of scoring; present for types that have part marks.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    scoring: Option<ScoringName>,
    /// Points lost by a wrong answer; absent if there are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Option<String>)]
    penalty: Option<Numeral>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    explanation: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    explanation_content: Option<RichContent>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    show_explanation: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    reviewer_notes: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    tags: Vec<String>,
    /// Options that keep their place where a section shuffles options. Multiple choice: texts; multiple response: ids.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pinned_options: Vec<String>,
    #[serde(flatten)]
    code: CodeDetail,
}

/// Options: texts for multiple choice, with ids for other types.
#[derive(Clone, Serialize, ToSchema)]
#[schema(as = Options)]
#[serde(untagged)]
pub enum QuestionOptions {
    Texts(Vec<String>),
    Choices(Vec<OptionBody>),
}

/// An option or a prompt.
#[derive(Clone, Serialize, ToSchema)]
#[schema(as = Option)]
pub struct OptionBody {
    pub id: String,
    pub text: String,
    /// Tree of the text, where the question's format is not `plain`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub content: Option<RichContent>,
}

impl OptionBody {
    pub fn new(choice: &Choice, content: Option<RichContent>) -> Self {
        Self { id: choice.id.clone(), text: choice.text.clone(), content }
    }
}

/// A gap with its key.
#[derive(Serialize, ToSchema)]
#[schema(as = Gap)]
pub struct GapBody {
    id: String,
    kind: GapKindName,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    options: Option<Vec<OptionBody>>,
    /// Choice: the id of an option.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    correct_answer: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Option<String>)]
    correct_number: Option<Numeral>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    tolerance: Option<ToleranceBody>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    unit: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    accepted: Option<Vec<String>>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    case_sensitive: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    space_sensitive: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pattern: Option<String>,
}

impl From<&domain::Question> for QuestionBody {
    fn from(question: &domain::Question) -> Self {
        Self {
            id: question.id.clone(),
            kind: question.kind().into(),
            question: question.text.clone(),
            points: question.points,
            detail: question.into(),
        }
    }
}

impl From<&domain::Question> for QuestionDetail {
    fn from(question: &domain::Question) -> Self {
        let trees = question.trees.as_ref();
        let draft = QuestionDraft::from(question);
        let is_choice = matches!(question.body.options(), ShownOptions::Texts(_));
        Self {
            format: unless_plain(question.format),
            content: RichContent::of_text(trees),
            options: options(&question.body, trees),
            option_contents: RichContent::of_options(trees).filter(|_| is_choice),
            correct_answer: draft.correct_answer,
            expected_language: draft.expected_language,
            correct_answers: filled(draft.correct_answers),
            correct_number: draft.correct_number,
            tolerance: draft.tolerance.map(Into::into),
            unit: draft.unit,
            accepted: filled(draft.accepted),
            case_sensitive: draft.case_sensitive,
            space_sensitive: draft.space_sensitive,
            pattern: draft.pattern,
            order: filled(draft.order),
            prompts: prompts(&question.body, trees),
            pairs: Some(draft.pairs).filter(|pairs| !pairs.is_empty()),
            gaps: filled(draft.gaps.into_iter().map(Into::into).collect()),
            scoring: draft.scoring.map(Into::into),
            penalty: draft.penalty,
            explanation: draft.explanation,
            explanation_content: RichContent::of_explanation(trees),
            show_explanation: draft.show_explanation,
            reviewer_notes: draft.reviewer_notes,
            tags: draft.tags,
            pinned_options: draft.pinned_options,
            code: question.coding().map(CodeDetail::whole).unwrap_or_default(),
        }
    }
}

impl QuestionDetail {
    /// Creates the fields without the tests of code, which are long, for lists that repeat a question.
    pub fn short(question: &domain::Question) -> Self {
        Self { code: question.coding().map(CodeDetail::short).unwrap_or_default(), ..question.into() }
    }
}

fn filled<T>(list: Vec<T>) -> Option<Vec<T>> {
    Some(list).filter(|list| !list.is_empty())
}

fn options(body: &QuestionContent, trees: Option<&Trees>) -> Option<QuestionOptions> {
    match body.options() {
        ShownOptions::None => None,
        ShownOptions::Texts(texts) => Some(QuestionOptions::Texts(texts.to_vec())),
        ShownOptions::Choices(options) | ShownOptions::Unordered(options) => {
            Some(QuestionOptions::Choices(choices(options, |place| RichContent::of_option(trees, place))))
        }
    }
}

pub fn prompts(body: &QuestionContent, trees: Option<&Trees>) -> Option<Vec<OptionBody>> {
    filled(choices(body.prompts(), |place| RichContent::of_prompt(trees, place)))
}

pub fn choices(choices: &[Choice], content: impl Fn(usize) -> Option<RichContent>) -> Vec<OptionBody> {
    choices.iter().enumerate().map(|(place, choice)| OptionBody::new(choice, content(place))).collect()
}

impl From<GapDraft> for GapBody {
    fn from(gap: GapDraft) -> Self {
        let option = |choice: ChoiceDraft| OptionBody {
            id: choice.id().unwrap_or_default().to_owned(),
            text: choice.text().to_owned(),
            content: None,
        };
        Self {
            id: gap.id,
            kind: gap.kind.into(),
            options: filled(gap.options.into_iter().map(option).collect()),
            correct_answer: gap.correct_answer,
            correct_number: gap.correct_number,
            tolerance: gap.tolerance.map(Into::into),
            unit: gap.unit,
            accepted: filled(gap.accepted),
            case_sensitive: gap.case_sensitive,
            space_sensitive: gap.space_sensitive,
            pattern: gap.pattern,
        }
    }
}
