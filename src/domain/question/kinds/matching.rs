//! Matching: an option for each prompt.

use super::{
    key::{KeyContext, Quality, QuestionKey, ReadBeside, TextMatchers, TranslatedTexts},
    labels::Labels,
};
use crate::domain::question::{
    answer::{ParsedAnswer, by_part},
    choices::{self, Choice, ShownOptions, has, not_an_option, sort_by_id},
    draft::QuestionDraft,
    field::QuestionFields,
    points::{Scoring, Share},
};
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::collections::BTreeMap;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MatchingKey {
    /// The left side.
    pub prompts: Vec<Choice>,
    /// The right side. An option that no prompt is paired with is a distractor.
    pub options: Vec<Choice>,
    /// The option of every prompt, by id. Several prompts may have the same option.
    pub pairs: BTreeMap<String, String>,
}

impl QuestionKey for MatchingKey {
    fn check(draft: QuestionDraft, _: &KeyContext<'_>, fields: &mut QuestionFields<'_>) -> Option<Self> {
        let prompts = choices::check_choices(&draft.prompts, choices::PROMPTS, fields);
        let options = choices::check_choices(&draft.options, choices::RIGHT_SIDE, fields);
        check_pairs(&draft.pairs, &prompts, &options, fields);
        let names = choices::neutral_ids(&draft.options, &options);
        let pairs = draft.pairs.into_iter().map(|(prompt, option)| (prompt, names.of(option))).collect();
        Some(Self { prompts, options: names.of_all(options), pairs })
    }

    fn set_fields(&self, draft: &mut QuestionDraft) {
        draft.prompts = choices::drafts(&self.prompts);
        draft.options = choices::drafts(&self.options);
        draft.pairs.clone_from(&self.pairs);
    }

    fn parse(&self, text: &str) -> Option<ParsedAnswer> {
        let fits = |prompt: &str, option: &str| has(&self.prompts, prompt) && has(&self.options, option);
        by_part(text, fits).map(ParsedAnswer::ByPart)
    }

    fn right_share(&self, answer: &ParsedAnswer, _: &TextMatchers<'_>) -> Option<Share> {
        let ParsedAnswer::ByPart(parts) = answer else { return Some(Share::NONE) };
        let right = self.pairs.iter().filter(|(prompt, option)| parts.get(*prompt) == Some(*option)).count();
        Some(Share::new(right, self.pairs.len()))
    }

    fn rekeyed(&self, answer: ParsedAnswer, _: Scoring) -> Option<Self> {
        let ParsedAnswer::ByPart(pairs) = answer else { return None };
        (pairs.len() == self.prompts.len()).then(|| Self { pairs, ..self.clone() })
    }

    fn answer_text(&self, answer: ParsedAnswer, labels: Labels<'_>) -> Option<String> {
        let ParsedAnswer::ByPart(parts) = answer else { return None };
        Some(labels.pairs(&self.prompts, &self.options, |prompt| parts.get(prompt)))
    }

    fn key_text(&self, labels: Labels<'_>) -> Option<String> {
        Some(labels.pairs(&self.prompts, &self.options, |prompt| self.pairs.get(prompt)))
    }

    fn options(&self) -> ShownOptions<'_> {
        ShownOptions::Unordered(&self.options)
    }

    fn in_fixed_order(mut self) -> Self {
        sort_by_id(&mut self.prompts);
        sort_by_id(&mut self.options);
        self
    }

    fn sample(&self, quality: Quality) -> Option<String> {
        let mut pairs = self.pairs.clone();
        if quality != Quality::Strong
            && let Some(mut first) = pairs.first_entry()
        {
            first.insert(self.options.last()?.id.clone());
        }
        Some(json!(pairs).to_string())
    }

    fn translated(&self, texts: &mut dyn TranslatedTexts) -> Option<ReadBeside<Self>> {
        let prompts = choices::with_texts(&self.prompts, |prompt| texts.prompt(&prompt.id, &prompt.text))?;
        let options = choices::with_texts(&self.options, |option| texts.option(&option.id, &option.text))?;
        Some(ReadBeside::Texts(Self { prompts, options, pairs: BTreeMap::new() }))
    }

    fn prompts(&self) -> &[Choice] {
        &self.prompts
    }
}

fn check_pairs(
    pairs: &BTreeMap<String, String>,
    prompts: &[Choice],
    options: &[Choice],
    fields: &mut QuestionFields<'_>,
) {
    let alone = prompts.iter().find(|prompt| !pairs.contains_key(&prompt.id));
    let message = format!("the prompt '{}' has no pair.", alone.map_or("", |prompt| &prompt.text));
    fields.require(alone.is_none(), "pairs", &message);
    let unknown = pairs.keys().find(|id| !has(prompts, id));
    let message = format!("'{}' is not the id of a prompt.", unknown.map_or("", String::as_str));
    fields.require(unknown.is_none(), "pairs", &message);
    let unknown = pairs.values().find(|id| !has(options, id));
    fields.require(unknown.is_none(), "pairs", &not_an_option(unknown));
}
