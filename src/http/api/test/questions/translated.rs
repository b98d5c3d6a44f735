//! Texts of a test as candidates read them in another language (docs/behaviour/tests.md#translations). Ids, orders and the key
//! are those of the originals.

use super::{
    candidate_gap::{CandidateGap, neutral_order},
    content::RichContent,
    output::{OptionBody, QuestionOptions},
};
use crate::{
    domain::{
        bank::plan::Outline,
        paper::Paper,
        passage::Passage,
        question::{Choice, GapKey, Question, QuestionContent, ShownOptions},
        rich_text::RichTextFormat,
        test_translation::{PaperTranslation, Part, Place, TranslatedText},
    },
    http::wire::GapKindName,
    service::invite::link::IntroTranslation,
};
use serde::Serialize;
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// By language tag.
type ByLanguage<T> = BTreeMap<&'static str, T>;

/// The texts of a question in another language, in the order of its own.
#[derive(Clone, Serialize, ToSchema)]
pub struct TranslatedQuestion {
    question: String,
    /// Tree of the question, where the format is not `plain`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    content: Option<RichContent>,
    /// Of multiple choice, what to show for each option: an answer is the original text.
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

/// The texts of a passage in another language. What is absent is not translated.
#[derive(Clone, Default, Serialize, ToSchema)]
pub struct TranslatedPassage {
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    title: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    text: Option<String>,
    /// Tree of the text, where the format is not `plain`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    content: Option<RichContent>,
}

/// The texts of a section in another language. What is absent is not translated.
#[derive(Clone, Default, Serialize, ToSchema)]
pub struct TranslatedPart {
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    title: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    instructions: Option<String>,
    /// Tree of the instructions, where their format is not `plain`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    instructions_content: Option<RichContent>,
}

/// Title and description of a test in another language. What is absent is not translated.
#[derive(Clone, Serialize, ToSchema)]
pub struct TranslatedIntro {
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    title: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    description: Option<String>,
    /// Tree of the description, where its format is not `plain`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    description_content: Option<RichContent>,
}

impl TranslatedIntro {
    pub fn all(translations: Vec<IntroTranslation>) -> ByLanguage<Self> {
        let body = |IntroTranslation { language, title, description }| {
            let description_content =
                description.as_ref().and_then(|text| text.tree.as_ref()).and_then(RichContent::of);
            let description = description.map(|text| text.text);
            (language.code(), Self { title, description, description_content })
        };
        translations.into_iter().map(body).collect()
    }
}

fn content(text: &TranslatedText) -> Option<RichContent> {
    text.tree.as_ref().and_then(RichContent::of)
}

/// Languages in which there is something.
fn in_each<T>(paper: &Paper, of: impl Fn(&PaperTranslation) -> Option<T>) -> ByLanguage<T> {
    let list = paper.translations.iter();
    list.filter_map(|translation| Some((translation.language.code(), of(translation)?))).collect()
}

impl TranslatedPassage {
    pub fn all(paper: &Paper, passage: &Passage) -> ByLanguage<Self> {
        in_each(paper, |translation| {
            let of = passage.id.as_str();
            let title = Place::new(Part::PassageTitle, of, "");
            let title = translation.text(&title, &passage.title, RichTextFormat::Plain);
            let text = Place::new(Part::Passage, of, "");
            let text = translation.text(&text, &passage.text.text, passage.text.format);
            (title.is_some() || text.is_some()).then(|| Self {
                title: title.map(|title| title.text.clone()),
                text: text.map(|text| text.text.clone()),
                content: text.and_then(content),
            })
        })
    }
}

impl TranslatedPart {
    pub fn all(paper: &Paper, place: usize, section: &Outline) -> ByLanguage<Self> {
        in_each(paper, |translation| {
            let of = place.to_string();
            let title = Place::new(Part::SectionTitle, &of, "");
            let title = translation.text(&title, &section.title, RichTextFormat::Plain);
            let at = Place::new(Part::Instructions, of, "");
            let original = section.instructions.as_ref();
            let text = original.and_then(|original| translation.text(&at, &original.text, original.format));
            (title.is_some() || text.is_some()).then(|| Self {
                title: title.map(|title| title.text.clone()),
                instructions: text.map(|text| text.text.clone()),
                instructions_content: text.and_then(content),
            })
        })
    }
}

impl TranslatedQuestion {
    pub fn all(paper: &Paper, question: &Question) -> ByLanguage<Self> {
        in_each(paper, |translation| {
            Texts { translation, question }.question(&paper.hash).filter(|_| translation.has_question(&question.id))
        })
    }
}

/// Texts of a question, which are all there or none.
struct Texts<'p> {
    translation: &'p PaperTranslation,
    question: &'p Question,
}

impl Texts<'_> {
    fn text(&self, part: Part, at: &str, original: &str, format: RichTextFormat) -> Option<&TranslatedText> {
        self.translation.text(&Place::new(part, &self.question.id, at), original, format)
    }

    fn choices(&self, part: Part, gap: &str, choices: &[Choice]) -> Option<Vec<OptionBody>> {
        let format = if part == Part::GapOption { RichTextFormat::Plain } else { self.question.format };
        let body = |choice: &Choice| {
            let text = self.text(part, &format!("{gap}{}", choice.id), &choice.text, format)?;
            Some(OptionBody::new(&Choice { id: choice.id.clone(), text: text.text.clone() }, content(text)))
        };
        choices.iter().map(body).collect()
    }

    fn question(&self, paper: &[u8; 32]) -> Option<TranslatedQuestion> {
        let question = self.question;
        let text = self.text(Part::Question, "", &question.text, question.format)?;
        let (mut options, mut option_contents) = (None, None);
        match question.body.options() {
            ShownOptions::None => {}
            ShownOptions::Texts(originals) => {
                let found = originals
                    .iter()
                    .enumerate()
                    .map(|(place, original)| self.text(Part::Option, &place.to_string(), original, question.format));
                let found: Vec<&TranslatedText> = found.collect::<Option<_>>()?;
                option_contents = found.iter().map(|text| content(text)).collect();
                options = Some(QuestionOptions::Texts(found.iter().map(|text| text.text.clone()).collect()));
            }
            ShownOptions::Choices(choices) => {
                options = Some(QuestionOptions::Choices(self.choices(Part::Option, "", choices)?));
            }
            ShownOptions::Unordered(choices) => {
                let choices: Vec<Choice> = neutral_order(paper, &question.id, choices).cloned().collect();
                options = Some(QuestionOptions::Choices(self.choices(Part::Option, "", &choices)?));
            }
        }
        let prompts = question.body.prompts();
        let gaps = match &question.body {
            QuestionContent::Gaps(gaps) => {
                let gap = |gap: &crate::domain::question::Gap| {
                    let (kind, options) = match &gap.key {
                        GapKey::Choice { options, .. } => {
                            let prefix = format!("{}/", gap.id);
                            (GapKindName::Choice, Some(self.choices(Part::GapOption, &prefix, options)?))
                        }
                        GapKey::Text(_) => (GapKindName::Text, None),
                        GapKey::Number(_) => (GapKindName::Number, None),
                    };
                    Some(CandidateGap { id: gap.id.clone(), kind, options })
                };
                Some(gaps.iter().map(gap).collect::<Option<Vec<_>>>()?)
            }
            _ => None,
        };
        Some(TranslatedQuestion {
            question: text.text.clone(),
            content: content(text),
            options,
            option_contents,
            prompts: if prompts.is_empty() { None } else { Some(self.choices(Part::Prompt, "", prompts)?) },
            gaps,
        })
    }
}
