//! Essays, and kinds that other programs do not have: they are essays there.

use super::key::{ExportedKey, GiftAnswers};
use crate::{
    domain::question::Question,
    service::export::qti::{
        processing::ScoredResponse,
        texts::{ItemTexts, asking},
        xml::QtiElement,
    },
};

/// A question that is an essay in other programs, with what that loses.
pub struct AsEssay {
    pub lost_in_gift: &'static [&'static str],
    pub lost_in_qti: &'static [&'static str],
}

/// An essay loses nothing.
pub const ESSAY: AsEssay = AsEssay { lost_in_gift: &[], lost_in_qti: &[] };

/// A long text that a person scores.
pub fn response() -> Vec<ScoredResponse> {
    vec![ScoredResponse::new(0, "single", "string", Vec::new())]
}

pub fn lines(count: usize) -> QtiElement {
    asking("extendedTextInteraction").set("expectedLines", count)
}

impl ExportedKey for AsEssay {
    fn gift(&self, _: &Question) -> GiftAnswers {
        GiftAnswers::NONE
    }

    fn lost_in_gift(&self, _: &Question) -> Vec<&'static str> {
        self.lost_in_gift.to_vec()
    }

    fn lost_in_qti(&self, _: &Question) -> Vec<&'static str> {
        self.lost_in_qti.to_vec()
    }

    fn responses(&self, _: &Question) -> Vec<ScoredResponse> {
        response()
    }

    fn interaction(&self, _: &Question, _: &ItemTexts<'_>) -> Option<QtiElement> {
        Some(lines(10))
    }

    fn has_own_ids(&self, _: &Question) -> bool {
        false
    }
}
