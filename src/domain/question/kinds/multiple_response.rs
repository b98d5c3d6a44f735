//! Multiple response: any number of the options.

use super::{
    key::{CountedOption, KeyContext, Quality, QuestionKey, ReadBeside, TextMatchers, TranslatedTexts},
    labels::Labels,
};
use crate::domain::question::{
    answer::ParsedAnswer,
    choices::{self, Choice, ShownOptions, has, not_an_option, read_ids, reorder, sort_by_id},
    draft::QuestionDraft,
    field::QuestionFields,
    points::{Scoring, Share},
};
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::collections::{BTreeSet, HashSet};

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MultipleResponseKey {
    pub options: Vec<Choice>,
    /// Ids of `options`, in their order.
    pub correct_answers: Vec<String>,
}

impl QuestionKey for MultipleResponseKey {
    fn check(draft: QuestionDraft, context: &KeyContext<'_>, fields: &mut QuestionFields<'_>) -> Option<Self> {
        let options = choices::check_choices(&draft.options, choices::OPTIONS, fields);
        let correct_answers = check_several(&draft.correct_answers, &options, context.scoring, fields);
        Some(Self { options, correct_answers })
    }

    fn set_fields(&self, draft: &mut QuestionDraft) {
        draft.options = choices::drafts(&self.options);
        draft.correct_answers.clone_from(&self.correct_answers);
    }

    fn parse(&self, text: &str) -> Option<ParsedAnswer> {
        read_ids(text, &self.options).map(|ids| ParsedAnswer::Chosen(ids.into_iter().collect()))
    }

    fn right_share(&self, answer: &ParsedAnswer, _: &TextMatchers<'_>) -> Option<Share> {
        let ParsedAnswer::Chosen(ids) = answer else { return Some(Share::NONE) };
        Some(several(ids, self.options.len(), &self.correct_answers))
    }

    fn rekeyed(&self, answer: ParsedAnswer, scoring: Scoring) -> Option<Self> {
        let ParsedAnswer::Chosen(ids) = answer else { return None };
        // Otherwise choosing everything would earn all points.
        let has_wrong_option = scoring == Scoring::AllOrNothing || ids.len() < self.options.len();
        let chosen = self.options.iter().map(|option| &option.id).filter(|id| ids.contains(*id));
        let correct_answers = has_wrong_option.then(|| chosen.cloned().collect())?;
        Some(Self { options: self.options.clone(), correct_answers })
    }

    fn answer_text(&self, answer: ParsedAnswer, labels: Labels<'_>) -> Option<String> {
        let ParsedAnswer::Chosen(ids) = answer else { return None };
        Some(labels.list(&self.options, |id| ids.contains(id)))
    }

    fn key_text(&self, labels: Labels<'_>) -> Option<String> {
        Some(labels.list(&self.options, |id| self.correct_answers.contains(id)))
    }

    fn options(&self) -> ShownOptions<'_> {
        ShownOptions::Choices(&self.options)
    }

    fn in_fixed_order(mut self) -> Self {
        sort_by_id(&mut self.options);
        self.correct_answers.sort();
        self
    }

    fn sample(&self, quality: Quality) -> Option<String> {
        let chosen = match quality {
            Quality::Strong => json!(self.correct_answers),
            Quality::Fair => json!([self.correct_answers.first()?]),
            Quality::Weak => json!([self.options.last()?.id]),
        };
        Some(chosen.to_string())
    }

    fn translated(&self, texts: &mut dyn TranslatedTexts) -> Option<ReadBeside<Self>> {
        let options = choices::with_texts(&self.options, |option| texts.option(&option.id, &option.text))?;
        Some(ReadBeside::Texts(Self { options, correct_answers: Vec::new() }))
    }

    fn pinnable(&self) -> Vec<&str> {
        self.options.iter().map(|option| option.id.as_str()).collect()
    }

    fn counted_options(&self) -> Vec<CountedOption<'_>> {
        let is_right = |id: &String| self.correct_answers.contains(id);
        let options = self.options.iter();
        options.map(|Choice { id, text }| CountedOption { id: Some(id), text, is_right: is_right(id) }).collect()
    }

    fn shuffled_lists(&self) -> Vec<usize> {
        vec![self.options.len()]
    }

    fn reordered(self, orders: &[Vec<usize>]) -> Self {
        let Some(order) = orders.first() else { return self };
        let Self { mut options, mut correct_answers } = self;
        reorder(&mut options, order);
        correct_answers.sort_by_key(|id| options.iter().position(|option| option.id == *id));
        Self { options, correct_answers }
    }
}

/// Each right option adds 1/n, each wrong one takes 1/m; never below none.
fn several(chosen: &BTreeSet<String>, options: usize, correct: &[String]) -> Share {
    let right = correct.iter().filter(|id| chosen.contains(*id)).count();
    let wrong = chosen.len() - right;
    let (n, m) = (correct.len(), options - correct.len());
    if m == 0 {
        return Share::new(right, n);
    }
    Share::new((right * m).saturating_sub(wrong * n), n * m)
}

/// The right options of multiple response, in the order of the options.
fn check_several(
    correct: &[String],
    options: &[Choice],
    scoring: Scoring,
    fields: &mut QuestionFields<'_>,
) -> Vec<String> {
    let distinct: HashSet<&str> = correct.iter().map(String::as_str).collect();
    let mut require = |ok: bool, message: &str| fields.require(ok, "correct_answers", message);
    require(!correct.is_empty(), "Please select at least one correct answer");
    let unknown = correct.iter().find(|id| !has(options, id));
    require(unknown.is_none(), &not_an_option(unknown));
    require(distinct.len() == correct.len(), "a correct answer is given twice.");
    // Otherwise choosing everything would earn all points.
    let has_wrong_option = scoring == Scoring::AllOrNothing || distinct.len() < options.len();
    require(has_wrong_option, "with part marks, at least one option must be wrong.");
    options.iter().map(|option| option.id.clone()).filter(|id| distinct.contains(id.as_str())).collect()
}
