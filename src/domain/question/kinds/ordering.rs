//! Ordering: all options in their right order.

use super::{
    key::{KeyContext, Quality, QuestionKey, ReadBeside, TextMatchers, TranslatedTexts},
    labels::Labels,
};
use crate::domain::question::{
    answer::ParsedAnswer,
    choices::{self, Choice, ShownOptions, has, not_an_option, read_ids, sort_by_id},
    draft::QuestionDraft,
    field::QuestionFields,
    points::{Scoring, Share},
};
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::collections::{BTreeSet, HashSet};

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OrderingKey {
    pub options: Vec<Choice>,
    /// The ids of all options in the right order.
    pub order: Vec<String>,
}

impl QuestionKey for OrderingKey {
    fn check(draft: QuestionDraft, _: &KeyContext<'_>, fields: &mut QuestionFields<'_>) -> Option<Self> {
        let options = choices::check_choices(&draft.options, choices::OPTIONS, fields);
        check_order(&draft.order, &options, fields);
        let names = choices::neutral_ids(&draft.options, &options);
        let order = draft.order.into_iter().map(|id| names.of(id)).collect();
        Some(Self { options: names.of_all(options), order })
    }

    fn set_fields(&self, draft: &mut QuestionDraft) {
        draft.options = choices::drafts(&self.options);
        draft.order.clone_from(&self.order);
    }

    fn parse(&self, text: &str) -> Option<ParsedAnswer> {
        read_ids(text, &self.options).map(ParsedAnswer::Order)
    }

    fn right_share(&self, answer: &ParsedAnswer, _: &TextMatchers<'_>) -> Option<Share> {
        let ParsedAnswer::Order(ids) = answer else { return Some(Share::NONE) };
        Some(adjacent_pairs(ids, &self.order))
    }

    fn rekeyed(&self, answer: ParsedAnswer, _: Scoring) -> Option<Self> {
        let ParsedAnswer::Order(order) = answer else { return None };
        (order.len() == self.options.len()).then(|| Self { options: self.options.clone(), order })
    }

    fn answer_text(&self, answer: ParsedAnswer, labels: Labels<'_>) -> Option<String> {
        let ParsedAnswer::Order(ids) = answer else { return None };
        Some(labels.order(&self.options, &ids))
    }

    fn key_text(&self, labels: Labels<'_>) -> Option<String> {
        Some(labels.order(&self.options, &self.order))
    }

    fn options(&self) -> ShownOptions<'_> {
        ShownOptions::Unordered(&self.options)
    }

    fn in_fixed_order(mut self) -> Self {
        sort_by_id(&mut self.options);
        self
    }

    fn sample(&self, quality: Quality) -> Option<String> {
        let mut order = self.order.clone();
        match quality {
            Quality::Strong => {}
            Quality::Fair => order.swap(0, 1),
            Quality::Weak => order.reverse(),
        }
        Some(json!(order).to_string())
    }

    fn translated(&self, texts: &mut dyn TranslatedTexts) -> Option<ReadBeside<Self>> {
        let options = choices::with_texts(&self.options, |option| texts.option(&option.id, &option.text))?;
        Some(ReadBeside::Texts(Self { options, order: Vec::new() }))
    }
}

/// The share of neighbours in the right order that are neighbours in the answer.
fn adjacent_pairs(answer: &[String], order: &[String]) -> Share {
    let wanted: BTreeSet<(&String, &String)> = order.iter().zip(order.iter().skip(1)).collect();
    let found = answer.iter().zip(answer.iter().skip(1)).filter(|pair| wanted.contains(pair)).count();
    Share::new(found, wanted.len())
}

fn check_order(order: &[String], options: &[Choice], fields: &mut QuestionFields<'_>) {
    let unknown = order.iter().find(|id| !has(options, id));
    fields.require(!order.is_empty(), "order", "Please put the options in order");
    fields.require(unknown.is_none(), "order", &not_an_option(unknown));
    let distinct: HashSet<&String> = order.iter().collect();
    let is_whole = distinct.len() == order.len() && order.len() == options.len();
    fields.require(is_whole, "order", "the order must have every option exactly once.");
}
