//! Matching.

use super::{
    ids::{are_others, differ, place},
    key::{ExportedKey, GiftAnswers, losses},
};
use crate::{
    domain::question::{Choice, MatchingKey, Question, Scoring, Tree},
    service::export::{
        gift_text,
        moodle::{
            key::{MoodleKey, WHOLE, tree},
            text::MoodleTexts,
        },
        qti::{
            processing::{ScoredResponse, choice_id, prompt_id, share},
            texts::{ItemTexts, asking},
            xml::{QtiElement, qti},
        },
    },
};
use std::io;

impl ExportedKey for MatchingKey {
    fn gift(&self, question: &Question) -> GiftAnswers {
        let Self { prompts, options, pairs } = self;
        let answer = |text: &str| gift_text::answer(text, question);
        let pair = |prompt: &str, option: &str| format!("\n\t={} -> {}", answer(prompt), answer(option));
        let paired = prompts.iter().filter_map(|prompt| {
            let option = options.iter().find(|option| pairs.get(&prompt.id) == Some(&option.id))?;
            Some(pair(&prompt.text, &option.text))
        });
        let is_distractor = |option: &&Choice| !pairs.values().any(|id| *id == option.id);
        let distractors = options.iter().filter(is_distractor).map(|option| pair("", &option.text));
        GiftAnswers::Lines(paired.chain(distractors).collect())
    }

    fn lost_in_gift(&self, question: &Question) -> Vec<&'static str> {
        let is_whole = question.scoring == Scoring::AllOrNothing;
        losses([is_whole.then_some("that a part of the answer earns nothing")])
    }

    fn lost_in_qti(&self, _: &Question) -> Vec<&'static str> {
        Vec::new()
    }

    fn responses(&self, question: &Question) -> Vec<ScoredResponse> {
        let points = f64::from(question.points);
        let pair = |(at, prompt): (usize, &Choice)| {
            let option = place(&self.options, self.pairs.get(&prompt.id)?)?;
            Some(format!("{} {}", prompt_id(at), choice_id(option)))
        };
        let pairs: Vec<String> = self.prompts.iter().enumerate().filter_map(pair).collect();
        let mapping = pairs.iter().map(|pair| (pair.clone(), share(points, pairs.len())));
        let mapping = if question.scoring == Scoring::Partial { mapping.collect() } else { Vec::new() };
        let mut scored = ScoredResponse::new(0, "multiple", "directedPair", pairs);
        scored.mapping = mapping;
        vec![scored]
    }

    fn interaction(&self, question: &Question, texts: &ItemTexts<'_>) -> Option<QtiElement> {
        let set = |choices: &[Choice], trees: Option<&Vec<Tree>>, max: usize, id: fn(usize) -> String| {
            let choice = |(place, choice): (usize, &Choice)| {
                let element = qti("simpleAssociableChoice").set("identifier", id(place)).set("matchMax", max);
                element.all(texts.short(&choice.text, trees, place))
            };
            qti("simpleMatchSet").all((0..).zip(choices).map(choice))
        };
        let trees = question.trees.as_ref();
        let interaction = asking("matchInteraction")
            .set("shuffle", true)
            .set("maxAssociations", self.prompts.len())
            .with(set(&self.prompts, trees.map(|trees| &trees.prompts), 1, prompt_id))
            .with(set(&self.options, trees.map(|trees| &trees.options), 0, choice_id));
        Some(interaction)
    }

    fn has_own_ids(&self, _: &Question) -> bool {
        differ(&self.prompts, 'l') || are_others(&self.options, 'r')
    }

    fn moodle(&self, question: &Question, _: bool, texts: &MoodleTexts<'_>) -> io::Result<MoodleKey> {
        let trees = question.trees.as_ref();
        let option = |id: Option<&String>| -> io::Result<String> {
            let found = self.options.iter().enumerate().find(|(_, option)| Some(&option.id) == id);
            let Some((place, option)) = found else { return Ok(String::new()) };
            texts.element("answer", "", &option.text, tree(trees.map(|trees| &trees.options), place))
        };
        let mut lines = vec!["<shuffleanswers>true</shuffleanswers>".to_owned()];
        for (place, prompt) in self.prompts.iter().enumerate() {
            let text =
                texts.element("subquestion", "", &prompt.text, tree(trees.map(|trees| &trees.prompts), place))?;
            let answer = option(self.pairs.get(&prompt.id))?;
            lines.push(text.replace("</subquestion>", &format!("{answer}</subquestion>")));
        }
        for one in self.options.iter().filter(|one| !self.pairs.values().any(|id| *id == one.id)) {
            let answer = option(Some(&one.id))?;
            lines.push(format!("<subquestion format=\"plain_text\"><text></text>{answer}</subquestion>"));
        }
        MoodleKey::new("matching", lines, question, texts)
    }

    fn lost_in_moodle(&self, question: &Question) -> Vec<&'static str> {
        losses([(question.scoring == Scoring::AllOrNothing).then_some(WHOLE)])
    }
}
