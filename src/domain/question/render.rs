//! Answers and keys as readable text, for people and spreadsheets.

use super::{
    answer::ParsedAnswer,
    spec::{Choice, Gap, GapKey, NumberKey, Question, QuestionContent, TextKey, Tolerance, ToleranceKind},
    trees::Tree,
};
use bigdecimal::BigDecimal;
use std::borrow::Cow;

const LIST: &str = ", ";
const PAIRS: &str = "; ";
const ORDER: &str = "  ";

/// The answer in words; `None` where the stored text is readable itself: a text, a number, a blank or another form.
#[must_use]
pub fn answer_text(question: &Question, text: &str) -> Option<String> {
    let labels = OptionLabels(question);
    match (&question.body, ParsedAnswer::read(&question.body, text)) {
        (QuestionContent::MultipleChoice { options, .. }, ParsedAnswer::Text(text)) => {
            question.trees.as_ref()?;
            Some(labels.option(options.iter().position(|option| *option == text)?))
        }
        (QuestionContent::Coding(coding), ParsedAnswer::Text(text)) => match coding.read(&text).source {
            Cow::Owned(source) => Some(source),
            Cow::Borrowed(_) => None,
        },
        (QuestionContent::MultipleResponse { options, .. }, ParsedAnswer::Chosen(ids)) => {
            let chosen = options.iter().enumerate().filter(|(_, option)| ids.contains(&option.id));
            Some(joined(chosen.map(|(place, _)| labels.option(place)), LIST))
        }
        (QuestionContent::Ordering { options, .. }, ParsedAnswer::Order(ids)) => Some(labels.order(options, &ids)),
        (QuestionContent::Matching { prompts, options, .. }, ParsedAnswer::ByPart(parts)) => {
            Some(labels.pairs(prompts, options, |prompt| parts.get(prompt).map(String::as_str)))
        }
        (QuestionContent::Gaps(gaps), ParsedAnswer::ByPart(parts)) => {
            let filled = gaps.iter().filter_map(|gap| Some((gap, parts.get(&gap.id)?)));
            Some(joined(filled.map(|(gap, text)| format!("{}: {}", gap.id, in_gap(gap, text))), PAIRS))
        }
        _ => None,
    }
}

/// The key in words; `None` where there is none, and for a plain option, which is readable itself.
#[must_use]
pub fn key_text(question: &Question) -> Option<String> {
    let labels = OptionLabels(question);
    Some(match &question.body {
        QuestionContent::Essay | QuestionContent::Coding(_) => return None,
        QuestionContent::MultipleChoice { correct_answer, .. } => return answer_text(question, correct_answer),
        QuestionContent::MultipleResponse { options, correct_answers } => {
            let right = options.iter().enumerate().filter(|(_, option)| correct_answers.contains(&option.id));
            joined(right.map(|(place, _)| labels.option(place)), LIST)
        }
        QuestionContent::Numeric(key) => number(key),
        QuestionContent::ShortText(key) => texts(key),
        QuestionContent::Ordering { options, order } => labels.order(options, order),
        QuestionContent::Matching { prompts, options, pairs } => {
            labels.pairs(prompts, options, |prompt| pairs.get(prompt).map(String::as_str))
        }
        QuestionContent::Gaps(gaps) => {
            let key = |gap: &Gap| match &gap.key {
                GapKey::Choice { correct_answer, .. } => in_gap(gap, correct_answer),
                GapKey::Text(key) => texts(key),
                GapKey::Number(key) => number(key),
            };
            joined(gaps.iter().map(|gap| format!("{}: {}", gap.id, key(gap))), PAIRS)
        }
    })
}

/// Whether the answer is of another form than its question asks for.
#[must_use]
pub fn is_unreadable(question: &Question, text: &str) -> bool {
    ParsedAnswer::read(&question.body, text) == ParsedAnswer::Unreadable
}

fn joined(parts: impl Iterator<Item = String>, between: &str) -> String {
    parts.collect::<Vec<_>>().join(between)
}

/// Options and prompts as one line of plain text.
struct OptionLabels<'q>(&'q Question);

impl OptionLabels<'_> {
    fn option(&self, place: usize) -> String {
        let tree = self.0.trees.as_ref().and_then(|trees| trees.options.get(place));
        label(tree, self.0.body.option_texts().get(place).copied())
    }

    fn prompt(&self, place: usize) -> String {
        let tree = self.0.trees.as_ref().and_then(|trees| trees.prompts.get(place));
        label(tree, self.0.body.prompt_texts().get(place).copied())
    }

    fn order(&self, options: &[Choice], ids: &[String]) -> String {
        let known = ids.iter().filter_map(|id| options.iter().position(|option| option.id == *id));
        joined(known.zip(1..).map(|(place, number)| format!("{number}. {}", self.option(place))), ORDER)
    }

    fn pairs<'p>(&self, prompts: &[Choice], options: &[Choice], option: impl Fn(&str) -> Option<&'p str>) -> String {
        let pair = |(place, prompt): (usize, &Choice)| {
            let id = option(&prompt.id)?;
            let right = options.iter().position(|option| option.id == id)?;
            Some(format!("{} -> {}", self.prompt(place), self.option(right)))
        };
        joined(prompts.iter().enumerate().filter_map(pair), PAIRS)
    }
}

fn label(tree: Option<&Tree>, text: Option<&str>) -> String {
    let text = tree.map_or_else(|| text.unwrap_or_default().to_owned(), Tree::plain_text);
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The content of a gap: the text of the chosen option, or the text itself.
fn in_gap(gap: &Gap, text: &str) -> String {
    let GapKey::Choice { options, .. } = &gap.key else { return text.to_owned() };
    options.iter().find(|option| option.id == text).map_or(text, |option| &option.text).to_owned()
}

/// `3.5 kg ± 2 %`.
fn number(key: &NumberKey) -> String {
    let mut text = key.correct_number.as_str().to_owned();
    if let Some(unit) = &key.unit {
        text.push(' ');
        text.push_str(unit);
    }
    if let Some(Tolerance { kind, value }) = &key.tolerance {
        text.push_str(" ± ");
        match kind {
            ToleranceKind::Absolute => text.push_str(value.as_str()),
            ToleranceKind::Relative => {
                let percent = value.value() * BigDecimal::from(100);
                text.push_str(&percent.normalized().to_plain_string());
                text.push_str(" %");
            }
        }
    }
    text
}

/// `New York / NYC / pattern (the )?big apple`.
fn texts(key: &TextKey) -> String {
    let pattern = key.pattern.iter().map(|pattern| format!("pattern {pattern}"));
    joined(key.accepted.iter().cloned().chain(pattern), " / ")
}
