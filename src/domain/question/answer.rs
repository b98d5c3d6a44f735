//! Forms of the one string that an answer is (`docs/scoring.md`, "Answers").

use super::number::Reading;
use crate::domain::invisible::is_blank;
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
    /// An answer of another form. It is kept and shown as it is, and earns nothing.
    Unreadable,
}

impl ParsedAnswer {
    /// Whether it chooses the option of this name; `None` for what chooses nothing.
    #[must_use]
    pub fn chooses(&self, option: &str) -> Option<bool> {
        match self {
            Self::Text(text) => Some(text == option),
            Self::Chosen(ids) => Some(ids.contains(option)),
            Self::Blank | Self::Number(_) | Self::Order(_) | Self::ByPart(_) | Self::Unreadable => None,
        }
    }

    /// Whether it is a list or an object that is empty.
    pub(super) fn has_nothing(&self) -> bool {
        match self {
            Self::Chosen(ids) => ids.is_empty(),
            Self::Order(ids) => ids.is_empty(),
            Self::ByPart(parts) => parts.is_empty(),
            Self::Blank | Self::Text(_) | Self::Number(_) | Self::Unreadable => false,
        }
    }
}

/// `{"l1":"r2"}`: an entry for each part that is answered.
pub(super) fn by_part(text: &str, fits: impl Fn(&str, &str) -> bool) -> Option<BTreeMap<String, String>> {
    let AnswerParts(parts) = serde_json::from_str(text).ok()?;
    let parts: BTreeMap<_, _> = parts.into_iter().filter(|(_, text)| !is_blank(text)).collect();
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
