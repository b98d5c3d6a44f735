//! Translations that a test holds of its own texts (`docs/behaviour/tests.md#translations`). The key is one: answers name ids,
//! and of multiple choice the original text.

mod file;
mod fit;
mod paper;
mod place;
mod sources;

pub use file::{FileTexts, PassageWords, PlacedWords, SectionWords, TestTexts, places};
pub use fit::{Misfit, TextDraft, checked};
pub use paper::PaperTranslation;
pub use place::{Part, Place, SourceDigest, digest};
pub use sources::{SourceText, Sources};

use super::{Instant, UserId, language::Language, question::Tree};
use serde::{Deserialize, Serialize};

/// Languages of a test, beside its own.
pub const MAX_LANGUAGES: usize = 12;
/// Bytes of all translated texts of a test, with their trees.
pub const MAX_SIZE: usize = 2 * 1024 * 1024;

/// A text in another language.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TranslatedText {
    pub place: Place,
    /// The original that was translated.
    pub source: SourceDigest,
    pub text: String,
    /// Set where the format is not plain.
    pub tree: Option<Tree>,
}

/// The texts of a test in another language, as far as they are translated.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Translation {
    pub language: Language,
    /// [`Translations::changes`] when it was stored (optimistic concurrency).
    pub version: u32,
    pub updated_at: Instant,
    /// `None` for the operator.
    pub updated_by: Option<UserId>,
    /// Sorted by place.
    pub texts: Vec<TranslatedText>,
}

/// All translations of a test.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Translations {
    pub list: Vec<Translation>,
    /// Counts the stored changes of all languages.
    pub changes: u32,
}

/// Whether a text of a test is translated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State<'t> {
    Current(&'t TranslatedText),
    /// The original has changed since.
    Changed(&'t TranslatedText),
    Missing,
}

impl Translation {
    /// The translation of a text. One that has moved within its question is found by its original.
    #[must_use]
    pub fn state(&self, source: &SourceText<'_>) -> State<'_> {
        if let Some(found) = found(&self.texts, &source.place, source.digest()) {
            return State::Current(found);
        }
        let at = self.texts.binary_search_by(|text| text.place.cmp(&source.place)).ok();
        at.and_then(|at| self.texts.get(at)).map_or(State::Missing, State::Changed)
    }

    /// Texts that are translations of none of these.
    #[must_use]
    pub fn unused(&self, sources: &Sources<'_>) -> Vec<&TranslatedText> {
        let mut used: Vec<&Place> = sources
            .iter()
            .filter_map(|source| match self.state(source) {
                State::Current(text) | State::Changed(text) => Some(&text.place),
                State::Missing => None,
            })
            .collect();
        used.sort_unstable();
        self.texts.iter().filter(|text| used.binary_search(&&text.place).is_err()).collect()
    }

    fn size(&self) -> usize {
        self.texts.iter().map(TranslatedText::size).sum()
    }
}

impl TranslatedText {
    fn size(&self) -> usize {
        self.text.len() + self.tree.as_ref().map_or(0, |tree| tree.json().len())
    }
}

/// The translation of an original at this place, or elsewhere in the same question.
fn found<'t>(sorted: &'t [TranslatedText], place: &Place, source: SourceDigest) -> Option<&'t TranslatedText> {
    fn parent(place: &Place) -> (Part, &str) {
        (place.part, &place.of)
    }
    let from = sorted.partition_point(|text| parent(&text.place) < parent(place));
    let near = sorted.get(from..).unwrap_or_default().iter();
    let near = near.take_while(|text| parent(&text.place) == parent(place));
    let mut same = near.filter(|text| text.source == source);
    let first = same.next()?;
    if first.place.at == place.at {
        return Some(first);
    }
    Some(same.find(|text| text.place.at == place.at).unwrap_or(first))
}

impl Translations {
    #[must_use]
    pub fn of(&self, language: Language) -> Option<&Translation> {
        self.list.iter().find(|translation| translation.language == language)
    }

    /// Stores the texts of a language, sorted; without any, none of it is left.
    pub fn put(&mut self, language: Language, mut texts: Vec<TranslatedText>, at: Instant, by: Option<UserId>) {
        self.changes = self.changes.saturating_add(1);
        self.list.retain(|translation| translation.language != language);
        if texts.is_empty() {
            return;
        }
        texts.sort_by(|a, b| a.place.cmp(&b.place));
        self.list.push(Translation { language, version: self.changes, updated_at: at, updated_by: by, texts });
        self.list.sort_by_key(|translation| translation.language);
    }

    /// Bytes of all texts.
    #[must_use]
    pub fn size(&self) -> usize {
        self.list.iter().map(Translation::size).sum()
    }

    /// Trees of all texts.
    pub fn trees(&self) -> impl Iterator<Item = &Tree> {
        self.list.iter().flat_map(|translation| &translation.texts).filter_map(|text| text.tree.as_ref())
    }
}

#[cfg(test)]
mod tests;
