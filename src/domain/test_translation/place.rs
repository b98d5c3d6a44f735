//! Where a text is in its test, and whether it is still the same.

use crate::domain::rich_text::RichTextFormat;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// The kind of a text. Stored by position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Part {
    Title,
    Description,
    SectionTitle,
    Instructions,
    PassageTitle,
    Passage,
    Question,
    Option,
    Prompt,
    GapOption,
}

/// Where a text is in its test.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Place {
    pub part: Part,
    /// Id of the question or the passage, or the number of the section from 0; blank for texts of the test itself.
    pub of: String,
    /// Options and prompts: the id; for multiple choice the place from 0; for a gap the id, `/` and the id of the option.
    pub at: String,
}

impl Place {
    #[must_use]
    pub fn new(part: Part, of: impl Into<String>, at: impl Into<String>) -> Self {
        Self { part, of: of.into(), at: at.into() }
    }
}

impl Part {
    /// The name in the API, and in hashes of papers. Never changes.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Title => "title",
            Self::Description => "description",
            Self::SectionTitle => "section_title",
            Self::Instructions => "instructions",
            Self::PassageTitle => "passage_title",
            Self::Passage => "passage",
            Self::Question => "question",
            Self::Option => "option",
            Self::Prompt => "prompt",
            Self::GapOption => "gap_option",
        }
    }

    #[must_use]
    pub const fn is_of_question(self) -> bool {
        matches!(self, Self::Question | Self::Option | Self::Prompt | Self::GapOption)
    }

    pub(super) const fn is_of_passage(self) -> bool {
        matches!(self, Self::Passage | Self::PassageTitle)
    }
}

/// Shows whether a text is still the one that was translated.
pub type SourceDigest = [u8; 8];

/// The digest of a text and its format.
#[must_use]
pub fn digest(text: &str, format: RichTextFormat) -> SourceDigest {
    let hash = Sha256::new_with_prefix([u8::from(format == RichTextFormat::Markdown)]).chain_update(text).finalize();
    let mut digest = SourceDigest::default();
    digest.iter_mut().zip(hash).for_each(|(to, from)| *to = from);
    digest
}
