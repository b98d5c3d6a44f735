//! Essays: a person scores them.

use super::{
    key::{KeyContext, Quality, QuestionKey, ReadBeside, TextMatchers, TranslatedTexts},
    labels::Labels,
};
use crate::domain::question::{
    answer::ParsedAnswer,
    choices::ShownOptions,
    draft::QuestionDraft,
    field::QuestionFields,
    points::{Scoring, Share},
};

/// An essay has no key.
#[derive(Clone, Copy)]
pub struct EssayKey;

impl QuestionKey for EssayKey {
    fn check(_: QuestionDraft, _: &KeyContext<'_>, _: &mut QuestionFields<'_>) -> Option<Self> {
        Some(Self)
    }

    fn set_fields(&self, _: &mut QuestionDraft) {}

    fn parse(&self, text: &str) -> Option<ParsedAnswer> {
        Some(ParsedAnswer::Text(text.to_owned()))
    }

    fn right_share(&self, _: &ParsedAnswer, _: &TextMatchers<'_>) -> Option<Share> {
        None
    }

    fn rekeyed(&self, _: ParsedAnswer, _: Scoring) -> Option<Self> {
        None
    }

    fn answer_text(&self, _: ParsedAnswer, _: Labels<'_>) -> Option<String> {
        None
    }

    fn key_text(&self, _: Labels<'_>) -> Option<String> {
        None
    }

    fn options(&self) -> ShownOptions<'_> {
        ShownOptions::None
    }

    fn in_fixed_order(self) -> Self {
        self
    }

    fn sample(&self, _: Quality) -> Option<String> {
        None
    }

    fn translated(&self, _: &mut dyn TranslatedTexts) -> Option<ReadBeside<Self>> {
        Some(ReadBeside::Nothing)
    }
}
