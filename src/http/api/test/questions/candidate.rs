//! A question as its candidate sees it: without anything that the key, its explanation or its notes could be read from.

use super::{
    code::CandidateCode,
    content::{RichContent, unless_plain},
    output::{OptionBody, QuestionOptions, choices, prompts},
    passages::PassageBody,
    translated::in_each,
};
use crate::{
    domain::{
        paper::{Paper, PaperHash},
        question::{Choice, Gap, GapKey, Question, QuestionContent, ShownOptions, Trees, shuffled},
    },
    http::wire::{GapKindName, QuestionType, TextFormat},
};
use serde::Serialize;
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// A question without its correct answer.
#[derive(Clone, Serialize, ToSchema)]
pub struct CandidateQuestion {
    id: String,
    #[serde(rename = "type")]
    kind: QuestionType,
    question: String,
    points: u32,
    /// Format of question, options and prompts; absent where it is `plain`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    format: Option<TextFormat>,
    /// Tree of the question, where the format is not `plain`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    content: Option<RichContent>,
    /// Options in the order in which they are shown.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    options: Option<QuestionOptions>,
    /// Multiple choice: trees of the options, where the format is not `plain`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    option_contents: Option<Vec<RichContent>>,
    /// Left side of matching.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    prompts: Option<Vec<OptionBody>>,
    /// Gaps of the text, which marks each as `[[id]]`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    gaps: Option<Vec<CandidateGap>>,
    /// Coding only.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    expected_language: Option<String>,
    /// Id of the passage that it is about; absent without one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    passage: Option<String>,
    #[serde(flatten)]
    code: CandidateCode,
    /// The same texts in other languages, by language tag; absent without any.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    #[schema(required = false)]
    translations: BTreeMap<&'static str, TranslatedQuestion>,
}

/// A gap to be filled.
#[derive(Clone, Serialize, ToSchema)]
pub struct CandidateGap {
    id: String,
    kind: GapKindName,
    /// Choice only.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    options: Option<Vec<OptionBody>>,
}

/// The texts of a question in another language, in the order of its own.
#[derive(Clone, Serialize, ToSchema)]
pub struct TranslatedQuestion {
    question: String,
    /// Tree of the question, where the format is not `plain`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    content: Option<RichContent>,
    /// Shown texts of the options of multiple choice: an answer is the original text.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    options: Option<QuestionOptions>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    option_contents: Option<Vec<RichContent>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    prompts: Option<Vec<OptionBody>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    gaps: Option<Vec<CandidateGap>>,
}

impl CandidateQuestion {
    /// The questions of a paper.
    pub fn all(paper: &Paper) -> Vec<Self> {
        let question = |(place, question)| Self {
            passage: PassageBody::id_at(paper, place),
            translations: TranslatedQuestion::all(paper, question),
            ..Self::new(&paper.hash, question)
        };
        paper.questions.iter().enumerate().map(question).collect()
    }

    fn new(paper: &PaperHash, question: &Question) -> Self {
        let trees = question.trees.as_ref();
        let is_choice = matches!(question.body.options(), ShownOptions::Texts(_));
        Self {
            id: question.id.clone(),
            kind: question.kind().into(),
            question: question.text.clone(),
            points: question.points,
            format: unless_plain(question.format),
            content: RichContent::of_text(trees),
            options: options(paper, question),
            option_contents: RichContent::of_options(trees).filter(|_| is_choice),
            prompts: prompts(&question.body, trees),
            gaps: match &question.body {
                QuestionContent::Gaps(gaps) => Some(gaps.iter().map(Into::into).collect()),
                _ => None,
            },
            expected_language: question.expected_language().map(str::to_owned),
            passage: None,
            code: question.coding().map(Into::into).unwrap_or_default(),
            translations: BTreeMap::new(),
        }
    }
}

impl TranslatedQuestion {
    /// A question of this paper in each language that has all of it.
    pub fn all(paper: &Paper, question: &Question) -> BTreeMap<&'static str, Self> {
        in_each(paper, |translation| {
            let translated = translation.question(question)?;
            Some(CandidateQuestion::new(&paper.hash, &translated).into())
        })
    }
}

impl From<CandidateQuestion> for TranslatedQuestion {
    fn from(question: CandidateQuestion) -> Self {
        let CandidateQuestion { question, content, options, option_contents, prompts, gaps, .. } = question;
        Self { question, content, options, option_contents, prompts, gaps }
    }
}

fn options(paper: &PaperHash, question: &Question) -> Option<QuestionOptions> {
    let trees = question.trees.as_ref();
    Some(match question.body.options() {
        ShownOptions::None => return None,
        ShownOptions::Texts(texts) => QuestionOptions::Texts(texts.to_vec()),
        ShownOptions::Choices(options) => {
            QuestionOptions::Choices(choices(options, |place| RichContent::of_option(trees, place)))
        }
        ShownOptions::Unordered(options) => {
            QuestionOptions::Choices(in_neutral_order(paper, &question.id, options, trees))
        }
    })
}

fn in_neutral_order(paper: &PaperHash, question: &str, options: &[Choice], trees: Option<&Trees>) -> Vec<OptionBody> {
    let places = shuffled(paper, question, options).into_iter();
    let shown = |place: usize| Some(OptionBody::new(options.get(place)?, RichContent::of_option(trees, place)));
    places.filter_map(shown).collect()
}

impl From<&Gap> for CandidateGap {
    fn from(gap: &Gap) -> Self {
        let (kind, options) = match &gap.key {
            GapKey::Choice { options, .. } => (GapKindName::Choice, Some(choices(options, |_| None))),
            GapKey::Text(_) => (GapKindName::Text, None),
            GapKey::Number(_) => (GapKindName::Number, None),
        };
        Self { id: gap.id.clone(), kind, options }
    }
}
