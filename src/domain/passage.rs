//! Texts of a section: instructions before it, and passages that several of its questions share
//! (`docs/behaviour/tests.md#passages`).

use super::{
    error::FieldChecker,
    invisible::is_blank,
    question::{
        Tree,
        field::{is_text, longer},
    },
    rich_text::RichTextFormat,
};
use serde::{Deserialize, Serialize};
use std::collections::HashSet;

/// Passages of a section.
pub const MAX_PASSAGES: usize = 50;
/// Characters of a passage.
pub const MAX_PASSAGE: usize = 20_000;
/// Characters of the instructions of a section.
pub const MAX_INSTRUCTIONS: usize = 20_000;
/// Characters of the title of a passage.
const MAX_TITLE: usize = 200;
/// Characters of the id of a passage.
const MAX_ID: usize = 64;

/// A text and how it is written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FormattedText {
    pub text: String,
    pub format: RichTextFormat,
    /// Set where the format is not plain.
    pub tree: Option<Tree>,
}

/// A text that several questions share, shown beside each of them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Passage {
    /// Unique in its test.
    pub id: String,
    /// May be empty.
    pub title: String,
    pub text: FormattedText,
    /// The questions about it, by place from 0, in ascending order: items of a section, questions of a plan's template, or
    /// questions of a paper.
    pub places: Vec<u32>,
}

impl Passage {
    /// The text for readers of plain text.
    #[must_use]
    pub fn plain_text(&self) -> String {
        self.text.tree.as_ref().map_or_else(|| self.text.text.clone(), Tree::plain_text)
    }

    /// The same passage for other places.
    #[must_use]
    pub fn at(&self, places: Vec<u32>) -> Self {
        Self { places, ..self.clone() }
    }
}

/// The passage that is asked about at this place.
#[must_use]
pub fn at_place(passages: &[Passage], place: usize) -> Option<&Passage> {
    let place = u32::try_from(place).ok()?;
    passages.iter().find(|passage| passage.places.contains(&place))
}

/// An unvalidated text.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TextDraft {
    pub text: String,
    pub format: RichTextFormat,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PassageDraft {
    pub id: String,
    pub title: String,
    pub text: TextDraft,
}

/// The unvalidated texts of a section.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SectionTexts {
    /// Blank: none.
    pub instructions: TextDraft,
    pub passages: Vec<PassageDraft>,
    /// Items that are about a passage, by place from 0, with its id.
    pub about: Vec<(usize, String)>,
}

/// Texts of a section that passed [`SectionTexts::check`].
#[derive(Clone, Debug, Default)]
pub struct CheckedTexts {
    pub instructions: Option<FormattedText>,
    pub passages: Vec<Passage>,
}

impl From<&FormattedText> for TextDraft {
    fn from(text: &FormattedText) -> Self {
        Self { text: text.text.clone(), format: text.format }
    }
}

impl TextDraft {
    fn is_blank(&self) -> bool {
        is_blank(&self.text)
    }

    /// `None` only with a message.
    fn checked(&self, field: &str, limit: (usize, &str), check: &mut FieldChecker) -> Option<FormattedText> {
        let text = self.text.trim().to_owned();
        let (limit, too_long) = limit;
        if longer(&text, limit) {
            check.require(false, field, too_long);
            return None;
        }
        if !is_text(&text) {
            check.require(false, field, "The text contains control characters.");
            return None;
        }
        match Tree::of(&text, self.format) {
            Ok(tree) => {
                let shows_something = tree.as_ref().map_or_else(|| !is_blank(&text), Tree::shows_something);
                check.require(shows_something, field, "The text is empty.");
                Some(FormattedText { text, format: self.format, tree })
            }
            Err(fault) => {
                check.require(false, field, fault.to_string());
                None
            }
        }
    }
}

impl SectionTexts {
    /// The texts of a stored section.
    #[must_use]
    pub fn of(instructions: Option<&FormattedText>, passages: &[Passage]) -> Self {
        let draft = |passage: &Passage| PassageDraft {
            id: passage.id.clone(),
            title: passage.title.clone(),
            text: (&passage.text).into(),
        };
        let mut about: Vec<(usize, String)> = passages
            .iter()
            .flat_map(|passage| passage.places.iter().map(|place| (*place as usize, passage.id.clone())))
            .collect();
        about.sort_unstable();
        Self {
            instructions: instructions.map(Into::into).unwrap_or_default(),
            passages: passages.iter().map(draft).collect(),
            about,
        }
    }

    /// The id of the passage that an item is about.
    #[must_use]
    pub fn passage_of(&self, item: usize) -> Option<&str> {
        self.about.iter().find(|(place, _)| *place == item).map(|(_, id)| id.as_str())
    }

    /// Takes out the items for which `is_kept` is false; the others move up.
    pub fn retain_items(&mut self, is_kept: &[bool]) {
        let kept = |place: usize| is_kept.get(place).copied().unwrap_or_default();
        self.about.retain(|(place, _)| kept(*place));
        for (place, _) in &mut self.about {
            *place = is_kept.iter().take(*place).filter(|kept| **kept).count();
        }
    }

    /// Validates the texts of the section at this place, with messages by field: `sections[0].passages[1].text`.
    pub fn check(&self, section: usize, check: &mut FieldChecker) -> CheckedTexts {
        let field = |name: &str| format!("sections[{section}].{name}");
        let instructions = if self.instructions.is_blank() {
            None
        } else {
            let limit = (MAX_INSTRUCTIONS, "The instructions are too long (20,000 characters at most).");
            self.instructions.checked(&field("instructions"), limit, check)
        };
        let are_few = self.passages.len() <= MAX_PASSAGES;
        check.require(are_few, field("passages"), "A section has at most 50 passages.");
        let drafts = self.passages.iter().enumerate().take(MAX_PASSAGES);
        let mut passages: Vec<Passage> =
            drafts.filter_map(|(at, draft)| draft.checked(&field(&format!("passages[{at}]")), check)).collect();
        let known: HashSet<&str> = self.passages.iter().map(|passage| passage.id.trim()).collect();
        for (item, id) in &self.about {
            let message = "This section has no passage with this id.";
            check.require(known.contains(id.trim()), field(&format!("items[{item}].passage")), message);
            let passage = passages.iter_mut().find(|passage| passage.id == id.trim());
            if let (Some(passage), Ok(place)) = (passage, u32::try_from(*item)) {
                passage.places.push(place);
            }
        }
        for passage in &mut passages {
            passage.places.sort_unstable();
        }
        CheckedTexts { instructions, passages }
    }
}

impl PassageDraft {
    /// `None` only with a message.
    fn checked(&self, field: &str, check: &mut FieldChecker) -> Option<Passage> {
        let at = |name: &str| format!("{field}.{name}");
        let id = self.id.trim().to_owned();
        let is_id = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
        let has_id = !id.is_empty() && !longer(&id, MAX_ID) && id.chars().all(is_id);
        let message = "The id of a passage has 1 to 64 letters, digits, '-', '_' and '.'.";
        check.require(has_id, at("id"), message);
        let title = self.title.trim().to_owned();
        check.require(!longer(&title, MAX_TITLE), at("title"), "The title is too long (200 characters at most).");
        check.require(!title.chars().any(char::is_control), at("title"), "The title must be on one line.");
        let limit = (MAX_PASSAGE, "The passage is too long (20,000 characters at most).");
        let text = self.text.checked(&at("text"), limit, check)?;
        Some(Passage { id, title, text, places: Vec::new() })
    }
}

#[cfg(test)]
#[path = "passage_tests.rs"]
mod tests;
