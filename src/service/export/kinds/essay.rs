//! Essays: the same in all formats.

use super::key::{ExportedKey, GiftAnswers};
use crate::{
    domain::question::Question,
    service::export::qti::{
        processing::ScoredResponse,
        texts::{ItemTexts, asking},
        xml::QtiElement,
    },
};

pub struct Essay;

/// A long text that a person scores.
pub fn response() -> Vec<ScoredResponse> {
    vec![ScoredResponse::new(0, "single", "string", Vec::new())]
}

pub fn lines(count: usize) -> QtiElement {
    asking("extendedTextInteraction").set("expectedLines", count)
}

impl ExportedKey for Essay {
    fn gift(&self, _: &Question) -> GiftAnswers {
        GiftAnswers::NONE
    }

    fn lost_in_gift(&self, _: &Question) -> Vec<&'static str> {
        Vec::new()
    }

    fn lost_in_qti(&self, _: &Question) -> Vec<&'static str> {
        Vec::new()
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
