//! Short texts.

use super::key::{ExportedKey, GiftAnswers, entry, losses};
use crate::{
    domain::question::{Question, TextKey},
    service::export::{
        gift_text,
        moodle::{
            key::MoodleKey,
            text::{MoodleTexts, escaped},
        },
        qti::{
            processing::{ScoredResponse, response_id},
            texts::ItemTexts,
            xml::{QtiElement, plain},
        },
    },
};
use std::io;

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

    fn moodle(&self, question: &Question, _: bool, texts: &MoodleTexts<'_>) -> io::Result<MoodleKey> {
        if self.accepted.is_empty() {
            return MoodleKey::essay(question, texts);
        }
        let answer = |text: &String| {
            let text = escaped(&text.replace('*', "\\*"));
            format!("<answer fraction=\"100\" format=\"plain_text\"><text>{text}</text></answer>")
        };
        let head = format!("<usecase>{}</usecase>", u8::from(self.case_sensitive));
        let lines = std::iter::once(head).chain(self.accepted.iter().map(answer)).collect();
        MoodleKey::new("shortanswer", lines, question, texts)
    }

    fn lost_in_moodle(&self, _: &Question) -> Vec<&'static str> {
        losses([is_exact(self).then_some("The pattern, and that spaces count,")])
    }
}

/// Whether more counts than Moodle can compare.
pub fn is_exact(key: &TextKey) -> bool {
    key.pattern.is_some() || key.space_sensitive
}
