//! Trees of the texts of a question, built when it is saved and kept beside their sources.

use crate::domain::{
    PictureHash,
    invisible::is_blank,
    rich_text::{self, Content, RichTextFault, RichTextFormat},
};
use serde::{Deserialize, Serialize};

/// The tree of one text, as the JSON that pages draw.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tree(String);

impl Tree {
    /// Reads a source. A plain one needs no tree.
    ///
    /// # Errors
    /// Those of [`rich_text::parse`].
    pub fn of(source: &str, format: RichTextFormat) -> Result<Option<Self>, RichTextFault> {
        if format == RichTextFormat::Plain {
            return Ok(None);
        }
        let content = rich_text::parse(source, format)?;
        let unusable = |_| RichTextFault { message: "The text cannot be converted.".into(), position: None };
        serde_json::to_string(&content).map(|json| Some(Self(json))).map_err(unusable)
    }

    #[must_use]
    pub fn json(&self) -> &str {
        &self.0
    }

    /// The tree itself; an empty one if the stored JSON is not a tree.
    #[must_use]
    pub fn content(&self) -> Content {
        serde_json::from_str(&self.0).unwrap_or_else(|_| Content::Rich(Vec::new()))
    }

    /// The pictures that it shows.
    #[must_use]
    pub fn pictures(&self) -> Vec<PictureHash> {
        // Most texts have none: their tree need not be read.
        if !self.0.contains(r#"{"img":["#) {
            return Vec::new();
        }
        rich_text::pictures(&self.content()).into_iter().filter_map(|(hash, _)| hash.parse().ok()).collect()
    }

    /// Whether it has words, a formula or a picture.
    #[must_use]
    pub fn shows_something(&self) -> bool {
        !is_blank(&self.plain_text()) || self.0.contains(r#"{"img":["#)
    }

    #[must_use]
    pub fn first_line(&self) -> String {
        rich_text::first_line(&self.content())
    }

    #[must_use]
    pub fn plain_text(&self) -> String {
        rich_text::to_plain_text(&self.content())
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Trees {
    pub text: Tree,
    /// The trees of the options, in their order.
    pub options: Vec<Tree>,
    /// The trees of the prompts, in their order.
    pub prompts: Vec<Tree>,
    pub explanation: Option<Tree>,
}

impl Trees {
    /// All trees, in a fixed order.
    pub fn all(&self) -> impl Iterator<Item = &Tree> {
        let Self { text, options, prompts, explanation } = self;
        std::iter::once(text).chain(options).chain(prompts).chain(explanation)
    }

    /// The trees that candidates see.
    pub fn of_candidates(&self) -> impl Iterator<Item = &Tree> {
        let Self { text, options, prompts, explanation: _ } = self;
        std::iter::once(text).chain(options).chain(prompts)
    }

    /// Bytes of all trees.
    #[must_use]
    pub fn size(&self) -> usize {
        self.all().map(|tree| tree.0.len()).sum()
    }
}
