//! Multiple choice: one of the options, which are texts without ids.

use super::{
    key::{CountedOption, KeyContext, Quality, QuestionKey, ReadBeside, TextMatchers, TranslatedTexts},
    labels::Labels,
};
use crate::domain::{
    invisible::is_blank,
    question::{
        answer::ParsedAnswer,
        choices::{ShownOptions, reorder},
        draft::{ChoiceDraft, QuestionDraft},
        field::{QuestionFields, is_text, longer},
        points::{Scoring, Share},
    },
};
use serde::{Deserialize, Serialize};
use std::{collections::HashSet, ops::RangeInclusive};

/// Options that an author types.
pub const OPTIONS: RangeInclusive<usize> = 2..=6;
/// Most options of a question in the file of another program.
const MAX_IMPORTED: usize = 20;
const MAX_OPTION: usize = 2_000;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MultipleChoiceKey {
    /// 2 to 6, imported ones up to 20; distinct.
    pub options: Vec<String>,
    /// One of `options`.
    pub correct_answer: String,
}

impl QuestionKey for MultipleChoiceKey {
    fn check(draft: QuestionDraft, _: &KeyContext<'_>, fields: &mut QuestionFields<'_>) -> Option<Self> {
        let most = if draft.has_more_options { MAX_IMPORTED } else { *OPTIONS.end() };
        let options = check_options(&draft.options, most, fields);
        let correct_answer = check_correct_answer(draft.correct_answer, &options, fields)?;
        Some(Self { options, correct_answer })
    }

    fn set_fields(&self, draft: &mut QuestionDraft) {
        draft.options = self.options.iter().cloned().map(ChoiceDraft::Text).collect();
        draft.correct_answer = Some(self.correct_answer.clone());
        draft.has_more_options = self.options.len() > *OPTIONS.end();
    }

    fn parse(&self, text: &str) -> Option<ParsedAnswer> {
        Some(ParsedAnswer::Text(text.to_owned()))
    }

    fn right_share(&self, answer: &ParsedAnswer, _: &TextMatchers<'_>) -> Option<Share> {
        Some(Share::all_if(matches!(answer, ParsedAnswer::Text(text) if *text == self.correct_answer)))
    }

    fn rekeyed(&self, answer: ParsedAnswer, _: Scoring) -> Option<Self> {
        let ParsedAnswer::Text(text) = answer else { return None };
        let correct_answer = self.options.iter().find(|option| **option == text)?.clone();
        Some(Self { options: self.options.clone(), correct_answer })
    }

    fn answer_text(&self, answer: ParsedAnswer, labels: Labels<'_>) -> Option<String> {
        let ParsedAnswer::Text(text) = answer else { return None };
        let place = self.options.iter().position(|option| *option == text).filter(|_| labels.are_rich())?;
        Some(labels.option(place, &text))
    }

    fn key_text(&self, labels: Labels<'_>) -> Option<String> {
        self.answer_text(ParsedAnswer::Text(self.correct_answer.clone()), labels)
    }

    fn options(&self) -> ShownOptions<'_> {
        ShownOptions::Texts(&self.options)
    }

    fn in_fixed_order(mut self) -> Self {
        self.options.sort();
        self
    }

    fn sample(&self, quality: Quality) -> Option<String> {
        let is_wrong = |option: &&String| **option != self.correct_answer;
        let wrong = self.options.iter().filter(is_wrong).nth(usize::from(quality == Quality::Weak));
        let is_right = quality == Quality::Strong;
        Some(if is_right { self.correct_answer.clone() } else { wrong.or(self.options.first())?.clone() })
    }

    fn translated(&self, texts: &mut dyn TranslatedTexts) -> Option<ReadBeside<Self>> {
        let places = self.options.iter().enumerate();
        let options =
            places.map(|(place, original)| texts.option(&place.to_string(), original)).collect::<Option<_>>()?;
        Some(ReadBeside::Texts(Self { options, correct_answer: String::new() }))
    }

    fn pinnable(&self) -> Vec<&str> {
        self.options.iter().map(String::as_str).collect()
    }

    fn counted_options(&self) -> Vec<CountedOption<'_>> {
        let options = self.options.iter();
        options.map(|text| CountedOption { id: None, text, is_right: *text == self.correct_answer }).collect()
    }

    fn shuffled_lists(&self) -> Vec<usize> {
        vec![self.options.len()]
    }

    fn reordered(mut self, orders: &[Vec<usize>]) -> Self {
        orders.iter().take(1).for_each(|order| reorder(&mut self.options, order));
        self
    }
}

/// Up to `most` texts; blank ones are dropped.
fn check_options(options: &[ChoiceDraft], most: usize, fields: &mut QuestionFields<'_>) -> Vec<String> {
    let options: Vec<String> =
        options.iter().map(|option| option.text().trim().to_owned()).filter(|option| !is_blank(option)).collect();
    fields.require(options.len() >= *OPTIONS.start(), "options", "Multiple choice questions need at least 2 options");
    let message = format!("Multiple choice questions have at most {most} options");
    fields.require(options.len() <= most, "options", &message);
    let fit = !options.iter().any(|option| longer(option, MAX_OPTION));
    fields.require(fit, "options", "an option is too long (2,000 characters at most).");
    fields.require(options.iter().all(|o| is_text(o)), "options", "an option contains control characters.");
    let distinct: HashSet<&String> = options.iter().collect();
    fields.require(distinct.len() == options.len(), "options", "two options are the same");
    options
}

fn check_correct_answer(answer: Option<String>, options: &[String], fields: &mut QuestionFields<'_>) -> Option<String> {
    let answer = answer.map(|a| a.trim().to_owned()).filter(|a| !a.is_empty());
    fields.require(answer.is_some(), "correct_answer", "Please select the correct answer");
    let matches = answer.as_ref().is_none_or(|a| options.contains(a));
    fields.require(matches, "correct_answer", "Selected correct answer must match one of the options");
    answer
}
