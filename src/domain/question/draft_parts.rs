//! Parts of an author's input: options, and numbers as texts.

use super::number::ToleranceKind;
use serde::{Deserialize, Deserializer, Serialize, de};
use std::fmt;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ToleranceDraft {
    pub kind: ToleranceKind,
    pub value: Numeral,
}

/// An option: a text alone, or with its id.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum ChoiceDraft {
    Text(String),
    WithId { id: String, text: String },
}

/// A number as text. A JSON number is taken as the shortest decimal that means the same double.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Numeral(pub String);

impl From<String> for ChoiceDraft {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl ChoiceDraft {
    #[must_use]
    pub fn text(&self) -> &str {
        match self {
            Self::Text(text) | Self::WithId { text, .. } => text,
        }
    }

    #[must_use]
    pub fn id(&self) -> Option<&str> {
        match self {
            Self::WithId { id, .. } => Some(id.trim()).filter(|id| !id.is_empty()),
            Self::Text(_) => None,
        }
    }
}

impl<'de> Deserialize<'de> for ChoiceDraft {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        struct WithId {
            #[serde(default)]
            id: Option<String>,
            text: String,
        }
        struct ChoiceDraftVisitor;
        impl<'de> de::Visitor<'de> for ChoiceDraftVisitor {
            type Value = ChoiceDraft;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("a text, or an object with id and text")
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<ChoiceDraft, E> {
                Ok(ChoiceDraft::Text(text.to_owned()))
            }

            /// YAML reads digits without quotes as a number.
            fn visit_u64<E: de::Error>(self, number: u64) -> Result<ChoiceDraft, E> {
                Ok(ChoiceDraft::Text(number.to_string()))
            }

            fn visit_map<A: de::MapAccess<'de>>(self, map: A) -> Result<ChoiceDraft, A::Error> {
                let WithId { id, text } = WithId::deserialize(de::value::MapAccessDeserializer::new(map))?;
                Ok(id.map_or(ChoiceDraft::Text(text.clone()), |id| ChoiceDraft::WithId { id, text }))
            }
        }
        deserializer.deserialize_any(ChoiceDraftVisitor)
    }
}

impl<'de> Deserialize<'de> for Numeral {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct NumeralVisitor;
        impl de::Visitor<'_> for NumeralVisitor {
            type Value = Numeral;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("a decimal number")
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Numeral, E> {
                Ok(Numeral(text.to_owned()))
            }

            fn visit_i64<E: de::Error>(self, number: i64) -> Result<Numeral, E> {
                Ok(Numeral(number.to_string()))
            }

            fn visit_u64<E: de::Error>(self, number: u64) -> Result<Numeral, E> {
                Ok(Numeral(number.to_string()))
            }

            fn visit_f64<E: de::Error>(self, number: f64) -> Result<Numeral, E> {
                Ok(Numeral(format!("{number:?}")))
            }
        }
        deserializer.deserialize_any(NumeralVisitor)
    }
}
