//! The interface of a kind: everything that depends on it.

use super::labels::Labels;
use crate::domain::question::{
    answer::ParsedAnswer,
    choices::{Choice, ShownOptions},
    draft::QuestionDraft,
    field::QuestionFields,
    points::{Scoring, Share},
    text::{TextKey, TextMatcher},
};
use std::collections::BTreeMap;

/// The rest of a question, as far as the check of its key needs it.
pub struct KeyContext<'f> {
    /// The question's text.
    pub text: &'f str,
    pub scoring: Scoring,
}

/// The texts of a key, ready for many answers: of a short text by "", of gaps by their ids.
pub type TextMatchers<'q> = BTreeMap<&'q str, TextMatcher>;

/// How good a sample answer is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quality {
    /// Right.
    Strong,
    /// Partly right where the kind has part marks.
    Fair,
    Weak,
}

/// The texts beside a question in another language; `None` for one that is not translated.
pub trait TranslatedTexts {
    /// The option with this id, or of multiple choice the one at this place from 0.
    fn option(&mut self, at: &str, original: &str) -> Option<String>;

    fn prompt(&mut self, id: &str, original: &str) -> Option<String>;

    fn gap_option(&mut self, gap: &str, option: &Choice) -> Option<String>;
}

/// An option whose choices the statistics of a question count.
#[derive(Clone, Copy)]
pub struct CountedOption<'k> {
    /// Absent for an option that answers name by its text.
    pub id: Option<&'k str>,
    pub text: &'k str,
    pub is_right: bool,
}

impl<'k> CountedOption<'k> {
    /// The name by which answers choose it.
    #[must_use]
    pub fn name(self) -> &'k str {
        self.id.unwrap_or(self.text)
    }
}

/// The texts that candidates read beside a question in another language.
pub enum ReadBeside<K> {
    Nothing,
    /// The texts of the key, which says nothing about the right answer.
    Texts(K),
}

/// The key of a question of one kind: everything that depends on the kind. A method that a kind may leave out says what
/// then holds.
pub trait QuestionKey: Sized {
    /// Checks the key of a draft of this kind. `None` only with a message in `fields`.
    fn check(draft: QuestionDraft, context: &KeyContext<'_>, fields: &mut QuestionFields<'_>) -> Option<Self>;

    /// Sets the fields of a draft that [`Self::check`] makes the same key of.
    fn set_fields(&self, draft: &mut QuestionDraft);

    /// Reads an answer that is not blank; `None` for one of another form. An empty list or object is a blank answer.
    fn parse(&self, text: &str) -> Option<ParsedAnswer>;

    /// The right share of an answer that [`Self::parse`] returned; `None` where a person decides.
    fn right_share(&self, answer: &ParsedAnswer, texts: &TextMatchers<'_>) -> Option<Share>;

    /// The key by which this answer is right, all of it where it has parts. `None` for an answer that no such key could
    /// have, and for a kind without a key.
    fn rekeyed(&self, answer: ParsedAnswer, scoring: Scoring) -> Option<Self>;

    /// Returns the key with lists that papers may reorder in a fixed order. The hash that identifies a version of a
    /// question depends on it: it never changes.
    fn in_fixed_order(self) -> Self;

    /// An answer of this quality, for demonstrations and tests. `None` where only a person can write one.
    fn sample(&self, quality: Quality) -> Option<String>;

    /// The texts that candidates read beside the question in another language; `None` unless all of it is translated.
    fn translated(&self, texts: &mut dyn TranslatedTexts) -> Option<ReadBeside<Self>>;

    /// The answer in words; otherwise none, where its text is readable itself.
    fn answer_text(&self, _answer: ParsedAnswer, _labels: Labels<'_>) -> Option<String> {
        None
    }

    /// The key in words; none where there is no key, or where the key itself can be read.
    fn key_text(&self, _labels: Labels<'_>) -> Option<String> {
        None
    }

    /// The options that candidates choose from; none for other kinds.
    fn options(&self) -> ShownOptions<'_> {
        ShownOptions::None
    }

    /// The left side of pairs; otherwise none.
    fn prompts(&self) -> &[Choice] {
        &[]
    }

    /// Texts that answers are compared with, by their places in [`TextMatchers`]; otherwise none.
    fn texts(&self) -> BTreeMap<&str, &TextKey> {
        BTreeMap::new()
    }

    /// Names of the options that an author may pin to their place; otherwise none.
    fn pinnable(&self) -> Vec<&str> {
        Vec::new()
    }

    /// Options whose choices statistics count, in the order of [`Self::options`]; otherwise none.
    fn counted_options(&self) -> Vec<CountedOption<'_>> {
        Vec::new()
    }

    /// Lengths of the lists of options that a section may shuffle; otherwise none.
    fn shuffled_lists(&self) -> Vec<usize> {
        Vec::new()
    }

    /// The key with [`Self::shuffled_lists`] in these orders.
    #[must_use]
    fn reordered(self, _orders: &[Vec<usize>]) -> Self {
        self
    }
}
