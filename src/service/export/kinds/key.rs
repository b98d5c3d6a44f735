//! The interface of a kind in the formats of other programs.

use crate::{
    domain::question::Question,
    service::export::{
        moodle::{key::MoodleKey, text::MoodleTexts},
        qti::{
            processing::ScoredResponse,
            texts::ItemTexts,
            xml::{QtiElement, qti},
        },
    },
};
use std::io;

/// The content of the braces in GIFT.
pub enum GiftAnswers {
    /// Stands on the line of the question.
    Inline(String),
    /// A line each; none for a question without answers.
    Lines(Vec<String>),
}

impl GiftAnswers {
    /// GIFT has nothing for the key: its braces are empty, as those of an essay.
    pub const NONE: Self = Self::Lines(Vec::new());
}

/// The key of a question, `question` being the whole of it.
pub trait ExportedKey {
    fn gift(&self, question: &Question) -> GiftAnswers;

    /// Content that GIFT has no counterpart for.
    fn lost_in_gift(&self, question: &Question) -> Vec<&'static str>;

    /// Content that QTI has no counterpart for, as beginnings of sentences.
    fn lost_in_qti(&self, question: &Question) -> Vec<&'static str>;

    /// The responses of an item that are scored, with their keys.
    fn responses(&self, question: &Question) -> Vec<ScoredResponse>;

    /// The element that asks for the response, below the text of an item; `None` where it is in the text.
    fn interaction(&self, question: &Question, texts: &ItemTexts<'_>) -> Option<QtiElement>;

    /// Whether its ids are not those that an import gives: `o1`, `o2`; of ordering and matching in an order of its own.
    fn has_own_ids(&self, question: &Question) -> bool;

    /// The key in Moodle XML; an essay there, unless Moodle has such questions.
    fn moodle(&self, question: &Question, _shuffles: bool, texts: &MoodleTexts<'_>) -> io::Result<MoodleKey> {
        MoodleKey::essay(question, texts)
    }

    /// Content that Moodle has no counterpart for, as beginnings of sentences.
    fn lost_in_moodle(&self, _question: &Question) -> Vec<&'static str> {
        Vec::new()
    }

    /// The element that an item has instead of the marker `[[id]]` in its text.
    fn in_text(&self, _id: &str) -> Option<QtiElement> {
        None
    }
}

/// The interaction of a text on one line.
pub fn entry(id: String) -> QtiElement {
    qti("textEntryInteraction").set("responseIdentifier", id)
}

/// A loss, if it is one.
pub fn losses<const N: usize>(losses: [Option<&'static str>; N]) -> Vec<&'static str> {
    losses.into_iter().flatten().collect()
}

pub const PART_MARKS: &str = "Part marks";
