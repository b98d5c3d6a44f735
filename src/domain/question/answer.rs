//! Reads the one string that an answer is (`docs/scoring.md`, "Answers").

use super::{
    number::{self, Reading},
    spec::{Choice, Gap, GapKey, QuestionContent},
};
use serde::{
    Deserialize, Deserializer,
    de::{self, MapAccess},
};
use std::{
    collections::{BTreeMap, BTreeSet},
    fmt,
};

/// An answer as its question's kind reads it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParsedAnswer {
    /// Not answered.
    Blank,
    /// Multiple choice, essay, coding, short text: the string itself.
    Text(String),
    /// Multiple response: ids of the chosen options.
    Chosen(BTreeSet<String>),
    Number(Reading),
    /// Ordering: ids of options, each at most once.
    Order(Vec<String>),
    /// Matching: options by prompt. Gaps: ids of options or texts by gap. What is not answered is left out.
    ByPart(BTreeMap<String, String>),
    /// Of another form. It is kept and shown as it is, and earns nothing.
    Unreadable,
}

impl ParsedAnswer {
    /// Never fails: a save is not refused for the form of an answer.
    #[must_use]
    pub fn read(body: &QuestionContent, text: &str) -> Self {
        if text.trim().is_empty() {
            return Self::Blank;
        }
        let read = match body {
            QuestionContent::Coding(coding) if coding.read(text).source.trim().is_empty() => Some(Self::Blank),
            QuestionContent::MultipleChoice { .. }
            | QuestionContent::Essay
            | QuestionContent::Coding(_)
            | QuestionContent::ShortText(_) => Some(Self::Text(text.to_owned())),
            QuestionContent::Numeric(_) => number::read(text).map(Self::Number),
            QuestionContent::MultipleResponse { options, .. } => {
                ids(text, options).map(|ids| Self::Chosen(ids.into_iter().collect()))
            }
            QuestionContent::Ordering { options, .. } => ids(text, options).map(Self::Order),
            QuestionContent::Matching { prompts, options, .. } => {
                let fits = |prompt: &str, option: &str| has(prompts, prompt) && has(options, option);
                by_part(text, fits).map(Self::ByPart)
            }
            QuestionContent::Gaps(gaps) => by_part(text, |gap, text| fits_gap(gaps, gap, text)).map(Self::ByPart),
        };
        match read.unwrap_or(Self::Unreadable) {
            Self::Chosen(ids) if ids.is_empty() => Self::Blank,
            Self::Order(ids) if ids.is_empty() => Self::Blank,
            Self::ByPart(parts) if parts.is_empty() => Self::Blank,
            other => other,
        }
    }
}

fn has(choices: &[Choice], id: &str) -> bool {
    choices.iter().any(|choice| choice.id == id)
}

fn fits_gap(gaps: &[Gap], id: &str, text: &str) -> bool {
    gaps.iter().find(|gap| gap.id == id).is_some_and(|gap| match &gap.key {
        GapKey::Choice { options, .. } => has(options, text),
        GapKey::Text(_) | GapKey::Number(_) => true,
    })
}

/// `["o1","o3"]`: ids of `options`, each at most once.
fn ids(text: &str, options: &[Choice]) -> Option<Vec<String>> {
    let ids: Vec<String> = serde_json::from_str(text).ok()?;
    let distinct: BTreeSet<&String> = ids.iter().collect();
    let fit = distinct.len() == ids.len() && ids.iter().all(|id| has(options, id));
    fit.then_some(ids)
}

/// `{"l1":"r2"}`: an entry for each part that is answered.
fn by_part(text: &str, fits: impl Fn(&str, &str) -> bool) -> Option<BTreeMap<String, String>> {
    let AnswerParts(parts) = serde_json::from_str(text).ok()?;
    let parts: BTreeMap<_, _> = parts.into_iter().filter(|(_, text)| !text.trim().is_empty()).collect();
    parts.iter().all(|(part, text)| fits(part, text)).then_some(parts)
}

/// An object without repeated names, of which one would be lost.
struct AnswerParts(BTreeMap<String, String>);

impl<'de> Deserialize<'de> for AnswerParts {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct PartsVisitor;
        impl<'de> de::Visitor<'de> for PartsVisitor {
            type Value = AnswerParts;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("an object of texts")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<AnswerParts, A::Error> {
                let mut parts = BTreeMap::new();
                while let Some((part, text)) = map.next_entry::<String, String>()? {
                    if parts.insert(part, text).is_some() {
                        return Err(de::Error::custom("a repeated name"));
                    }
                }
                Ok(AnswerParts(parts))
            }
        }
        deserializer.deserialize_map(PartsVisitor)
    }
}
