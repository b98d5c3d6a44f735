//! Essays: a person scores them.

use super::key::{KeyContext, Quality, QuestionKey, ReadBeside, TextMatchers, TranslatedTexts};
use crate::domain::question::{
    answer::ParsedAnswer,
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
