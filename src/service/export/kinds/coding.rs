//! Code: an essay in other programs.

use super::{
    essay,
    key::{ExportedKey, GiftAnswers, losses},
};
use crate::{
    domain::question::{Coding, Question},
    service::export::qti::{processing::ScoredResponse, texts::ItemTexts, xml::QtiElement},
};

impl ExportedKey for Coding {
    fn gift(&self, _: &Question) -> GiftAnswers {
        GiftAnswers::NONE
    }

    fn lost_in_gift(&self, _: &Question) -> Vec<&'static str> {
        losses([Some("that the answer is code"), (!self.is_basic()).then_some("tests, languages and limits")])
    }

    fn lost_in_qti(&self, _: &Question) -> Vec<&'static str> {
        let has_more = *self != Self::in_language(None);
        losses([Some("That the answer is code"), has_more.then_some("Languages, tests and limits")])
    }

    fn responses(&self, _: &Question) -> Vec<ScoredResponse> {
        essay::response()
    }

    fn interaction(&self, _: &Question, _: &ItemTexts<'_>) -> Option<QtiElement> {
        Some(essay::lines(20))
    }

    fn has_own_ids(&self, _: &Question) -> bool {
        false
    }

    fn lost_in_moodle(&self, _: &Question) -> Vec<&'static str> {
        losses([Some("The languages of code"), (!self.tests.is_empty()).then_some("The tests of code")])
    }
}
