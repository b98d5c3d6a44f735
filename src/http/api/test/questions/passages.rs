//! Texts of sections on the wire: passages and instructions (docs/behaviour/tests.md#passages).

use super::{
    content::{RichContent, unless_plain},
    translated::TranslatedPassage,
};
use crate::{
    domain::{
        paper::Paper,
        passage::{FormattedText, Passage, PassageDraft, TextDraft},
    },
    http::wire::TextFormat,
};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// A text that several questions of a section share, shown beside each of them.
#[derive(Clone, Serialize, ToSchema)]
#[schema(as = Passage)]
pub struct PassageBody {
    /// Unique in its test. A question that is about it names it as `passage`.
    id: String,
    /// Absent without one.
    #[serde(skip_serializing_if = "String::is_empty")]
    #[schema(required = false)]
    title: String,
    text: String,
    /// Absent where it is `plain`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    format: Option<TextFormat>,
    /// Tree of the text, where the format is not `plain`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    content: Option<RichContent>,
    /// The same texts in other languages, by language tag, for candidates; absent without any.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    #[schema(required = false)]
    translations: BTreeMap<&'static str, TranslatedPassage>,
}

impl From<&Passage> for PassageBody {
    fn from(passage: &Passage) -> Self {
        Self {
            id: passage.id.clone(),
            title: passage.title.clone(),
            text: passage.text.text.clone(),
            format: unless_plain(passage.text.format),
            content: passage.text.tree.as_ref().and_then(RichContent::of),
            translations: BTreeMap::new(),
        }
    }
}

impl PassageBody {
    /// The passages that the questions of a paper are about, in the order of the questions.
    pub fn all(paper: &Paper) -> Vec<Self> {
        let passage =
            |passage: &Passage| Self { translations: TranslatedPassage::all(paper, passage), ..passage.into() };
        paper.passages.iter().map(passage).collect()
    }

    /// The id of the passage that the question at this place is about.
    pub fn id_at(paper: &Paper, place: usize) -> Option<String> {
        paper.passage(place).map(|passage| passage.id.clone())
    }
}

/// The instructions of a section, beside its other fields.
#[derive(Clone, Default, Serialize, ToSchema)]
#[expect(clippy::struct_field_names, reason = "the API defines these names")]
pub struct Instructions {
    /// Shown before the questions of the section; absent without any.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    instructions: Option<String>,
    /// Absent where it is `plain`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    instructions_format: Option<TextFormat>,
    /// Tree of the instructions, where their format is not `plain`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    instructions_content: Option<RichContent>,
}

impl From<Option<&FormattedText>> for Instructions {
    fn from(text: Option<&FormattedText>) -> Self {
        Self {
            instructions: text.map(|text| text.text.clone()),
            instructions_format: text.and_then(|text| unless_plain(text.format)),
            instructions_content: text.and_then(|text| text.tree.as_ref()).and_then(RichContent::of),
        }
    }
}

/// A passage to be stored.
#[derive(Deserialize, ToSchema)]
pub struct PassageInput {
    /// 1 to 64 letters, digits, `-`, `_` and `.`, unique in its test.
    id: String,
    /// Title of the passage, at most 200 characters; may be empty.
    #[serde(default)]
    title: Option<String>,
    /// Text of the passage, at most 20,000 characters.
    text: String,
    /// `plain` by default.
    #[serde(default)]
    format: Option<TextFormat>,
}

/// A text of this format, plain by default.
pub fn text_draft(text: Option<String>, format: Option<TextFormat>) -> TextDraft {
    TextDraft { text: text.unwrap_or_default(), format: format.map(Into::into).unwrap_or_default() }
}

impl From<PassageInput> for PassageDraft {
    fn from(input: PassageInput) -> Self {
        Self { id: input.id, title: input.title.unwrap_or_default(), text: text_draft(Some(input.text), input.format) }
    }
}
