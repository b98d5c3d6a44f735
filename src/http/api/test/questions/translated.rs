//! Texts of a test as candidates read them in another language (docs/behaviour/tests.md#translations). Ids, orders and the key
//! are those of the originals.

use super::content::RichContent;
use crate::{
    domain::{
        bank::plan::Outline,
        paper::Paper,
        passage::Passage,
        rich_text::RichTextFormat,
        test_translation::{PaperTranslation, Part, Place, TranslatedText},
    },
    service::invite::link::IntroTranslation,
};
use serde::Serialize;
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// Values by language tag.
pub(super) type ByLanguage<T> = BTreeMap<&'static str, T>;

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

    /// The titles alone that a paper has.
    pub fn titles(paper: &Paper) -> ByLanguage<Self> {
        in_each(paper, |translation| {
            let title = translation.text(&Place::new(Part::Title, "", ""), &paper.title, RichTextFormat::Plain)?;
            Some(Self { title: Some(title.text.clone()), description: None, description_content: None })
        })
    }
}

fn content(text: &TranslatedText) -> Option<RichContent> {
    text.tree.as_ref().and_then(RichContent::of)
}

/// Languages in which there is something.
pub fn in_each<T>(paper: &Paper, of: impl Fn(&PaperTranslation) -> Option<T>) -> ByLanguage<T> {
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
