//! Short texts.

use super::key::{ExportedKey, GiftAnswers, entry, losses};
use crate::{
    domain::question::{Question, TextKey},
    service::export::{
        gift_text,
        qti::{
            processing::{ScoredResponse, response_id},
            texts::ItemTexts,
            xml::{QtiElement, plain},
        },
    },
};

impl ExportedKey for TextKey {
    fn gift(&self, question: &Question) -> GiftAnswers {
        let line = |text: &String| format!("\n\t={}", gift_text::answer(&text.replace('*', "\\*"), question));
        GiftAnswers::Lines(self.accepted.iter().map(line).collect())
    }

    fn lost_in_gift(&self, _: &Question) -> Vec<&'static str> {
        let is_exact = self.case_sensitive || self.space_sensitive;
        losses([self.pattern.as_ref().map(|_| "the pattern"), is_exact.then_some("that case or spaces count")])
    }

    fn lost_in_qti(&self, _: &Question) -> Vec<&'static str> {
        losses([self.pattern.as_ref().map(|_| "The pattern"), self.space_sensitive.then_some("That spaces count")])
    }

    fn responses(&self, question: &Question) -> Vec<ScoredResponse> {
        vec![ScoredResponse::text(0, self, f64::from(question.points))]
    }

    fn interaction(&self, _: &Question, _: &ItemTexts<'_>) -> Option<QtiElement> {
        Some(plain("p").with(entry(response_id(0)).set("expectedLength", 40)))
    }

    fn has_own_ids(&self, _: &Question) -> bool {
        false
    }
}
