//! Ordering, which GIFT does not have.

use super::{
    ids::{are_others, place},
    key::{ExportedKey, GiftAnswers, PART_MARKS, losses},
};
use crate::{
    domain::question::{OrderingKey, Question, Scoring},
    service::export::{
        moodle::{
            key::{MoodleKey, tree},
            text::MoodleTexts,
        },
        qti::{
            processing::{ScoredResponse, choice_id},
            texts::{ItemTexts, asking},
            xml::QtiElement,
        },
    },
};
use std::io;

impl ExportedKey for OrderingKey {
    fn gift(&self, _: &Question) -> GiftAnswers {
        GiftAnswers::NONE
    }

    fn lost_in_gift(&self, _: &Question) -> Vec<&'static str> {
        vec!["the order"]
    }

    fn lost_in_qti(&self, question: &Question) -> Vec<&'static str> {
        losses([(question.scoring == Scoring::Partial).then_some(PART_MARKS)])
    }

    fn responses(&self, _: &Question) -> Vec<ScoredResponse> {
        let order = self.order.iter().filter_map(|id| place(&self.options, id)).map(choice_id);
        vec![ScoredResponse::new(0, "ordered", "identifier", order.collect())]
    }

    fn interaction(&self, question: &Question, texts: &ItemTexts<'_>) -> Option<QtiElement> {
        let options = self.options.iter().map(|option| (option.text.as_str(), false));
        Some(texts.choices(asking("orderInteraction").set("shuffle", true), question, options))
    }

    fn has_own_ids(&self, _: &Question) -> bool {
        are_others(&self.options, 'o')
    }

    fn moodle(&self, question: &Question, _: bool, texts: &MoodleTexts<'_>) -> io::Result<MoodleKey> {
        let is_whole = question.scoring == Scoring::AllOrNothing;
        let rule = if is_whole { "ALL_OR_NOTHING" } else { "RELATIVE_NEXT_EXCLUDE_LAST" };
        let head = format!("<gradingtype>{rule}</gradingtype><selecttype>ALL</selecttype><selectcount>0</selectcount>");
        let trees = question.trees.as_ref().map(|trees| &trees.options);
        let mut lines = vec![head];
        for (number, id) in (1..).zip(&self.order) {
            if let Some((place, option)) = self.options.iter().enumerate().find(|(_, option)| option.id == *id) {
                let fraction = format!(" fraction=\"{number}\"");
                lines.push(texts.element("answer", &fraction, &option.text, tree(trees, place))?);
            }
        }
        MoodleKey::new("ordering", lines, question, texts)
    }
}
