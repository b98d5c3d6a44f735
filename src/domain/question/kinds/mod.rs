//! Kinds of questions: a file or folder for each, which holds its key and everything that depends on it. This file is the
//! only place that knows all of them.

pub mod coding;
mod essay;
mod gaps;
mod key;
mod labels;
mod matching;
mod multiple_choice;
mod multiple_response;
mod numeric;
mod ordering;
mod short_text;

pub use gaps::{Gap, GapKey};
pub use key::{CountedOption, Quality, TranslatedTexts};
pub(super) use key::{KeyContext, TextMatchers};
pub(super) use labels::Labels;
pub use matching::MatchingKey;
pub use multiple_choice::{MultipleChoiceKey, OPTIONS};
pub use multiple_response::MultipleResponseKey;
pub use ordering::OrderingKey;

use super::{
    answer::ParsedAnswer,
    choices::{self, ShownOptions},
    draft::{QuestionDraft, QuestionKind},
    field::QuestionFields,
    number::NumberKey,
    points::{Scoring, Share},
    text::{TextKey, TextMatcher},
};
use crate::domain::invisible::is_blank;
use coding::Coding;
use essay::EssayKey;
use key::{QuestionKey, ReadBeside};
use serde::{Deserialize, Serialize};

/// The key of a question, by its kind. Stored by position: a new kind comes last.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum QuestionContent {
    MultipleChoice(MultipleChoiceKey),
    Essay,
    /// Boxed: it is far larger than the others.
    Coding(Box<Coding>),
    MultipleResponse(MultipleResponseKey),
    Numeric(NumberKey),
    ShortText(TextKey),
    Ordering(OrderingKey),
    Matching(MatchingKey),
    Gaps(Vec<Gap>),
}

/// The form of a question in other programs.
#[derive(Clone, Copy)]
pub enum Counterpart<'k> {
    MultipleChoice(&'k MultipleChoiceKey),
    Coding(&'k Coding),
    MultipleResponse(&'k MultipleResponseKey),
    Numeric(&'k NumberKey),
    ShortText(&'k TextKey),
    Ordering(&'k OrderingKey),
    Matching(&'k MatchingKey),
    Gaps(&'k Vec<Gap>),
    /// No other program has such questions: a key is lost there.
    Essay,
}

/// Does the same with the [`QuestionKey`] of any kind.
macro_rules! with_key {
    ($content:expr, $key:ident => $done:expr) => {
        match $content {
            QuestionContent::MultipleChoice($key) => $done,
            QuestionContent::Essay => {
                let $key = &EssayKey;
                $done
            }
            QuestionContent::Coding($key) => $done,
            QuestionContent::MultipleResponse($key) => $done,
            QuestionContent::Numeric($key) => $done,
            QuestionContent::ShortText($key) => $done,
            QuestionContent::Ordering($key) => $done,
            QuestionContent::Matching($key) => $done,
            QuestionContent::Gaps($key) => $done,
        }
    };
}

macro_rules! contents {
    ($($key:ty => $content:expr),+ $(,)?) => {
        $(impl From<$key> for QuestionContent {
            fn from(key: $key) -> Self {
                $content(key)
            }
        })+
    };
}

contents! {
    MultipleChoiceKey => Self::MultipleChoice,
    EssayKey => |EssayKey| Self::Essay,
    Coding => |key| Self::Coding(Box::new(key)),
    MultipleResponseKey => Self::MultipleResponse,
    NumberKey => Self::Numeric,
    TextKey => Self::ShortText,
    OrderingKey => Self::Ordering,
    MatchingKey => Self::Matching,
    Vec<Gap> => Self::Gaps,
}

impl QuestionContent {
    /// Checks the key of a draft. `None` only with a message in `fields`.
    pub(super) fn check(
        draft: QuestionDraft,
        context: &KeyContext<'_>,
        fields: &mut QuestionFields<'_>,
    ) -> Option<Self> {
        match draft.kind {
            QuestionKind::MultipleChoice => MultipleChoiceKey::check(draft, context, fields).map(Self::from),
            QuestionKind::Essay => EssayKey::check(draft, context, fields).map(Self::from),
            QuestionKind::Coding => Coding::check(draft, context, fields).map(Self::from),
            QuestionKind::MultipleResponse => MultipleResponseKey::check(draft, context, fields).map(Self::from),
            QuestionKind::Numeric => NumberKey::check(draft, context, fields).map(Self::from),
            QuestionKind::ShortText => TextKey::check(draft, context, fields).map(Self::from),
            QuestionKind::Ordering => OrderingKey::check(draft, context, fields).map(Self::from),
            QuestionKind::Matching => MatchingKey::check(draft, context, fields).map(Self::from),
            QuestionKind::Gaps => Vec::<Gap>::check(draft, context, fields).map(Self::from),
        }
    }

    #[must_use]
    pub const fn kind(&self) -> QuestionKind {
        match self {
            Self::MultipleChoice(_) => QuestionKind::MultipleChoice,
            Self::Essay => QuestionKind::Essay,
            Self::Coding(_) => QuestionKind::Coding,
            Self::MultipleResponse(_) => QuestionKind::MultipleResponse,
            Self::Numeric(_) => QuestionKind::Numeric,
            Self::ShortText(_) => QuestionKind::ShortText,
            Self::Ordering(_) => QuestionKind::Ordering,
            Self::Matching(_) => QuestionKind::Matching,
            Self::Gaps(_) => QuestionKind::Gaps,
        }
    }

    pub(super) fn set_fields(&self, draft: &mut QuestionDraft) {
        with_key!(self, key => key.set_fields(draft));
    }

    #[must_use]
    pub fn options(&self) -> ShownOptions<'_> {
        with_key!(self, key => key.options())
    }

    #[must_use]
    pub fn prompts(&self) -> &[choices::Choice] {
        with_key!(self, key => key.prompts())
    }

    /// Options that an author may pin to their place: those of the kinds that show one list in the author's order.
    #[must_use]
    pub fn pinnable(&self) -> Vec<&str> {
        with_key!(self, key => key.pinnable())
    }

    #[must_use]
    pub fn counted_options(&self) -> Vec<CountedOption<'_>> {
        with_key!(self, key => key.counted_options())
    }

    /// Lengths of the lists of options that a section may shuffle.
    #[must_use]
    pub fn shuffled_lists(&self) -> Vec<usize> {
        with_key!(self, key => key.shuffled_lists())
    }

    /// The content with its shuffled lists in these orders.
    #[must_use]
    pub fn reordered(self, orders: &[Vec<usize>]) -> Self {
        with_key!(self, key => key.reordered(orders).into())
    }

    /// Papers may have options in an order of their own. What is scored by tests has no key here. Never changes: stored
    /// repairs depend on it.
    #[must_use]
    pub fn in_fixed_order(self) -> Self {
        if matches!(self, Self::Coding(_)) {
            return Self::Essay;
        }
        with_key!(self, key => key.in_fixed_order().into())
    }

    /// Number of patterns.
    pub(super) fn patterns(&self) -> usize {
        with_key!(self, key => key.texts()).values().filter(|key| key.pattern.is_some()).count()
    }

    /// The texts of the key, ready for many answers.
    pub(super) fn matchers(&self) -> TextMatchers<'_> {
        let texts = with_key!(self, key => key.texts());
        texts.into_iter().map(|(place, key)| (place, TextMatcher::new(key))).collect()
    }

    pub(super) fn right_share(&self, answer: &ParsedAnswer, texts: &TextMatchers<'_>) -> Option<Share> {
        with_key!(self, key => key.right_share(answer, texts))
    }

    pub(super) fn rekeyed(&self, answer: ParsedAnswer, scoring: Scoring) -> Option<Self> {
        with_key!(self, key => key.rekeyed(answer, scoring).map(Self::from))
    }

    pub(super) fn answer_text(&self, answer: ParsedAnswer, labels: Labels<'_>) -> Option<String> {
        with_key!(self, key => key.answer_text(answer, labels))
    }

    pub(super) fn key_text(&self, labels: Labels<'_>) -> Option<String> {
        with_key!(self, key => key.key_text(labels))
    }

    /// An answer of this quality; `None` where only a person can write one.
    #[must_use]
    pub fn sample(&self, quality: Quality) -> Option<String> {
        with_key!(self, key => key.sample(quality))
    }

    /// The content as it is read in another language, without the key; `None` unless all of its texts are translated.
    pub fn translated(&self, texts: &mut dyn TranslatedTexts) -> Option<Self> {
        fn content<K: Into<QuestionContent>>(beside: ReadBeside<K>) -> QuestionContent {
            match beside {
                ReadBeside::Nothing => QuestionContent::Essay,
                ReadBeside::Texts(key) => key.into(),
            }
        }
        with_key!(self, key => key.translated(texts).map(content))
    }

    /// Every kind is named, so that a new one becomes an essay in other programs by decision alone.
    #[must_use]
    pub fn counterpart(&self) -> Counterpart<'_> {
        match self {
            Self::MultipleChoice(key) => Counterpart::MultipleChoice(key),
            Self::Essay => Counterpart::Essay,
            Self::Coding(key) => Counterpart::Coding(key),
            Self::MultipleResponse(key) => Counterpart::MultipleResponse(key),
            Self::Numeric(key) => Counterpart::Numeric(key),
            Self::ShortText(key) => Counterpart::ShortText(key),
            Self::Ordering(key) => Counterpart::Ordering(key),
            Self::Matching(key) => Counterpart::Matching(key),
            Self::Gaps(gaps) => Counterpart::Gaps(gaps),
        }
    }
}

impl ParsedAnswer {
    /// Never fails: a save is not refused for the form of an answer.
    #[must_use]
    pub fn read(content: &QuestionContent, text: &str) -> Self {
        if is_blank(text) {
            return Self::Blank;
        }
        let parsed = with_key!(content, key => key.parse(text)).unwrap_or(Self::Unreadable);
        if parsed.has_nothing() { Self::Blank } else { parsed }
    }
}
