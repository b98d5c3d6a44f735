//! Numbers.

use super::key::{ExportedKey, GiftAnswers, PART_MARKS, entry, losses};
use crate::{
    domain::question::{NumberKey, Question, Scoring, ToleranceKind, decimal::Decimal},
    service::export::qti::{
        processing::{ScoredResponse, response_id},
        texts::ItemTexts,
        xml::{QtiElement, plain},
    },
};

impl ExportedKey for NumberKey {
    /// `number:tolerance`; a relative tolerance as an absolute one.
    fn gift(&self, _: &Question) -> GiftAnswers {
        let Self { correct_number, tolerance, .. } = self;
        let width = tolerance.as_ref().and_then(|tolerance| match tolerance.kind {
            ToleranceKind::Absolute => Some(tolerance.value.clone()),
            ToleranceKind::Relative => {
                Decimal::of(&(tolerance.value.value() * correct_number.value()).abs().normalized())
            }
        });
        GiftAnswers::Inline(match width {
            Some(width) => format!("#{}:{}", correct_number.as_str(), width.as_str()),
            None => format!("#{}", correct_number.as_str()),
        })
    }

    fn lost_in_gift(&self, _: &Question) -> Vec<&'static str> {
        losses([self.unit.as_ref().map(|_| "the unit")])
    }

    fn lost_in_qti(&self, question: &Question) -> Vec<&'static str> {
        let is_partial = question.scoring == Scoring::Partial;
        losses([self.unit.as_ref().map(|_| "The unit"), is_partial.then_some(PART_MARKS)])
    }

    fn responses(&self, _: &Question) -> Vec<ScoredResponse> {
        vec![ScoredResponse::number(0, self)]
    }

    fn interaction(&self, _: &Question, _: &ItemTexts<'_>) -> Option<QtiElement> {
        Some(plain("p").with(entry(response_id(0)).set("expectedLength", 40)))
    }

    fn has_own_ids(&self, _: &Question) -> bool {
        false
    }
}
