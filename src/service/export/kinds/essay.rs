//! Essays, and kinds that other programs do not have: they are essays there.

use super::key::{ExportedKey, GiftAnswers, losses};
use crate::{
    domain::question::{Question, QuestionKind},
    service::export::qti::{
        processing::ScoredResponse,
        texts::{ItemTexts, asking},
        xml::QtiElement,
    },
};

/// A question that is an essay in other programs. One of a kind that they do not have loses its key.
pub struct AsEssay;

fn has_key(question: &Question) -> bool {
    question.kind() != QuestionKind::Essay
}

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

    fn lost_in_gift(&self, question: &Question) -> Vec<&'static str> {
        losses([has_key(question).then_some("the right answer")])
    }

    fn lost_in_qti(&self, question: &Question) -> Vec<&'static str> {
        losses([has_key(question).then_some("The right answer")])
    }

    fn lost_in_moodle(&self, question: &Question) -> Vec<&'static str> {
        self.lost_in_qti(question)
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
